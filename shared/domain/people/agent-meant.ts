// Whoever assigns a task to "claude" may mean the agent, which is agent:claude. Nobody rewrites what was written: a person may have that very name.
import { contactNamed } from './same-person.ts'
import { isSameName } from './same-name.ts'

const agentMark = /^\s*agent:/i

export interface Known {
  /** Agents that were seen, by their bare names. */
  agents: readonly string[]
  /** Asked only where an agent has the name. */
  people(): readonly Parameters<typeof contactNamed>[0][number][]
}

/** The agent whose very name this is, as it would be assigned; undefined where there is none, or a person goes by that name too. */
export function agentMeant(assignee: string | null | undefined, { agents, people }: Known): string | undefined {
  if (assignee == null || agentMark.test(assignee)) return undefined
  const agent = agents.find((name) => isSameName(name, assignee))
  return agent === undefined || people().some((person) => contactNamed([person], assignee)) ? undefined : `agent:${agent}`
}

/** What whoever wrote it is told. */
export const agentHint = (assignee: string, agent: string): string =>
  `"${assignee}" is read as a person's name, and no agent is handed the task. If you mean the agent, set assignee to "${agent}".`

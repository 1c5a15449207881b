// What whoever assigns a task to an agent's bare name is told.
import { agentHint, agentMeant } from '../../../shared/domain/people/agent-meant.ts'
import type { Agents } from '../proposals/agents.ts'
import type { Contacts } from '../contacts/contacts.ts'
import type { Tasks } from './tasks.ts'

export interface AssigneeHintDeps {
  agents: Pick<Agents, 'names'>
  tasks: Pick<Tasks, 'assignees'>
  contacts: Pick<Contacts, 'list'>
}

/** Undefined where nothing speaks against reading it as a person. */
export type AssigneeHint = (written: { assignee?: string | null | undefined }) => string | undefined

const agentMark = /^agent:/

export function createAssigneeHint({ agents, tasks, contacts }: AssigneeHintDeps): AssigneeHint {
  return ({ assignee }) => {
    if (assignee == null) return undefined
    const assigned = tasks.assignees().flatMap((word) => (agentMark.test(word) ? [word.replace(agentMark, '')] : []))
    const agent = agentMeant(assignee, { agents: [...agents.names(), ...assigned], people: () => contacts.list() })
    return agent === undefined ? undefined : agentHint(assignee, agent)
  }
}

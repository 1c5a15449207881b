// Carrying out the calls that an agent proposed and a person accepted.
import { uidFrom } from '../../../shared/node/uid-from.ts'
import type { Proposal } from '../../../shared/schema/proposal.ts'
import type { StoredProposal } from '../proposals/proposals.ts'
import type { Absent, Tool } from '../../../shared/mcp/tool.ts'

export function createProposedCalls(tools: readonly Tool[]) {
  const byName = new Map(tools.map((tool) => [tool.listed.name, tool]))
  return {
    /** What is to be known before a proposal is accepted. */
    look: async ({ tool, arguments: args }: Proposal): Promise<unknown> => byName.get(tool)?.look?.(args as never),
    /** Carries out an accepted proposal, as the agent that made it. `seen`: what `look` saw. */
    execute({ tool: name, arguments: args, agent, run, uid, created_at }: StoredProposal, seen: unknown): Record<string, unknown> {
      const tool = byName.get(name)
      if (!tool) throw new Error(`no tool ${name}`)
      const caller: Absent = { actor: { kind: 'agent', name: agent, run: run ?? undefined }, isAccepted: true, makes: uidFrom('proposal', uid) }
      const answer = tool.accept ? tool.accept(args as never, caller, { since: created_at, seen }) : tool.run(args as never, caller)
      if (answer instanceof Promise) throw new Error(`${name}: a write must be synchronous`)
      return answer as Record<string, unknown>
    },
  }
}

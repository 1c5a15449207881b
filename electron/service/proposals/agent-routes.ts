import type { agentContract } from '../../../shared/contract/agents.ts'
import { requireAcceptedHere, requireUndecided } from '../../../shared/domain/agents/proposal-rules.ts'
import { type Handlers, prepared } from '../../../shared/http/mount.ts'
import type { Proposal } from '../../../shared/schema/proposal.ts'
import type { AgentSetup } from '../../../shared/schema/agent.ts'
import type { Context, HttpContext } from '../context.ts'
import type { Agents } from './agents.ts'
import type { InTurn } from '../../../shared/search/workers/turns.ts'
import type { TakingBack } from './decisions.ts'
import type { Proposals, StoredProposal } from './proposals.ts'

export function agentRoutes(
  agents: Agents,
  proposals: Proposals,
  /** `look` sees what is to be known before a proposal is carried out; decisions about creating come one after the other. */
  execute: {
    look(proposal: Proposal): Promise<unknown>
    /** Whether the cloud carries it out, though it was made here. */
    isTeams(proposal: Proposal): boolean
    /** One that the cloud carries out: true once it is carried out, false when that has to wait for the cloud. */
    there(proposal: StoredProposal, ctx: Context): Promise<boolean>
    out(proposal: StoredProposal, seen: unknown): Record<string, unknown>
    refuse(proposal: StoredProposal, ctx: Context): void
    inTurn: InTurn
  },
  takingBack: TakingBack,
  setups: (tools: 'core' | 'full' | undefined) => AgentSetup[],
): Handlers<typeof agentContract, HttpContext> {
  return {
    listAgents: () => agents.list(),
    listAgentSetups: ({ query }) => setups(query.tools),
    getAgentPolicy: ({ params }) => agents.policy(params.name),
    setAgentPolicy: ({ params, body }, { actor }) => agents.setPolicy(params.name, body, actor.name),
    decideBrake: ({ params, body }, { actor }) => agents.decideBrake(params.name, body.go_on, actor.name),
    listProposals: ({ query }) => proposals.list(query.state),
    getProposal: ({ params }) => proposals.get(params.id),
    acceptProposal: prepared({
      async prepare({ params }, ctx) {
        const proposal = requireUndecided(proposals.get(params.id), ctx.actor)
        requireAcceptedHere(proposal)
        if (!proposal.elsewhere && !execute.isTeams(proposal)) return { isDone: false, seen: await execute.look(proposal) }
        return { isDone: await execute.there(proposal, ctx), seen: undefined }
      },
      handle: ({ params }, ctx, { isDone, seen }) =>
        isDone ? proposals.get(params.id) : proposals.accept(params.id, ctx, (proposal) => execute.out(proposal, seen)),
      inTurn: (_, steps) => execute.inTurn(steps),
    }),
    rejectProposal: ({ params, body }, ctx) => proposals.reject(params.id, body.reason, ctx, (proposal) => execute.refuse(proposal, ctx)),
    reopenProposal: ({ params }, ctx) => proposals.reopen(params.id, ctx, takingBack),
  }
}

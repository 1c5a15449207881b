import type { agentContract } from '../../../shared/contract/agents.ts'
import { AppError } from '../../../shared/domain/app-error.ts'
import type { Handlers } from '../../../shared/http/mount.ts'
import type { AgentSetup } from '../../../shared/schema/agent.ts'
import type { HttpContext } from '../context.ts'
import type { Agents } from './agents.ts'
import type { Carry, Proposals } from './proposals.ts'

export function agentRoutes(
  agents: Agents,
  proposals: Proposals,
  carry: Carry,
  setups: (tools: 'core' | 'full' | undefined) => AgentSetup[],
): Handlers<typeof agentContract, HttpContext> {
  return {
    listAgents: () => agents.list(),
    listAgentSetups: ({ query }) => setups(query.tools),
    getAgentPolicy: ({ params }) => agents.policy(params.name),
    setAgentPolicy({ params, body }, ctx) {
      if (ctx.actor.kind !== 'person') throw new AppError('forbidden', 'Only a person sets what agents may write. Send X-Actor: person if you are one.')
      return agents.setPolicy(params.name, body)
    },
    listProposals: ({ query }) => proposals.list(query.state),
    getProposal: ({ params }) => proposals.get(params.id),
    acceptProposal: ({ params }, ctx) => proposals.accept(params.id, ctx, carry),
    rejectProposal: ({ params, body }, ctx) => proposals.reject(params.id, body.reason, ctx),
  }
}

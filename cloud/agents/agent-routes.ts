import type { cloudAgentContract } from '../../shared/contract/cloud/cloud.ts'
import type { Handlers } from '../../shared/http/mount.ts'
import type { TeamContext } from '../context.ts'
import type { Agents } from './agents.ts'
import type { Proposals } from './proposals.ts'

export function agentRoutes(agents: Agents, proposals: Proposals): Handlers<typeof cloudAgentContract, TeamContext> {
  return {
    listAgents: (_input, ctx) => agents.list(ctx),
    getAgentPolicy: ({ params }, ctx) => agents.policy(params.name, ctx),
    setAgentPolicy: ({ params, body }, ctx) => agents.setPolicy(params.name, body, ctx),
    decideBrake: ({ params, body }, ctx) => agents.decideBrake(params.name, body.go_on, ctx),
    listProposals: ({ query }, ctx) => proposals.list(query.state, ctx),
    getProposal: ({ params }, ctx) => proposals.get(params.id, ctx),
    acceptProposal: ({ params }, ctx) => proposals.accept(params.id, ctx),
    rejectProposal: ({ params, body }, ctx) => proposals.reject(params.id, body.reason, ctx),
    reopenProposal: ({ params }, ctx) => proposals.reopen(params.id, ctx),
  }
}

// What agents may write in a team, and what of it waits for a person.
import type { FastifyInstance } from 'fastify'
import { cloudAgentContract, cloudPairContract } from '../../shared/contract/cloud/cloud.ts'
import { pairSyncContract } from '../../shared/contract/cloud/sync-pairs.ts'
import { proposalSyncContract } from '../../shared/contract/cloud/sync-proposals.ts'
import { mount } from '../../shared/http/mount.ts'
import { type AgentGateDeps, guardAgents } from '../agents/agent-gate.ts'
import { agentRoutes } from '../agents/agent-routes.ts'
import { type AgentDeps, createAgents } from '../agents/agents.ts'
import { createProposeFinish } from '../agents/propose-finish.ts'
import { createProposals, type ProposalDeps } from '../agents/proposals.ts'
import { proposalSyncRoutes } from '../agents/synced-proposals.ts'
import { noteReads } from '../outside/note-reads.ts'
import { createOutsideReads } from '../outside/outside-reads.ts'
import { createProvenance } from '../outside/provenance.ts'
import type { Undo } from '../journal/undo.ts'
import { pairRoutes, pairSyncRoutes } from '../pairs/pair-routes.ts'
import { createPairs } from '../pairs/pairs.ts'
import type { Infrastructure } from './infrastructure.ts'
import type { Mounting } from './mounting.ts'

export function createAgentModule(
  { journal, failed }: Infrastructure,
  { requireTask, features, undo }: Pick<ProposalDeps, 'requireTask' | 'features'> & { undo: Undo },
  { tellProposed, tellStopped }: Pick<ProposalDeps, 'tellProposed'> & Pick<AgentDeps, 'tellStopped'>,
) {
  const reads = createOutsideReads({ journal })
  const provenance = createProvenance({ journal })
  const agents = createAgents({ journal, reads, tellStopped, onError: failed('counting the calls of agents') })
  const proposals = createProposals({ journal, features, requireTask, takeBack: undo.takeBack, tellProposed })
  const pairs = createPairs({ journal, tasks: features.tasks })
  const proposeFinish = createProposeFinish({ finish: features.finish, proposals })
  return {
    needsProof: agents.needsProof,
    putUnproven: proposals.putUnproven,
    names: agents.names,
    policyOf: agents.policyOf,
    ofMcp: { agents, proposals, reads, provenance },
    guard(app: FastifyInstance, contextOf: AgentGateDeps['contextOf']): void {
      guardAgents(app, { agents, proposals, proposeFinish, contextOf })
      noteReads(app, { reads, provenance, contextOf })
    },
    mount(app: FastifyInstance, { inTeam }: Mounting): void {
      mount(app, cloudAgentContract, agentRoutes(agents, proposals), inTeam)
      mount(app, proposalSyncContract, proposalSyncRoutes(proposals.synced), inTeam)
      mount(app, cloudPairContract, pairRoutes(pairs), inTeam)
      mount(app, pairSyncContract, pairSyncRoutes(pairs), inTeam)
    },
    close: agents.close,
  }
}

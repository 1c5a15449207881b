import { Type } from 'typebox'
import { SyncedProposal, SyncProposalWrite } from '../../schema/cloud/synced-proposal.ts'
import { object, Uid } from '../../schema/field.ts'
import { defineContract } from '../route.ts'

const tag = 'Sync'

/** For desktops: what an agent proposed there is decided anywhere in the team, and the other way round. */
export const proposalSyncContract = defineContract({
  syncProposal: {
    method: 'PUT',
    needs: 'bring',
    path: '/sync/proposals/:uid',
    tag,
    summary:
      'Bring a proposal, or what a person of the device decided, as often as you like. Answers how it stands: the first decision does, and what is accepted is carried out once.',
    params: object('SyncProposalParams', { uid: Uid }),
    body: SyncProposalWrite,
    reply: SyncedProposal,
    status: 200,
  },
  readSyncProposals: {
    method: 'GET',
    path: '/sync/proposals',
    tag,
    summary: 'Every proposal that waits and what was decided lately, to begin with; GET /events/stream tells what happens then',
    reply: Type.Array(SyncedProposal),
    status: 200,
  },
})

import { Type } from 'typebox'
import { Envelope, Evidence, EvidenceId, EvidenceKey, type NewEvidence as New, NewEvidence, SeenTree } from '../../schema/work/evidence.ts'
import { object } from '../../schema/field.ts'
import { defineContract } from '../route.ts'
import { TaskParams } from '../tasks.ts'

export const evidenceContract = defineContract({
  listEvidence: {
    method: 'GET',
    path: '/tasks/:id/evidence',
    tag: 'Evidence',
    summary: 'What shows that a task is done, newest first (the newest 200), each with its present state',
    params: TaskParams,
    reply: Type.Array(Evidence),
    status: 200,
  },
  addEvidence: {
    method: 'POST',
    path: '/tasks/:id/evidence',
    tag: 'Evidence',
    summary: 'Add evidence: a command that ran (signed; needs the token of the data folder), or a claim',
    params: TaskParams,
    body: NewEvidence,
    reply: Evidence,
    status: 201,
    otherStatuses: [200],
    location: (evidence: Evidence) => `/evidence/${evidence.id}`,
    vouched: ({ kind }: New) => kind !== 'claimed',
  },
  getEvidenceKey: {
    method: 'GET',
    path: '/evidence/key',
    tag: 'Evidence',
    summary: 'The public key with which evidence can be checked',
    reply: EvidenceKey,
    status: 200,
  },
  getEvidence: {
    method: 'GET',
    path: '/evidence/:id',
    tag: 'Evidence',
    summary: 'Signed evidence as a file: a DSSE envelope with an in-toto Statement',
    params: object('EvidenceParams', { id: EvidenceId }),
    reply: Envelope,
    status: 200,
  },
  seeTree: {
    method: 'PUT',
    path: '/evidence/tree',
    tag: 'Evidence',
    summary: 'Say which tree a working copy has now: evidence of another one becomes stale',
    body: SeenTree,
    status: 204,
    vouched: true,
  },
})

import { type Static, Type } from 'typebox'
import { Actor } from '../actor.ts'
import { nullable, object, oneOf, Timestamp, Uid } from '../field.ts'
import { Envelope, EvidenceId, evidenceKinds } from '../work/evidence.ts'

const fields = {
  task_uid: Uid,
  kind: oneOf(evidenceKinds, 'As where it was recorded.'),
  criterion: nullable(Type.String({ maxLength: 10_000 })),
  text: nullable(Type.String({ maxLength: 10_000 })),
  envelope: Type.Unsafe<Envelope | null>({ anyOf: [Envelope, { type: 'null' }] }),
  public_key: nullable(Type.String({ maxLength: 1000, description: 'PEM: of the key that signed it; null: it is only claimed.' })),
  by: Actor,
  created_at: Timestamp,
}

/** Evidence as devices share it: never changed, and signed where it was recorded. */
export const SyncEvidenceWrite = object('SyncEvidenceWrite', fields)
export type SyncEvidenceWrite = Static<typeof SyncEvidenceWrite>

export const SyncedEvidence = object('SyncedEvidence', { id: EvidenceId, ...fields })
export type SyncedEvidence = Static<typeof SyncedEvidence>

export const SyncedEvidencePage = object('SyncedEvidencePage', {
  evidence: Type.Array(SyncedEvidence),
  last: Type.Integer({ description: 'Up to where this page reaches: `after` of the next call.' }),
  more: Type.Boolean({ description: 'There is more behind it.' }),
})
export type SyncedEvidencePage = Static<typeof SyncedEvidencePage>

import { type Static, Type } from 'typebox'
import { Actor } from '../actor.ts'
import { object, oneOf, Timestamp } from '../field.ts'

const uuid = '[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}'

/** Names a pair of tasks on every device of a team. */
export const PairUid = Type.String({
  pattern: `^${uuid}_${uuid}$`,
  description: 'The uids of both tasks, in lower case, the one that sorts first in front of the other, with _ in between.',
  'x-hint': 'must be two uids with _ in between, in their order',
})

const fields = {
  state: oneOf(['different', 'open'], 'different: a person found them to be two tasks; open: that was taken back.'),
  decided_by: Actor,
  decided_at: Timestamp,
}

/** What a person said of two tasks that were suspected to be one. */
export const SyncedPair = object('SyncedPair', {
  uid: PairUid,
  ...fields,
  version: Type.Integer({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER, description: 'Counts its changes.' }),
})
export type SyncedPair = Static<typeof SyncedPair>

export const SyncPairWrite = object('SyncPairWrite', {
  ...fields,
  on: Type.Integer({
    minimum: 0,
    maximum: Number.MAX_SAFE_INTEGER,
    description: 'The version that the device knew; 0: none. Of two decisions on one version the first stands.',
  }),
})
export type SyncPairWrite = Static<typeof SyncPairWrite>

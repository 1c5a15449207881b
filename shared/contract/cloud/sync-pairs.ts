import { Type } from 'typebox'
import { object } from '../../schema/field.ts'
import { PairUid, SyncedPair, SyncPairWrite } from '../../schema/cloud/synced-pair.ts'
import { defineContract } from '../route.ts'

const tag = 'Sync'

/** For desktops: which tasks are different is said once for the whole team. */
export const pairSyncContract = defineContract({
  syncPair: {
    method: 'PUT',
    needs: 'bring',
    path: '/sync/pairs/:uid',
    tag,
    summary: 'Bring what a person of the device said of two tasks, as often as you like. Answers what stands.',
    params: object('SyncPairParams', { uid: PairUid }),
    body: SyncPairWrite,
    reply: SyncedPair,
    status: 200,
  },
  readSyncPairs: {
    method: 'GET',
    path: '/sync/pairs',
    tag,
    summary: 'What was said of pairs of tasks that are there, to begin with; GET /events/stream tells what happens then (pair.updated)',
    reply: Type.Array(SyncedPair),
    status: 200,
  },
})

// What the cloud's reply to a write says about the record.
import type { SyncResult } from '../../../../shared/schema/cloud/sync.ts'
import type { QuotaUsage } from '../../../../shared/schema/cloud/usage.ts'
import { isChild, type Replicas, sentFields } from '../state/replicas.ts'
import type { RemoteFacts } from '../state/sync-row.ts'
import type { InFlight, Item, SyncStore } from '../state/sync-store.ts'
import type { DeferredWrites } from './deferred-writes.ts'

/** What became of a write. `overQuota`: the quota of the team that it goes beyond, where that is why it was refused. */
export type SentResult = SyncResult & { overQuota?: QuotaUsage | null }

export interface ReadReplyDeps {
  store: SyncStore
  replicas: Replicas
  deferred: DeferredWrites
}

/** Of a conflict: its task, by the id in the cloud. */
export const taskOf = ({ row }: SyncResult) => (row as { task_id?: number } | null)?.task_id ?? null

export function createReadReply({ store, replicas, deferred }: ReadReplyDeps) {
  return {
    /** It was waited for the stream, which told nothing, and the cloud still answers the same. */
    canMerge(item: Item, { write }: InFlight, result: SyncResult): boolean {
      const { id, version, seq, row } = result
      const before = deferred.of(item)
      if (write.action === 'delete' && version === item.version && id === item.cloud_id) return false
      if (before?.version !== version || before.id !== id || !row || seq <= item.lastEventId) return false
      // Nor can it be applied where it is with a task that has not been told of yet.
      const task = taskOf(result)
      return !isChild(item.entity) || (task !== null && store.byCloudId('task', task) !== undefined)
    },

    /** What the reply says of the record, for its row. */
    toldBy(item: Item, { write }: InFlight, { id, version, seq, reason, overQuota = null }: SentResult, isConfirmed: boolean): RemoteFacts {
      if (!isConfirmed) return { lastEventId: seq, problem: reason === null ? null : { reason, overQuota } }
      const home = write.task_uid === undefined ? undefined : store.byUid('task', write.task_uid)
      const base = { ...item.base, ...sentFields(replicas, item) }
      return { base, version, cloud_id: id, lastEventId: seq, ...(home ? { parent: home.local_id } : {}) }
    },
  }
}

// How old the oldest change is that waits to be sent. It goes along with what is sent, so that whoever runs the cloud sees that a desktop is stuck.
import type { Item, SyncStore } from '../state/sync-store.ts'
import { inOrder } from '../state/replicas.ts'
import { isRefused, isUnsettled } from '../state/sync-row.ts'

/** Of each kind so many are looked at: this is asked with every connection. */
const maxLooked = 500

export interface UnsentAge {
  /** Seconds, of these records. Undefined: nothing waits that was sent before, as with the first upload of a list. */
  of(items: readonly Item[]): number | undefined
  /** The same of what waits now. */
  now(): number | undefined
}

export function createUnsentAge(store: Pick<SyncStore, 'connection' | 'waiting' | 'changedSince'>, now: () => Date): UnsentAge {
  function of(items: readonly Item[]): number | undefined {
    // Everything is sent for the first time: that a list is old does not mean that it waits.
    if (!store.connection()?.last_synced_at) return undefined
    const waiting = items.filter((item) => isUnsettled(item) && !isRefused(item))
    const moments = waiting.flatMap((item) => store.changedSince(item, item.localChangeCount + (item.inFlight?.count ?? 0)) ?? [])
    if (moments.length === 0) return undefined
    const oldest = moments.reduce((first, moment) => (moment < first ? moment : first))
    return Math.max(0, Math.floor((now().getTime() - Date.parse(oldest)) / 1000))
  }
  return { of, now: () => of(inOrder.flatMap((entity) => store.waiting(entity, 0, maxLooked))) }
}

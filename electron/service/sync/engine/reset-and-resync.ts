// The cloud is not the one that told what is known here: it was restored from a backup, or goes on without its last moments.
import type { SyncStore } from '../state/sync-store.ts'
import type { KnownEvent } from './last-known-event-store.ts'
import type { SyncStep } from './sync-step.ts'

/** Everything is read and compared again. `epoch`: of the cloud's database as it is now. */
export type ResetAndResync = (epoch: string | undefined) => void

export function createResetAndResync({ store, known, step }: { store: SyncStore; known: KnownEvent; step: SyncStep }): ResetAndResync {
  return (epoch) =>
    step(() => {
      store.resyncAll()
      known.forget()
      known.keepEpoch(epoch)
      return { inbox: null }
    })
}

// One step of keeping in step is one transaction: what was written here before is noted first, and what the step itself writes is no change of ours.
import type { Journal } from '../../journal/journal.ts'
import type { Outbox } from '../push/outbox.ts'
import type { Connection, SyncStore } from '../state/sync-store.ts'
import { syncActor } from '../pull/team-event.ts'

/** `work` returns what it moved of the connection. */
export type SyncStep = (work: () => Partial<Connection> | undefined | void) => void

export function createSyncStep({ store, journal, outbox }: { store: SyncStore; journal: Journal; outbox: Outbox }): SyncStep {
  return (work) =>
    journal.write(syncActor, () => {
      const connection = outbox.readOn(store.connection() as Connection)
      const more = work()
      store.keepConnection({ ...connection, ...more, outbox: journal.head() })
    })
}

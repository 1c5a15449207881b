// What sync keeps in the database: the connection, what is known of each record, and what both sides changed.
import type { Db } from '../../db/open.ts'
import { createConflictStore } from './conflict-store.ts'
import { createConnectionStore } from './connection-store.ts'
import { createCountStore } from './count-store.ts'
import { createHistoryStore } from './history-store.ts'
import { createItemStore } from './item-store.ts'

export type { Connection } from './connection-store.ts'
export type { InFlight, Item } from './item-store.ts'

export type SyncStore = ReturnType<typeof createSyncStore>

export function createSyncStore(db: Db) {
  return {
    ...createConnectionStore(db),
    ...createItemStore(db),
    ...createCountStore(db),
    ...createConflictStore(db),
    ...createHistoryStore(db),

    /** Of another team: nothing that is known of this one holds there. */
    forgetItems: (): void =>
      void db.exec(
        'DELETE FROM remote_items; DELETE FROM remote_conflicts; DELETE FROM remote_reading; DELETE FROM remote_slugs; DELETE FROM remote_told; DELETE FROM remote_epoch',
      ),
    /** How the cloud calls contacts, and how far the initial sync is. */
    forgetCloudState: (): void => void db.exec('DELETE FROM remote_slugs; DELETE FROM remote_reading'),
  }
}

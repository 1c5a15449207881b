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
    /**
     * The cloud lost what it had. What is here is compared with what it has now as if the two had never met: nothing of it is taken for deleted there. What both had
     * is kept as `former`: it tells what was written here since.
     * `resync` of the table for every record, in one statement: one by one, fifty thousand would hold up everybody for seconds.
     */
    resyncAll: (): void =>
      void db.exec(`
        UPDATE remote_items SET cloud_id = NULL, version = NULL, former = coalesce(json_set(base, '$.version', version), former), base = NULL, seen = 0, sent = NULL, problem = NULL, over_quota = NULL, changes = max(1, changes);
        DELETE FROM remote_slugs;
        DELETE FROM remote_reading`),
  }
}

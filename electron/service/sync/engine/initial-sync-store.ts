// SQL of the first reading: how far it got.
import type { SyncEntity } from '../../../../shared/schema/cloud/sync.ts'
import type { Db } from '../../db/open.ts'

/** How far everything there was read. The stream follows from `begin`; of `entity`, what is above that id in the cloud comes next. */
export interface Reading {
  begin: number
  entity: SyncEntity
  above: number
}

export type InitialSyncStore = ReturnType<typeof createInitialSyncStore>

export function createInitialSyncStore(db: Db) {
  const read = db.prepare('SELECT begin, entity, above FROM remote_reading')
  const write = db.prepare('INSERT OR REPLACE INTO remote_reading VALUES (1, @begin, @entity, @above)')
  return {
    at: (): Reading | undefined => read.get() as Reading | undefined,
    keep: (to: Reading): void => void write.run(to),
    end: (): void => void db.exec('DELETE FROM remote_reading'),
  }
}

// SQL for what was imported from where, and nothing else.
import type { ImportedEntity } from '../../../shared/schema/import.ts'
import type { Db } from '../db/open.ts'

export interface Imported {
  source: string
  external_id: string
  content_hash: string
  entity: ImportedEntity
  entity_id: number
}

export type ImportStore = ReturnType<typeof createImportStore>

export function createImportStore(db: Db) {
  const find = db.prepare('SELECT * FROM imports WHERE source = ? AND external_id = ?')
  const byContent = db.prepare('SELECT * FROM imports WHERE content_hash = ? LIMIT 1')
  const remember = db.prepare(
    'INSERT OR REPLACE INTO imports (source, external_id, content_hash, entity, entity_id, imported_at) VALUES (@source, @external_id, @content_hash, @entity, @entity_id, @imported_at)',
  )
  const forget = db.prepare('DELETE FROM imports WHERE entity_id = ? AND entity = ?')
  const awaited = db.prepare('SELECT uid FROM import_awaited WHERE source = ? AND external_id = ?').pluck()
  const wait = db.prepare('INSERT INTO import_awaited (source, external_id, uid) VALUES (?, ?, ?)')
  const arrived = db.prepare('DELETE FROM import_awaited WHERE source = ? AND external_id = ?')
  const nameOf = db.prepare("SELECT external_id FROM imports WHERE entity_id = ? AND entity = 'task' AND source = ?").pluck()
  return {
    /** The uid that others link to already. */
    awaited: (source: string, externalId: string) => awaited.get(source, externalId) as string | undefined,
    wait: (source: string, externalId: string, uid: string): void => void wait.run(source, externalId, uid),
    arrived: (source: string, externalId: string): void => void arrived.run(source, externalId),
    /** What its source calls a task. */
    nameOf: (source: string, taskId: number) => nameOf.get(taskId, source) as string | undefined,
    find: (source: string, externalId: string) => find.get(source, externalId) as Imported | undefined,
    byContent: (hash: string) => byContent.get(hash) as Imported | undefined,
    remember: (row: Imported, at: string): void => void remember.run({ ...row, imported_at: at }),
    /** Under whatever names it came. */
    forget: ({ entity, entity_id }: Imported): void => void forget.run(entity_id, entity),
  }
}

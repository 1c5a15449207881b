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
  return {
    find: (source: string, externalId: string) => find.get(source, externalId) as Imported | undefined,
    byContent: (hash: string) => byContent.get(hash) as Imported | undefined,
    remember: (row: Imported, at: string): void => void remember.run({ ...row, imported_at: at }),
    /** Under whatever names it came. */
    forget: ({ entity, entity_id }: Imported): void => void forget.run(entity_id, entity),
  }
}

// The writes that every store of rows has, with its columns named once.
import type { Db } from './open.ts'

/** A row that has no id yet, or brings the one that it had (an undo, an import). */
export type Unsaved<R extends { id: number }> = Omit<R, 'id'> & { id?: number }

/** Adds a row as SQLite takes it, under its own id or a new one; returns the id. */
export function prepareInsert(db: Db, table: string, columns: readonly string[]): (row: object) => number {
  const named = columns.map((name) => `@${name}`).join(', ')
  const insert = db.prepare(`INSERT INTO ${table} (${columns.join(', ')}) VALUES (${named})`)
  const insertWithId = db.prepare(`INSERT INTO ${table} (id, ${columns.join(', ')}) VALUES (@id, ${named})`)
  return (row) => Number(('id' in row && row.id !== undefined ? insertWithId : insert).run(row).lastInsertRowid)
}

/** Writes these columns of the row that has the given one's id. */
export function prepareUpdate(db: Db, table: string, columns: readonly string[]): (row: object) => void {
  const update = db.prepare(`UPDATE ${table} SET ${columns.map((name) => `${name} = @${name}`).join(', ')} WHERE id = @id`)
  return (row) => void update.run(row)
}

// What a person must hear about the data itself. Kept in the database until somebody has seen it.
import type { Notice } from '../../../shared/schema/notice.ts'
import type { Db } from './open.ts'

const prefix = 'notice:'

/** One of each kind: a newer one replaces it. */
export function addNotice(db: Db, notice: Notice): void {
  db.prepare('INSERT INTO meta VALUES (?, ?) ON CONFLICT DO UPDATE SET value = excluded.value').run(prefix + notice.kind, JSON.stringify(notice))
}

/** Newest first. */
export function listNotices(db: Db): Notice[] {
  const rows = db.prepare("SELECT value FROM meta WHERE name LIKE 'notice:%'").pluck().all() as string[]
  return rows.map((row) => JSON.parse(row) as Notice).toSorted((a, b) => b.at.localeCompare(a.at))
}

/** False: there was none. */
export function removeNotice(db: Db, kind: string): boolean {
  return db.prepare('DELETE FROM meta WHERE name = ?').run(prefix + kind).changes > 0
}

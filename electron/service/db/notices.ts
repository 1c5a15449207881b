// What a person must hear about the data itself. Kept in the database until somebody has seen it.
import type { Notice } from '../../../shared/schema/notice.ts'
import type { Differences } from './content-check.ts'
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

/**
 * What a backup found. True when nothing differs, or when a person has seen that just this does: then there is nothing new to say, and
 * older backups need not be kept for it.
 */
export function noteDifferences(db: Db, { count, names }: Differences, now: Date): boolean {
  const told = db.prepare("SELECT value FROM meta WHERE name = 'told:content_differs'").pluck().get() as string | undefined
  if (count === 0) {
    if (told !== undefined) db.exec("DELETE FROM meta WHERE name IN ('told:content_differs', 'notice:content_differs')")
    return true
  }
  const found = JSON.stringify([count, names])
  if (found === told) return !listNotices(db).some(({ kind }) => kind === 'content_differs')
  db.transaction(() => {
    db.prepare("INSERT INTO meta VALUES ('told:content_differs', ?) ON CONFLICT DO UPDATE SET value = excluded.value").run(found)
    const which = `${names.join('; ')}${names.length < count ? '; …' : ''}`
    addNotice(db, {
      kind: 'content_differs',
      at: now.toISOString(),
      count,
      detail: `What is stored differs from its history (${which}): the disk, or another program, may have changed it. Older backups are kept until this notice is removed. GET /tasks/ID/history, or an older backup, has what was written.`,
    })
  }).immediate()
  return false
}

/** False: there was none. */
export function removeNotice(db: Db, kind: string): boolean {
  return db.prepare('DELETE FROM meta WHERE name = ?').run(prefix + kind).changes > 0
}

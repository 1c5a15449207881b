// What a person must hear about the data itself. Kept in the database until somebody has seen it.
import type { Notice } from '../../../shared/schema/notice.ts'
import type { Differences, Found } from './content-check.ts'
import type { Db } from './open.ts'

const prefix = 'notice:'

/** One of each kind: a newer one replaces it. */
export function addNotice(db: Db, notice: Notice): void {
  db.prepare('INSERT INTO meta VALUES (?, ?) ON CONFLICT DO UPDATE SET value = excluded.value').run(prefix + notice.kind, JSON.stringify(notice))
}

/** The team's cloud is behind what it had acknowledged. */
export function noteCloudWentBack(db: Db, now: Date): void {
  const detail =
    'The cloud of the team goes on without its last moments (a standby took over) or from a backup. What is here is compared with it and sent again. What others wrote there just before, from phones, browsers or with API tokens, may be missing.'
  addNotice(db, { kind: 'cloud_went_back', at: now.toISOString(), count: 0, detail })
}

/** Newest first. */
export function listNotices(db: Db): Notice[] {
  const rows = db.prepare("SELECT value FROM meta WHERE name LIKE 'notice:%'").pluck().all() as string[]
  return rows.map((row) => JSON.parse(row) as Notice).toSorted((a, b) => b.at.localeCompare(a.at))
}

const which = ({ count, names }: Found) => `${names.join('; ')}${names.length < count ? '; …' : ''}`

const details = {
  content_differs: (found: Found) =>
    `What is stored differs from its history (${which(found)}): the disk, or another program, may have changed it. Older backups are kept until this notice is removed. GET /tasks/ID/history, or an older backup, has what was written.`,
  files_lost: (found: Found) =>
    `Attachments are missing or damaged (${which(found)}), and no backup has them whole: the disk, or another program, may have changed them. Attach them again: the same content takes its place. Older backups are kept until this notice is removed.`,
}

/**
 * What a backup found. True when nothing differs, or when a person has seen that just this does: then there is nothing new to say, and
 * older backups need not be kept for it.
 */
export function noteDifferences(db: Db, found: Differences, now: Date): boolean {
  const isContentSeen = note(db, 'content_differs', found, now)
  return note(db, 'files_lost', found.files, now) && isContentSeen
}

function note(db: Db, kind: keyof typeof details, { count, names }: Found, now: Date): boolean {
  const toldName = `told:${kind}`
  const told = db.prepare('SELECT value FROM meta WHERE name = ?').pluck().get(toldName) as string | undefined
  if (count === 0) {
    if (told !== undefined) db.prepare('DELETE FROM meta WHERE name IN (?, ?)').run(toldName, prefix + kind)
    return true
  }
  const found = JSON.stringify([count, names])
  if (found === told) return !listNotices(db).some((notice) => notice.kind === kind)
  db.transaction(() => {
    db.prepare('INSERT INTO meta VALUES (?, ?) ON CONFLICT DO UPDATE SET value = excluded.value').run(toldName, found)
    addNotice(db, { kind, at: now.toISOString(), count, detail: details[kind]({ count, names }) })
  }).immediate()
  return false
}

/** False: there was none. */
export function removeNotice(db: Db, kind: string): boolean {
  return db.prepare('DELETE FROM meta WHERE name = ?').run(prefix + kind).changes > 0
}

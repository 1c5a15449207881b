// Begins from a backup. What was there before is kept under another name, and the restored data starts another life.
import { copyFileSync, existsSync, renameSync, rmSync } from 'node:fs'
import { basename } from 'node:path'
import Database from 'better-sqlite3'
import { uuidv7 } from 'uuidv7'
import { startCommand } from '../../../shared/node/own-commands.ts'
import { restoreFiles } from '../attachments/attachment-backups.ts'
import { StartError } from '../start-error.ts'
import { listBackups } from './backups.ts'
import { highestCounters } from './file-counters.ts'
import { type Db, databaseFile, inspect } from './open.ts'
import { knownPosition } from './position-record.ts'

/** More rows than anybody writes between two backups. */
const rowGap = 100_000
/** The same for journal entries: an import writes millions of them. */
const journalGap = 1_000_000_000

/** Renames a database with what SQLite keeps beside it. A WAL must never stay behind: it would be read into the next file of that name. */
export function moveDatabase(from: string, to: string): void {
  for (const suffix of ['-wal', '-shm', '']) if (existsSync(from + suffix)) renameSync(from + suffix, to + suffix)
}

export function stamp(now: Date): string {
  return now.toISOString().replaceAll(/[:.]/g, '-')
}

/** `which`: `latest` or a path. Throws StartError, with everything as it was, when that cannot be restored. */
export function restore(dataDir: string, which: string, now: Date): void {
  const backups = listBackups(dataDir)
  const backup = which === 'latest' ? backups[0]?.file : which
  if (!backup || !existsSync(backup))
    throw new StartError('usage', which === 'latest' ? `There is no backup in ${dataDir} to restore.` : `There is no backup at ${which}.`)
  const verdict = verdictOn(backup)
  if (verdict !== 'ok') {
    const others = backups.filter((other) => other.file !== backup).map((other) => `\n    ${other.file}`)
    throw new StartError(
      'usage',
      `The backup ${basename(backup)} is damaged too (${verdict}). Nothing was changed. Choose another: ${startCommand} --restore FILE${others.join('')}`,
    )
  }
  const file = databaseFile(dataDir)
  const partial = `${file}.partial`
  // An older backup knows nothing of the lives that came after it, and were given up in turn.
  const given = givenHere(dataDir, [file])
  try {
    for (const suffix of ['', '-wal', '-shm']) rmSync(partial + suffix, { force: true })
    copyFileSync(backup, partial)
    const db = new Database(partial)
    try {
      db.pragma('journal_mode = DELETE')
      beginNewLife(db, given)
    } finally {
      db.close()
    }
  } catch (error) {
    rmSync(partial, { force: true })
    throw new StartError(
      'usage',
      `The backup ${backup} could not be restored: ${(error as Error).message}. Nothing was changed. Is it a Tandem backup, and does the disk have room for it?`,
    )
  }
  // What is brought back too early is only not named yet.
  restoreFiles(dataDir, backup)
  if (existsSync(file)) foldIn(file)
  moveDatabase(file, `${file}.before-restore-${stamp(now)}`)
  renameSync(partial, file)
}

function verdictOn(backup: string): string {
  try {
    return inspect(backup)
  } catch (error) {
    if (error instanceof StartError) throw error
    return (error as Error).message
  }
}

/** Brings the WAL of a healthy database into its file, so that a crash between two renames cannot part them. */
function foldIn(file: string): void {
  try {
    const db = new Database(file)
    db.pragma('wal_checkpoint(TRUNCATE)')
    db.close()
  } catch {
    // A damaged one is moved as it is.
  }
}

/**
 * Callers still hold ids, versions (ETags) and positions in the journal from the life that ended, some of them newer than the
 * backup. None of those may be given out again for something else, so all counters leap over what can have been used. `given`: the
 * highest ids that are known to have been given, by table.
 */
export function beginNewLife(db: Db, given: ReadonlyMap<string, number>): void {
  db.transaction(() => {
    if (db.prepare("UPDATE meta SET value = ? WHERE name = 'epoch'").run(uuidv7()).changes !== 1) throw new Error('it has no epoch')
    for (const table of tablesWithIds(db)) {
      const hasVersion = db.prepare("SELECT 1 FROM pragma_table_info(?) WHERE name = 'version'").get(table)
      if (hasVersion) db.prepare(`UPDATE ${table} SET version = version + ?`).run(rowGap)
      leap(db, table, given.get(table) ?? 0, table === 'journal' ? journalGap : rowGap)
    }
  }).immediate()
}

/** An empty list that follows on another one in this folder: backups of it count as newer than those of the list before. */
export function beginJournalAbove(db: Db, dataDir: string): void {
  leap(db, 'journal', givenHere(dataDir).get('journal') ?? 0, journalGap)
}

/** The highest ids that are known to have been given in this data folder, by table: from its backups, its record, and these files. */
export function givenHere(dataDir: string, files: readonly string[] = []): Map<string, number> {
  const given = highestCounters([...files, ...listBackups(dataDir).map((backup) => backup.file)])
  given.set('journal', Math.max(knownPosition(dataDir), given.get('journal') ?? 0))
  return given
}

/** All whose ids are never given twice, as the schema says: a list here would miss what a later format adds, or an older one lacks. */
function tablesWithIds(db: Db): string[] {
  return db.prepare("SELECT name FROM sqlite_schema WHERE type = 'table' AND sql LIKE '%AUTOINCREMENT%'").pluck().all() as string[]
}

function leap(db: Db, table: string, given: number, gap: number): void {
  const leapt = db.prepare('UPDATE sqlite_sequence SET seq = max(seq, ?) + ? WHERE name = ?').run(given, gap, table)
  if (leapt.changes === 0) db.prepare('INSERT INTO sqlite_sequence (name, seq) VALUES (?, ?)').run(table, given + gap)
}

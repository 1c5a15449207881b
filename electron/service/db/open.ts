// Opens the database: pragmas, version check, a copy before each upgrade.
import { copyFileSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { uuidv7 } from 'uuidv7'
import { StartError } from '../start-error.ts'
import { completeEarly, isEarly, migrationsAfter } from './early-formats.ts'
import { migrations } from './migrations.ts'
import { schema } from './schema.ts'
import { quickCheck } from './check/quick-check.ts'

export type Db = Database.Database

export const databaseFile = (dataDir: string) => join(dataDir, 'tandem.db')

/**
 * Opens and upgrades it. `known`: the migrations of this program.
 * Throws StartError for a newer database and for an upgrade that fails; both leave the file as it was.
 */
export function openDatabase(file: string, known: readonly string[] = migrations): Db {
  const db = new Database(file)
  try {
    requireKnownFormat(db, file, known)
    // WAL: readers never wait for the writer, and a commit survives kill -9. The flush to disk follows at once in the background
    // (wal-flush.ts), so that a power cut costs milliseconds of work, not a sync per write.
    db.pragma('journal_mode = WAL')
    db.pragma('synchronous = NORMAL')
    db.pragma('foreign_keys = ON')
    db.pragma('busy_timeout = 5000')
    db.pragma('trusted_schema = OFF')
    db.pragma('wal_autocheckpoint = 2000')
    // KiB. The system's own cache has the rest of the file; what SQLite keeps as well counts as this program's memory.
    db.pragma('cache_size = -4000')
    migrate(db, file, known)
    return db
  } catch (error) {
    db.close()
    throw error
  }
}

function reading<T>(file: string, read: (db: Db) => T): T {
  const db = new Database(file, { readonly: true, fileMustExist: true })
  try {
    return read(db)
  } finally {
    db.close()
  }
}

/** Looks at a database without changing a byte of it: its format must be known. Returns what quick_check says, 'ok' when it is whole. */
export function inspect(file: string, known: readonly string[] = migrations): string {
  return reading(file, (db) => {
    requireKnownFormat(db, file, known)
    return quickCheck(db)
  })
}

/** Throws StartError for a newer database, without reading more of it than its first page. */
export const requireKnownFormatOf = (file: string): void => reading(file, (db) => requireKnownFormat(db, file, migrations))

function requireKnownFormat(db: Db, file: string, known: readonly string[]): void {
  const version = db.pragma('user_version', { simple: true }) as number
  if (version <= known.length) return
  throw new StartError(
    'newer-database',
    `The data in ${file} was written by a newer Tandem (format ${version}; this one knows ${known.length}). Update Tandem, or start it with another --data-dir. Nothing was changed.`,
  )
}

function migrate(db: Db, file: string, known: readonly string[]): void {
  const version = db.pragma('user_version', { simple: true }) as number
  if (version === known.length) return
  const copy = version > 0 ? copyBefore(db, file, version) : undefined
  try {
    db.transaction(() => {
      if (isEarly(version)) completeEarly(db, known)
      // A new list is what its migrations would make of it, made at once.
      if (version === 0 && known === migrations) db.exec(schema)
      else for (const sql of migrationsAfter(version, known)) db.exec(sql)
      if (version === 0) db.prepare('INSERT INTO meta VALUES (?, ?)').run('epoch', uuidv7())
      db.pragma(`user_version = ${known.length}`)
    }).immediate()
  } catch (error) {
    if (!copy) throw error
    throw new StartError(
      'migration',
      `The data in ${file} could not be upgraded to this version's format (${version} to ${known.length}): ${(error as Error).message}. It is unchanged, and a copy is in ${copy}. Your previous version of Tandem still works with it.`,
    )
  }
}

/** Keeps the file as the older version left it; the WAL is folded in first, so that the copy is whole. Returns the copy's path. */
function copyBefore(db: Db, file: string, version: number): string {
  db.pragma('wal_checkpoint(TRUNCATE)')
  const copy = `${file}.before-format-${version + 1}`
  // A copy of an earlier attempt is older than what is here now. It is replaced only once the new one is whole.
  try {
    copyFileSync(file, `${copy}.partial`)
    renameSync(`${copy}.partial`, copy)
  } catch (error) {
    rmSync(`${copy}.partial`, { force: true })
    throw error
  }
  return copy
}

/** Names this database's life: another one after a restore, so that cursors and ETags of the old one do not match by accident. */
export function epochOf(db: Db): string {
  return (db.prepare("SELECT value FROM meta WHERE name = 'epoch'").get() as { value: string }).value
}

import type Database from 'better-sqlite3'

const megabyte = 1_048_576

/** For what can be made again (synchronous = OFF): folds the log into the file every megabyte, which costs such a file next to nothing. */
export function keepWalShort(db: Database.Database): void {
  db.pragma('wal_autocheckpoint = 250')
  db.pragma(`journal_size_limit = ${megabyte}`)
}

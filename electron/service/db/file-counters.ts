// What a database file says of itself without being opened for work: the highest ids that it has given out.
import Database from 'better-sqlite3'

/** The highest id given in each table whose ids are never reused (AUTOINCREMENT). Throws where the file cannot be read. */
export function countersOf(file: string): Map<string, number> {
  const db = new Database(file, { readonly: true, fileMustExist: true })
  try {
    const rows = db.prepare('SELECT name, seq FROM sqlite_sequence').raw().all() as [string, number][]
    return new Map(rows)
  } finally {
    db.close()
  }
}

/** How far the journal of a file is: higher is newer, also across restores. -1: it cannot be read. */
export function positionOf(file: string): number {
  try {
    return countersOf(file).get('journal') ?? 0
  } catch {
    return -1
  }
}

/** The highest of each counter in all of these files; what cannot be read does not count. */
export function highestCounters(files: readonly string[]): Map<string, number> {
  const highest = new Map<string, number>()
  for (const file of files) {
    try {
      for (const [table, seq] of countersOf(file)) highest.set(table, Math.max(seq, highest.get(table) ?? 0))
    } catch {
      // Damaged, or none of ours.
    }
  }
  return highest
}

// SQL that holds a folder for one process, and nothing else.
import Database from 'better-sqlite3'

/** Holds the file until the given function is called, or the process ends. Undefined: another process has it. */
export function holdFolder(file: string): (() => void) | undefined {
  const db = new Database(file, { timeout: 0 })
  try {
    db.pragma('locking_mode = EXCLUSIVE')
    db.exec('BEGIN EXCLUSIVE')
    return () => db.close()
  } catch (error) {
    db.close()
    if ((error as { code?: string }).code === 'SQLITE_BUSY') return undefined
    throw error
  }
}

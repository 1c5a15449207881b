// How far the journal was, kept beside the database. SQLite drops a lost or damaged write-ahead log without a word, and begins again
// where its last checkpoint was: only something outside can tell that more had been acknowledged.
import { closeSync, constants, fdatasync, openSync, readFileSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import Database from 'better-sqlite3'

const sync = promisify(fdatasync)
const digits = 16

export const recordFile = (dataDir: string) => join(dataDir, 'tandem.position')

export interface PositionRecord {
  /** Called with each commit, before it is acknowledged: one write of a few bytes into the system's cache. */
  note(position: number): void
  /** Brings it to the disk. */
  flush(): Promise<void>
  close(): void
}

/** Positions are never given twice in a data folder, whatever was restored or started over: a higher one is always later. */
export function openPositionRecord(dataDir: string): PositionRecord {
  const file = openSync(recordFile(dataDir), constants.O_RDWR | constants.O_CREAT, 0o600)
  let noted = -1
  let isOpen = true
  return {
    note(position) {
      if (position === noted || !isOpen) return
      noted = position
      const text = String(position).padStart(digits, '0')
      try {
        writeSync(file, `${text} ${text}\n`, 0)
      } catch {
        // No room, or no disk: it then says less than it could, and never too much.
      }
    },
    flush: () => (isOpen ? sync(file) : Promise.resolve()),
    close() {
      if (!isOpen) return
      isOpen = false
      closeSync(file)
    },
  }
}

/** The position that was noted last; 0 where none was, or the record is damaged. */
function notedPosition(dataDir: string): number {
  try {
    // Twice, so that a damaged one does not count.
    const [, first, second] = /^(\d{16}) (\d{16})\n/.exec(readFileSync(recordFile(dataDir), 'latin1')) ?? []
    return first === second ? Number(first ?? 0) : 0
  } catch {
    return 0
  }
}

/** How far search had read the journal of this life of the data: a witness where there is no record (an older version kept none). */
function indexedPosition(dataDir: string, epoch: string): number {
  try {
    const index = new Database(join(dataDir, 'index.db'), { readonly: true, fileMustExist: true })
    try {
      const state = new Map(index.prepare('SELECT name, value FROM state').raw().all() as [string, string][])
      return state.get('identity')?.endsWith(` ${epoch}`) ? Number(state.get('cursor') ?? 0) : 0
    } finally {
      index.close()
    }
  } catch {
    return 0
  }
}

/** The furthest position that something outside of the database knows of. */
export function knownPosition(dataDir: string, epoch?: string): number {
  const noted = notedPosition(dataDir)
  return noted > 0 || epoch === undefined ? noted : indexedPosition(dataDir, epoch)
}

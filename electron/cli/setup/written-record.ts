// What Tandem wrote into a file, kept in its own data folder: with it an undo gives back the very bytes that stood there. Nothing depends on it;
// without a record an undo takes out what it recognizes.
import { createHash, randomUUID } from 'node:crypto'
import { mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

export interface WrittenRecord {
  path: string
  /** What an undo gives back; null: no file. */
  before: string | null
  /** Digest of the whole text as Tandem left it. */
  after: string
  /** What was put in, as the one who put it there compares it. */
  piece: string
  /** The first folder that was made for it. */
  madeFolder?: string | undefined
}

export const digestOf = (text: string): string => createHash('sha256').update(text).digest('hex')

export interface WrittenRecords {
  read(path: string): WrittenRecord | undefined
  write(record: WrittenRecord): void
  remove(path: string): void
}

/** `command`: two commands may write into one file, and each takes back its own. */
export function createWrittenRecords(dataDir: string, command: 'setup' | 'connect'): WrittenRecords {
  const folder = join(dataDir, 'setup')
  const fileOf = (path: string) => join(folder, `${digestOf(`${command} ${path}`).slice(0, 32)}.json`)
  /** Of commands that run at once only one makes the folder: what it says of that, the others do not write over. */
  const madeOf = (path: string) => fileOf(path).replace(/json$/, 'folder')
  function madeFor(path: string): string | undefined {
    try {
      return readFileSync(madeOf(path), 'utf8')
    } catch {
      return undefined
    }
  }
  function replace(file: string, text: string): void {
    const temporary = join(folder, `.${randomUUID()}`)
    writeFileSync(temporary, text, { mode: 0o600 })
    renameSync(temporary, file)
  }
  return {
    read(path) {
      try {
        const record = JSON.parse(readFileSync(fileOf(path), 'utf8')) as WrittenRecord
        if (record.path !== path || typeof record.after !== 'string') return undefined
        return { ...record, madeFolder: record.madeFolder ?? madeFor(path) }
      } catch {
        return undefined
      }
    },
    write(record) {
      try {
        mkdirSync(folder, { recursive: true, mode: 0o700 })
        if (record.madeFolder !== undefined) replace(madeOf(record.path), record.madeFolder)
        replace(fileOf(record.path), JSON.stringify(record))
      } catch {
        // A data folder that cannot be written costs the exact bytes of an undo, not the setup.
      }
    },
    remove(path) {
      rmSync(fileOf(path), { force: true })
      rmSync(madeOf(path), { force: true })
    },
  }
}

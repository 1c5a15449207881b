// Writes planned changes, each file in one step: a new one beside it takes its place, so that a crash leaves the old or the new one. What somebody
// else wrote since it was read is never overwritten.
import { randomUUID } from 'node:crypto'
import {
  chmodSync,
  chownSync,
  closeSync,
  copyFileSync,
  constants,
  fsyncSync,
  mkdirSync,
  openSync,
  readdirSync,
  renameSync,
  rmdirSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { basename, dirname, join } from 'node:path'
import type { FileChange, LeftFile } from './file-changes.ts'
import { isInside, LeftAlone, leftAlone, readTextFile } from './read-file.ts'
import { digestOf, type WrittenRecords } from './written-record.ts'

export interface Written {
  name: string
  change: 'created' | 'updated' | 'removed'
  backup?: string | undefined
}

const meanwhile = 'was changed by somebody else in the meantime: run this again'
const anyWriteBit = 0o222
export const backupOf = (path: string) => `${path}.before-tandem`

/** `backup`: a copy stays beside what was there before. */
export function writeChanges(changes: readonly FileChange[], records: WrittenRecords, { backup = false } = {}): { written: Written[]; left: LeftFile[] } {
  const written: Written[] = []
  const left: LeftFile[] = []
  for (const change of changes) {
    try {
      written.push(writeChange(change, records, backup))
    } catch (error) {
      left.push({ name: change.name, reason: leftAlone(error).message })
    }
  }
  return { written, left }
}

export const kindOf = ({ before, after }: FileChange): Written['change'] => (after === null ? 'removed' : before === null ? 'created' : 'updated')

function writeChange(change: FileChange, records: WrittenRecords, backup: boolean): Written {
  const { name, path, before, after } = change
  const now = readTextFile(path).text
  if (now !== before && now !== after) throw new LeftAlone(meanwhile)
  if (before !== null && (statSync(path).mode & anyWriteBit) === 0) throw new LeftAlone('is read-only')
  if (now === after) return { name, change: kindOf(change) }
  const copy = backup && change.record && before !== null ? keepBackup(path) : undefined
  if (after === null) remove(change, records)
  else write(change, after, records)
  if (!change.record) dropBackup(path, after)
  return { name, change: kindOf(change), backup: copy }
}

function write(change: FileChange, after: string, records: WrittenRecords): void {
  const { path, before, record } = change
  const made = mkdirSync(dirname(path), { recursive: true })
  const temporary = join(dirname(path), `.${basename(path)}.${randomUUID().slice(0, 8)}.tandem-tmp`)
  try {
    // Of a file that is there the mode goes on; a new one that holds a token is nobody else's to read.
    const file = openSync(temporary, 'wx', before === null && !after.includes('Authorization') ? 0o666 : 0o600)
    try {
      writeFileSync(file, after)
      fsyncSync(file)
    } finally {
      closeSync(file)
    }
    if (before !== null) keepOwner(path, temporary)
    // Before the file: a record of what was not written does no harm.
    if (record) records.write({ ...record, path, after: digestOf(after), madeFolder: record.madeFolder ?? made })
    const now = readTextFile(path).text
    if (now !== before && now !== after) throw new LeftAlone(meanwhile)
    renameSync(temporary, path)
  } catch (error) {
    rmSync(temporary, { force: true })
    throw error
  }
  if (!record) records.remove(path)
}

function keepOwner(path: string, temporary: string): void {
  const { mode, uid, gid } = statSync(path)
  try {
    chownSync(temporary, uid, gid)
  } catch {
    // Only an administrator may give files away; then it is the writer's, as after saving in an editor.
  }
  chmodSync(temporary, mode & 0o7777)
}

function remove({ path, madeFolder }: FileChange, records: WrittenRecords): void {
  rmSync(path)
  if (madeFolder !== undefined) {
    for (let folder = dirname(path); isInside(madeFolder, folder) && readdirSync(folder).length === 0; folder = dirname(folder)) rmdirSync(folder)
  }
  records.remove(path)
}

/** The first one stays: it is what was there before Tandem. */
function keepBackup(path: string): string {
  const backup = backupOf(path)
  try {
    copyFileSync(path, backup, constants.COPYFILE_EXCL)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  }
  return backup
}

/** An undo that gives back the same needs it no longer. */
function dropBackup(path: string, restored: string | null): void {
  if (restored !== null && readTextFile(backupOf(path)).text === restored) rmSync(backupOf(path), { force: true })
}

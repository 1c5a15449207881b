// Writes planned changes, each file in one step: a new one beside it takes its place, so that a crash leaves the old or the new one. What somebody
// else wrote since it was read is never overwritten.
import { randomUUID } from 'node:crypto'
import {
  chmodSync,
  chownSync,
  closeSync,
  copyFileSync,
  constants,
  existsSync,
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
  /** A copy of the file as it was. */
  backup?: string | undefined
}

const meanwhile = 'was changed by somebody else in the meantime: run this again'
const anyWriteBit = 0o222
const temporarySuffix = '.tandem-tmp'

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
  let copy = backup && change.record && before !== null ? keepBackup(path, before) : undefined
  if (after === null) remove(change, records)
  else write(change, after, records)
  if (backup && !change.record) copy = dropBackups(path, after)
  return { name, change: kindOf(change), backup: copy }
}

function write(change: FileChange, after: string, records: WrittenRecords): void {
  const { path, before, record } = change
  const made = mkdirSync(dirname(path), { recursive: true })
  sweep(path)
  const temporary = join(dirname(path), `.${basename(path)}.${randomUUID().slice(0, 8)}${temporarySuffix}`)
  try {
    const file = openSync(temporary, 'wx', before === null && !bringsToken(change) ? 0o666 : 0o600)
    try {
      writeFileSync(file, after)
      fsyncSync(file)
    } finally {
      closeSync(file)
    }
    if (before !== null) keepOwner(path, temporary, bringsToken(change) ? ownerOnly : everyone)
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

const ownerOnly = 0o700
const everyone = 0o7777
/** A file that a token comes into is nobody else's to read. */
const bringsToken = ({ before, after }: FileChange) => after !== null && after.includes('Authorization') && !before?.includes('Authorization')

function keepOwner(path: string, temporary: string, mask: number): void {
  const { mode, uid, gid } = statSync(path)
  try {
    chownSync(temporary, uid, gid)
  } catch {
    // Only an administrator may give files away; then it is the writer's, as after saving in an editor.
  }
  chmodSync(temporary, mode & mask)
}

function remove({ path, madeFolder }: FileChange, records: WrittenRecords): void {
  rmSync(path)
  if (madeFolder !== undefined) {
    for (let folder = dirname(path); isInside(madeFolder, folder) && readdirSync(folder).length === 0; folder = dirname(folder)) rmdirSync(folder)
  }
  records.remove(path)
}

const copyOf = (path: string, number: number) => `${path}.before-tandem${number === 1 ? '' : `-${number}`}`

/** Copies of earlier times stay, too. */
function keepBackup(path: string, text: string): string {
  for (let number = 1; ; number++) {
    const backup = copyOf(path, number)
    try {
      copyFileSync(path, backup, constants.COPYFILE_EXCL)
      return backup
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
      if (readTextFile(backup).text === text) return backup
    }
  }
}

/** Copies that say the same as the file does again go; which one stays is answered. */
function dropBackups(path: string, restored: string | null): string | undefined {
  let kept: string | undefined
  for (let number = 1; existsSync(copyOf(path, number)); number++) {
    if (restored !== null && readTextFile(copyOf(path, number)).text === restored) rmSync(copyOf(path, number))
    else kept ??= copyOf(path, number)
  }
  return kept
}

const minute = 60_000

/** What a process left that was killed while it wrote. */
function sweep(path: string): void {
  const folder = dirname(path)
  for (const name of readdirSync(folder)) {
    if (!name.startsWith(`.${basename(path)}.`) || !name.endsWith(temporarySuffix)) continue
    const left = join(folder, name)
    if (Date.now() - (statSync(left, { throwIfNoEntry: false })?.mtimeMs ?? Date.now()) > minute) rmSync(left, { force: true })
  }
}

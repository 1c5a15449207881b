// Copies of files beside the daily databases. A file never changes, so all backups share one: a hard link where the disk has them, which takes no room,
// else a copy. Which files a backup holds is said by a list with its day.
import { copyFileSync, existsSync, linkSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { attachmentFolder, deletedMark, filesIn, hashOf, placeOf, type StoredFile, textOf } from './attachment-files.ts'

/** Bytes that are read again in a day: where there are more, another part each day. */
const maxVerified = 2e9

/** Beside a backup's database: what it holds, a hash and a size in each line. */
export const listOf = (databaseFile: string): string => databaseFile.replace(/\.db$/, '.files')

const poolOf = (backupFolder: string) => join(backupFolder, 'attachments')

/** Leaves a file that is there. True: it is there now. */
function duplicate(from: string, to: string): boolean {
  if (existsSync(to)) return true
  mkdirSync(dirname(to), { recursive: true, mode: 0o700 })
  try {
    linkSync(from, to)
  } catch {
    if (!existsSync(from)) return false
    // A disk without hard links, or another disk.
    try {
      copyFileSync(from, `${to}.partial`)
      renameSync(`${to}.partial`, to)
    } catch (error) {
      rmSync(`${to}.partial`, { force: true })
      throw error
    }
  }
  return true
}

/** The files of a backup; none where it has no list. */
export function filesOf(databaseFile: string): StoredFile[] {
  let text: string
  try {
    text = readFileSync(listOf(databaseFile), 'utf8')
  } catch {
    return []
  }
  return text.split('\n').flatMap((line) => {
    const [, hash, bytes] = /^([0-9a-f]{64}) (\d+)$/.exec(line) ?? []
    return hash === undefined ? [] : [{ hash, bytes: Number(bytes) }]
  })
}

/** How many files a backup holds, and how large they are together. */
export function weighFiles(databaseFile: string): { count: number; bytes: number } {
  const files = filesOf(databaseFile)
  return { count: files.length, bytes: files.reduce((sum, { bytes }) => sum + bytes, 0) }
}

/**
 * Takes the files of the data folder into the backup whose database is `databaseFile`. `lost`: those that it goes on naming, so that the next one knows of
 * them. Returns the first error, where some could not be copied: the others and the database are worth having all the same.
 */
export function backUpFiles(dataDir: string, databaseFile: string, lost: readonly StoredFile[]): unknown {
  const folder = attachmentFolder(dataDir)
  let failed: unknown
  const files = filesIn(folder).filter(({ hash }) => {
    const [file, kept] = [join(folder, placeOf(hash)), join(poolOf(dirname(databaseFile)), placeOf(hash))]
    try {
      if (!duplicate(file, kept)) return false
    } catch (error) {
      failed ??= error
      return false
    }
    try {
      // Its text as well, so that nobody has to read the file for it again.
      duplicate(textOf(file), textOf(kept))
    } catch (error) {
      failed ??= error
    }
    return true
  })
  const list = listOf(databaseFile)
  files.push(...lost.filter(({ hash }) => !files.some((file) => file.hash === hash)))
  if (files.length === 0) {
    rmSync(list, { force: true })
    return failed
  }
  writeFileSync(`${list}.partial`, files.map(({ hash, bytes }) => `${hash} ${bytes}\n`).join(''), { mode: 0o600 })
  renameSync(`${list}.partial`, list)
  return failed
}

/** `from` on, and then from the beginning, until enough was read. */
function* someOf(files: readonly StoredFile[], from: number): Generator<StoredFile> {
  let bytes = 0
  for (let n = 0; n < files.length && bytes < maxVerified; n++) {
    const file = files[(from + n) % files.length] as StoredFile
    bytes += file.bytes
    yield file
  }
}

/**
 * The files that were here and are lost, or whose content is not what it was. What a backup still holds whole is put back; what a person deleted is
 * not looked for. `known`: the databases of the backups.
 */
export async function findLostFiles(dataDir: string, known: readonly string[]): Promise<StoredFile[]> {
  const folder = attachmentFolder(dataDir)
  const here = filesIn(folder)
  const hashes = new Set(here.map(({ hash }) => hash))
  const suspects = new Map(known.flatMap(filesOf).flatMap((file) => (hashes.has(file.hash) ? [] : [[file.hash, file]])))
  for (const file of someOf(here, Math.floor(Math.random() * here.length)))
    if ((await hashOf(join(folder, placeOf(file.hash)))) !== file.hash) suspects.set(file.hash, file)
  const lost: StoredFile[] = []
  for (const suspect of suspects.values()) {
    const file = join(folder, placeOf(suspect.hash))
    if (existsSync(file + deletedMark)) continue
    if (!(await putBack(file, suspect.hash, known))) lost.push(suspect)
  }
  return lost
}

async function putBack(file: string, hash: string, known: readonly string[]): Promise<boolean> {
  for (const folder of new Set(known.map(dirname))) {
    const kept = join(poolOf(folder), placeOf(hash))
    if ((await hashOf(kept)) !== hash) continue
    rmSync(file, { force: true })
    return duplicate(kept, file)
  }
  return false
}

/** Brings back what the backup holds and the data folder lacks, also what a person has deleted since. */
export function restoreFiles(dataDir: string, databaseFile: string): void {
  const folder = attachmentFolder(dataDir)
  for (const { hash } of filesOf(databaseFile)) {
    const file = join(folder, placeOf(hash))
    const kept = join(poolOf(dirname(databaseFile)), placeOf(hash))
    if (!duplicate(kept, file)) continue
    rmSync(file + deletedMark, { force: true })
    if (existsSync(textOf(kept))) duplicate(textOf(kept), textOf(file))
  }
}

/** Drops the list of a backup that is gone, and then each file that no backup holds any more. */
export function thinFiles(backupFolder: string, gone: readonly string[], kept: readonly string[]): void {
  for (const file of gone) rmSync(listOf(file), { force: true })
  const wanted = new Set(kept.flatMap((file) => filesOf(file).map(({ hash }) => hash)))
  for (const { hash } of filesIn(poolOf(backupFolder))) {
    if (wanted.has(hash)) continue
    const file = join(poolOf(backupFolder), placeOf(hash))
    rmSync(textOf(file), { force: true })
    rmSync(file, { force: true })
  }
}

import { closeSync, fsyncSync, mkdirSync, openSync, renameSync, rmSync } from 'node:fs'
import { parentPort, workerData } from 'node:worker_threads'
import Database from 'better-sqlite3'
import { createEntryReader } from '../journal/entry-reader.ts'
import { backUpFiles, findLostFiles } from '../attachments/attachment-backups.ts'
import type { StoredFile } from '../attachments/attachment-files.ts'
import { nameLostFiles } from './check/lost-files.ts'
import { type Differences, findDifferences } from './content-check.ts'

interface BackupWork {
  databaseFile: string
  dataDir: string
  directory: string
  file: string
  /** The databases of the backups that there are already. */
  known: readonly string[]
}

const { databaseFile, dataDir, directory, file, known } = workerData as BackupWork
const partial = `${file}.partial`

function copy(): void {
  const source = new Database(databaseFile, { readonly: true, fileMustExist: true })
  try {
    source.prepare('VACUUM INTO ?').run(partial)
  } finally {
    source.close()
  }
}

function check(): void {
  const made = new Database(partial, { readonly: true, fileMustExist: true })
  try {
    const verdict = made.pragma('integrity_check(1)', { simple: true })
    if (verdict !== 'ok') throw new Error(`the copy is damaged: ${String(verdict)}`)
  } finally {
    made.close()
  }
}

/** Whether the rows are what the journal says of them, and which tasks name lost files. Of the copy, so that nobody waits for it. */
function compare(lost: readonly StoredFile[]): Differences {
  const made = new Database(file, { readonly: true, fileMustExist: true })
  try {
    return {
      ...findDifferences(made, createEntryReader(made).together()),
      files: nameLostFiles(
        made,
        lost.map(({ hash }) => hash),
      ),
    }
  } finally {
    made.close()
  }
}

/** A name must never stand for bytes that a power cut can still take away. */
function flush(): void {
  const handle = openSync(partial, 'r')
  fsyncSync(handle)
  closeSync(handle)
}

mkdirSync(directory, { recursive: true, mode: 0o700 })
try {
  rmSync(partial, { force: true })
  copy()
  check()
  flush()
  // After the database: the files that its texts name were there before them.
  const lost = await findLostFiles(dataDir, [file, ...known])
  const failed = backUpFiles(dataDir, file, lost)
  renameSync(partial, file)
  parentPort?.postMessage({ differences: compare(lost) })
  if (failed !== undefined) throw failed
} catch (error) {
  // Half a copy would take the room that the next attempt needs.
  for (const suffix of ['', '-journal', '-wal', '-shm']) rmSync(partial + suffix, { force: true })
  throw error
}

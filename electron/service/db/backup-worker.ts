import { closeSync, fsyncSync, mkdirSync, openSync, renameSync, rmSync } from 'node:fs'
import { parentPort, workerData } from 'node:worker_threads'
import Database from 'better-sqlite3'
import { createEntryReader } from '../journal/entry-reader.ts'
import { type Differences, findDifferences } from './content-check.ts'

const { databaseFile, directory, file } = workerData as { databaseFile: string; directory: string; file: string }
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

/** Whether the rows are what the journal says of them. Of the copy, so that nobody waits for it. */
function compare(): Differences {
  const made = new Database(file, { readonly: true, fileMustExist: true })
  try {
    return findDifferences(made, createEntryReader(made).together())
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
  renameSync(partial, file)
  parentPort?.postMessage({ differences: compare() })
} catch (error) {
  // Half a copy would take the room that the next attempt needs.
  for (const suffix of ['', '-journal', '-wal', '-shm']) rmSync(partial + suffix, { force: true })
  throw error
}

// One writer process for each data folder. The lock is an SQLite lock, which the operating system drops with the process: a
// kill -9 leaves nothing stale behind. Beside it stands where the running service answers.
import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import Database from 'better-sqlite3'
import { StartError } from '../start-error.ts'
import { keepNewFilesPrivate } from './file-modes.ts'
import { announcement, runningUrl } from './running-url.ts'

export interface Lock {
  /** Tells later starts where this one answers. */
  announce(url: string): void
  release(): void
}

export function takeLock(dataDir: string): Lock {
  const file = join(dataDir, 'running.lock')
  const umaskAsBefore = keepNewFilesPrivate()
  try {
    return holdLock(dataDir, file, umaskAsBefore)
  } catch (error) {
    umaskAsBefore()
    throw error
  }
}

function holdLock(dataDir: string, file: string, released: () => void): Lock {
  let holder: Database.Database
  try {
    makeFolder(dataDir)
    // The short wait lets one of two simultaneous starts win; without it each could make the other give up.
    holder = new Database(file, { timeout: 250 })
  } catch (error) {
    throw new StartError('data-dir', `Tandem cannot use the data folder ${dataDir}: ${(error as Error).message}. Choose a writable one with --data-dir.`)
  }
  try {
    holder.pragma('journal_mode = DELETE')
    holder.pragma('locking_mode = EXCLUSIVE')
    holder.exec('BEGIN EXCLUSIVE; CREATE TABLE IF NOT EXISTS lock (x); COMMIT')
    // What a killed one announced is not where this one answers.
    rmSync(announcement(dataDir), { force: true })
  } catch (error) {
    holder.close()
    const code = String((error as { code?: string }).code)
    if (code === 'SQLITE_NOTADB' || code.startsWith('SQLITE_CORRUPT')) {
      throw new StartError('data-dir', `The file ${file} is damaged. It contains no data: make sure Tandem is not running, delete it, and start again.`)
    }
    if (!code.startsWith('SQLITE_BUSY')) {
      throw new StartError(
        'data-dir',
        `Tandem cannot write to the data folder ${dataDir}: ${(error as Error).message}. Make it writable, or choose another with --data-dir.`,
      )
    }
    throw alreadyRunning(dataDir, runningUrl(dataDir))
  }
  let held = true
  return {
    announce: (url) => writeFileSync(announcement(dataDir), JSON.stringify({ url, pid: process.pid }), { mode: 0o600 }),
    release() {
      if (!held) return
      held = false
      rmSync(announcement(dataDir), { force: true })
      holder.close()
      released()
    },
  }
}

/**
 * Like takeLock; when another start holds the lock but does not answer yet, waits for it to say where (at most `timeoutMs`
 * milliseconds), so that the second of two starts can name the running one.
 */
export async function takeLockOrUrl(dataDir: string, timeoutMs = 10_000): Promise<Lock> {
  const end = Date.now() + timeoutMs
  for (;;) {
    try {
      return takeLock(dataDir)
    } catch (error) {
      if (!(error instanceof StartError) || error.code !== 'already-running' || error.url !== undefined || Date.now() > end) throw error
    }
    await setTimeout(50)
  }
}

function alreadyRunning(dataDir: string, url: string | undefined): StartError {
  return new StartError('already-running', `Tandem is already running on ${dataDir}${url ? ` at ${url}` : ' (it is still starting)'}`, url)
}

/** Level by level: `mkdirSync`'s own `recursive` never returns where the system refuses a new folder with "not found" (/proc). */
function makeFolder(path: string): void {
  if (existsSync(path)) return
  makeFolder(dirname(path))
  try {
    mkdirSync(path, { mode: 0o700 })
  } catch (error) {
    if ((error as { code?: string }).code !== 'EEXIST') throw error
  }
}

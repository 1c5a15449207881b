// A copy of the database each day. The work is done by a worker thread with its own connection: the service goes on answering meanwhile.
import { existsSync, readdirSync, rmSync, statfsSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { Worker } from 'node:worker_threads'
import { thinFiles, weighFiles } from '../attachments/attachment-backups.ts'
import { type Copy, keptBackups, newestFirst } from './backup-retention.ts'
import type { Differences } from './content-check.ts'
import { positionOf } from './file-counters.ts'

const checkEvery = 15 * 60_000
/** Bytes that all backups together may take, where the disk is not nearly full. */
const maxBytes = 2e9
const upgradeCopyDays = 30
const upgradeCopyBackups = 7

const backupDir = (dataDir: string) => join(dataDir, 'backups')

export interface Backup extends Copy {
  file: string
  /** Files of descriptions and comments. They take room once, however many backups hold them. */
  attachments: { count: number; bytes: number }
}

interface DatedFile {
  file: string
  day: string
}

function backupFiles(dataDir: string): DatedFile[] {
  let names: string[]
  try {
    names = readdirSync(backupDir(dataDir))
  } catch {
    return []
  }
  return names.flatMap((name) => {
    const day = /^tandem-(\d{4}-\d{2}-\d{2})\.db$/.exec(name)?.[1]
    return day ? [{ file: join(backupDir(dataDir), name), day }] : []
  })
}

const described = ({ file, day }: DatedFile): Backup => ({ file, day, position: positionOf(file), bytes: statSync(file).size, attachments: weighFiles(file) })

/** The one that holds most of the journal first, whatever its name says; what cannot be read last. */
export function listBackups(dataDir: string): Backup[] {
  return newestFirst(backupFiles(dataDir).map(described))
}

function dayOf(date: Date): string {
  return `${date.getFullYear()}-${String(date.getMonth() + 1).padStart(2, '0')}-${String(date.getDate()).padStart(2, '0')}`
}

export type MayThin = (found: Differences) => boolean

const whenEqual: MayThin = ({ count, files }) => count === 0 && files.count === 0

let running: Promise<unknown> = Promise.resolve()

/**
 * Copies the database to backups/tandem-DAY.db, checks the copy, and only then gives it its name and drops older copies that are no
 * longer needed. One at a time: two of one day would write the same file. `mayThin` hears how the content of the copy differs from its
 * journal, and says whether older ones may go. Rejects with the error of the disk or of SQLite, with its `code`.
 */
export function backUp(databaseFile: string, dataDir: string, now: Date, mayThin: MayThin = whenEqual): Promise<Backup> {
  const made = running.then(() => copyNow(databaseFile, dataDir, now, mayThin))
  running = made.catch(() => undefined)
  return made
}

async function copyNow(databaseFile: string, dataDir: string, now: Date, mayThin: MayThin): Promise<Backup> {
  const day = dayOf(now)
  const file = join(backupDir(dataDir), `tandem-${day}.db`)
  let found: Differences | undefined
  await new Promise<void>((resolve, reject) => {
    const known = backupFiles(dataDir).flatMap((one) => (one.file === file ? [] : [one.file]))
    const workerData = { databaseFile, dataDir, directory: backupDir(dataDir), file, known }
    const worker = new Worker(new URL('./backup-worker.ts', import.meta.url), { workerData })
    worker.once('error', reject)
    worker.on('message', (message: { differences?: Differences }) => (found = message.differences ?? found))
    // Its end counts, not a message: under `node --watch` a worker also reports the files that it reads.
    worker.once('exit', (code) => (code === 0 ? resolve() : reject(new Error(`the backup worker ended with ${code}`))))
  })
  if (found && mayThin(found)) thinBackups(dataDir, now)
  return described({ file, day })
}

/** Drops the backups that are no longer worth their room, what a killed process left half made, and copies of upgrades that are long past. */
function thinBackups(dataDir: string, now: Date): void {
  const backups = listBackups(dataDir)
  const kept = keptBackups(backups, Math.min(maxBytes, roomFor(dataDir, backups)))
  const gone = backups.filter((backup) => !kept.has(backup))
  for (const backup of gone) rmSync(backup.file, { force: true })
  thinFiles(
    backupDir(dataDir),
    gone.map(({ file }) => file),
    [...kept].map(({ file }) => file),
  )
  if (existsSync(backupDir(dataDir)))
    for (const name of readdirSync(backupDir(dataDir)))
      if (/^tandem-\d{4}-\d{2}-\d{2}\.db\.partial(?:-journal|-wal|-shm)?$/.test(name)) rmSync(join(backupDir(dataDir), name), { force: true })
  removeUpgradeCopies(dataDir, [...kept], now)
}

/** A quarter of what is free or taken by the backups themselves. */
function roomFor(dataDir: string, backups: readonly Backup[]): number {
  const { bavail, bsize } = statfsSync(dataDir)
  return (bavail * bsize + backups.reduce((sum, { bytes }) => sum + bytes, 0)) / 4
}

/** `tandem.db.before-format-N` goes a month after its upgrade. The clock alone cannot say so: there must be backups since, too. */
function removeUpgradeCopies(dataDir: string, backups: readonly Backup[], now: Date): void {
  for (const name of readdirSync(dataDir).filter((one) => /^tandem\.db\.before-format-\d+$/.test(one))) {
    const file = join(dataDir, name)
    const { mtimeMs } = statSync(file)
    const position = positionOf(file)
    const since = backups.filter((backup) => backup.position >= position && statSync(backup.file).mtimeMs > mtimeMs)
    if (since.length >= upgradeCopyBackups && now.getTime() - mtimeMs > upgradeCopyDays * 86_400_000) rmSync(file, { force: true })
  }
}

/** Makes today's backup when it is missing, soon and whenever a day begins. Failures are reported and tried again. Times in milliseconds. */
export function keepDailyBackups(
  databaseFile: string,
  dataDir: string,
  now: () => Date,
  report: (error: unknown) => void,
  { firstAfter = 10_000, every = checkEvery, mayThin = whenEqual } = {},
): { stop(): Promise<void> } {
  let current: Promise<unknown> = Promise.resolve()
  let busy = false
  function check(): void {
    if (busy || backupFiles(dataDir).some((backup) => backup.day === dayOf(now()))) return
    busy = true
    current = backUp(databaseFile, dataDir, now(), mayThin)
      .catch(report)
      .finally(() => {
        busy = false
      })
  }
  // Not while the first requests come in: a start should feel instant.
  const first = setTimeout(check, firstAfter).unref()
  const timer = setInterval(check, every).unref()
  return {
    async stop() {
      clearTimeout(first)
      clearInterval(timer)
      await current
    },
  }
}

// A copy of the database each day, kept for 14 days. The work is done by a worker thread with its own connection: the service
// goes on answering meanwhile.
import { readdirSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { Worker } from 'node:worker_threads'

const keptDays = 14
const checkEvery = 15 * 60_000

const backupDir = (dataDir: string) => join(dataDir, 'backups')

export interface Backup {
  file: string
  /** YYYY-MM-DD, local to the machine that made it. */
  day: string
  bytes: number
}

/** Newest first. */
export function listBackups(dataDir: string): Backup[] {
  let names: string[]
  try {
    names = readdirSync(backupDir(dataDir))
  } catch {
    return []
  }
  return names
    .flatMap((name) => {
      const day = /^tandem-(\d{4}-\d{2}-\d{2})\.db$/.exec(name)?.[1]
      return day ? [{ file: join(backupDir(dataDir), name), day, bytes: statSync(join(backupDir(dataDir), name)).size }] : []
    })
    .sort((a, b) => b.day.localeCompare(a.day))
}

function dayOf(date: Date): string {
  return `${date.getFullYear()}-${String(date.getMonth() + 1).padStart(2, '0')}-${String(date.getDate()).padStart(2, '0')}`
}

/** Copies the database to backups/tandem-DAY.db, checks the copy, and only then gives it its name. */
export function backUp(databaseFile: string, dataDir: string, now: Date): Promise<Backup> {
  const day = dayOf(now)
  const file = join(backupDir(dataDir), `tandem-${day}.db`)
  return new Promise<void>((resolve, reject) => {
    const worker = new Worker(new URL('./backup-worker.ts', import.meta.url), { workerData: { databaseFile, directory: backupDir(dataDir), file } })
    worker.once('error', reject)
    // Its end counts, not a message: under `node --watch` a worker also reports the files that it reads.
    worker.once('exit', (code) => (code === 0 ? resolve() : reject(new Error(`the backup worker ended with ${code}`))))
  }).then(() => ({ file, day, bytes: statSync(file).size }))
}

export function removeOldBackups(dataDir: string, now: Date): void {
  const oldest = dayOf(new Date(now.getTime() - keptDays * 86_400_000))
  for (const backup of listBackups(dataDir)) if (backup.day < oldest) rmSync(backup.file, { force: true })
}

/** Makes today's backup when it is missing, soon and whenever a day begins. Failures are reported and tried again. Times in milliseconds. */
export function keepDailyBackups(
  databaseFile: string,
  dataDir: string,
  now: () => Date,
  report: (error: unknown) => void,
  { firstAfter = 10_000, every = checkEvery } = {},
): { stop(): Promise<void> } {
  let running: Promise<unknown> = Promise.resolve()
  let busy = false
  function check(): void {
    if (busy || listBackups(dataDir).some((backup) => backup.day === dayOf(now()))) return
    busy = true
    running = backUp(databaseFile, dataDir, now())
      .then(() => removeOldBackups(dataDir, now()))
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
      await running
    },
  }
}

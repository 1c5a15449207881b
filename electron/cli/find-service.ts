// Finds the service that runs on a data folder, or starts a headless one. Never two: whoever comes second finds the folder locked, and
// uses the service that holds it.
import { spawn } from 'node:child_process'
import { closeSync, fstatSync, mkdirSync, openSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { runningUrl } from '../service/db/running-url.ts'
import { tokenHeadersFor } from '../service/sign-in/token-file.ts'
import { leanMemory } from './lean-memory.ts'
import { UsageError } from './exit-codes.ts'

export interface Place {
  dataDir: string
  /** The user named that folder; else it is where the data usually is. */
  isGiven?: boolean
  /** Given by the user: then nothing is looked for or started. */
  url?: string | undefined
  port: number
}

export interface Found {
  url: string
  /** The header with the token of the data folder, where the service is the one on that folder. */
  headers: Record<string, string>
}

export class NoService extends Error {}

/** A service that was started for an agent ends when nobody has used it for so long. */
const idleMinutes = 30
const longestStart = 30_000
/** Nobody at the port refuses at once; a service that ten agents call on a busy machine may need seconds. */
const longestAnswer = 5000
/** As in package.json's `start`: a third less memory with many agents connected, at the same speed (docs/adr/0007). */
export const serviceFlags = ['--max-semi-space-size=4']

interface Health {
  status?: string
  data_folder?: string
}

/** What answers there, if it is a service that is well. */
async function healthAt(url: string): Promise<Health | undefined> {
  try {
    const reply = await fetch(`${url}/health`, { signal: AbortSignal.timeout(longestAnswer) })
    const health = (await reply.json()) as Health
    return reply.ok && health.status === 'ok' ? health : undefined
  } catch {
    return undefined
  }
}

/** Of an address that was given without a folder: the folder that it names itself, which is believed only if the service there has written down this address. */
function tokenFor(url: string, { dataDir, isGiven }: Pick<Place, 'dataDir' | 'isGiven'>, { data_folder }: Health): Record<string, string> {
  const headers = tokenHeadersFor(url, dataDir)
  const isElsewhere = headers.Authorization === undefined && isGiven !== true && typeof data_folder === 'string'
  return isElsewhere ? tokenHeadersFor(url, data_folder) : headers
}

/** The running service; undefined when there is none. */
export async function findService(place: Place): Promise<Found | undefined> {
  const known = place.url ?? runningUrl(place.dataDir)
  const health = known && (await healthAt(known))
  return health ? { url: known, headers: tokenFor(known, place, health) } : undefined
}

/** Whether every call needs the token there. */
export async function asksForToken(url: string): Promise<boolean> {
  const reply = await fetch(`${url}/settings`, { signal: AbortSignal.timeout(2000) })
  await reply.body?.cancel()
  return reply.status === 401
}

/** The running service, or a new one. Throws NoService with the reason when there can be none. */
export async function ensureService(place: Place): Promise<Found> {
  const running = await findService(place)
  if (running) return running
  if (place.url && !URL.canParse(place.url)) throw new UsageError(`--url takes an address such as http://127.0.0.1:4820; got '${place.url}'.`)
  if (place.url) throw new NoService(`Nothing responds at ${place.url}. Is Tandem running there?`)
  for (const port of [place.port, 0]) {
    const started = await start(place, port)
    if (typeof started !== 'string') return started
    if (!/Port \d+ is taken/.test(started)) throw new NoService(started || 'Tandem did not start and gave no reason.')
  }
  throw new NoService('Tandem could not find a free port.')
}

/** Starts one and waits until somebody answers (it, or a faster one): where. What it said, if it gives up. */
function start(place: Place, port: number): Promise<Found | string> {
  const main = fileURLToPath(new URL('../service/main.ts', import.meta.url))
  const args = [...serviceFlags, main, '--headless', '--port', String(port), '--data-dir', place.dataDir, '--idle-exit', String(idleMinutes)]
  const logFile = join(place.dataDir, 'service.log')
  let log: number
  try {
    mkdirSync(place.dataDir, { recursive: true, mode: 0o700 })
    // A file, not a pipe: it outlives us, and so must the place that it writes to.
    log = openSync(logFile, 'a', 0o600)
  } catch (error) {
    return Promise.resolve(`Tandem cannot use the data folder ${place.dataDir}: ${(error as Error).message}`)
  }
  const begins = fstatSync(log).size
  const child = spawn(process.execPath, args, { detached: true, stdio: ['ignore', log, log], env: { ...leanMemory, ...process.env } })
  closeSync(log)
  child.unref()
  return new Promise((resolve) => {
    const started = performance.now()
    let isEnded = false
    let isDone = false
    const done = (outcome: Found | string = readFileSync(logFile, 'utf8').slice(begins).trim()) => {
      isDone = true
      resolve(outcome)
    }
    child.once('error', (error) => done(error.message))
    child.once('exit', () => (isEnded = true))
    const look = async () => {
      // Not asked twice: a machine that is busy enough to start ten of us at once may not answer in time again.
      const found = await findService(place)
      if (isDone) return
      if (found) return done(found)
      // It ended with 0: another start was faster, and is still on its way.
      if (isEnded && child.exitCode !== 0) return done()
      if (performance.now() - started > longestStart) return done(`Tandem did not respond within ${longestStart / 1000} seconds; see ${logFile}.`)
      // One question at a time: many of them are what a busy service cannot answer.
      setTimeout(() => void look(), 50)
    }
    void look()
  })
}

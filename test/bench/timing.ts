// Honest timings on a noisy machine: the two sides take turns in one run, and the ratio is what counts.
import { spawn } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { request, Agent } from 'node:http'

export interface Running {
  url: string
  pid: number
  /** Milliseconds from the spawn to the line that says it is ready. */
  readyIn: number
  /** Processor time of all its threads until then; on a busy machine it says more. 0 where that cannot be read. */
  workToReady: number
  stop(): Promise<void>
}

/** Starts a program and waits for its line "… ready at URL". */
export async function startProgram(args: readonly string[], env: Record<string, string> = {}): Promise<Running> {
  const started = performance.now()
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'], env: { ...process.env, ...env } })
  const exited = new Promise<void>((resolve) => child.once('exit', () => resolve()))
  const url = await new Promise<string>((resolve, reject) => {
    let text = ''
    child.stdout.on('data', (chunk: Buffer) => {
      text += chunk.toString()
      const found = /ready at (http:\S+)/.exec(text)?.[1]
      if (found) resolve(found)
    })
    child.once('exit', (code) => reject(new Error(`${args.join(' ')} ended with ${code}`)))
  })
  const readyIn = performance.now() - started
  const pid = child.pid as number
  return {
    url,
    pid,
    readyIn,
    workToReady: process.platform === 'linux' ? processorTime(pid) : 0,
    async stop() {
      child.kill('SIGTERM')
      await exited
    },
  }
}

/** The cloud with the flags of `npm run cloud`, on a free port. */
export const startCloud = (dataDir: string): Promise<Running> =>
  startProgram(['--min-semi-space-size=8', '--max-semi-space-size=8', '--max-old-space-size=1024', 'cloud/start.mjs', '--port', '0', '--data-dir', dataDir])

/** Resident memory of a process in MB (Linux). */
export function residentMegabytes(pid: number): number {
  return Number(/VmRSS:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1024
}

/** Processor time that a process has used, in milliseconds (Linux, where ticks are 10 ms). */
export function processorTime(pid: number): number {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8')
    .replace(/^.*\) /s, '')
    .split(' ')
  return (Number(fields[11]) + Number(fields[12])) * 10
}

/** Processor time of each thread of a process so far, in milliseconds (Linux); says what a busy machine's clock cannot. */
export function threadTimes(pid: number): Map<string, number> {
  const read = (thread: string, file: string) => readFileSync(`/proc/${pid}/task/${thread}/${file}`, 'utf8').trim()
  return new Map(readdirSync(`/proc/${pid}/task`).map((thread) => [`${read(thread, 'comm')} ${thread}`, Number(read(thread, 'schedstat').split(' ')[0]) / 1e6]))
}

const agent = new Agent({ keepAlive: true, maxSockets: 1 })

/** One call over a kept connection; resolves with the milliseconds until the whole reply was read. */
export function call(url: string, method = 'GET', body?: unknown, more: Record<string, string> = {}): Promise<number> {
  const text = body === undefined ? undefined : JSON.stringify(body)
  return new Promise((resolve, reject) => {
    const started = performance.now()
    const sent = request(
      url,
      { agent, method, headers: { ...(text === undefined ? {} : { 'content-type': 'application/json', 'content-length': Buffer.byteLength(text) }), ...more } },
      (reply) => {
        if ((reply.statusCode ?? 500) >= 400) reject(new Error(`${method} ${url}: ${reply.statusCode}`))
        reply.resume().once('end', () => resolve(performance.now() - started))
      },
    )
    sent.once('error', reject)
    sent.end(text)
  })
}

export interface Figures {
  p50: number
  p95: number
}

export function figures(times: number[]): Figures {
  const sorted = times.toSorted((a, b) => a - b)
  const at = (share: number) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] as number
  return { p50: at(0.5), p95: at(0.95) }
}

/** Runs the two sides in turns, `rounds` blocks of `each` calls, and returns the figures of both. */
export async function inTurns(rounds: number, each: number, a: () => Promise<number>, b: () => Promise<number>): Promise<[Figures, Figures]> {
  const times: [number[], number[]] = [[], []]
  for (let round = -1; round < rounds; round++) {
    for (const [side, run] of [a, b].entries()) {
      for (let i = 0; i < each; i++) {
        const time = await run()
        if (round >= 0) times[side as 0 | 1].push(time)
      }
    }
  }
  return [figures(times[0]), figures(times[1])]
}

export function stopAgents(): void {
  agent.destroy()
}

// Runs a command in a process group of its own, passes its output on as it comes, and says how it ended.
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { OutputTail } from './output-tail.ts'

export interface Ended {
  exit_code: number | null
  signal?: string
  timed_out?: true
  started_at: string
  duration_ms: number
  output: string
  output_bytes: number
  output_sha256: string
}

/** It never began: there is no such program, or it may not be run. */
export class NotStarted extends Error {
  readonly exitCode: number
  constructor(error: NodeJS.ErrnoException, program: string) {
    super(
      error.code === 'ENOENT'
        ? `There is no program '${program}' (or no such folder). Nothing was recorded.`
        : `'${program}' cannot be run: ${error.message}. Nothing was recorded.`,
    )
    // As shells say it.
    this.exitCode = error.code === 'ENOENT' ? 127 : 126
  }
}

export interface RunOptions {
  cwd: string
  timeoutMs: number | undefined
  /** Where its output goes. */
  out: NodeJS.WritableStream
  err: NodeJS.WritableStream
}

/** After the end: what it left running may hold its output open for ever. */
const graceMs = 1000
/** Between asking and forcing. */
const killAfterMs = 5000
const isWindows = process.platform === 'win32'
const forwarded = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const

/** The whole group: a test runner's workers must not outlive it. */
function killGroup({ pid }: ChildProcess, signal: NodeJS.Signals): void {
  if (pid === undefined) return
  try {
    process.kill(isWindows ? pid : -pid, signal)
  } catch {
    // It is gone.
  }
}

/** Passes a stream on no faster than it is taken, and shows each piece to `tail`. */
function passOn(from: NodeJS.ReadableStream | null, to: NodeJS.WritableStream, tail: OutputTail): void {
  from?.on('data', (chunk: Buffer) => {
    tail.add(chunk)
    if (to.write(chunk)) return
    from.pause()
    to.once('drain', () => from.resume())
  })
}

export async function runCommand(command: readonly string[], { cwd, timeoutMs, out, err }: RunOptions): Promise<Ended> {
  const [program = '', ...args] = command
  const tail = new OutputTail()
  const started_at = new Date().toISOString()
  const began = performance.now()
  // A group in the background that reads from a terminal would be stopped.
  const child = spawn(program, args, { cwd, detached: !isWindows, shell: isWindows, stdio: [process.stdin.isTTY ? 'ignore' : 'inherit', 'pipe', 'pipe'] })
  passOn(child.stdout, out, tail)
  passOn(child.stderr, err, tail)
  const closed = once(child, 'close').catch(() => undefined)
  let timedOut = false
  const timers: NodeJS.Timeout[] = []
  const later = (ms: number, act: () => void) => void timers.push(setTimeout(act, ms))
  const pass = forwarded.map((signal) => [signal, () => killGroup(child, signal)] as const)
  for (const [signal, listener] of pass) process.on(signal, listener)
  if (timeoutMs !== undefined) {
    later(timeoutMs, () => {
      timedOut = true
      killGroup(child, 'SIGTERM')
      later(killAfterMs, () => killGroup(child, 'SIGKILL'))
    })
  }
  try {
    const [code, signal] = (await once(child, 'exit')) as [number | null, NodeJS.Signals | null]
    const duration_ms = Math.round(performance.now() - began)
    if (timedOut) killGroup(child, 'SIGKILL')
    await Promise.race([closed, new Promise<void>((done) => later(graceMs, done))])
    child.stdout.destroy()
    child.stderr.destroy()
    return { exit_code: code, ...(signal ? { signal } : {}), ...(timedOut ? { timed_out: true as const } : {}), started_at, duration_ms, ...tail.result() }
  } catch (error) {
    throw new NotStarted(error as NodeJS.ErrnoException, program)
  } finally {
    for (const timer of timers) clearTimeout(timer)
    for (const [signal, listener] of pass) process.off(signal, listener)
  }
}

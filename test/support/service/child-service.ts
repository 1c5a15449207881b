// The service as people run it: a process of its own, which can be killed.
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { serves } from './as-person.ts'
import { serviceProgram } from './service-program.ts'

const readyWithin = 30_000

export interface Ended {
  code: number | null
  stdout: string
  stderr: string
}

function run(dataDir: string, args: readonly string[]): { child: ChildProcess; output: { stdout: string; stderr: string }; ended: Promise<Ended> } {
  const child = spawn(process.execPath, [serviceProgram, '--headless', '--port', '0', '--data-dir', dataDir, ...args], {
    stdio: ['ignore', 'pipe', 'pipe'],
    // Without a session bus its reminders go to the log, not onto the screen of whoever runs the test.
    env: { ...process.env, TANDEM_LOG: 'warn', DBUS_SESSION_BUS_ADDRESS: '', DISPLAY: '', WAYLAND_DISPLAY: '' },
  })
  const output = { stdout: '', stderr: '' }
  child.stdout?.setEncoding('utf8').on('data', (text: string) => (output.stdout += text))
  child.stderr?.setEncoding('utf8').on('data', (text: string) => (output.stderr += text))
  const ended = once(child, 'close').then(([code]) => ({ code: code as number | null, ...output }))
  return { child, output, ended }
}

/** Runs a start that is expected to end by itself. */
export function startAndEnd(dataDir: string, ...args: string[]): Promise<Ended> {
  return run(dataDir, args).ended
}

export interface ChildService {
  url: string
  pid: number
  /** Everything on stdout so far: the ready line, then the log. */
  stdout(): string
  /** SIGKILL; resolves when the process is gone. */
  kill(): Promise<void>
  /** SIGTERM; resolves with the exit code. */
  stop(): Promise<number | null>
}

/** Resolves when it says that it is ready; rejects with what it said when it ends instead. */
export async function startChild(dataDir: string, ...args: string[]): Promise<ChildService> {
  const { child, output, ended } = run(dataDir, args)
  const url = await new Promise<string>((resolve, reject) => {
    const timer = setTimeout(() => {
      child.kill('SIGKILL')
      reject(new Error(`not ready in ${readyWithin} ms:\n${output.stdout}\n${output.stderr}`))
    }, readyWithin)
    child.stdout?.on('data', () => {
      const ready = /^Tandem is ready at (http:\S+)$/m.exec(output.stdout)?.[1]
      if (!ready) return
      clearTimeout(timer)
      resolve(ready)
    })
    child.once('close', (code) => {
      clearTimeout(timer)
      reject(new Error(`ended with ${code}:\n${output.stdout}\n${output.stderr}`))
    })
  })
  async function signal(name: NodeJS.Signals): Promise<number | null> {
    child.kill(name)
    return (await ended).code
  }
  serves(url, dataDir)
  return { url, pid: child.pid as number, stdout: () => output.stdout, kill: async () => void (await signal('SIGKILL')), stop: () => signal('SIGTERM') }
}

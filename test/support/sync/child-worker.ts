// A worker as people run it: a process of its own, which can be killed.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import type { Ended } from '../service/child-service.ts'

const program = fileURLToPath(new URL('../../../electron/worker/start.mjs', import.meta.url))
const readyWithin = 60_000

export interface ChildWorker {
  /** Where it answers /health and /ready. */
  url: string
  stderr(): string
  /** SIGKILL; resolves when the process is gone. */
  kill(): Promise<void>
  /** SIGTERM; resolves with the exit code. */
  stop(): Promise<number | null>
  /** Resolves when it ends by itself. */
  ended: Promise<Ended>
}

export interface WorkerSettings {
  cloud?: string
  team?: string
  token?: string
  dataDir: string
}

function run({ cloud = '', team = '', token = '', dataDir }: WorkerSettings) {
  const child = spawn(process.execPath, [program, '--port', '0'], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: {
      ...process.env,
      TANDEM_WORKER_CLOUD: cloud,
      TANDEM_WORKER_TEAM: team,
      TANDEM_WORKER_TOKEN: token,
      TANDEM_WORKER_DATA_DIR: dataDir,
      TANDEM_LOG: 'warn',
    },
  })
  const output = { stdout: '', stderr: '' }
  child.stdout.setEncoding('utf8').on('data', (text: string) => (output.stdout += text))
  child.stderr.setEncoding('utf8').on('data', (text: string) => (output.stderr += text))
  const ended: Promise<Ended> = once(child, 'close').then(([code]) => ({ code: code as number | null, ...output }))
  return { child, output, ended }
}

/** Runs a start that is expected to end by itself. */
export const startWorkerAndEnd = (settings: WorkerSettings): Promise<Ended> => run(settings).ended

/** Resolves when it says that it is ready; rejects with what it said when it ends instead. */
export async function startWorker(settings: WorkerSettings): Promise<ChildWorker> {
  const { child, output, ended } = run(settings)
  const url = await new Promise<string>((resolve, reject) => {
    const timer = setTimeout(() => {
      child.kill('SIGKILL')
      reject(new Error(`not ready in ${readyWithin} ms:\n${output.stderr}`))
    }, readyWithin)
    child.stdout.on('data', () => {
      const ready = /ready at (http:\S+)\/health$/m.exec(output.stdout)?.[1]
      if (!ready) return
      clearTimeout(timer)
      resolve(ready)
    })
    child.once('close', (code) => {
      clearTimeout(timer)
      reject(new Error(`ended with ${code}:\n${output.stderr}`))
    })
  })
  async function signal(name: NodeJS.Signals): Promise<number | null> {
    child.kill(name)
    return (await ended).code
  }
  return { url, ended, stderr: () => output.stderr, kill: async () => void (await signal('SIGKILL')), stop: () => signal('SIGTERM') }
}

// One cloud as a process of its own that is started again whenever it ends, as a service manager does it.
import { setTimeout as sleep } from 'node:timers/promises'
import { type Program, startProgram } from '../support/service/program.ts'
import { freePort } from './free-port.ts'

export interface Instance {
  port: number
  /** kill -9, and not started again before `start`. */
  kill(): Promise<void>
  start(): void
  pause(on: boolean): void
  output(): string
  /** Resolves once it has been up for the first time. */
  up(): Promise<void>
  stop(): Promise<void>
}

export async function openInstance(dataDir: string, env: Record<string, string>): Promise<Instance> {
  const port = await freePort()
  const state: { wanted: boolean; stopped: boolean; program: Program | undefined } = { wanted: true, stopped: false, program: undefined }
  let paused = false
  let written = ''
  const first = Promise.withResolvers<void>()
  let woken = Promise.withResolvers<void>()
  const changed = () => {
    woken.resolve()
    woken = Promise.withResolvers()
  }

  /** Until it is stopped. */
  async function supervise(): Promise<void> {
    while (!state.stopped) {
      if (!state.wanted) {
        await woken.promise
        continue
      }
      try {
        state.program = await startProgram(['cloud/main.ts', '--port', String(port), '--data-dir', dataDir], env)
        first.resolve()
        const { child } = state.program
        if (!state.wanted || state.stopped) child.kill('SIGKILL')
        if (child.exitCode === null && child.signalCode === null) await new Promise((resolve) => child.once('close', resolve))
        written += state.program.output()
        state.program = undefined
        changed()
      } catch (error) {
        // The database is away: the next start may find it.
        written += (error as Error).message
        await sleep(300)
      }
    }
  }
  const supervised = supervise()

  return {
    port,
    async kill() {
      state.wanted = false
      state.program?.child.kill('SIGKILL')
      while (state.program) await woken.promise
    },
    start() {
      state.wanted = true
      changed()
    },
    pause(on) {
      if (on === paused) return
      paused = on
      state.program?.child.kill(on ? 'SIGSTOP' : 'SIGCONT')
    },
    output: () => written + (state.program?.output() ?? ''),
    up: () => first.promise,
    async stop() {
      state.stopped = true
      state.wanted = false
      state.program?.child.kill('SIGKILL')
      changed()
      await supervised
    },
  }
}

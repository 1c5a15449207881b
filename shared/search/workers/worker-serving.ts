// The other end of worker-calls.ts: answers calls inside a worker thread.
import { setPriority } from 'node:os'
import { parentPort } from 'node:worker_threads'
import type { Calls } from './worker-calls.ts'

interface Call {
  id: number
  name: string
  argument: never
}

/** Answers each call; one that fails answers with its error, and the worker goes on. `end` closes what it holds. */
export function serveCalls(calls: Calls, end: () => unknown = () => undefined): void {
  const port = parentPort
  if (!port) throw new Error('this program runs as a worker thread only')

  async function answer({ id, name, argument }: Call): Promise<void> {
    try {
      const result: unknown = await (calls[name] as (argument: never) => unknown)(argument)
      if (id > 0) port?.postMessage({ id, result })
    } catch (error) {
      const { message, code } = error as { message: string; code?: string }
      if (id > 0) port?.postMessage({ id, error: { message, code } })
      else say({ error: message, code })
    }
  }

  port.on('message', (message: Call | 'end') => {
    if (message !== 'end') return void answer(message)
    // A message is only ever handled between two pieces of work: nothing native is running now.
    void (async () => {
      try {
        await end()
      } finally {
        process.exit(0)
      }
    })()
  })
}

/** Tells the service something that it did not ask. */
export function say(event: unknown): void {
  parentPort?.postMessage({ event })
}

/** This thread yields to all others. On Linux a priority belongs to the thread; elsewhere it would slow down the whole process. */
export function beHumble(): void {
  if (process.platform !== 'linux') return
  try {
    setPriority(0, 15)
  } catch {
    // Not allowed here: then we share the machine as equals.
  }
}

/** Lets waiting calls in, between two pieces of long work. */
export function breathe(): Promise<void> {
  return new Promise((resolve) => {
    setImmediate(resolve)
  })
}

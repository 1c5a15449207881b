// Calls into a worker thread as promises. A worker that dies is started again on the next call; what it was asked meanwhile fails,
// and search answers without it.
import { type Transferable, Worker } from 'node:worker_threads'

/** What a worker offers: name → function of one argument. */
export type Calls = Record<string, (argument: never) => unknown>

export interface WorkerCalls<C extends Calls> {
  call<K extends keyof C & string>(name: K, argument: Parameters<C[K]>[0], transfer?: readonly Transferable[]): Promise<Awaited<ReturnType<C[K]>>>
  /** Sends without waiting for an answer, and without starting a worker that does not run. */
  tell<K extends keyof C & string>(name: K, argument: Parameters<C[K]>[0]): void
  running(): boolean
  /** Ends the thread; a later call starts a new one. */
  rest(): Promise<void>
  close(): Promise<void>
}

class WorkerGone extends Error {}
/** Whoever put it to rest knows why. */
export class WorkerStopped extends WorkerGone {}

interface Reply {
  id: number
  result?: unknown
  error?: { message: string; code?: string }
}

export interface WorkerOptions {
  /** Each start takes new data: ports, for instance, can be given away only once. */
  data: () => { value: unknown; transfer?: readonly Transferable[] }
  /** What the worker says on its own. */
  heard?: (event: unknown) => void
  report: (error: unknown) => void
  /** Milliseconds after which nobody waits any more for a worker that was told to end. */
  endWithin?: number
}

export function workerCalls<C extends Calls>(program: URL, options: WorkerOptions): WorkerCalls<C> {
  const waiting = new Map<number, { resolve: (value: never) => void; reject: (error: Error) => void }>()
  let worker: Worker | undefined
  let nextId = 1
  let closed = false

  function failAll(error: Error): void {
    for (const { reject } of waiting.values()) reject(error)
    waiting.clear()
  }

  function start(): Worker {
    const { value, transfer } = options.data()
    const started = new Worker(program, {
      workerData: value,
      // Each thread has a heap of its own; left alone, its nursery alone grows to three times 16 MB.
      resourceLimits: { maxYoungGenerationSizeMb: 6 },
      ...(transfer ? { transferList: transfer as Transferable[] } : {}),
    })
    started.on('message', (message: Reply | { event: unknown }) => {
      if ('event' in message) return options.heard?.(message.event)
      const call = waiting.get(message.id)
      waiting.delete(message.id)
      if (message.error) call?.reject(Object.assign(new Error(message.error.message), { code: message.error.code }))
      else call?.resolve(message.result as never)
    })
    started.on('error', (error) => {
      options.report(error)
      if (worker === started) worker = undefined
      failAll(new WorkerGone('the worker failed', { cause: error }))
    })
    started.once('exit', () => {
      if (worker !== started) return
      worker = undefined
      failAll(new WorkerGone('the worker ended'))
    })
    // A worker must not keep the process alive.
    started.unref()
    return started
  }

  /** Native code must not be torn out of its work (it would take the whole process along): the worker ends itself between two pieces, and one
   * that is late on a busy machine is left to do so. */
  async function rest(): Promise<void> {
    const ending = worker
    worker = undefined
    failAll(new WorkerStopped('the worker was put to rest'))
    if (!ending) return
    ending.postMessage('end')
    await new Promise<void>((resolve) => {
      const late = setTimeout(resolve, options.endWithin ?? 15_000)
      ending.once('exit', () => {
        clearTimeout(late)
        resolve()
      })
    })
  }

  return {
    call(name, argument, transfer) {
      if (closed) return Promise.reject(new WorkerGone('closed'))
      worker ??= start()
      const id = nextId++
      return new Promise((resolve, reject) => {
        waiting.set(id, { resolve, reject })
        worker?.postMessage({ id, name, argument }, transfer as Transferable[])
      })
    },
    tell(name, argument) {
      if (!closed) worker?.postMessage({ id: 0, name, argument })
    },
    running: () => worker !== undefined,
    rest,
    async close() {
      closed = true
      await rest()
    },
  }
}

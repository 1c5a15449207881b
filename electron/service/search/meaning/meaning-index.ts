// The index of meanings as the service sees it: one worker answers queries from memory (meaning-worker.ts), another follows the
// journal (embedding-worker.ts) and rests when there is nothing to do. With another model a second pair of them is built in the
// background, and the first goes on answering until the new one knows everything.
import { createHash } from 'node:crypto'
import { rmSync } from 'node:fs'
import { MessageChannel } from 'node:worker_threads'
import type { EmbedderSettings } from './embedder.ts'
import type { EmbeddingCalls, EmbeddingEvent, EmbeddingProgress, EmbeddingWorkerData } from './embedding-worker.ts'
import type { MeaningCalls, MeaningEvent, MeaningWorkerData } from './meaning-worker.ts'
import { workerCalls, WorkerStopped } from '../workers/worker-calls.ts'

export interface MeaningStatus {
  state: 'starting' | 'ready' | 'unavailable' | 'off'
  /** Tasks with a vector, and tasks that changed since. */
  indexed: number
  pending: number
  model: string | null
  last_error: string | null
}

export interface MeaningDeps {
  databaseFile: string
  /** Path without the name of the model. */
  vectorsFile: string
  epoch: string
  head(): number
  onCommit(wake: () => void): () => void
  report(error: unknown): void
  threads: { query: number; indexing: number }
}

/** Milliseconds. */
const coalesce = 150
/** The start of the service comes first. */
const beginAfter = 200
const restAfter = 5000
const retryAfter = { first: 1000, longest: 30_000 }

type Pair = ReturnType<typeof openPair>

function openPair(deps: MeaningDeps, embedder: EmbedderSettings, vectorsFile: string, caughtUp: () => void) {
  const { databaseFile, epoch, report, threads } = deps
  const shared = { databaseFile, vectorsFile, epoch, embedder }
  let progress: EmbeddingProgress | undefined
  let model: string | null = null
  /** Queries are answered from what is known, even where new texts cannot be read at the moment. */
  let answers = false
  let failure: string | null = null
  let retry = retryAfter.first
  let timer: NodeJS.Timeout | undefined
  let resting: NodeJS.Timeout | undefined
  let closed = false
  let startingAnew = false

  function failed(error: unknown): void {
    const message = (error as Error).message
    if (failure !== message) report(error)
    failure = message
    if (closed || startingAnew) return
    // What is broken may be mended: look again, ever more rarely.
    clearTimeout(timer)
    timer = setTimeout(begin, retry).unref()
    retry = Math.min(retryAfter.longest, retry * 2)
  }

  /** Both begin again from what is there now: a thread remembers a library that did not load, and the vectors of a model that is gone. */
  async function startAnew(reason: unknown): Promise<void> {
    if (startingAnew) return
    startingAnew = true
    answers = false
    progress = undefined
    const message = (reason as Error).message
    if (failure !== message) report(reason)
    // From now on nothing is given to the two that end.
    failure = message
    await Promise.all([meaning.rest(), embedding.rest()])
    startingAnew = false
    failed(reason)
  }

  const meaning = workerCalls<MeaningCalls>(new URL('./meaning-worker.ts', import.meta.url), {
    data: () => ({ value: { ...shared, threads: threads.query } satisfies MeaningWorkerData }),
    heard(event) {
      const { otherModel } = event as Partial<MeaningEvent>
      if (otherModel !== undefined) void startAnew(new Error(otherModel))
    },
    report(error) {
      answers = false
      // Its successor has to be given a port to the other anew.
      void embedding.rest()
      failed(error)
    },
  })
  const embedding = workerCalls<EmbeddingCalls>(new URL('./embedding-worker.ts', import.meta.url), {
    data() {
      const { port1, port2 } = new MessageChannel()
      meaning.call('listen', port1, [port1]).catch(failed)
      return { value: { ...shared, threads: threads.indexing, port: port2 } satisfies EmbeddingWorkerData, transfer: [port2] }
    },
    heard(event) {
      const heard = event as EmbeddingEvent
      if ('progress' in heard) progress = heard.progress
      else if ('failed' in heard && heard.isOtherModel) void startAnew(new Error(heard.failed))
      else if ('failed' in heard) {
        // It starts anew with the next attempt: a model that could not be read is read again.
        void embedding.rest()
        failed(new Error(heard.failed))
      } else {
        failure = null
        retry = retryAfter.first
        caughtUp()
        resting ??= setTimeout(() => {
          resting = undefined
          void embedding.rest()
        }, restAfter).unref()
      }
    },
    report: failed,
  })

  function begin(): void {
    timer = undefined
    if (closed) return
    warm().catch((error: unknown) => {
      if (!closed) void startAnew(error)
    })
  }

  async function warm(): Promise<void> {
    const found = await meaning.call('warm', undefined)
    model = found.name
    answers = true
    failure = null
    const stored = found.stored ?? { cursor: 0, indexed: 0 }
    if (stored.cursor !== deps.head()) return follow()
    // Nothing was written since: the worker that embeds need not even start.
    progress ??= { ...stored, pending: 0 }
    caughtUp()
  }

  function follow(): void {
    clearTimeout(resting)
    resting = undefined
    embedding.call('follow', undefined).catch((error: unknown) => !closed && !(error instanceof WorkerStopped) && failed(error))
  }

  const stopFollowing = deps.onCommit(() => {
    if (failure !== null || closed || model === null) return
    timer ??= setTimeout(() => {
      timer = undefined
      follow()
    }, coalesce).unref()
  })
  timer = setTimeout(begin, beginAfter).unref()

  return {
    vectorsFile,
    meaning,
    answers: () => answers,
    status: (): MeaningStatus => ({
      state: failure !== null ? 'unavailable' : model === null ? 'starting' : 'ready',
      indexed: progress?.indexed ?? 0,
      // Writes that nobody has counted yet are pending at least as one.
      pending: Math.max(progress?.pending ?? 0, deps.head() > (progress?.cursor ?? 0) ? 1 : 0),
      model,
      last_error: failure,
    }),
    async close(): Promise<void> {
      closed = true
      stopFollowing()
      clearTimeout(timer)
      clearTimeout(resting)
      await Promise.all([meaning.close(), embedding.close()])
    },
  }
}

export type MeaningIndex = ReturnType<typeof openMeaningIndex>

export function openMeaningIndex(deps: MeaningDeps, embedder: EmbedderSettings | undefined) {
  let current: Pair | undefined
  let next: Pair | undefined
  /** Two files in turn: the one that answers stays as it is while the other is filled. */
  const fileOf = (settings: EmbedderSettings) => `${deps.vectorsFile}-${slug(settings)}.db`
  if (embedder) current = openPair(deps, embedder, fileOf(embedder), () => undefined)

  return {
    available: () => current?.answers() ?? false,
    calls: () => current?.meaning,
    status: (): MeaningStatus & { next: MeaningStatus | null } => ({
      ...(current?.status() ?? { state: 'off', indexed: 0, pending: 0, model: null, last_error: null }),
      next: next?.status() ?? null,
    }),
    /** Changes the model: the old index answers until the new one knows everything. Undefined: no search by meaning. */
    async use(settings: EmbedderSettings | undefined): Promise<void> {
      await next?.close()
      next = undefined
      if (!settings) {
        await current?.close()
        current = undefined
        return
      }
      const file = fileOf(settings)
      if (current && current.vectorsFile === file && current.status().state === 'ready') return
      const made: Pair = openPair(deps, settings, file, () => {
        if (next !== made) return
        const old = current
        current = made
        next = undefined
        if (old) void retire(old, made.vectorsFile)
      })
      // One that does not answer anyway has nothing to stand in for.
      if (current?.status().state === 'ready') next = made
      else {
        await current?.close()
        current = made
      }
    },
    async close(): Promise<void> {
      await Promise.all([current?.close(), next?.close()])
    },
  }
}

/** Ends a pair of workers whose place another has taken, and gives back its room on the disk. */
async function retire(old: Pair, keep: string): Promise<void> {
  await old.close()
  if (old.vectorsFile !== keep) for (const suffix of ['', '-wal', '-shm']) rmSync(old.vectorsFile + suffix, { force: true })
}

/** The bundled model keeps its file wherever the program is installed. */
function slug(settings: EmbedderSettings): string {
  if (settings.kind === 'local' && Object.keys(settings.folder.hashes).length > 0) return settings.folder.path.split(/[\\/]/).at(-1) as string
  const name = settings.kind === 'local' ? settings.folder.path : `${settings.url} ${settings.model}`
  return createHash('sha256').update(name).digest('hex').slice(0, 12)
}

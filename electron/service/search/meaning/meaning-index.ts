// The index of meanings as the service sees it: one worker answers queries from memory (meaning-worker.ts), another follows the
// journal (embedding-worker.ts) and rests when there is nothing to do. With another model a second pair of them is built in the
// background, and the first goes on answering until the new one knows everything.
import { createHash } from 'node:crypto'
import { existsSync, rmSync } from 'node:fs'
import { MessageChannel } from 'node:worker_threads'
import type { EmbedderSettings } from '../../../../shared/search/meaning/embedder.ts'
import type { EmbeddingCalls, EmbeddingEvent, EmbeddingProgress, EmbeddingWorkerData } from './embedding-worker.ts'
import type { MeaningCalls, MeaningEvent, MeaningWorkerData } from './meaning-worker.ts'
import { type WorkerCalls, workerCalls, WorkerStopped } from '../../../../shared/search/workers/worker-calls.ts'

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

/** The two workers of one model: one answers, the other embeds. */
class WorkerPair {
  readonly vectorsFile: string
  readonly meaning: WorkerCalls<MeaningCalls>
  readonly #embedding: WorkerCalls<EmbeddingCalls>
  readonly #deps: MeaningDeps
  readonly #shared: Pick<MeaningWorkerData, 'databaseFile' | 'vectorsFile' | 'epoch' | 'embedder'>
  readonly #caughtUp: () => void
  readonly #stopFollowing: () => void
  #progress: EmbeddingProgress | undefined
  #model: string | null = null
  /** Queries are answered from what is known, even where new texts cannot be read at the moment. */
  #answers = false
  #failure: string | null = null
  #retry = retryAfter.first
  #timer: NodeJS.Timeout | undefined
  #resting: NodeJS.Timeout | undefined
  #closed = false
  #startingAnew = false

  /** `caughtUp` is called whenever every task is known. */
  constructor(deps: MeaningDeps, embedder: EmbedderSettings, vectorsFile: string, caughtUp: () => void) {
    this.vectorsFile = vectorsFile
    this.#deps = deps
    this.#shared = { databaseFile: deps.databaseFile, vectorsFile, epoch: deps.epoch, embedder }
    this.#caughtUp = caughtUp
    this.meaning = this.#meaningWorker()
    this.#embedding = this.#embeddingWorker()
    this.#stopFollowing = deps.onCommit(() => this.#followSoon())
    this.#timer = setTimeout(() => this.#begin(), beginAfter).unref()
  }

  answers(): boolean {
    return this.#answers
  }

  status(): MeaningStatus {
    return {
      state: this.#failure !== null ? 'unavailable' : this.#model === null ? 'starting' : 'ready',
      indexed: this.#progress?.indexed ?? 0,
      // Writes that nobody has counted yet are pending at least as one.
      pending: Math.max(this.#progress?.pending ?? 0, this.#deps.head() > (this.#progress?.cursor ?? 0) ? 1 : 0),
      model: this.#model,
      last_error: this.#failure,
    }
  }

  async close(): Promise<void> {
    this.#closed = true
    this.#stopFollowing()
    clearTimeout(this.#timer)
    clearTimeout(this.#resting)
    await Promise.all([this.meaning.close(), this.#embedding.close()])
  }

  #meaningWorker(): WorkerCalls<MeaningCalls> {
    return workerCalls<MeaningCalls>(new URL('./meaning-worker.ts', import.meta.url), {
      data: () => ({ value: { ...this.#shared, threads: this.#deps.threads.query } satisfies MeaningWorkerData }),
      heard: (event) => {
        const { otherModel } = event as Partial<MeaningEvent>
        if (otherModel !== undefined) void this.#startAnew(new Error(otherModel))
      },
      report: (error) => {
        this.#answers = false
        // Its successor has to be given a port to the other again.
        void this.#embedding.rest()
        this.#failed(error)
      },
    })
  }

  #embeddingWorker(): WorkerCalls<EmbeddingCalls> {
    return workerCalls<EmbeddingCalls>(new URL('./embedding-worker.ts', import.meta.url), {
      data: () => {
        const { port1, port2 } = new MessageChannel()
        this.meaning.call('listen', port1, [port1]).catch((error: unknown) => this.#failed(error))
        return { value: { ...this.#shared, threads: this.#deps.threads.indexing, port: port2 } satisfies EmbeddingWorkerData, transfer: [port2] }
      },
      heard: (event) => this.#heardOfEmbedding(event as EmbeddingEvent),
      report: (error) => this.#failed(error),
    })
  }

  #heardOfEmbedding(event: EmbeddingEvent): void {
    // Said before it heard that it is to end; the database may be closed by now.
    if (this.#closed) return
    if ('progress' in event) this.#progress = event.progress
    else if ('failed' in event && event.isOtherModel) void this.#startAnew(new Error(event.failed))
    else if ('failed' in event) {
      // It starts over with the next attempt: a model that could not be read is read again.
      void this.#embedding.rest()
      this.#failed(new Error(event.failed))
    } else {
      this.#failure = null
      this.#retry = retryAfter.first
      this.#caughtUp()
      this.#resting ??= setTimeout(() => {
        this.#resting = undefined
        void this.#embedding.rest()
      }, restAfter).unref()
    }
  }

  #note(error: unknown): void {
    const { message } = error as Error
    if (this.#failure !== message) this.#deps.report(error)
    this.#failure = message
  }

  #failed(error: unknown): void {
    this.#note(error)
    if (this.#closed || this.#startingAnew) return
    // What is broken may be repaired: look again, ever more rarely.
    clearTimeout(this.#timer)
    this.#timer = setTimeout(() => this.#begin(), this.#retry).unref()
    this.#retry = Math.min(retryAfter.longest, this.#retry * 2)
  }

  /** Both begin again from what is there now: a thread remembers a library that did not load, and the vectors of a model that is gone. */
  async #startAnew(reason: unknown): Promise<void> {
    if (this.#startingAnew) return
    this.#startingAnew = true
    this.#answers = false
    this.#progress = undefined
    // From now on nothing is given to the two that end.
    this.#note(reason)
    await Promise.all([this.meaning.rest(), this.#embedding.rest()])
    this.#startingAnew = false
    this.#failed(reason)
  }

  #begin(): void {
    this.#timer = undefined
    if (this.#closed) return
    this.#warm().catch((error: unknown) => {
      if (!this.#closed) void this.#startAnew(error)
    })
  }

  async #warm(): Promise<void> {
    const found = await this.meaning.call('warm', undefined)
    this.#model = found.name
    this.#answers = true
    this.#failure = null
    const stored = found.stored ?? { cursor: 0, indexed: 0 }
    if (stored.cursor !== this.#deps.head()) return this.#follow()
    // Nothing was written since: the worker that embeds need not even start.
    this.#progress ??= { ...stored, pending: 0 }
    this.#caughtUp()
  }

  #follow(): void {
    clearTimeout(this.#resting)
    this.#resting = undefined
    this.#embedding.call('follow', undefined).catch((error: unknown) => !this.#closed && !(error instanceof WorkerStopped) && this.#failed(error))
  }

  #followSoon(): void {
    if (this.#failure !== null || this.#closed || this.#model === null) return
    this.#timer ??= setTimeout(() => {
      this.#timer = undefined
      this.#follow()
    }, coalesce).unref()
  }
}

export type MeaningIndex = ReturnType<typeof openMeaningIndex>

/** `others`: models that may have answered before. One whose vectors are still there had not been replaced: it answers until the chosen one can. */
export function openMeaningIndex(deps: MeaningDeps, embedder: EmbedderSettings | undefined, others: readonly EmbedderSettings[] = []) {
  let current: WorkerPair | undefined
  let next: WorkerPair | undefined
  /** Two files in turn: the one that answers stays as it is while the other is filled. */
  const fileOf = (settings: EmbedderSettings) => `${deps.vectorsFile}-${slug(settings)}.db`

  function build(settings: EmbedderSettings): WorkerPair {
    const made: WorkerPair = new WorkerPair(deps, settings, fileOf(settings), () => {
      if (next !== made) return
      const old = current
      current = made
      next = undefined
      if (old) void retire(old, made.vectorsFile)
    })
    return made
  }
  if (embedder) {
    const before = others.find((other) => fileOf(other) !== fileOf(embedder) && existsSync(fileOf(other)))
    current = build(before ?? embedder)
    if (before) next = build(embedder)
  }

  return {
    /** Its vectors are there, or in the making. */
    uses: (settings: EmbedderSettings): boolean => [current, next].some((pair) => pair?.vectorsFile === fileOf(settings)),
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
      // One that does not answer anyway has nothing to stand in for.
      if (current && current.vectorsFile !== file && current.status().state !== 'unavailable') next = build(settings)
      else {
        await current?.close()
        current = build(settings)
      }
    },
    async close(): Promise<void> {
      await Promise.all([current?.close(), next?.close()])
    },
  }
}

/** Ends a pair of workers whose place another has taken, and gives back its room on the disk. */
async function retire(old: WorkerPair, keep: string): Promise<void> {
  await old.close()
  if (old.vectorsFile !== keep) for (const suffix of ['', '-wal', '-shm']) rmSync(old.vectorsFile + suffix, { force: true })
}

/** The bundled model keeps its file wherever the program is installed. */
function slug(settings: EmbedderSettings): string {
  if (settings.kind === 'local' && Object.keys(settings.folder.hashes).length > 0) return settings.folder.path.split(/[\\/]/).at(-1) as string
  const name = settings.kind === 'local' ? settings.folder.path : `${settings.url} ${settings.model}`
  return createHash('sha256').update(name).digest('hex').slice(0, 12)
}

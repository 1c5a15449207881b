// The vectors of the teams on this instance, as two threads that all of them share: one answers, the other reads texts in and rests when there is
// nothing to do. What fails is tried again when somebody asks, ever more rarely; search answers without it meanwhile, and says so.
import { MessageChannel } from 'node:worker_threads'
import { ownText } from '../../../shared/search/duplicates/duplicates.ts'
import type { EmbedderSettings } from '../../../shared/search/meaning/embedder.ts'
import type { MeaningCaller, MeaningSource } from '../../../shared/search/sources.ts'
import { type WorkerCalls, workerCalls, WorkerStopped } from '../../../shared/search/workers/worker-calls.ts'
import { within } from '../../../shared/search/workers/within.ts'
import type { CopiedTask } from '../list-change.ts'
import { createLimit } from '../limit.ts'
import type { ListRequest, MeaningThreadCalls, MeaningThreadData, MeaningThreadEvent } from './meaning-thread.ts'
import type { ReadingThreadCalls, ReadingThreadData, ReadingThreadEvent } from './reading-thread.ts'

/** Milliseconds. */
const restAfter = 30_000
const retryAfter = { first: 1000, longest: 60_000 }
/** So many questions of one team are at the thread, and so many wait for them: an endpoint that hangs answers nobody for half a minute. */
const maxAtOnce = 2
const maxWaiting = 50
/** Less than Prometheus waits for all metrics. */
const bytesTimeoutMs = 1000
/** Of so few changes each is known by its meaning at once. */
const maxAdopted = 5

export interface TeamMeaning extends MeaningSource {
  /** Null: there is none by now. */
  model(): string | null
  /** For how many milliseconds texts have waited to be read. */
  behindFor(): number
  /** The copy of the list has changed by these. */
  changed(tasks: readonly CopiedTask[]): void
  close(): Promise<void>
}

export interface TeamMeaningsDeps {
  /** Undefined while there is none. */
  embedder(): EmbedderSettings | undefined
  maxBytes: number
  report(error: unknown): void
}

export class TeamMeanings {
  readonly #deps: TeamMeaningsDeps
  readonly #lists = new Map<string, List>()
  #answering: WorkerCalls<MeaningThreadCalls> | undefined
  #reading: WorkerCalls<ReadingThreadCalls> | undefined
  #resting: NodeJS.Timeout | undefined
  #unused: NodeJS.Timeout | undefined
  #isClosed = false

  constructor(deps: TeamMeaningsDeps) {
    this.#deps = deps
  }

  /** One open at a time for each team. */
  open(request: ListRequest): TeamMeaning {
    const list = new List(request, {
      answering: () => this.#answeringNow(),
      reading: () => this.#readingNow(),
      threads: () => [this.#answering, this.#reading],
      report: (error) => !this.#isClosed && !(error instanceof WorkerStopped) && this.#deps.report(error),
      closed: () => this.#closed(list),
    })
    clearTimeout(this.#unused)
    this.#lists.set(request.team, list)
    list.start()
    return list
  }

  /** How much memory the vectors take. Undefined: the thread does not say, because it does something else. */
  async bytes(): Promise<number | undefined> {
    const answering = this.#answering
    if (!answering?.running()) return 0
    const outcome = await within(answering.call('bytes', null), bytesTimeoutMs)
    return 'value' in outcome ? outcome.value : undefined
  }

  async close(): Promise<void> {
    this.#isClosed = true
    clearTimeout(this.#resting)
    clearTimeout(this.#unused)
    await Promise.all([this.#answering?.close(), this.#reading?.close()])
  }

  /** With the last team the model leaves the memory, too. */
  #closed(list: List): void {
    if (this.#lists.get(list.team) === list) this.#lists.delete(list.team)
    if (this.#lists.size === 0) this.#unused = setTimeout(() => void this.#restAll(), restAfter).unref()
  }

  #answeringNow(): WorkerCalls<MeaningThreadCalls> | undefined {
    const embedder = this.#answering || this.#isClosed ? undefined : this.#deps.embedder()
    if (embedder)
      this.#answering = workerCalls<MeaningThreadCalls>(new URL('./meaning-thread.ts', import.meta.url), {
        data: () => ({ value: { embedder, maxBytes: this.#deps.maxBytes } satisfies MeaningThreadData }),
        heard: (event) => void this.#startAnew(new Error((event as MeaningThreadEvent).otherModel)),
        report: (error) => void this.#startAnew(error),
      })
    return this.#answering
  }

  #readingNow(): WorkerCalls<ReadingThreadCalls> | undefined {
    clearTimeout(this.#resting)
    const answering = this.#answeringNow()
    const embedder = this.#reading || !answering ? undefined : this.#deps.embedder()
    if (embedder)
      this.#reading = workerCalls<ReadingThreadCalls>(new URL('./reading-thread.ts', import.meta.url), {
        data: () => {
          const { port1, port2 } = new MessageChannel()
          answering?.call('listen', port1, [port1]).catch(this.#report)
          return { value: { embedder, port: port2 } satisfies ReadingThreadData, transfer: [port2] }
        },
        heard: (event) => this.#heard(event as ReadingThreadEvent),
        report: (error) => {
          this.#report(error)
          for (const list of this.#lists.values()) list.failedToRead(error)
        },
      })
    return this.#reading
  }

  readonly #report = (error: unknown) => {
    if (!this.#isClosed && !(error instanceof WorkerStopped)) this.#deps.report(error)
  }

  #heard(event: ReadingThreadEvent): void {
    if ('read' in event) this.#listOf(event.read, event.epoch)?.read(event.request)
    else if ('idle' in event) this.#resting = setTimeout(() => void this.#reading?.rest(), restAfter).unref()
    else if (event.isOtherModel) void this.#startAnew(new Error(event.failed))
    else this.#listOf(event.team, event.epoch)?.failedToRead(new Error(event.failed))
  }

  #listOf(team: string, epoch: string): List | undefined {
    const list = this.#lists.get(team)
    return list?.epoch === epoch ? list : undefined
  }

  /** Both begin again from what is there now: a thread remembers a library that did not load, and the vectors of a model that is gone. */
  async #startAnew(reason: unknown): Promise<void> {
    this.#report(reason)
    for (const list of this.#lists.values()) list.lost()
    await this.#restAll()
  }

  /** Both: the one that reads has a port to the one that answers. */
  async #restAll(): Promise<void> {
    await Promise.all([this.#answering?.rest(), this.#reading?.rest()])
  }
}

interface ListDeps {
  answering(): WorkerCalls<MeaningThreadCalls> | undefined
  reading(): WorkerCalls<ReadingThreadCalls> | undefined
  report(error: unknown): void
  /** Those that have been asked for. */
  threads(): [WorkerCalls<MeaningThreadCalls> | undefined, WorkerCalls<ReadingThreadCalls> | undefined]
  closed(): void
}

/** The vectors of one team. */
class List implements TeamMeaning {
  #request: ListRequest
  readonly #deps: ListDeps
  readonly #caller: MeaningCaller
  #state: 'closed' | 'opening' | 'open' = 'closed'
  #model: string | null = null
  /** How often reading was asked for; which of these requests is done, and which has to be before nothing is missing. */
  readonly #requests = { last: 0, done: 0, needed: Number.POSITIVE_INFINITY }
  /** Since when something has been missing, by `performance.now()`. */
  #behindSince: number | undefined = performance.now()
  #retryAt = 0
  #wait = retryAfter.first
  #timer: NodeJS.Timeout | undefined
  #isOver = false

  constructor(request: ListRequest, deps: ListDeps) {
    this.#request = request
    this.#deps = deps
    const limited = createLimit(maxAtOnce, maxWaiting)
    const call = (name: keyof MeaningThreadCalls, question: object) => limited<unknown>(() => this.#ask(name, question))
    this.#caller = { call } as MeaningCaller
  }

  get team(): string {
    return this.#request.team
  }

  get epoch(): string {
    return this.#request.epoch
  }

  /** Opens it, unless it is open, or has failed a moment ago. */
  start(): void {
    if (this.#state !== 'closed' || this.#isOver || performance.now() < this.#retryAt) return
    const answering = this.#deps.answering()
    if (!answering) return
    this.#state = 'opening'
    void this.#open(answering)
  }

  async #open(answering: WorkerCalls<MeaningThreadCalls>): Promise<void> {
    try {
      this.#model = await answering.call('open', this.#request)
      this.#state = 'open'
      // Until it is closed the copy is not lost any more.
      this.#request = { ...this.#request, head: Number.MAX_SAFE_INTEGER }
      this.#follow()
      this.#requests.needed = this.#requests.last
    } catch (error) {
      if (!this.#isOver) this.#failed(error)
      this.lost()
    }
  }

  available(): boolean {
    this.start()
    return this.#state === 'open'
  }

  isBehind(): boolean {
    return this.#requests.done < this.#requests.needed
  }

  model(): string | null {
    return this.#state === 'open' ? this.#model : null
  }

  calls(): MeaningCaller | undefined {
    return this.#caller
  }

  changed(tasks: readonly CopiedTask[]): void {
    if (this.#state !== 'open') return
    const isFew = tasks.length <= maxAdopted
    if (isFew) for (const task of tasks) this.#answering().tell('adopt', { team: this.team, id: task.id, text: ownText(task) })
    this.#follow()
    if (isFew) return
    this.#requests.needed = this.#requests.last
    this.#behindSince ??= performance.now()
  }

  behindFor(): number {
    return this.#behindSince === undefined ? 0 : performance.now() - this.#behindSince
  }

  read(request: number): void {
    this.#requests.done = request
    if (!this.isBehind()) this.#behindSince = undefined
    this.#wait = retryAfter.first
  }

  failedToRead(error: unknown): void {
    if (this.#isOver || this.#timer) return
    this.#failed(error)
    this.#timer = setTimeout(() => {
      this.#timer = undefined
      if (this.#state === 'open') this.#follow()
    }, this.#retryAt - performance.now()).unref()
  }

  /** The thread that answers does not know it any more. */
  lost(): void {
    this.#state = 'closed'
    this.#requests.needed = Number.POSITIVE_INFINITY
    this.#behindSince ??= performance.now()
  }

  /** Nobody writes its files once this resolves. */
  async close(): Promise<void> {
    this.#isOver = true
    clearTimeout(this.#timer)
    this.#deps.closed()
    const { team } = this
    // Who does not run has nothing open.
    const [answering, reading] = this.#deps.threads()
    await Promise.allSettled([answering?.running() && answering.call('close', { team }), reading?.running() && reading.call('close', { team })])
  }

  async #ask(name: keyof MeaningThreadCalls, question: object): Promise<unknown> {
    try {
      return await this.#answering().call(name, { ...question, team: this.team })
    } catch (error) {
      // Whoever asks next does not wait for what fails; it is tried again in a while.
      if (!(error instanceof WorkerStopped) && this.#state === 'open') {
        this.#failed(error)
        this.lost()
      }
      throw error
    }
  }

  #answering(): WorkerCalls<MeaningThreadCalls> {
    const answering = this.#deps.answering()
    if (!answering) throw new Error('There is no model for search by meaning.')
    return answering
  }

  #follow(): void {
    const { head: _, ...list } = this.#request
    const request = { ...list, request: ++this.#requests.last }
    this.#deps
      .reading()
      ?.call('follow', request)
      .catch((error: unknown) => !(error instanceof WorkerStopped) && this.failedToRead(error))
  }

  #failed(error: unknown): void {
    this.#deps.report(error)
    this.#retryAt = performance.now() + this.#wait
    this.#wait = Math.min(retryAfter.longest, this.#wait * 2)
  }
}

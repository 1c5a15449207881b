// The local service's /events: the journal as it grows, and what is not in it. Opened again whenever it ends.
import type { JournalEntry } from '../../shared/schema/journal.ts'
import { connection } from './connection.ts'
import type { ServiceListener } from './listener.ts'

const gather = 30
/** So long while very much is written: each time the lists are drawn and counts are asked for. */
const gatherMuch = 300
const much = 20
const hiddenFor = 5 * 60_000
/** Reading waits no longer for the stream: what is read then is read again once it stands. */
const maxWait = 300

type Timer = ReturnType<typeof setTimeout>

/** Follows from its creation on. */
export class LocalStream {
  readonly #listener: ServiceListener
  #source: EventSource | undefined
  /** The newest entry that came. */
  #seen: number | undefined
  #failures = 0
  #retry: Timer | undefined
  #flushing: Timer | undefined
  #hidden: Timer | undefined
  #waiting: JournalEntry[] = []
  #pause = gather
  #isLate = false
  #answered = () => undefined as void
  /** Resolves when it stands, when it failed, and after a moment in any case. */
  readonly begun = new Promise<void>((resolve) => {
    this.#answered = resolve
  })

  constructor(listener: ServiceListener) {
    this.#listener = listener
    listener.opening()
    setTimeout(this.#waitNoLonger, maxWait)
    document.addEventListener('visibilitychange', this.#onVisibility)
    window.addEventListener('online', this.#connect)
    this.#connect()
  }

  stop(): void {
    document.removeEventListener('visibilitychange', this.#onVisibility)
    window.removeEventListener('online', this.#connect)
    for (const timer of [this.#retry, this.#flushing, this.#hidden]) clearTimeout(timer)
    this.#source?.close()
  }

  readonly #connect = (): void => {
    clearTimeout(this.#retry)
    this.#source?.close()
    const source = new EventSource(this.#seen === undefined ? '/events' : `/events?after=${this.#seen}`)
    this.#source = source
    source.addEventListener('hello', (event) => this.#stands(event, false))
    source.addEventListener('reset', (event) => this.#stands(event, true))
    source.addEventListener('message', (event) => this.#take(JSON.parse(event.data as string) as JournalEntry))
    tellOfService(source, this.#listener)
    source.addEventListener('error', () => {
      source.close()
      this.#waitNoLonger()
      connection.reach.set('away')
      this.#failures++
      this.#retry = setTimeout(this.#connect, Math.min(250 * 2 ** this.#failures, 3000))
    })
  }

  #stands(event: MessageEvent, isOther: boolean): void {
    const { head } = JSON.parse(event.data as string) as { head: number }
    const isFirst = this.#seen === undefined
    if (isFirst || isOther) this.#seen = head
    this.#failures = 0
    connection.reach.set('live')
    this.#listener.caughtUp(isOther ? 'replaced' : !isFirst ? 'resumed' : this.#isLate ? 'late' : 'first', head)
    this.#answered()
  }

  readonly #waitNoLonger = (): void => {
    this.#isLate = true
    this.#answered()
  }

  #take(entry: JournalEntry): void {
    this.#seen = entry.seq
    this.#waiting.push(entry)
    this.#flushing ??= setTimeout(this.#flush, this.#pause)
  }

  readonly #flush = (): void => {
    this.#flushing = undefined
    if (connection.creating.get() > 0 && connection.reach.get() === 'live') {
      this.#flushing = setTimeout(this.#flush, gather)
      return
    }
    const entries = this.#waiting
    this.#waiting = []
    this.#listener.entries(entries)
    this.#pause = entries.length > much ? gatherMuch : gather
  }

  /** A browser gives one site six connections: a window nobody looks at gives its own back after a while, and reads on later. */
  readonly #onVisibility = (): void => {
    clearTimeout(this.#hidden)
    if (document.hidden) this.#hidden = setTimeout(() => this.#source?.close(), hiddenFor)
    else if (this.#source?.readyState === EventSource.CLOSED) this.#connect()
  }
}

/** Not in the journal: who claims what, what waits for a person. Nothing of it is repeated, so it is read again after each gap. */
function tellOfService(source: EventSource, listener: ServiceListener): void {
  const on = (name: string, tell: (data: never) => void) => source.addEventListener(name, ({ data }: MessageEvent<string>) => tell(JSON.parse(data) as never))
  on('claim', listener.claim)
  on('proposal', listener.proposal)
  on('question', listener.question)
  on('reminder', listener.reminder)
  source.addEventListener('evidence', listener.evidenceChanged)
  source.addEventListener('remote', listener.remoteChanged)
  source.addEventListener('brake', listener.brakeChanged)
  source.addEventListener('duplicates', listener.duplicatesChanged)
  source.addEventListener('reply', listener.repliesChanged)
}

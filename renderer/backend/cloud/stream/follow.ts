// Follows the team's events into the copy on the device and into what is shown. Of several tabs one holds the stream and tells the others:
// a login may hold only a few streams, and a browser gives one site six connections.
import { m } from '../../../lib/messages.ts'
import { notify } from '../../../lib/notices.ts'
import { connection } from '../../connection.ts'
import type { CopyListener } from '../../listener.ts'
import { createContactsReader } from './contacts-reader.ts'
import { loadTeam } from './load-team.ts'
import { pause } from './pause.ts'
import type { Question } from '../../../../shared/schema/work/question.ts'
import { keptQuestions, takeQuestion } from '../replica/kept-questions.ts'
import type { Replica } from '../replica/replica.ts'
import { type Hello, type Known, mustReload, readStream, silence, wentBack } from './stream.ts'
import type { TabChannel, Told } from './tab-channel.ts'
import { entryOf, type TeamEvent } from './team-event.ts'

export interface FollowOptions {
  team: string
  tabs: TabChannel
  replica: Replica
  listener: CopyListener
  /** The stream stands, and everything is here. */
  arrived: () => void
  /** The cloud lets this login no longer into this team. */
  refused: (status: number) => void
}

const gather = 30

/** Starts following; returns how to stop. */
export function followTeam(options: FollowOptions): () => void {
  const follower = new Follower(options)
  return () => follower.stop()
}

class Follower {
  private readonly options: FollowOptions
  private readonly stopping = new AbortController()
  private readonly readContacts: () => Promise<void>
  /** This tab has the stream. */
  private holds = false
  private waiting: TeamEvent[] = []
  private position: number
  private flushing: ReturnType<typeof setTimeout> | undefined
  /** Until the copy is whole nothing is taken into it: events wait for it. */
  private isLoading = false

  constructor(options: FollowOptions) {
    this.options = options
    const { team, tabs, replica } = options
    const { signal } = this.stopping
    this.position = replica.seen() ?? 0
    this.readContacts = createContactsReader(replica, signal)
    tabs.listen((told) => this.hear(told))
    tabs.tell({ ask: true })
    window.addEventListener('offline', sayAway)
    if ('locks' in navigator) void navigator.locks.request(`tandem-stream-${team}`, { signal }, () => this.hold()).catch(() => undefined)
    else void this.hold()
  }

  stop(): void {
    this.stopping.abort()
    this.options.tabs.close()
    clearTimeout(this.flushing)
    window.removeEventListener('offline', sayAway)
  }

  /** What another tab says. */
  private hear(told: Told): void {
    if ('events' in told) this.take(told.events, told.position)
    else if ('reach' in told) connection.reach.set(told.reach)
    else if ('whole' in told) location.reload()
    else if (this.holds && connection.reach.get() !== 'connecting') this.reached(connection.reach.get() as 'live' | 'away')
  }

  private take(events: readonly TeamEvent[], upTo: number): void {
    const { replica, listener } = this.options
    const entries = events.flatMap((event) => entryOf(event) ?? [])
    replica.takeEntries(entries, upTo, events.findLast(({ id }) => id === upTo)?.created_at)
    if (entries.length > 0) listener.entries(entries)
    if (replica.contactsAreOld()) void this.readContacts()
    if (events.some(({ kind }) => kind.startsWith('proposal.') || kind === 'task.deleted')) listener.proposalsChanged()
    if (events.some(({ kind }) => kind.startsWith('reply.'))) listener.repliesChanged()
    if (events.some(({ kind }) => kind === 'evidence.created')) listener.evidenceChanged()
    if (events.some(({ kind }) => kind.startsWith('claim.'))) listener.claimsChanged()
    if (events.some(({ kind }) => kind.startsWith('agent.'))) listener.agentsChanged()
    this.takeQuestions(events)
    if (events.some(({ kind }) => kind.startsWith('member.') || kind === 'email.auth_expired')) listener.teamChanged()
  }

  /** What was asked and answered; a task that goes takes its questions along. */
  private takeQuestions(events: readonly TeamEvent[]): void {
    const { listener, replica } = this.options
    const numbers = () => new Map([...replica.tasks.values()].map(({ uid, id }) => [uid, id]))
    const heard = events.filter(({ kind }) => kind.startsWith('question.'))
    const byUid = heard.length > 0 ? numbers() : new Map<string, number>()
    const told = heard.flatMap(({ data }) => {
      const task_id = byUid.get((data.after as { task_uid?: string }).task_uid ?? '')
      return task_id === undefined ? [] : [{ ...data.after, id: Number(data.entity_id), task_id } as unknown as Question]
    })
    for (const question of told) takeQuestion(question)
    const isAskedOn = (id: number | null) => keptQuestions().some(({ task_id }) => task_id === id)
    const hasGone = events.some(({ kind, data }) => kind === 'task.deleted' && isAskedOn(data.task_id))
    for (const id of new Set(told.map(({ task_id }) => task_id))) listener.readinessChanged(id)
    if (heard.length > 0 || hasGone) listener.questionsChanged()
  }

  private readonly flush = (): void => {
    this.flushing = undefined
    if (this.isLoading || (connection.creating.get() > 0 && connection.reach.get() === 'live')) {
      this.flushing = setTimeout(this.flush, gather)
      return
    }
    const events = this.waiting
    this.waiting = []
    if (events.length === 0) return
    this.take(events, this.position)
    this.options.tabs.tell({ events, position: this.position })
  }

  private reached(reach: 'live' | 'away'): void {
    connection.reach.set(reach)
    this.options.tabs.tell({ reach })
  }

  /** The stream, for as long as this tab lives: opened again whenever it ends. */
  private async hold(): Promise<void> {
    const { signal } = this.stopping
    this.holds = true
    let failures = 0
    // What failed without a network says nothing about how it is now; and a stream is given up for a new one at that moment.
    const afresh = () => void (failures = 0)
    window.addEventListener('online', afresh)
    signal.addEventListener('abort', () => window.removeEventListener('online', afresh), { once: true })
    while (!signal.aborted) {
      const began = Date.now()
      try {
        await this.read()
        if (Date.now() - began > silence) failures = 0
      } catch {
        // Away, restarting, or no network: tried again below.
      }
      if (signal.aborted) return
      // A stream that only ended is opened again before anybody notices.
      failures = Date.now() - began > 5000 ? 1 : failures + 1
      if (failures > 1) this.reached('away')
      await pause(failures === 1 ? 100 : Math.min(250 * 2 ** failures, 5000), signal)
    }
  }

  private async read(): Promise<void> {
    const { replica, refused } = this.options
    const [seen, seenAt] = [replica.seen(), replica.seenAt()]
    const refusal = await readStream(replica.isWhole() ? seen : undefined, this.stopping.signal, {
      hello: (hello) => this.stands(hello, { seen, seenAt, epoch: replica.epoch(), isWhole: replica.isWhole() }),
      event: (event, position) => {
        this.waiting.push(event)
        if (position !== undefined) this.position = position
        this.flushing ??= setTimeout(this.flush, gather)
      },
    })
    if (refusal !== undefined) refused(refusal)
  }

  private async stands(hello: Hello, known: Known): Promise<void> {
    const { replica, arrived, listener } = this.options
    this.position = hello.position
    if (wentBack(hello, known)) notify({ kind: 'problem', text: m.offline.wentBack })
    if (mustReload(hello, known)) await this.reload(hello)
    replica.keepEpoch(hello.epoch)
    this.reached('live')
    arrived()
    // While nobody listened, agents may have gone on.
    listener.proposalsChanged()
    listener.questionsChanged()
    listener.claimsChanged()
    listener.agentsChanged()
    if (replica.contactsAreOld()) void this.readContacts()
  }

  /** Reads the whole team again. What happens meanwhile comes over the stream and is laid over it. */
  private async reload({ position, at }: Hello): Promise<void> {
    const { replica, listener, tabs } = this.options
    this.isLoading = true
    try {
      replica.takeAll(await loadTeam(this.stopping.signal), position, at)
      listener.reloaded()
      tabs.tell({ whole: true })
    } finally {
      this.isLoading = false
    }
  }
}

const sayAway = () => connection.reach.set('away')

// Follows the team's events into the copy on the device and into what is shown. Of several tabs one holds the stream and tells the others:
// a login may hold only a few streams, and a browser gives one site six connections.
import { createParser } from 'eventsource-parser'
import type { Comment } from '../../../shared/schema/comment.ts'
import type { Schedule } from '../../../shared/schema/schedule.ts'
import { cloudApi } from '../cloud-api.ts'
import { connection } from '../connection.ts'
import { readTasksAgain } from '../../data/tasks/task-cache.ts'
import { homeFetch } from '../home-fetch.ts'
import { takeIn } from '../../app/live.ts'
import { queryClient } from '../../data/query-client.ts'
import type { Replica } from './replica.ts'
import type { TabChannel, Told } from './tab-channel.ts'
import { entryOf, type TeamEvent } from './team-event.ts'

export interface FollowOptions {
  team: string
  tabs: TabChannel
  replica: Replica
  /** The stream stands, and everything is here. */
  arrived: () => void
  /** The cloud lets this login no longer into this team. */
  refused: (status: number) => void
  /** Somebody joined, left or got another role, maybe this person; or a mailbox was cut off. */
  teamChanged: () => void
}

const gather = 30
/** The cloud gives a sign of life every 25 seconds. */
const silence = 60_000
/** Starts following; returns how to stop. */
export function followTeam({ team, tabs, replica, arrived, refused, teamChanged }: FollowOptions): () => void {
  const stopping = new AbortController()
  let holds = false
  let waiting: TeamEvent[] = []
  let position = replica.seen() ?? 0
  let flushing: ReturnType<typeof setTimeout> | undefined
  /** Until the copy is whole nothing is taken into it: events wait for it. */
  let isLoading = false
  let contactsWanted = false
  let isReadingContacts = false

  function take(events: readonly TeamEvent[], upTo: number): void {
    const entries = events.flatMap((event) => entryOf(event) ?? [])
    replica.takeEntries(entries, upTo, events.findLast(({ id }) => id === upTo)?.created_at)
    if (entries.length > 0) takeIn(entries)
    if (replica.contactsAreOld()) void readContacts()
    if (events.some(({ kind }) => kind.startsWith('member.') || kind === 'email.auth_expired')) teamChanged()
  }

  /** An entry says only what changed of a contact. They are few: read anew, so that they are right without a network, too. */
  async function readContacts(): Promise<void> {
    contactsWanted = true
    if (isReadingContacts) return
    isReadingContacts = true
    try {
      while (contactsWanted && !stopping.signal.aborted) {
        await pause(gather * 10, stopping.signal)
        contactsWanted = false
        const contacts = await cloudApi.listContacts({}, { signal: stopping.signal })
        // Another one changed while these were on their way.
        if (!contactsWanted) replica.takeContacts(contacts)
      }
    } catch {
      // Away: read when the stream stands again.
    } finally {
      isReadingContacts = false
    }
  }

  function flush(): void {
    flushing = undefined
    if (isLoading || (connection.creating.get() > 0 && connection.reach.get() === 'live')) {
      flushing = setTimeout(flush, gather)
      return
    }
    const events = waiting
    waiting = []
    if (events.length === 0) return
    take(events, position)
    tabs.tell({ events, position })
  }

  /** The whole team anew. What happens meanwhile comes over the stream and is laid over it. */
  async function load(position: number, at: string | undefined): Promise<void> {
    isLoading = true
    try {
      const { signal } = stopping
      const [tasks, contacts, comments, schedules] = await Promise.all([
        cloudApi.listTasks({}, { signal }),
        cloudApi.listContacts({}, { signal }),
        allOf('comment', signal) as Promise<Comment[]>,
        allOf('schedule', signal) as Promise<Schedule[]>,
      ])
      replica.takeAll({ tasks, contacts, comments, schedules }, position, at)
      readTasksAgain()
      void queryClient.invalidateQueries()
      tabs.tell({ whole: true })
    } finally {
      isLoading = false
    }
  }

  function reached(reach: 'live' | 'away'): void {
    connection.reach.set(reach)
    tabs.tell({ reach })
  }

  async function standing(loading: Promise<void>, epoch: string | undefined): Promise<void> {
    await loading
    replica.keepEpoch(epoch)
    reached('live')
    arrived()
    if (replica.contactsAreOld()) void readContacts()
  }

  /** One connection, until it ends. */
  async function read(): Promise<void> {
    const ending = new AbortController()
    const signal = AbortSignal.any([stopping.signal, ending.signal])
    let watchdog = setTimeout(() => ending.abort(), silence)
    const again = () => ending.abort()
    window.addEventListener('online', again)
    try {
      const [seen, seenAt] = [replica.seen(), replica.seenAt()]
      const response = await homeFetch('/api/events/stream', {
        signal,
        headers: seen !== undefined && replica.isWhole() ? { 'Last-Event-ID': String(seen) } : {},
      })
      if (response.status === 401 || response.status === 403) return refused(response.status)
      if (!response.ok || !response.body) throw new Error(`the stream answered ${response.status}`)
      let hello: { event: string; id: string } | undefined
      let loading: Promise<void> | undefined
      const parser = createParser({
        onEvent({ event, id, data }) {
          if (event === 'hello' || event === 'reset') {
            hello = { event, id: id ?? '0' }
            position = Number(id ?? 0)
            const { at, epoch } = JSON.parse(data) as { at?: string; epoch?: string }
            // A cloud that was restored from a backup gives the number again, to another event; after a failover it may lack what is in here.
            const isOtherEvent = position === seen && at !== undefined && seenAt !== undefined && at !== seenAt
            const isAnother = isOtherEvent || (epoch !== undefined && replica.epoch() !== undefined && epoch !== replica.epoch())
            if (event === 'reset' || isAnother || seen === undefined || !replica.isWhole()) loading = load(position, at)
            loading ??= Promise.resolve()
            void standing(loading, epoch).catch(() => ending.abort())
          } else {
            waiting.push(JSON.parse(data) as TeamEvent)
            if (id) position = Number(id)
            flushing ??= setTimeout(flush, gather)
          }
        },
      })
      const reader = response.body.pipeThrough(new TextDecoderStream()).getReader()
      for (;;) {
        const { done, value } = await reader.read()
        if (done) break
        clearTimeout(watchdog)
        watchdog = setTimeout(() => ending.abort(), silence)
        parser.feed(value)
      }
      if (!hello) throw new Error('the stream ended before it began')
    } finally {
      clearTimeout(watchdog)
      window.removeEventListener('online', again)
    }
  }

  async function hold(): Promise<void> {
    holds = true
    let failures = 0
    // What failed without a network says nothing about how it is now; and a stream is given up for a new one at that moment.
    const afresh = () => void (failures = 0)
    window.addEventListener('online', afresh)
    stopping.signal.addEventListener('abort', () => window.removeEventListener('online', afresh), { once: true })
    while (!stopping.signal.aborted) {
      const began = Date.now()
      try {
        await read()
        if (Date.now() - began > silence) failures = 0
      } catch {
        // Away, restarting, or no network: tried again below.
      }
      if (stopping.signal.aborted) return
      // A stream that only ended is opened again before anybody notices.
      failures = Date.now() - began > 5000 ? 1 : failures + 1
      if (failures > 1) reached('away')
      await pause(failures === 1 ? 100 : Math.min(250 * 2 ** failures, 5000), stopping.signal)
    }
  }

  function hear(told: Told): void {
    if ('events' in told) take(told.events, told.position)
    else if ('reach' in told) connection.reach.set(told.reach)
    else if ('whole' in told) location.reload()
    else if (holds && connection.reach.get() !== 'connecting') reached(connection.reach.get() as 'live' | 'away')
  }
  tabs.listen(hear)
  tabs.tell({ ask: true })

  const offline = () => connection.reach.set('away')
  window.addEventListener('offline', offline)
  if ('locks' in navigator) void navigator.locks.request(`tandem-stream-${team}`, { signal: stopping.signal }, hold).catch(() => undefined)
  else void hold()

  return () => {
    stopping.abort()
    tabs.close()
    clearTimeout(flushing)
    window.removeEventListener('offline', offline)
  }
}

/** Shorter when the network comes back. */
function pause(milliseconds: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const done = () => {
      clearTimeout(timer)
      window.removeEventListener('online', done)
      resolve()
    }
    const timer = setTimeout(done, milliseconds)
    window.addEventListener('online', done)
    signal.addEventListener('abort', done, { once: true })
  })
}

/** What hangs on tasks, page by page, as the single routes answer it. */
async function allOf(entity: 'comment' | 'schedule', signal: AbortSignal): Promise<object[]> {
  const all: object[] = []
  for (let after: number | null | undefined; after !== null; ) {
    const page = await cloudApi.readSync({ query: { entity, limit: 1000, ...(after === undefined ? {} : { after }) } }, { signal })
    for (const { uid: _uid, version: _version, ...row } of page.rows) all.push(row)
    after = page.next
  }
  return all
}

// While it is connected: reads everything once, then follows the stream and sends what is written here, until it is stopped. What breaks is
// tried again, later each time and at no fixed moment, so that not everybody comes back at once.
import { leasedKinds } from '../../../shared/schema/event.ts'
import type { SyncReply, SyncResult } from '../../../shared/schema/sync.ts'
import type { Journal } from '../journal/journal.ts'
import type { createBell } from './bell.ts'
import { storageError } from '../db/storage-error.ts'
import { type CloudLink, LinkError } from './cloud-link.ts'
import { readEvents } from './event-reader.ts'
import type { FirstReading } from './first-reading.ts'
import { type Inbox, type TeamEvent, tandem } from './inbox.ts'
import type { Batch, Outbox } from './outbox.ts'
import type { Connection, RemoteStore } from './remote-store.ts'
import { isSynced } from './replicas.ts'

/** What the team's stream tells beside tasks and what belongs to them. Once it resolves, a leased event is done; if it rejects, it comes again, to whoever is there. */
export type OnTeamEvent = (event: TeamEvent, link: CloudLink) => Promise<void>

/** Milliseconds. */
export interface RemoteTimes {
  firstRetry: number
  mostRetry: number
  silence: number
}

/** How it goes, for whoever shows it. */
export interface Progress {
  /** The stream stands. */
  online: boolean
  /** It was tried, and failed. */
  failed: boolean
  reading: boolean
  read: number
  problem: string | null
  retryAt: number | null
}

export interface SessionDeps {
  store: RemoteStore
  journal: Journal
  inbox: Inbox
  outbox: Outbox
  reading: FirstReading
  link: CloudLink
  /** Rings when there may be something to send. */
  bell: ReturnType<typeof createBell>
  /** Rings when a person does not want to wait for the next attempt. */
  nudge: ReturnType<typeof createBell>
  progress: Progress
  /** Something of what is shown may have changed. */
  changed: () => void
  /** Nothing waits on either side. */
  settled: () => void
  report: (error: unknown) => void
  times: RemoteTimes
  onEvent: OnTeamEvent | undefined
}

const mostTries = 4

/** What a person reads of it. */
function wordsFor(error: unknown): string {
  if (error instanceof LinkError) return error.message
  return storageError(error)?.message ?? `This list could not be kept in step (${(error as Error).message}). It is tried again.`
}

export function createSession(deps: SessionDeps) {
  const { store, journal, inbox, outbox, reading, link, bell, nudge, progress, changed, settled, report, times, onEvent } = deps
  let handing: Promise<unknown> = Promise.resolve()
  let failures = 0

  const delay = () => Math.random() * Math.min(times.mostRetry, times.firstRetry * 2 ** failures++)

  /** One step: what was written here before is noted first; what the step itself writes is no change of ours. */
  function step(work: () => Partial<Connection> | undefined | void): void {
    journal.write(tandem, () => {
      const connection = outbox.readOn(store.connection() as Connection)
      const more = work()
      store.keepConnection({ ...connection, ...more, outbox: journal.head() })
    })
  }

  async function readAll(signal: AbortSignal): Promise<void> {
    Object.assign(progress, { reading: true, read: 0 })
    while (store.connection()?.inbox === null) {
      const { entity, above } = reading.next()
      const page = await link.page(entity, above)
      if (signal.aborted) return
      step(() => reading.take(page))
      progress.read += page.rows.length
      changed()
    }
    progress.reading = false
    changed()
  }

  /** Work that is given to us and nobody else is ours for a while, and longer as long as we are at it. */
  async function hand(event: TeamEvent): Promise<void> {
    if (!onEvent) return
    const leased = leasedKinds.includes(event.kind)
    const holding = leased ? setInterval(() => void link.ack([], [event.id]).catch(() => undefined), 30_000).unref() : undefined
    try {
      await onEvent(event, link)
      if (leased) await link.ack([event.id])
    } catch (error) {
      report(error)
    } finally {
      clearInterval(holding)
    }
  }

  function take(events: TeamEvent[], position: number | undefined): void {
    const moved = () =>
      position === undefined || position < (store.connection()?.inbox ?? 0)
        ? {}
        : { inbox: position, inbox_at: events.findLast(({ id }) => id === position)?.created_at ?? null }
    const ours = events.filter(({ kind }) => isSynced(kind.split('.')[0] as string))
    try {
      step(() => {
        for (const event of ours) inbox.take(event)
        return moved()
      })
    } catch (error) {
      // Where nothing can be written, all of them come again.
      if (storageError(error)) throw error
      // One that cannot be taken must not keep back the others.
      report(error)
      for (const event of ours) {
        try {
          step(() => inbox.take(event))
        } catch (failure) {
          if (storageError(failure)) throw failure
          report(failure)
        }
      }
      step(moved)
    }
    for (const event of events) if (!isSynced(event.kind.split('.')[0] as string)) handing = handing.then(() => hand(event))
    bell.ring()
    changed()
  }

  /** A batch that is refused as a whole is sent in halves, until it is clear which write it is. */
  async function send({ items, body }: Batch): Promise<SyncResult[]> {
    try {
      const reply: SyncReply = await link.write(JSON.stringify(body))
      return reply.results
    } catch (error) {
      if (!(error instanceof LinkError) || error.problem !== 'failed') throw error
      if (items.length === 1) {
        const key = items[0]?.sent?.write.key ?? [...body.tasks, ...body.comments, ...body.schedules, ...body.contacts][0]?.key ?? ''
        return [{ key, status: 'refused', id: null, version: null, seq: 0, row: null, reason: error.message }]
      }
      const half = Math.ceil(items.length / 2)
      const results: SyncResult[] = []
      for (const part of [items.slice(0, half), items.slice(half)]) {
        const uids = new Set(part.map(({ entity, uid }) => `${entity} ${uid}`))
        const only = <W extends { uid: string }>(entity: string, writes: W[]) => writes.filter(({ uid }) => uids.has(`${entity} ${uid}`))
        const some = {
          tasks: only('task', body.tasks),
          comments: only('comment', body.comments),
          schedules: only('schedule', body.schedules),
          contacts: only('contact', body.contacts),
        }
        results.push(...(await send({ items: part, body: some })))
      }
      return results
    }
  }

  function nextBatch(): Batch {
    return journal.write(tandem, () => outbox.next(outbox.readOn(store.connection() as Connection)))
  }

  async function push(signal: AbortSignal): Promise<void> {
    let tries = 0
    while (!signal.aborted) {
      const batch = nextBatch()
      changed()
      if (batch.items.length === 0) {
        if (progress.online && store.countWaiting() === 0) settled()
        const until = outbox.heldUntil()
        await bell.wait(until === undefined ? undefined : Math.max(1, until - performance.now()), signal)
        continue
      }
      let results: SyncResult[]
      try {
        results = await send(batch)
        tries = 0
        failures = 0
      } catch (error) {
        if (!(error instanceof LinkError) || error.problem !== 'busy' || tries++ >= mostTries) throw error
        await pause(error.retryAfter ?? delay(), error.message, signal)
        continue
      }
      if (signal.aborted) return
      const byKey = new Map(results.map((result) => [result.key, result]))
      step(() => {
        for (const { entity, local_id } of batch.items) {
          const item = store.byId(entity, local_id)
          const result = item?.sent ? byKey.get(item.sent.write.key) : undefined
          if (item && result) outbox.settle(item, result, performance.now())
        }
      })
      progress.problem = null
    }
  }

  async function pause(milliseconds: number, problem: string, signal: AbortSignal): Promise<void> {
    Object.assign(progress, { problem, retryAt: Date.now() + milliseconds })
    changed()
    await nudge.wait(milliseconds, signal)
    progress.retryAt = null
  }

  /** Until something breaks, or the stream ends. */
  async function live(signal: AbortSignal): Promise<void> {
    if (store.connection()?.inbox === null) await readAll(signal)
    if (signal.aborted) return
    const life = new AbortController()
    const both = AbortSignal.any([signal, life.signal])
    const after = store.connection()?.inbox ?? 0
    const following = readEvents({
      link,
      after,
      at: store.connection()?.inbox_at ?? null,
      lease: onEvent !== undefined,
      signal: both,
      opened() {
        failures = 0
        outbox.waitAnew()
        Object.assign(progress, { online: true, failed: false, problem: null, retryAt: null })
        bell.ring()
        changed()
      },
      stands(at) {
        const connection = store.connection()
        if (at !== null && connection?.inbox === after && !connection.inbox_at) store.keepConnection({ ...connection, inbox_at: at })
      },
      take,
      reset: (restored) =>
        step(() => {
          // It is behind what it told before, or tells something else under the same number: it was restored from a backup.
          if (restored) store.forgetThere()
          return { inbox: null, inbox_at: null }
        }),
      silence: times.silence,
    })
    const pushing = push(both)
    try {
      await Promise.race([following, pushing])
    } finally {
      life.abort()
      progress.online = false
      await Promise.allSettled([following, pushing])
    }
  }

  return {
    /** Resolves when it was stopped, or when the cloud takes the token no more: then with why. */
    async run(signal: AbortSignal): Promise<LinkError | undefined> {
      while (!signal.aborted) {
        let problem: string | undefined
        try {
          await live(signal)
        } catch (error) {
          if (signal.aborted) return undefined
          if (error instanceof LinkError && (error.problem === 'token' || error.problem === 'team')) return error
          if (!(error instanceof LinkError)) report(error)
          problem = wordsFor(error)
          if (error instanceof LinkError && error.retryAfter !== undefined) {
            progress.failed = true
            await pause(error.retryAfter, problem, signal)
            continue
          }
          progress.failed = true
        }
        if (!signal.aborted) await pause(delay(), problem ?? 'The cloud ended the connection.', signal)
      }
      return undefined
    },
  }
}

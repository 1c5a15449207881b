// Watches mailboxes over IMAP. Each is leased to one instance at a time, for a minute, renewed while it watches; when the instance dies another takes it. A lease
// that is lost ends the watching, and two that overlap for a moment do no harm: what is new is noted once (imap-arrivals.ts). An instance has places for so many; a
// mailbox that does not work gives its place back.
import { randomUUID } from 'node:crypto'
import { keepWatching, type RetryTimes } from '../../../shared/node/mail/keep-watching.ts'
import type { MailNet } from '../../../shared/node/mail/mail-net.ts'
import type { WatchTimes } from '../../../shared/node/mail/watch-mailbox.ts'
import type { Database } from '../../db/database.ts'
import { createLeaseLoop } from '../../lease-loop.ts'
import type { AccessTokens } from '../access-tokens.ts'
import type { Place } from '../mailbox-store.ts'
import type { ImapArrivals } from './imap-arrivals.ts'
import { imapStore } from './imap-store.ts'
import { createImapWatchers } from './imap-watcher.ts'

export interface ImapWatchTimes extends Partial<WatchTimes> {
  /** Milliseconds between two looks for mailboxes that nobody watches. */
  takeEvery?: number
  /** Seconds for which one is this instance's. */
  leaseFor?: number
  retries?: RetryTimes
}

export interface ImapWatchDeps extends ImapWatchTimes {
  db: Database
  tokens: AccessTokens
  arrivals: ImapArrivals
  net: MailNet
  max: number
  now: () => Date
  onError: (error: unknown) => void
}

/** `by`: a name that nobody else has, for this time of watching. */
type Taken = Place & { by: string }

export type ImapWatches = ReturnType<typeof createImapWatches>

/** Mailboxes that this instance had and lets go are anybody's after so many seconds: at once when it stops. */
const afterFailure = 30

/** Failures in a row after which a mailbox gives its place to others. */
const patience = 3
const longest = 15 * 60

/** Seconds until a mailbox that gave its place back may have one again: the longer it has not worked, the later. */
const secondsAway = (least: number, failingFor: number) => Math.min(longest, Math.max(least, failingFor) / 1000)

export function createImapWatches({ db, tokens, arrivals, net, max, now, onError, takeEvery = 2000, leaseFor = 60, retries, ...times }: ImapWatchDeps) {
  const state = { isClosing: false }
  const watching = new Map<string, AbortController>()

  const { account, watcherOf, failed } = createImapWatchers({ db, tokens, arrivals, net, now })

  /** Never throws: what fails is noted with the mailbox, or logged. */
  async function watch({ by, ...place }: Taken): Promise<void> {
    const ending = new AbortController()
    const key = `${place.team_id} ${place.id}`
    // It was connected again while this instance watched it.
    watching.get(key)?.abort()
    watching.set(key, ending)
    const seen = { writtenAt: 0 }
    let keptAt = Date.now()
    const keep = async () => {
      try {
        if (!(await db.asCourier((tx) => imapStore.keep(tx, place, by, leaseFor)))) return ending.abort()
        keptAt = Date.now()
      } catch (error) {
        // The database is away: by now somebody else may have it.
        if (Date.now() - keptAt > leaseFor * 1000) ending.abort()
        else onError(error)
      }
    }
    const timer = setInterval(() => void keep(), (leaseFor * 1000) / 3)
    let after = afterFailure
    let failingFor = 0
    try {
      const pause = await keepWatching({
        account: () => account(place),
        net,
        watcher: watcherOf(place, seen),
        signal: ending.signal,
        async failed(fault, givenUp) {
          seen.writtenAt = 0
          failingFor = await failed(place, fault, givenUp)
        },
        retries,
        patience,
        ...times,
      })
      if (state.isClosing) after = 0
      else if (pause !== undefined) after = secondsAway(pause, failingFor)
    } catch (error) {
      onError(error)
    } finally {
      clearInterval(timer)
      if (watching.get(key) === ending) watching.delete(key)
      await db.asCourier((tx) => imapStore.release(tx, place, by, after)).catch(onError)
    }
  }

  const loop = createLeaseLoop<Taken>({
    async lease(most) {
      if (max === 0) return []
      const by = randomUUID()
      return (await db.asCourier((tx) => imapStore.take(tx, by, leaseFor, most))).map((place) => ({ ...place, by }))
    },
    work: watch,
    maxUnderWay: Math.max(1, max),
    maxAtOnce: 20,
    lookEvery: takeEvery,
    onError,
  })

  return {
    /** A mailbox was connected, or is to be watched in another way. */
    wake: loop.wake,
    /** Mailboxes that this instance watches. */
    count: () => watching.size,
    async close(): Promise<void> {
      state.isClosing = true
      for (const ending of watching.values()) ending.abort()
      await loop.close()
    },
  }
}

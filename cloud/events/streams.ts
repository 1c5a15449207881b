// GET /events/stream: opening streams onto the feed of their team, and what ends them.
import type { FastifyReply, FastifyRequest } from 'fastify'
import { AppError } from '../../shared/domain/app-error.ts'
import { allowanceOf, epochOf, type TeamContext } from '../context.ts'
import type { Database } from '../db/database.ts'
import type { Wakeups } from '../journal/wakeups.ts'
import { createConcurrencyLimit } from '../concurrency-limit.ts'
import { eventStore } from './event-store.ts'
import { type Connection, openConnection } from './subscriber.ts'
import { createStreamPlaces, type Holder, type StreamLimits } from './stream-places.ts'
import { consumerOf, createStreamStarts } from './stream-start.ts'
import { createWatch } from './stream-watch.ts'
import { type StreamLag, TeamFeed } from './team-feed.ts'
import { wholeEvents } from './whole-events.ts'

const leaseLasts = 60_000

export interface StreamOptions {
  db: Database
  wakeups: Wakeups
  now: () => Date
  /** Streams that may be open at a time. */
  limits: StreamLimits
  /** Milliseconds between two looks for what no wake-up told. */
  pollEvery: number
  /** Milliseconds between two signs of life. */
  heartbeatEvery: number
  /** How long a consumer may work on a leased event, in milliseconds. */
  leaseFor?: number
  /** Reads of events at the same time: others need the database, too. */
  maxReads: number
  onError: (error: unknown) => void
}

export type Streams = ReturnType<typeof createStreams>

/** Undefined: nothing was said. null: it is no position of ours. */
function positionIn(request: FastifyRequest, after: number | undefined): number | undefined | null {
  const header = [request.headers['last-event-id']].flat()[0]
  if (header === undefined || header === '') return after
  return /^\d{1,15}$/.test(header) ? Number(header) : null
}

/** Work goes to desktops, and to nobody who could never say that it is done. */
const mayFinish = ({ caller }: TeamContext): boolean => caller?.kind === 'token' && !caller.readOnly

const watchedLogin = ({ team, caller }: TeamContext) => ({
  teamId: team.id,
  tokenHash: caller?.kind === 'session' ? caller.tokenHash : undefined,
  expiresAt: caller?.kind === 'token' ? caller.expiresAt : null,
})

const reconnect = (why: string) => new AppError('storage_unavailable', `${why} Reconnect.`, { extra: { retry_after: 1 } })

function longestLag(feeds: readonly TeamFeed[]): StreamLag {
  const lags = feeds.map((feed) => feed.lag())
  const most = (side: keyof StreamLag) => lags.reduce((longest, lag) => Math.max(longest, lag[side]), 0)
  return { instance: most('instance'), client: most('client') }
}

export function createStreams({ db, wakeups, now, limits, maxReads, onError, leaseFor = leaseLasts, ...timing }: StreamOptions) {
  const feeds = new Map<string, TeamFeed>()
  const places = createStreamPlaces(limits)
  const startOf = createStreamStarts(db, now)
  const limited = createConcurrencyLimit(maxReads)
  let stopped = false
  /** Counts the moments at which what the database told before may have ceased to hold. */
  let interruptions = 0
  const leaseUntil = () => new Date(now().getTime() + leaseFor).toISOString()

  function feedOf(teamId: string, head: number): TeamFeed {
    const known = feeds.get(teamId)
    if (known) return known
    const read = <T>(work: Parameters<typeof db.readTeam<T>>[1]) => limited(() => db.readTeam(teamId, work))
    const feed = new TeamFeed(teamId, head, {
      after: (seq, limit) => wholeEvents(teamId, read, (tx) => eventStore.after(tx, teamId, seq, limit)),
      some: (seqs) => wholeEvents(teamId, read, (tx) => eventStore.some(tx, teamId, seqs)),
      openLeases: () => read((tx) => eventStore.openLeases(tx, teamId)),
      lease: (wanted) => limited(() => db.inTeam(teamId, (tx) => eventStore.lease(tx, teamId, wanted, now().toISOString(), leaseUntil()))),
      now,
      timeoutMs: leaseFor / 6,
      onError,
    })
    feeds.set(teamId, feed)
    return feed
  }

  function leave(feed: TeamFeed, connection: Connection, holder: Holder): void {
    places.free(holder)
    watch.remove(connection)
    if (feed.leave(connection) === 0 && feeds.get(feed.teamId) === feed) feeds.delete(feed.teamId)
  }

  function endAll(why: string): void {
    for (const feed of feeds.values()) for (const subscriber of feed.subscribers) subscriber.end(why)
  }

  const watch = createWatch({ db, feeds, now, onError, ...timing })
  wakeups.listen(watch.woken)

  return {
    count: () => watch.count(),

    /** Of all streams here. */
    lag: () => longestLag([...feeds.values()]),

    async open(ctx: TeamContext, after: number | undefined, lease: boolean, request: FastifyRequest, reply: FastifyReply): Promise<void> {
      if (stopped) throw reconnect('This instance is shutting down.')
      const { caller } = ctx
      const consumer = consumerOf(ctx)
      const holder = { consumer, allowance: caller ? allowanceOf(caller) : consumer }
      places.take(holder)
      let joined = false
      try {
        const before = interruptions
        const { head, position, at, reset } = await startOf(ctx, positionIn(request, after))
        const epoch = epochOf(ctx.team, db.epoch())
        if (before !== interruptions) throw reconnect('The connection to the database was lost.')
        if (reply.raw.destroyed) return
        const feed = feedOf(ctx.team.id, head)
        const connection = openConnection(reply, {
          consumer,
          userId: caller?.kind === 'session' ? caller.user.id : undefined,
          takesLeases: lease && mayFinish(ctx),
          position,
          validAt: head,
          first: { event: reset ? 'reset' : 'hello', data: { head, ...(at === undefined ? {} : { at }), epoch } },
          onEnd: (ended) => leave(feed, ended, holder),
        })
        joined = true
        if (request.method === 'HEAD') return connection.end('hello')
        watch.add(connection, watchedLogin(ctx))
        feed.join(connection)
      } finally {
        if (!joined) places.free(holder)
      }
    },

    leaseUntil,

    /** Ends all streams. Who follows one resumes by what they saw last, and learns whether that still holds. */
    interrupt(): void {
      interruptions++
      endAll('interrupted')
    },

    /** Ends all streams; their clients go elsewhere. */
    close(): void {
      stopped = true
      watch.stop()
      endAll('stopping')
    },
  }
}

// GET /events/stream: who may open how many, where they begin, and what ends them.
import type { FastifyReply, FastifyRequest } from 'fastify'
import { AppError } from '../../shared/domain/app-error.ts'
import type { TeamContext } from '../context.ts'
import type { Database, Tx } from '../db/database.ts'
import type { Wakeups } from '../journal/wakeups.ts'
import { createLane } from '../lane.ts'
import { eventStore } from './event-store.ts'
import { type Connection, openConnection } from './outlet.ts'
import { createTeamFeed, type TeamFeed } from './team-feed.ts'
import { createWatch } from './stream-watch.ts'

const retention = 7 * 24 * 3_600_000
const leaseLasts = 60_000

export interface StreamOptions {
  db: Database
  wakeups: Wakeups
  now: () => Date
  /** Streams that a login may hold at a time. */
  most: number
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

export const consumerOf = (ctx: Pick<TeamContext, 'principal' | 'caller'>) => (ctx.caller?.kind === 'session' ? `session:${ctx.caller.id}` : ctx.principal)

export function createStreams({ db, wakeups, now, most, maxReads, onError, leaseFor = leaseLasts, ...timing }: StreamOptions) {
  const feeds = new Map<string, TeamFeed>()
  const perLogin = new Map<string, number>()
  const lane = createLane(maxReads)
  let stopped = false
  /** Counts the moments at which what the database told before may have ceased to hold. */
  let interruptions = 0
  const leaseUntil = () => new Date(now().getTime() + leaseFor).toISOString()

  function feedOf(teamId: string, head: number): TeamFeed {
    const known = feeds.get(teamId)
    if (known) return known
    const read = <T>(work: Parameters<typeof db.readTeam<T>>[1]) => lane(() => db.readTeam(teamId, work))
    const feed = createTeamFeed(teamId, head, {
      after: (seq, limit) => read((tx) => eventStore.after(tx, teamId, seq, limit)),
      some: (seqs) => read((tx) => eventStore.some(tx, teamId, seqs)),
      openLeases: () => read((tx) => eventStore.openLeases(tx, teamId)),
      lease: (wanted) => lane(() => db.inTeam(teamId, (tx) => eventStore.lease(tx, teamId, wanted, now().toISOString(), leaseUntil()))),
      now,
      timeoutMs: leaseFor / 6,
      onError,
    })
    feeds.set(teamId, feed)
    return feed
  }

  function leave(feed: TeamFeed, connection: Connection): void {
    const left = (perLogin.get(connection.consumer) ?? 1) - 1
    if (left > 0) perLogin.set(connection.consumer, left)
    else perLogin.delete(connection.consumer)
    watch.remove(connection)
    if (feed.leave(connection) === 0 && feeds.get(feed.teamId) === feed) feeds.delete(feed.teamId)
  }

  /** Is something after that position older than what is kept, or gone already? Numbers have no gaps but those. */
  async function hasLost(tx: Tx, teamId: string, position: number): Promise<boolean> {
    const unseen = await eventStore.firstAfter(tx, teamId, position)
    return unseen?.seq !== position + 1 || now().getTime() - Date.parse(unseen.created_at) > retention
  }

  /** Where the stream begins. Of another life of the database, or older than what is kept: at the head. The login is looked at after the head: whatever ends it later stands behind the head, and is read. */
  function beginning(ctx: TeamContext, asked: number | undefined | null) {
    const { id } = ctx.team
    const { caller } = ctx
    const consumer = consumerOf(ctx)
    return db.inTeam(id, async (tx) => {
      const head = await eventStore.head(tx, id)
      const valid = caller?.kind === 'session' ? await eventStore.memberExists(tx, id, caller.user.id) : await eventStore.tokenExists(tx, id, caller?.id ?? '')
      if (!valid) throw new AppError('unauthenticated', 'This session has just ended. Sign in again.')
      const wanted = asked === undefined ? await eventStore.cursor(tx, id, consumer) : asked
      const lost = wanted === null || (wanted ?? 0) > head || (wanted !== undefined && wanted < head && (await hasLost(tx, id, wanted)))
      const position = lost || wanted === undefined ? head : wanted
      await eventStore.moveCursor(tx, id, consumer, position, now().toISOString())
      // Numbers are given again after a restore, moments are not: whoever was here before sees whether these are the events that they know.
      const at = await eventStore.momentOf(tx, id, position)
      return { head, position, at, reset: lost }
    })
  }

  const watch = createWatch({ db, feeds, now, onError, ...timing })
  wakeups.listen((teamIds) => {
    for (const id of teamIds) void feeds.get(id)?.wake()
  })

  return {
    count: () => watch.count(),

    async open(ctx: TeamContext, after: number | undefined, lease: boolean, request: FastifyRequest, reply: FastifyReply): Promise<void> {
      if (stopped) throw new AppError('storage_unavailable', 'This instance is shutting down. Reconnect.', { extra: { retry_after: 1 } })
      const { caller } = ctx
      const consumer = consumerOf(ctx)
      const opened = perLogin.get(consumer) ?? 0
      if (opened >= most)
        throw new AppError('rate_limited', `A session or token may have ${most} streams open at a time. Close one first.`, { extra: { retry_after: 5 } })
      perLogin.set(consumer, opened + 1)
      let joined = false
      try {
        const header = [request.headers['last-event-id']].flat()[0]
        const asked = header === undefined || header === '' ? after : /^\d{1,15}$/.test(header) ? Number(header) : null
        const before = interruptions
        const { head, position, at, reset } = await beginning(ctx, asked)
        const epoch = db.epoch()
        if (before !== interruptions)
          throw new AppError('storage_unavailable', 'The connection to the database was lost. Reconnect.', { extra: { retry_after: 1 } })
        if (reply.raw.destroyed) return
        const feed = feedOf(ctx.team.id, head)
        const connection = openConnection(reply, {
          consumer,
          userId: caller?.kind === 'session' ? caller.user.id : undefined,
          takesLeases: lease && caller?.kind === 'token',
          position,
          validAt: head,
          first: { event: reset ? 'reset' : 'hello', data: { head, ...(at === undefined ? {} : { at }), epoch } },
          onEnd: (ended) => leave(feed, ended),
        })
        joined = true
        if (request.method === 'HEAD') return connection.end('hello')
        watch.add(connection, { teamId: ctx.team.id, tokenHash: caller?.kind === 'session' ? caller.tokenHash : undefined })
        feed.join(connection)
      } finally {
        if (!joined) {
          const left = (perLogin.get(consumer) ?? 1) - 1
          if (left > 0) perLogin.set(consumer, left)
          else perLogin.delete(consumer)
        }
      }
    },

    leaseUntil,

    /** Ends all streams. Who follows one resumes by what they saw last, and learns whether that still holds. */
    interrupt(): void {
      interruptions++
      for (const feed of feeds.values()) for (const outlet of feed.outlets) outlet.end('interrupted')
    },

    /** Ends all streams; their clients go elsewhere. */
    close(): void {
      stopped = true
      watch.stop()
      for (const feed of feeds.values()) for (const outlet of feed.outlets) outlet.end('stopping')
    },
  }
}

// Looks after open streams: signs of life, and every few seconds whether something was written or somebody shut out that no wake-up told of.
import type { Database } from '../db/database.ts'
import { teamOfLogins, userOf } from '../journal/wakeups.ts'
import type { Connection } from './subscriber.ts'
import type { TeamFeed } from './team-feed.ts'
import { heads, liveSessions, liveTokens, teamLocks, teamsWithWork } from './watch-store.ts'

interface Login {
  teamId: string
  /** Of a session; an API token is told apart by its id. */
  tokenHash: Buffer | undefined
  /** Of an API token: when it ends, RFC 3339; null: never. */
  expiresAt: string | null
}

export interface WatchOptions {
  db: Database
  feeds: ReadonlyMap<string, TeamFeed>
  now: () => Date
  pollEvery: number
  heartbeatEvery: number
  onError: (error: unknown) => void
}

const atOnce = 1000
/** Milliseconds that a timer can wait. */
const maxTimer = 2 ** 31 - 1

function* chunks<T>(all: T[]): Generator<T[]> {
  for (let first = 0; first < all.length; first += atOnce) yield all.slice(first, first + atOnce)
}

/** Ends connections at the moment itself; what is further away than a timer reaches is found by the poll. */
function createExpiring(now: () => Date) {
  const timers = new Map<Connection, NodeJS.Timeout>()
  return {
    add(connection: Connection, expiresAt: string): void {
      const left = Date.parse(expiresAt) - now().getTime()
      if (left <= maxTimer) timers.set(connection, setTimeout(() => connection.end('expired'), Math.max(0, left)).unref())
    },
    remove(connection: Connection): void {
      clearTimeout(timers.get(connection))
      timers.delete(connection)
    },
  }
}

/** In small steps: ten thousand signs of life at once would hold up everything else. */
function beatAll(connections: ReadonlyMap<Connection, Login>, every: number): NodeJS.Timeout {
  const beat = () => {
    const before = performance.now() - every
    for (const connection of connections.keys()) if (connection.beatAt <= before) connection.beat()
  }
  return setInterval(beat, Math.min(1000, every)).unref()
}

const tokenOf = ({ consumer }: Connection): string => consumer.slice('token:'.length)

/** Those whose login has ended or is locked, or whose team has gone elsewhere, and which of it. */
async function shutOut(db: Database, some: readonly [Connection, Login][], at: string): Promise<[Connection, string][]> {
  const hashes = some.flatMap(([, { tokenHash }]) => tokenHash ?? [])
  const tokens = some.filter(([, login]) => !login.tokenHash).map(([connection, { teamId }]) => ({ id: tokenOf(connection), teamId }))
  const teams = [...new Set(some.map(([, { teamId }]) => teamId))]
  const [sessions, known, there] = await Promise.all([db.logins(liveSessions(hashes, at)), db.logins(liveTokens(tokens, at)), db.logins(teamLocks(teams))])
  const live = new Set([...sessions.map((row) => row.token_hash.toString('hex')), ...known.map((row) => row.id)])
  const standings = new Map(there.map((one) => [one.team_id, one]))
  return some.flatMap(([connection, { tokenHash, teamId }]) => {
    const standing = standings.get(teamId)
    if (standing === undefined) return [[connection, 'deleted']]
    if (standing.move === 'gone') return [[connection, 'moved']]
    if (standing.locked_at !== null) return [[connection, 'locked']]
    return live.has(tokenHash ? tokenHash.toString('hex') : tokenOf(connection)) ? [] : [[connection, 'signed out']]
  })
}

export function createWatch({ db, feeds, now, pollEvery, heartbeatEvery, onError }: WatchOptions) {
  const connections = new Map<Connection, Login>()
  const expiring = createExpiring(now)

  const beating = beatAll(connections, heartbeatEvery)

  async function lookForEvents(): Promise<void> {
    for (const ids of chunks([...feeds.keys()])) {
      const passed = new Map(ids.map((id) => [id, feeds.get(id)?.head() ?? 0]))
      const rows = await db.logins(heads(ids))
      const headOf = new Map(rows.map((row) => [row.team_id, row.events]))
      for (const id of ids) {
        const feed = feeds.get(id)
        const head = headOf.get(id)
        // A team that was deleted has no counters.
        if (head === undefined) for (const subscriber of feed?.subscribers ?? []) subscriber.end('deleted')
        // The database is behind what it told: it goes on from another history.
        else if (head < (passed.get(id) ?? 0)) for (const subscriber of feed?.subscribers ?? []) subscriber.end('interrupted')
        else if (feed && head > feed.head()) void feed.wake()
      }
    }
  }

  async function lookForWork(): Promise<void> {
    const taking = [...feeds.values()].filter((feed) => [...feed.subscribers].some((subscriber) => subscriber.takesLeases))
    for (const some of chunks(taking)) {
      const rows = await db.asCourier((tx) =>
        tx.all(
          teamsWithWork(
            some.map((feed) => feed.teamId),
            now().toISOString(),
          ),
        ),
      )
      for (const { team_id } of rows) void feeds.get(team_id)?.offerWork()
    }
  }

  /** Of all connections, or of some. */
  async function lookForLogins(isMeant: (connection: Connection, login: Login) => boolean = () => true): Promise<void> {
    for (const some of chunks([...connections].filter((one) => isMeant(...one))))
      for (const [connection, why] of await shutOut(db, some, now().toISOString())) connection.end(why)
  }

  let polling: Promise<void> | undefined
  const poll = setInterval(() => {
    if (feeds.size === 0) return
    polling ??= (async () => {
      await lookForEvents()
      await lookForWork()
      await lookForLogins()
    })()
      .catch(onError)
      .finally(() => (polling = undefined))
  }, pollEvery).unref()

  return {
    add(connection: Connection, login: Login): void {
      connections.set(connection, login)
      if (login.expiresAt !== null) expiring.add(connection, login.expiresAt)
    },
    remove(connection: Connection): void {
      connections.delete(connection)
      expiring.remove(connection)
    },
    /** Teams have new events; where sessions have ended, their streams end at once. */
    woken(ids: readonly string[]): void {
      for (const id of ids) void feeds.get(id)?.wake()
      const users = new Set(ids.flatMap((id) => userOf(id) ?? []))
      const teams = new Set(ids.flatMap((id) => teamOfLogins(id) ?? []))
      if (users.size + teams.size > 0)
        void lookForLogins(({ userId }, { teamId }) => (userId !== undefined && users.has(userId)) || teams.has(teamId)).catch(onError)
    },
    count: () => connections.size,
    stop() {
      clearInterval(beating)
      clearInterval(poll)
    },
  }
}

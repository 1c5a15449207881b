// Transactions on PostgreSQL. Each runs as a role that owns nothing and, in a team, sees that team's rows only (row-level security).
// Statements are prepared once for each connection and sent without waiting for one another (pipeline): opening a transaction, its first
// query and its commit cost no round trips of their own.
import type { Socket } from 'node:net'
import { type Compilable, Kysely, DummyDriver, PostgresAdapter, PostgresIntrospector, PostgresQueryCompiler } from 'kysely'
import { Pool, escapeLiteral, types as pgTypes, type QueryConfig, type QueryResult } from 'pg'
import { AppError } from '../../shared/domain/app-error.ts'
import type { Tables } from './tables.ts'

/** Builds queries; they run through a Tx. */
export const sqlFor = new Kysely<Tables>({
  dialect: {
    createAdapter: () => new PostgresAdapter(),
    createDriver: () => new DummyDriver(),
    createIntrospector: (db) => new PostgresIntrospector(db),
    createQueryCompiler: () => new PostgresQueryCompiler(),
  },
})

/** One transaction. Queries may be sent without awaiting the one before: they run in order, and the commit waits for all. */
export interface Tx {
  all<R>(query: Compilable<R>): Promise<R[]>
  first<R>(query: Compilable<R>): Promise<R | undefined>
  /** Returns how many rows it touched. */
  run(query: Compilable): Promise<number>
}

export interface DatabaseOptions {
  url: string
  poolSize?: number
  /** Milliseconds after which the server cancels a statement. */
  statementTimeout?: number
  /** Milliseconds to wait for a free connection. */
  acquireTimeout?: number
  onError?: (error: Error) => void
}

export type Database = ReturnType<typeof createDatabase>

const uuid = /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/i

function literal(value: string): string {
  return escapeLiteral(value)
}

function uuidLiteral(id: string): string {
  if (!uuid.test(id)) throw new AppError('invalid', `'${id}' is not a UUID.`)
  return literal(id)
}

/** The server's "2026-11-20 19:08:54.123+00" as RFC 3339. */
function momentOf(text: string): string {
  return text.length === 26 && text.endsWith('+00') ? `${text.slice(0, 10)}T${text.slice(11, 23)}Z` : new Date(text).toISOString()
}

const parsers: Record<number, (text: string) => unknown> = {
  20: Number, // bigint: our numbers stay far below 2^53
  1016: (text) => (text === '{}' ? [] : text.slice(1, -1).split(',').map(Number)),
  1184: momentOf,
}
const types = { getTypeParser: (oid: number, format?: 'text' | 'binary') => parsers[oid] ?? pgTypes.getTypeParser(oid, format) }

/** Names for prepared statements; texts that vary without end must not fill the server's memory. */
function createStatementNames(most = 500): (text: string) => string | undefined {
  const names = new Map<string, string>()
  return (text) => {
    const known = names.get(text)
    if (known || names.size >= most) return known
    const name = `t${names.size}`
    names.set(text, name)
    return name
  }
}

/** Whose own rows an identity transaction may see. */
export interface Who {
  userId?: string
  emailKey?: string
}

function identitySettings({ userId, emailKey }: Who): string {
  return `SET LOCAL ROLE tandem_identity; SET LOCAL tandem.user_id = ${userId ? uuidLiteral(userId) : "''"}; SET LOCAL tandem.email = ${literal(emailKey ?? '')}`
}

export function createDatabase(options: DatabaseOptions) {
  const pool = new Pool({
    connectionString: options.url,
    max: options.poolSize ?? 10,
    connectionTimeoutMillis: options.acquireTimeout ?? 5000,
    idleTimeoutMillis: 0, // kept: an instance has a handful, and each needs its statements prepared again
    application_name: 'tandem-cloud',
    statement_timeout: options.statementTimeout ?? 10_000,
    lock_timeout: options.statementTimeout ?? 10_000,
    idle_in_transaction_session_timeout: 30_000,
    // The server's own timeout comes first; this one is for a network that swallows packets.
    query_timeout: (options.statementTimeout ?? 10_000) + 10_000,
    keepAlive: true,
    // From the first statement on: what forgets to take a role can look up logins and nothing else.
    options: '-c timezone=UTC -c role=tandem_login',
    pipeline: true,
    types,
  })
  // A connection that breaks is replaced, and its query fails by itself. Without listeners, for idle and for busy ones, the process would end.
  pool.on('error', (error) => options.onError?.(error))
  pool.on('connect', (client) => client.on('error', (error) => options.onError?.(error)))
  const nameOf = createStatementNames()

  function configOf(query: Compilable): QueryConfig {
    const { sql, parameters } = query.compile()
    return { text: sql, values: parameters as unknown[], name: nameOf(sql) }
  }

  /**
   * `atOnce`: the work sends all its statements before it awaits the first. They go out together with the opening and the commit, in one packet.
   * `readOnly`: answers without waiting for the commit.
   */
  async function transaction<T>(begin: string, work: (tx: Tx) => Promise<T>, { atOnce = false, readOnly = false } = {}): Promise<T> {
    const client = await pool.connect()
    let pending = 0
    let failure: Error | undefined
    let ended: Promise<void> | undefined
    let drained: (() => void) | undefined

    /** Sends a statement behind those before it. The first error of all is kept for the end. */
    function send(config: QueryConfig, done?: (error: Error | undefined, result: QueryResult) => void): void {
      pending++
      client.query(config, (error: Error | undefined, result: QueryResult) => {
        failure ??= error
        done?.(error, result)
        if (--pending === 0) drained?.()
      })
    }
    const ask = (query: Compilable) =>
      new Promise<QueryResult>((resolve, reject) => {
        if (ended) reject(new Error('The transaction is over: it was to send everything at once.'))
        else send(configOf(query), (error, result) => (error ? reject(error) : resolve(result)))
      })
    const tx: Tx = {
      all: async <R>(query: Compilable<R>) => (await ask(query)).rows as R[],
      first: async <R>(query: Compilable<R>) => (await ask(query)).rows[0] as R | undefined,
      run: async (query) => (await ask(query)).rowCount ?? 0,
    }

    /** Sends the last statement, waits for all, and gives the connection back, or throws it away when it is broken. */
    async function end(how: 'COMMIT' | 'ROLLBACK'): Promise<void> {
      let last: { error: Error | undefined; command: string | undefined } | undefined
      await new Promise<void>((resolve) => {
        drained = resolve
        send({ text: how }, (error, result) => (last = { error, command: result?.command }))
      })
      const { error, command } = last as NonNullable<typeof last>
      client.release(error)
      if (how === 'ROLLBACK') return
      if (error && !readOnly && isUnanswered(error)) throw new UnknownOutcome(error)
      if (failure) throw failure
      // A transaction in which a statement failed answers a COMMIT by rolling back.
      if (command !== how) throw new Error('The transaction was rolled back.')
    }

    const { stream } = (client as unknown as { connection: { stream: Socket } }).connection
    stream.cork()
    try {
      send({ text: begin })
      const working = work(tx)
      if (atOnce) {
        ended = end('COMMIT')
        ended.catch(() => undefined)
      }
      stream.uncork()
      const result = await working
      if (!ended) {
        ended = end('COMMIT')
        ended.catch(() => undefined)
      }
      if (!readOnly) await ended
      return result
    } catch (error) {
      if (!ended) void (ended = end('ROLLBACK')).catch(() => undefined)
      else if (!readOnly) {
        // That nobody knows what happened to the whole counts more than that one statement had no answer.
        const outcome = await ended.then(
          () => undefined,
          (broken: Error) => broken,
        )
        if (outcome instanceof UnknownOutcome) throw outcome
      }
      throw error
    }
  }

  return {
    pool,

    /** Looks up a login: one statement, as a role that can do nothing else. */
    async login<R>(query: Compilable<R>): Promise<R | undefined> {
      return (await pool.query(configOf(query))).rows[0] as R | undefined
    },

    /** A transaction in one team, as a role that can see and write no other. */
    inTeam: <T>(teamId: string, work: (tx: Tx) => Promise<T>): Promise<T> =>
      transaction(`BEGIN; SET LOCAL ROLE tandem_app; SET LOCAL tandem.team_id = ${uuidLiteral(teamId)}`, work),

    /** The same for a write that needs to look at nothing first: see `atOnce`. */
    inTeamAtOnce: <T>(teamId: string, work: (tx: Tx) => Promise<T>): Promise<T> =>
      transaction(`BEGIN; SET LOCAL ROLE tandem_app; SET LOCAL tandem.team_id = ${uuidLiteral(teamId)}`, work, { atOnce: true }),

    /** The same for reading; the work sends all its queries before it awaits the first. */
    readTeam: <T>(teamId: string, work: (tx: Tx) => Promise<T>): Promise<T> =>
      transaction(`BEGIN READ ONLY; SET LOCAL ROLE tandem_app; SET LOCAL tandem.team_id = ${uuidLiteral(teamId)}`, work, { atOnce: true, readOnly: true }),

    /** A transaction on accounts and sessions; of teams it sees the person's own memberships, and those that wait for the given address. */
    asIdentity: <T>(who: Who, work: (tx: Tx) => Promise<T>): Promise<T> => transaction(`BEGIN; ${identitySettings(who)}`, work),

    /** The same for reading. */
    readIdentity: <T>(who: Who, work: (tx: Tx) => Promise<T>): Promise<T> =>
      transaction(`BEGIN READ ONLY; ${identitySettings(who)}`, work, { atOnce: true, readOnly: true }),

    /** A transaction of the program itself, across teams: deliveries, watches, tidying up. It sees no tasks and no accounts. */
    asCourier: <T>(work: (tx: Tx) => Promise<T>): Promise<T> => transaction('BEGIN; SET LOCAL ROLE tandem_courier', work),

    close: () => pool.end(),
  }
}

/** Did the server say nothing to the COMMIT? An error with an SQLSTATE is an answer, and a connection known to be broken was not written to. */
function isUnanswered(error: Error): boolean {
  const { code } = error as { code?: string }
  return !/^[0-9A-Z]{5}$/.test(code ?? '') && !/not queryable/.test(error.message)
}

/** The connection broke after COMMIT was sent: nobody knows whether it happened. */
export class UnknownOutcome extends Error {
  constructor(cause: Error) {
    super('The connection broke during the commit.', { cause })
    this.name = 'UnknownOutcome'
  }
}

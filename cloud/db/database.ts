// Transactions on PostgreSQL. Each runs as a role that owns nothing and, in a team, sees that team's rows only (row-level security).
// Statements are prepared once for each connection. Transactions that know all their statements beforehand go out as one packet (bundle.ts);
// the others send their opening together with their first query (pipeline).
import type { Socket } from 'node:net'
import { type Compilable, Kysely, DummyDriver, PostgresAdapter, PostgresIntrospector, PostgresQueryCompiler } from 'kysely'
import type { PoolClient, QueryConfig, QueryResult } from 'pg'
import { type Answer, Bundle } from './bundle.ts'
import { type ConnectionOptions, createConnections } from './connections.ts'
import { createGroups, type Outcome } from './groups.ts'
import { asPerson, courier, entering, inTeam, opening, type Place, type QuickPlace, type Who } from './place.ts'
import type { Tables } from './tables.ts'
import { isUnanswered, UnknownOutcome } from './unknown-outcome.ts'
import { types } from './values.ts'
import type { Statement } from './wire.ts'

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

export type Database = ReturnType<typeof createDatabase>

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

export function createDatabase(options: ConnectionOptions) {
  const connections = createConnections(options)
  const { pool } = connections
  const nameOf = createStatementNames()

  const named = ({ text, values }: Omit<Statement, 'name'>): Statement => ({ text, values, name: nameOf(text) })

  function statementOf(query: Compilable): Statement {
    const { sql, parameters } = query.compile()
    return named({ text: sql, values: parameters })
  }

  function txOf(ask: (statement: Statement) => Promise<Answer>): Tx {
    return {
      all: async <R>(query: Compilable<R>) => (await ask(statementOf(query))).rows as R[],
      first: async <R>(query: Compilable<R>) => (await ask(statementOf(query))).rows[0] as R | undefined,
      run: async (query) => (await ask(statementOf(query))).rowCount,
    }
  }

  /** A transaction that decides from what it reads. */
  async function stepByStep<T>(place: Place, work: (tx: Tx) => Promise<T>): Promise<T> {
    const client = await connections.connect()
    let pending = 0
    let failure: Error | undefined
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
    const tx = txOf(
      (statement) =>
        new Promise<Answer>((resolve, reject) =>
          send(statement as QueryConfig, (error, result) => (error ? reject(error) : resolve({ rows: result.rows, rowCount: result.rowCount ?? 0 }))),
        ),
    )

    /** Sends the last statement, waits for all, and gives the connection back, or throws it away when it is broken. */
    async function end(how: 'COMMIT' | 'ROLLBACK'): Promise<void> {
      let last: { error: Error | undefined; command: string | undefined } | undefined
      await new Promise<void>((resolve) => {
        drained = resolve
        send({ text: how }, (error, result) => (last = { error, command: result?.command }))
      })
      const { error, command } = last as NonNullable<typeof last>
      connections.release(client, error)
      if (how === 'ROLLBACK') return
      if (error && isUnanswered(error)) throw new UnknownOutcome(error)
      if (failure) throw failure
      // A transaction in which a statement failed answers a COMMIT by rolling back.
      if (command !== how) throw new Error('The transaction was rolled back.')
    }

    const { stream } = (client as unknown as { connection: { stream: Socket } }).connection
    stream.cork()
    let result: T
    try {
      send({ text: opening(place) })
      let working: Promise<T>
      try {
        working = work(tx)
      } finally {
        stream.uncork()
      }
      result = await working
    } catch (error) {
      void end('ROLLBACK').catch(() => undefined)
      throw error
    }
    await end('COMMIT')
    return result
  }

  /** One bundle on one connection. Its error is an UnknownOutcome when `writing` and nobody knows whether it was committed. */
  async function run(statements: Statement[], writing: boolean): Promise<Outcome> {
    let client: PoolClient
    try {
      client = await connections.connect()
    } catch (error) {
      return { answers: [], error: error as Error, failedAt: 0 }
    }
    return new Promise((resolve) => {
      const bundle = new Bundle(statements, types, (error, answers, failedAt) => {
        connections.release(client, error)
        const unknown = error && writing && isUnanswered(error)
        resolve({ answers, error: unknown ? new UnknownOutcome(error) : error, failedAt })
      })
      try {
        client.query(bundle)
      } catch (error) {
        // A value that no statement takes: nothing was sent.
        client.release(error as Error)
        resolve({ answers: [], error: error as Error, failedAt: 0 })
      }
    })
  }
  const timeoutMs = options.acquireTimeout ?? 5000
  const inGroups = createGroups((statements) => run(statements, true), timeoutMs)

  /** A transaction whose work asks for everything before it awaits the first answer. */
  async function atOnce<T>(place: QuickPlace, work: (tx: Tx) => Promise<T>, how: 'reading' | 'alone' | 'grouped'): Promise<T> {
    const statements: Statement[] = []
    const waiting: { resolve(answer: Answer): void; reject(error: Error): void }[] = []
    let sent = false
    const working = work(
      txOf(
        (statement) =>
          new Promise<Answer>((resolve, reject) => {
            if (sent) reject(new Error('The transaction is over: it was to send everything at once.'))
            else waiting[statements.push(statement) - 1] = { resolve, reject }
          }),
      ),
    )
    sent = true
    if (waiting.length === 0) return working
    // It may fail while we wait for the end; what counts is told then.
    working.catch(() => undefined)
    const { answers, error, failedAt } = await (how !== 'grouped'
      ? run([named(entering(place, how === 'reading' ? how : undefined)), ...statements], how === 'alone')
      : inGroups({ order: Object.values(place.settings).join(), hasty: named(entering(place, 'hasty')), patient: named(entering(place)), statements }))
    for (const [index, { resolve, reject }] of waiting.entries()) {
      if (error && index + 1 >= failedAt) reject(error)
      else resolve(answers[index + 1] as Answer)
    }
    const result = await working
    if (error) throw error
    return result
  }

  async function logins<R>(query: Compilable<R>): Promise<R[]> {
    const { answers, error } = await run([statementOf(query)], false)
    if (error) throw error
    return answers[0]?.rows as R[]
  }

  return {
    pool,
    /** Of the history that is gone on with: another one after a failover, say. Undefined before the first connection. */
    epoch: connections.epoch,
    /** Where the server that takes writes is reached. */
    url: connections.servers.url,
    /** Milliseconds that a call may wait before its first statement is sent. */
    timeoutMs,

    /** Looks up logins: one statement, as a role that can do nothing else. */
    logins,
    login: async <R>(query: Compilable<R>): Promise<R | undefined> => (await logins(query))[0],

    /** A transaction in one team, as a role that can see and write no other. */
    inTeam: <T>(teamId: string, work: (tx: Tx) => Promise<T>): Promise<T> => stepByStep(inTeam(teamId), work),

    /**
     * The same for a write that needs to look at nothing first: the work sends all its statements before it awaits the first. `grouped`: under
     * load it shares a commit with others. Then it may lock the counters of its team and nothing else: in a group two of one team follow each
     * other, and the second must not wait for what a third holds who waits for the counters.
     */
    inTeamAtOnce: <T>(teamId: string, work: (tx: Tx) => Promise<T>, how: 'alone' | 'grouped' = 'grouped'): Promise<T> => atOnce(inTeam(teamId), work, how),

    /** The same for reading. */
    readTeam: <T>(teamId: string, work: (tx: Tx) => Promise<T>): Promise<T> => atOnce(inTeam(teamId), work, 'reading'),

    /** A transaction on accounts and sessions; of teams it sees the person's own memberships, and those that wait for the given address. */
    asIdentity: <T>(who: Who, work: (tx: Tx) => Promise<T>): Promise<T> => stepByStep(asPerson(who), work),

    /** The same for reading; the work sends all its queries before it awaits the first. */
    readIdentity: <T>(who: Who, work: (tx: Tx) => Promise<T>): Promise<T> => atOnce(asPerson(who), work, 'reading'),

    /** A transaction of the program itself, across teams: deliveries, watches, tidying up. It sees no tasks and no accounts. */
    asCourier: <T>(work: (tx: Tx) => Promise<T>): Promise<T> => stepByStep(courier, work),

    close: () => pool.end(),
  }
}

// Transactions on PostgreSQL. Each runs as a role that owns nothing and, in a team, sees that team's rows only (row-level security).
// Statements are prepared once for each connection. Transactions that know all their statements beforehand go out as one packet (bundle.ts);
// the others send their opening together with their first query (pipeline).
import { type Compilable, Kysely, DummyDriver, PostgresAdapter, PostgresIntrospector, PostgresQueryCompiler } from 'kysely'
import { createAtOnce, createRunBundle, type RunBundle } from './at-once.ts'
import { type ConnectionOptions, createConnections } from './connections.ts'
import { asPerson, courier, inTeam, type Who } from './place.ts'
import { createStepByStep } from './step-by-step.ts'
import { createReplicas, type ReplicaOptions } from './server/replicas.ts'
import { statementSpan } from './statement-span.ts'
import type { Tables } from './tables.ts'
import { createStatements, type Tx } from './tx.ts'

/** Builds queries; they run through a Tx. */
export const sqlFor = new Kysely<Tables>({
  dialect: {
    createAdapter: () => new PostgresAdapter(),
    createDriver: () => new DummyDriver(),
    createIntrospector: (db) => new PostgresIntrospector(db),
    createQueryCompiler: () => new PostgresQueryCompiler(),
  },
})

export type { Tx } from './tx.ts'

export type Database = ReturnType<typeof createDatabase>

/** `replicas`: servers that may answer what only reads. */
export function createDatabase({ replicas: others, ...options }: ConnectionOptions & { replicas?: ReplicaOptions | undefined }) {
  const connections = createConnections(options)
  const { pool } = connections
  // A statement that was prepared stays on one process of the server, which a pooler may give to others.
  const statements = createStatements(options.pooling === 'transaction' ? 0 : undefined)
  const timeoutMs = options.acquireTimeout ?? 5000
  const run = createRunBundle(connections)
  const stepByStep = createStepByStep(connections, statements)
  const atOnce = createAtOnce(run, statements, timeoutMs)

  const replicas = others && createReplicas(others)

  /** Through a replica that has the team's events up to this one; else through the primary. */
  const behind =
    (teamId: string, event: number): RunBundle =>
    async (bundle, writing) => {
      const epoch = connections.epoch()
      const outcome = epoch === undefined ? undefined : await replicas?.ask({ teamId, event, epoch }, bundle, statements.named)
      return outcome ?? run(bundle, writing)
    }

  async function logins<R>(query: Compilable<R>): Promise<R[]> {
    const statement = statements.statementOf(query)
    const { answers, error } = await statementSpan(statement.text, () => run([statement], false))
    if (error) throw error
    return answers[0]?.rows as R[]
  }

  return {
    pool,
    /** How many statements have a name, and may have one: the others are prepared each time anew. */
    statementNames: statements.names,
    /** Of the history that is gone on with: another one after a failover, say. Undefined before the first connection. */
    epoch: connections.epoch,
    /** Where the server that takes writes is reached. */
    servers: connections.servers,
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

    /** The same for reading. `since`: the team's event that it has to include; a replica may answer then. Without it the primary does. */
    readTeam: <T>(teamId: string, work: (tx: Tx) => Promise<T>, since?: number): Promise<T> =>
      atOnce(inTeam(teamId), work, 'reading', replicas && since !== undefined ? behind(teamId, since) : run),

    /** A transaction on accounts and sessions; of teams it sees the person's own memberships, and those that wait for the given address. */
    asIdentity: <T>(who: Who, work: (tx: Tx) => Promise<T>): Promise<T> => stepByStep(asPerson(who), work),

    /** The same for reading; the work sends all its queries before it awaits the first. */
    readIdentity: <T>(who: Who, work: (tx: Tx) => Promise<T>): Promise<T> => atOnce(asPerson(who), work, 'reading'),

    /** A transaction of the program itself, across teams: deliveries, watches, tidying up. It sees no tasks and no accounts. */
    asCourier: <T>(work: (tx: Tx) => Promise<T>): Promise<T> => stepByStep(courier, work),

    close: async (): Promise<void> => void (await Promise.all([pool.end(), replicas?.close()])),
  }
}

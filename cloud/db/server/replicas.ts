// Read replicas: standbys of the primary that answer what only reads, when they have all that the caller may know of. Whatever is wrong with one, the
// primary answers instead: a replica makes nothing slower for long and nothing fail.
import { Pool, type ClientBase, type PoolClient } from 'pg'
import { createRunBundle } from '../at-once.ts'
import { isStatementError } from '../bundle.ts'
import type { Outcome } from '../groups.ts'
import { types } from '../values.ts'
import type { Statement } from '../wire.ts'
import { loginRole, preambleOf } from './preamble.ts'
import { serverUrls } from './server-urls.ts'

/** What became of a read: answered by a replica, too new for it, or not answered in time. */
export type ReplicaOutcome = 'answered' | 'behind' | 'failed'

export interface ReplicaOptions {
  /** One server, or several with commas. */
  url: string
  /** Connections to each. */
  poolSize: number
  /** Milliseconds that a replica has for an answer before the primary is asked. */
  timeout?: number
  /** Milliseconds for which one that gave no answer is left alone. */
  restFor?: number
  onRead?: ((outcome: ReplicaOutcome) => void) | undefined
}

/** The state that a read must include. */
export interface Fence {
  teamId: string
  /** The number of the team's newest event. */
  event: number
  /** Of the primary: in another one the numbers were given to other events. */
  epoch: string
}

export type Replicas = ReturnType<typeof createReplicas>

// Each statement of the transaction sees what the one before saw, or something newer: what holds here holds for the rest.
const holds = 'SELECT true AS holds FROM team_counters c, epoch e WHERE c.team_id = $1::uuid AND c.events >= $2::bigint AND e.value = $3::uuid'

function createReplica(url: string, { poolSize, timeout = 1000, restFor = 5000 }: ReplicaOptions) {
  const { ofSession } = preambleOf({ statementTimeout: timeout, lockTimeout: timeout, idleTimeout: 30_000 })
  let restsUntil = 0

  async function greet(client: ClientBase): Promise<void> {
    await client.query(ofSession)
    const { rows } = await client.query<{ role: string }>('SELECT current_user AS role')
    if (rows[0]?.role !== loginRole) throw new Error('The connection to the replica did not keep its role. Is a pooler in between that pools transactions?')
  }

  const waitsFor: (client: ClientBase) => unknown = greet
  const pool = new Pool({
    connectionString: url,
    max: poolSize,
    connectionTimeoutMillis: timeout,
    idleTimeoutMillis: 0,
    application_name: 'tandem-cloud replica',
    query_timeout: timeout,
    keepAlive: true,
    pipeline: true,
    types,
    onConnect: waitsFor,
  })
  const rest = () => void (restsUntil = performance.now() + restFor)
  pool.on('error', rest)
  pool.on('connect', (client) => client.on('error', rest))

  const run = createRunBundle({
    connect: () => pool.connect(),
    preamble: () => undefined,
    moved: async () => false,
    release: (client: PoolClient, error) => client.release(Boolean(error && !isStatementError(error))),
  })

  return {
    rests: () => performance.now() < restsUntil,
    async read(statements: Statement[]): Promise<Outcome> {
      // After a rest one call tries; the others go past until it was answered.
      if (restsUntil > 0) rest()
      const outcome = await run(statements, false)
      if (outcome.error && !isStatementError(outcome.error)) rest()
      else restsUntil = 0
      return outcome
    },
    close: () => pool.end(),
  }
}

export function createReplicas(options: ReplicaOptions) {
  const all = serverUrls(options.url, 'TANDEM_REPLICA_URL').map((url) => createReplica(url, options))

  async function ask(fence: Fence, statements: Statement[], named: (statement: Omit<Statement, 'name'>) => Statement): Promise<Outcome | undefined> {
    const ready = all.filter((replica) => !replica.rests())
    // The reads of a team go to one: those of a call belong together, and its rows stay in that server's memory.
    const replica = ready[Number.parseInt(fence.teamId.slice(-6), 16) % ready.length]
    if (!replica) return undefined
    const { answers, error, failedAt } = await replica.read([named({ text: holds, values: [fence.teamId, fence.event, fence.epoch] }), ...statements])
    const isThere = answers[0]?.rows.length === 1
    options.onRead?.(error ? 'failed' : isThere ? 'answered' : 'behind')
    return error || !isThere ? undefined : { answers: answers.slice(1), error, failedAt }
  }

  return {
    ask,
    close: async (): Promise<void> => void (await Promise.all(all.map((replica) => replica.close()))),
  }
}

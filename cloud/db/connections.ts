// The pool, and what each new connection is set to and asked before anything else goes over it: that its role holds, that its server takes
// writes, and of which epoch its history is. A connection lives on one server, whose history it cannot leave; so what holds at its begin holds
// at every later step.
import { Client, type ClientBase, type ClientConfig, Pool, type PoolClient } from 'pg'
import { isStatementError } from './bundle.ts'
import { createServers } from './server/servers.ts'
import { types } from './values.ts'

export interface ConnectionOptions {
  url: string
  poolSize?: number
  /** Milliseconds after which the server cancels a statement. */
  statementTimeout?: number
  /** Milliseconds to wait for a free connection. */
  acquireTimeout?: number
  /** A connection broke, or led to a server that may not be used. */
  onError?: (error: Error) => void
  /** Another history goes on from here: whatever holds a position of the one before has to compare. */
  onNewEpoch?: () => void
}

export type Connections = ReturnType<typeof createConnections>

/** What a connection begins as: it can look up logins and do nothing else. */
export const loginRole = 'tandem_login'

export function createConnections(options: ConnectionOptions) {
  const servers = createServers(options.url)
  const statementTimeout = options.statementTimeout ?? 10_000
  const acquireTimeout = options.acquireTimeout ?? 5000
  const epochs = new WeakMap<ClientBase, string>()
  let epoch: string | undefined

  class ClientOfPrimary extends Client {
    constructor(config?: ClientConfig) {
      super({ ...config, connectionString: servers.url() })
    }
  }

  // The pool waits for what this returns, which its type does not say.
  const waitsFor: (client: ClientBase) => unknown = (client) => greet(client)
  const pool = new Pool({
    Client: ClientOfPrimary,
    max: options.poolSize ?? 10,
    connectionTimeoutMillis: acquireTimeout,
    idleTimeoutMillis: 0, // kept: an instance has a handful, and each needs its statements prepared again
    application_name: 'tandem-cloud',
    // The server's own timeout comes first; this one is for a network that swallows packets.
    query_timeout: statementTimeout + 10_000,
    keepAlive: true,
    pipeline: true,
    types,
    onConnect: waitsFor,
  })
  // A connection that breaks is replaced, and its query fails by itself. Without listeners, for idle and for busy ones, the process would end.
  pool.on('error', broke)
  pool.on('connect', (client) => client.on('error', broke))

  function broke(error: Error): void {
    options.onError?.(error)
    void servers.find()
  }

  async function greet(client: ClientBase): Promise<void> {
    const ask = <R extends object>(text: string) => client.query<R>({ text, query_timeout: acquireTimeout } as { text: string })
    // By statements: a pooler in between may drop what is asked for with the connection, and says nothing.
    await ask(
      `SET TIME ZONE 'UTC'; SET statement_timeout = ${statementTimeout}; SET lock_timeout = ${statementTimeout}; SET idle_in_transaction_session_timeout = 30000; SET ROLE ${loginRole}`,
    )
    const { rows } = await ask<{ role: string; epoch: string | null }>(
      'SELECT current_user AS role, CASE WHEN pg_is_in_recovery() THEN NULL ELSE tandem_epoch() END AS epoch',
    )
    const [found] = rows
    if (found?.role !== loginRole)
      throw new Error(`The connection did not keep its role: it is ${found?.role}. Is a pooler in between that pools transactions?`)
    if (found.epoch === null) throw Object.assign(new Error('The database is a standby.'), { code: '25006' })
    epochs.set(client, found.epoch)
    if (epoch !== undefined && epoch !== found.epoch) {
      epoch = found.epoch
      options.onNewEpoch?.()
    }
    epoch = found.epoch
  }

  return {
    pool,
    /** The epoch of the newest connection; undefined before the first. */
    epoch: (): string | undefined => epoch,

    /** A connection to the server that takes writes, in its epoch. Give it back with `release`. */
    async connect(): Promise<PoolClient> {
      for (let attempt = 0; ; attempt++) {
        const asked = servers.url()
        let client: PoolClient
        try {
          client = await pool.connect()
        } catch (error) {
          await servers.find()
          if (attempt > 0 || servers.url() === asked) throw error
          continue
        }
        if (epochs.get(client) === epoch) return client
        client.release(true)
      }
    },

    /** Gives a connection back. After an error that is no answer to a statement it is thrown away. */
    release(client: PoolClient, error?: Error | null): void {
      const isBroken = Boolean(error && !isStatementError(error))
      client.release(isBroken)
      if (isBroken) broke(error as Error)
    },

    servers,
  }
}

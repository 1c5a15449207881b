// The pool, and what each new connection is set to and asked before anything else goes over it: that its role holds, that its server takes
// writes, and of which epoch its history is. A connection lives on one server, whose history it cannot leave; so what holds at its begin holds
// at every later step. Behind a pooler of transactions that is so for a transaction only: there each begins with the same settings, and with the
// question whether it is still on that server (`preamble`).
import { Client, type ClientBase, type ClientConfig, Pool, type PoolClient } from 'pg'
import { isStatementError } from './bundle.ts'
import { createGreeting } from './server/greeting.ts'
import { createServers } from './server/servers.ts'
import { types } from './values.ts'

export interface ConnectionOptions {
  url: string
  /** What a pooler in between shares: nothing before its connection ends (or there is none), or everything after each transaction. */
  pooling?: 'session' | 'transaction'
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

export function createConnections(options: ConnectionOptions) {
  const servers = createServers(options.url)
  const statementTimeout = options.statementTimeout ?? 10_000
  const acquireTimeout = options.acquireTimeout ?? 5000
  const limits = { statementTimeout, lockTimeout: statementTimeout, idleTimeout: 30_000 }
  const greeting = createGreeting({ limits, isShared: options.pooling === 'transaction', timeoutMs: acquireTimeout, onNewEpoch: options.onNewEpoch })
  let looking: Promise<void> | undefined

  class ClientOfPrimary extends Client {
    constructor(config?: ClientConfig) {
      super({ ...config, connectionString: servers.url() })
    }
  }

  // The pool waits for what this returns, which its type does not say.
  const waitsFor: (client: ClientBase) => unknown = greeting.greet
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

  async function ask(): Promise<void> {
    const client = await pool.connect()
    try {
      await greeting.greet(client)
      client.release()
    } catch (error) {
      client.release(true)
      throw error
    }
  }

  /** Asks once more which server answers. What fails is what the next call will fail with. */
  async function look(): Promise<void> {
    looking ??= ask()
      .catch((error: Error) => options.onError?.(error))
      .finally(() => (looking = undefined))
    await looking
  }

  return {
    pool,
    /** The epoch of the newest connection; undefined before the first. */
    epoch: greeting.epoch,

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
        if (greeting.isCurrent(client)) return client
        client.release(true)
      }
    },

    preamble: greeting.preamble,

    /**
     * A transaction met another server than its preamble names; nothing of it was done. Answers whether it may be sent again: the history is the
     * same, as after a restart.
     */
    async moved(): Promise<boolean> {
      const [epoch, preamble] = [greeting.epoch(), greeting.preamble()]
      await look()
      return greeting.epoch() === epoch && greeting.preamble() !== preamble
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

// The operator's connection: as the login that owns the tables, past row-level security. Nothing that answers calls may use it.
import { Client } from 'pg'
import { types } from './values.ts'
import type { Tx } from './tx.ts'

export interface Owner {
  /** A transaction that may do anything. `reading`: of one moment, and it cannot write. */
  tx<T>(work: (tx: Tx) => Promise<T>, how?: 'reading'): Promise<T>
  close(): Promise<void>
}

/** Statements may take as long as `statementTimeout` (milliseconds), and wait for a lock for ten seconds. */
export async function connectOwner(url: string, statementTimeout: number): Promise<Owner> {
  const client = new Client({ connectionString: url, application_name: 'tandem-cloud admin', keepAlive: true, connectionTimeoutMillis: 10_000, types })
  client.on('error', () => undefined)
  await client.connect()
  await client.query(`SET TIME ZONE 'UTC'; SET statement_timeout = ${statementTimeout}; SET lock_timeout = 10000`)
  const ask = async (query: Parameters<Tx['run']>[0]) => {
    const { sql, parameters } = query.compile()
    return client.query(sql, [...parameters])
  }
  const tx: Tx = {
    all: async <R>(query: Parameters<Tx['all']>[0]) => (await ask(query)).rows as R[],
    first: async <R>(query: Parameters<Tx['all']>[0]) => (await ask(query)).rows[0] as R | undefined,
    run: async (query) => (await ask(query)).rowCount ?? 0,
  }
  return {
    async tx(work, how) {
      await client.query(how === 'reading' ? 'BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY' : 'BEGIN')
      try {
        const result = await work(tx)
        await client.query('COMMIT')
        return result
      } catch (error) {
        await client.query('ROLLBACK').catch(() => undefined)
        throw error
      }
    },
    close: () => client.end(),
  }
}

// A database of its own for each test file, cloned from one that the migrations made. On DATABASE_URL's server, or on an embedded one.
import { createHash, randomBytes } from 'node:crypto'
import { Client } from 'pg'
import { startEmbedded } from '../../../cloud/db/server/embedded.ts'
import { migrate } from '../../../cloud/db/migrations/migrate.ts'
import { migrations } from '../../../cloud/db/migrations/migrations.ts'

async function serverUrl(): Promise<(database: string) => string> {
  const given = process.env.DATABASE_URL
  if (given) {
    return (database) => {
      const url = new URL(given)
      url.pathname = `/${database}`
      return url.href
    }
  }
  const dataDir = process.env.TANDEM_TEST_POSTGRES
  if (!dataDir) throw new Error('test/support/cloud/postgres-setup.ts did not run')
  const server = await startEmbedded({ dataDir, settings: { fsync: 'off', full_page_writes: 'off', max_connections: '200' } })
  return (database) => server.url(database)
}

/** Runs on a connection to the given database. */
export async function onDatabase<T>(url: string, work: (client: Client) => Promise<T>): Promise<T> {
  const client = new Client({ connectionString: url })
  client.on('error', () => undefined)
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end().catch(() => undefined)
  }
}

/** How many of the database's connections wait for a lock. Within a transaction, connections made since the last look would not be seen: so it looks afresh. */
export async function waitingForLock(client: Client): Promise<number> {
  await client.query('SELECT pg_stat_clear_snapshot()')
  const { rowCount } = await client.query("SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'")
  return rowCount ?? 0
}

const template = `tandem_template_${createHash('sha256').update(JSON.stringify(migrations)).digest('hex').slice(0, 12)}`

export interface TestDatabase {
  url: string
  drop(): Promise<void>
}

/** `migrated: false`: an empty one. */
export async function openDatabase({ migrated = true } = {}): Promise<TestDatabase> {
  const urlOf = await serverUrl()
  const name = `tandem_test_${randomBytes(6).toString('hex')}`
  const admin = <T>(work: (client: Client) => Promise<T>) => onDatabase(urlOf('postgres'), work)
  await admin(async (client) => {
    if (!migrated) return void (await client.query(`CREATE DATABASE ${name}`))
    // One file makes the template; the others wait for it.
    await client.query('SELECT pg_advisory_lock(4830)')
    if ((await client.query('SELECT 1 FROM pg_database WHERE datname = $1 AND datistemplate', [template])).rowCount === 0) {
      await client.query(`DROP DATABASE IF EXISTS ${template}`)
      await client.query(`CREATE DATABASE ${template}`)
      await migrate(urlOf(template))
      await client.query(`ALTER DATABASE ${template} IS_TEMPLATE true`)
    }
    await client.query(`CREATE DATABASE ${name} TEMPLATE ${template}`)
    await client.query('SELECT pg_advisory_unlock(4830)')
  })
  return { url: urlOf(name), drop: () => admin(async (client) => void (await client.query(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`))) }
}

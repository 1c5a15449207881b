// The servers that DATABASE_URL names, as libpq reads it: several hosts with commas are a primary and its standbys, and the one that takes writes
// is used. node-postgres knows single hosts only.
import { Client } from 'pg'
import { serverUrls } from './server-urls.ts'

export interface Servers {
  /** The address of the server to connect to, as far as known. */
  url(): string
  /** Asks all of them which one takes writes. `url` is that one then, if there is one. Does nothing with a single server. */
  find(): Promise<void>
}

const probeTimeoutMs = 3000
/** The timeline of a server that takes writes; undefined: it is a standby, or does not answer. */
async function timelineOf(url: string): Promise<number | undefined> {
  const client = new Client({
    connectionString: url,
    connectionTimeoutMillis: probeTimeoutMs,
    query_timeout: probeTimeoutMs,
    application_name: 'tandem-cloud probe',
  })
  client.on('error', () => undefined)
  try {
    await client.connect()
    const { rows } = await client.query<{ is_standby: boolean; timeline: string }>(
      "SELECT pg_is_in_recovery() AS is_standby, CASE WHEN pg_is_in_recovery() THEN '0' ELSE left(pg_walfile_name(pg_current_wal_insert_lsn()), 8) END AS timeline",
    )
    return rows[0] && !rows[0].is_standby ? Number.parseInt(rows[0].timeline, 16) : undefined
  } catch {
    return undefined
  } finally {
    await client.end().catch(() => undefined)
  }
}

export function createServers(databaseUrl: string): Servers {
  const urls = serverUrls(databaseUrl)
  let current = urls[0] as string
  let finding: Promise<void> | undefined

  async function look(): Promise<void> {
    const timelines = await Promise.all(urls.map(timelineOf))
    // A former primary that was started again by mistake takes writes, too: each promotion begins a timeline with a higher number.
    const newest = Math.max(...timelines.map((timeline) => timeline ?? 0))
    if (newest > 0) current = urls[timelines.indexOf(newest)] as string
  }

  return {
    url: () => current,
    async find() {
      if (urls.length === 1) return
      finding ??= look().finally(() => (finding = undefined))
      await finding
    },
  }
}

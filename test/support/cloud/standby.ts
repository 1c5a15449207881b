// A primary and an asynchronous standby, out of the server that npm brought along.
import { execFileSync } from 'node:child_process'
import { chmodSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { startEmbedded, type Embedded } from '../../../cloud/db/server/embedded.ts'
import { onDatabase } from './postgres.ts'
import { temporaryFolder } from '../service/service.ts'
import { until } from '../until.ts'

export interface Pair {
  /** Leads to whichever server the address stands for now, as a floating address does. */
  url: string
  /** Names both servers, the standby first. */
  bothUrl: string
  /** Each server by itself. */
  primaryUrl: string
  standbyUrl: string
  /** The standby's process is gone, or back. */
  stopStandby(): Promise<void>
  startStandby(): Promise<void>
  /** After a failover: the former primary is started by mistake, and takes writes as before. */
  startFormer(): Promise<void>
  /** What is written from now on does not reach the standby. */
  cutReplication(): Promise<void>
  /** The primary is gone, and the standby takes its place. */
  failOver(): Promise<void>
  close(): Promise<void>
}

/** Not on Windows: there the servers have no sockets to switch between, and no account to copy the files with. */
export const canReplicate = process.platform !== 'win32'

const socketOf = (url: string) => new URL(url.replace('@/', '@host/')).searchParams.get('host') as string
const settings = { fsync: 'off', full_page_writes: 'off', max_connections: '60' }

export async function openPair(): Promise<Pair> {
  const folders = [temporaryFolder(), temporaryFolder()] as const
  const [first, second] = folders.map(({ path }) => path) as [string, string]
  let primary: Embedded = await startEmbedded({ dataDir: first, settings })
  await primary.stop()
  chmodSync(second, 0o711)
  execFileSync('cp', ['-a', join(first, 'postgresql'), second])
  rmSync(join(second, 'postgresql', 'socket'), { recursive: true, force: true })
  writeFileSync(join(second, 'postgresql', 'data', 'standby.signal'), '')
  primary = await startEmbedded({ dataDir: first, settings })
  const source = socketOf(primary.url())
  const start = () => startEmbedded({ dataDir: second, settings: { ...settings, primary_conninfo: `host=${source} port=5432 user=postgres` } })
  let standby = await start()
  const target = socketOf(standby.url())
  const link = join(first, 'current')
  const lead = (to: string) => {
    rmSync(link, { force: true })
    symlinkSync(to, link)
  }
  lead(source)
  const sending = () => onDatabase(primary.url(), async (db) => (await db.query("SELECT 1 FROM pg_stat_replication WHERE state = 'streaming'")).rowCount)
  await until('replication', async () => (await sending()) === 1)
  return {
    url: `postgresql://postgres@/postgres?host=${encodeURIComponent(link)}&port=5432`,
    bothUrl: `postgresql://postgres@/postgres?host=${encodeURIComponent(target)},${encodeURIComponent(source)}&port=5432`,
    primaryUrl: primary.url(),
    standbyUrl: standby.url(),
    stopStandby: () => standby.stop('immediate'),
    async startStandby() {
      standby = await start()
    },
    async startFormer() {
      primary = await startEmbedded({ dataDir: first, settings })
    },
    async cutReplication() {
      const { at } = await onDatabase(primary.url(), async (db) => (await db.query('SELECT pg_current_wal_lsn()::text AS at')).rows[0] as { at: string })
      await until('the standby has all', () =>
        onDatabase(standby.url(), async (db) => (await db.query('SELECT 1 WHERE pg_last_wal_replay_lsn() >= $1::pg_lsn', [at])).rowCount === 1),
      )
      await onDatabase(standby.url(), async (db) => {
        await db.query("ALTER SYSTEM SET primary_conninfo = ''")
        await db.query('SELECT pg_reload_conf()')
      })
      await until('replication is cut', async () => (await sending()) === 0)
    },
    async failOver() {
      await primary.stop('immediate')
      lead(target)
      await onDatabase(standby.url(), (db) => db.query('SELECT pg_promote()'))
    },
    async close() {
      await Promise.all([primary, standby].map((server) => server.stop('immediate').catch(() => undefined)))
      for (const folder of folders) folder.remove()
    },
  }
}

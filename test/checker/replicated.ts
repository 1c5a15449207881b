// Two PostgreSQL servers of the kind that npm brought along: one takes writes, the other follows it, and they change places as often as wanted.
import { execFileSync, spawnSync } from 'node:child_process'
import { chownSync, existsSync, mkdirSync, readFileSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Client } from 'pg'
import { type Embedded, startEmbedded } from '../../cloud/db/server/embedded.ts'
import { onDatabase } from '../support/cloud/postgres.ts'
import { until } from '../support/until.ts'
import { type Link, openLink } from './link.ts'
import { signalTree } from './process-tree.ts'
import type { Mode } from './system.ts'

const settings = {
  // Processes are killed here, never the machine: what was written to a file is there.
  fsync: 'off',
  full_page_writes: 'off',
  max_connections: '80',
  wal_keep_size: '512MB',
  // A former primary's followers and a follower's primary are given up soon.
  wal_sender_timeout: '4s',
  wal_receiver_timeout: '4s',
  wal_retrieve_retry_interval: '200ms',
}
const socketName = '.s.PGSQL.5432'
export const socketOf = (url: string) => join(new URL(url.replace('@/', '@host/')).searchParams.get('host') as string, socketName)

export interface Replicated {
  /** The sockets of both, in the order of the folders. */
  sockets: readonly [string, string]
  replication: Link
  onPrimary<T>(work: (client: Client) => Promise<T>): Promise<T>
  /** Index of the one that takes writes. */
  primary(): number
  kill(): void
  pause(on: boolean): void
  /** The same server again, after a kill. */
  restart(): Promise<void>
  /** The other one takes over; the former is off by then. */
  promote(): Promise<void>
  /** A killed former primary follows the new one, from a fresh copy. */
  rejoin(): Promise<void>
  close(): Promise<void>
}

export async function openReplicated(folders: readonly [string, string], linkFolder: string, mode: Mode): Promise<Replicated> {
  const both = { ...settings, ...(mode === 'sync' ? { synchronous_standby_names: 'ANY 1 (*)' } : {}) }
  const dataOf = (i: number) => join(folders[i] as string, 'postgresql', 'data')
  const pidOf = (i: number) => Number(readFileSync(join(dataOf(i), 'postmaster.pid'), 'utf8').split('\n')[0])
  let primary = 0
  const start = (i: number, more: Record<string, string> = {}) => startEmbedded({ dataDir: folders[i] as string, settings: { ...both, ...more } })
  const servers: Embedded[] = [await start(0)]
  mkdirSync(linkFolder, { recursive: true, mode: 0o755 })
  const replication = await openLink({ path: socketOf((servers[0] as Embedded).url()) }, join(linkFolder, socketName))
  const following = { primary_conninfo: `host=${linkFolder} port=5432 user=postgres` }
  const onPrimary = <T>(work: (client: Client) => Promise<T>) => onDatabase((servers[primary] as Embedded).url(), work)

  async function rejoin(): Promise<void> {
    const other = 1 - primary
    const [from, to] = [dataOf(primary), dataOf(other)]
    replication.leadTo({ path: socketOf((servers[primary] as Embedded).url()) })
    rmSync(to, { recursive: true, force: true })
    const root = join(folders[other] as string, 'postgresql')
    const owner = statSync(from)
    mkdirSync(root, { recursive: true, mode: 0o700 })
    const own = (path: string) => process.getuid?.() === 0 && chownSync(path, owner.uid, owner.gid)
    own(root)
    await onPrimary(async (client) => {
      await client.query("SELECT pg_backup_start('a copy', true)")
      // Files that go while it copies are none that the copy needs.
      spawnSync('cp', ['-a', from, to])
      const { rows } = await client.query<{ labelfile: string }>('SELECT labelfile FROM pg_backup_stop(false)')
      writeFileSync(join(to, 'backup_label'), (rows[0] as { labelfile: string }).labelfile, { mode: 0o600 })
    })
    for (const name of ['postmaster.pid', 'postmaster.opts']) rmSync(join(to, name), { force: true })
    // It is read from the primary: what was copied of it may be half a file.
    for (const name of readdirSync(join(to, 'pg_wal'))) if (/^[0-9A-F]{24}/.test(name)) rmSync(join(to, 'pg_wal', name))
    writeFileSync(join(to, 'standby.signal'), '')
    for (const name of ['backup_label', 'standby.signal']) own(join(to, name))
    servers[other] = await start(other, following)
    await until(
      'replication',
      () => onPrimary(async (db) => (await db.query("SELECT 1 FROM pg_stat_replication WHERE state = 'streaming'")).rowCount === 1),
      60_000,
    )
  }
  await rejoin()

  const kill = (i: number) => {
    if (existsSync(join(dataOf(i), 'postmaster.pid'))) signalTree(pidOf(i), 'SIGKILL')
  }
  return {
    sockets: [socketOf((servers[0] as Embedded).url()), socketOf((servers[1] as Embedded).url())],
    replication,
    onPrimary,
    primary: () => primary,
    kill: () => kill(primary),
    pause: (on) => signalTree(pidOf(primary), on ? 'SIGSTOP' : 'SIGCONT'),
    async restart() {
      servers[primary] = await start(primary)
    },
    async promote() {
      const next = 1 - primary
      await onDatabase((servers[next] as Embedded).url(), (db) => db.query('SELECT pg_promote()'))
      primary = next
    },
    rejoin,
    async close() {
      for (const i of [0, 1]) {
        try {
          kill(i)
        } catch {
          // It has gone already.
        }
      }
      await replication.close()
    },
  }
}

/** Why two servers cannot be had here; undefined when they can. */
export const noReplication: string | undefined = (() => {
  if (process.platform === 'win32') return 'needs Unix sockets, which Windows lacks'
  try {
    execFileSync('ps', ['-A', '-o', 'pid=,ppid='], { stdio: 'pipe' })
    return undefined
  } catch {
    return 'needs the program ps'
  }
})()

// A cluster as deploy/ha brings it up, whose machines are killed, paused and cut off.
import { chmodSync, cpSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join, relative } from 'node:path'
import { type Mode, startCluster } from '../../../deploy/ha/cluster.ts'
import type { DatabaseNode } from '../../../deploy/ha/database-node.ts'
import { missingPrograms, type Program } from '../../../deploy/ha/programs.ts'
import { openNetwork } from './ha/network.ts'

/** Why no cluster can be had here; undefined: it can. */
export const haMissing = missingPrograms()
export const hasHa = haMissing === undefined

export interface Process {
  name: string
  pid(): number
  kill(): Promise<void>
  /** Ends it in order. */
  stop(): Promise<void>
  start(): void
}

export interface Ha {
  /** The two cloud instances. */
  urls: [string, string]
  /** HAProxy in front of both. */
  balancerUrl: string
  /** `name`, PostgreSQL's `pid()`, and what happens to its whole machine: `kill()` (-9), `pause()`, `resume()`, `start()`. */
  databases: DatabaseNode[]
  /** Waits for a database that leads; its name. */
  primary(): Promise<string>
  /** Waits until that many standbys follow (default: all others), one of them synchronously in that mode; at most `within` milliseconds (default 60,000). */
  followed(count?: number, within?: number): Promise<void>
  /** Hands over in order; the new primary's name. */
  switchover(): Promise<string>
  /** That database's machine neither hears nor is heard, until it is healed. */
  partition(name: string): Promise<void>
  heal(name: string): Promise<void>
  clouds: Process[]
  etcd: Process[]
  /** A superuser's address of one database, past everything that stands in between. */
  adminUrl(name: string): string
  /** The owner's address, which names all three databases. */
  ownerUrl: string
  /** `TANDEM_KEY` of the instances. */
  key: string
  /** The last lines of all logs, for a test that fails. */
  logs(lines?: number): string
  close(): Promise<void>
}

export interface HaOptions {
  mode: Mode
  /** Seconds after which a silent leader is replaced (default 10). */
  ttl?: number
  /** Settings of the cloud instances besides. */
  settings?: Record<string, string>
}

/** What a test must not be held back by. */
const settings = {
  TANDEM_LOG: 'warn',
  TANDEM_SEARCH_MODEL: 'off',
  TANDEM_SEARCH_RERANKER: 'off',
  TANDEM_REQUESTS_PER_MINUTE: '100000000',
  TANDEM_SIGN_INS_PER_MINUTE: '1000000',
  TANDEM_MAILS_PER_MINUTE: '1000000',
  TANDEM_SENDS_PER_MINUTE: '1000000',
  TANDEM_STREAMS_PER_LOGIN: '100',
  TANDEM_BRAKE: 'off',
}

const processOf = (name: string, program: Program): Process => ({
  name,
  pid: program.pid,
  kill: () => program.stop('SIGKILL'),
  stop: () => program.stop('SIGTERM'),
  start: program.start,
})

export async function openHa(options: HaOptions): Promise<Ha> {
  const folder = mkdtempSync(join(tmpdir(), 'tandem-ha-'))
  chmodSync(folder, 0o711)
  const network = openNetwork()
  const remove = () => {
    network.close()
    keepLogs(folder)
    rmSync(folder, { recursive: true, force: true })
  }
  const logs = (lines = 15) =>
    logFiles(folder)
      .map((file) => `── ${file}\n${readFileSync(file, 'utf8').trim().split('\n').slice(-lines).join('\n')}`)
      .join('\n')
  let cluster: Awaited<ReturnType<typeof startCluster>>
  try {
    cluster = await startCluster({
      folder,
      mode: options.mode,
      ttl: options.ttl ?? 10,
      settings: { ...settings, ...options.settings },
      throughLink: network.link,
    })
  } catch (error) {
    const said = logs()
    remove()
    throw new Error(`${(error as Error).message}\n${said}`, { cause: error })
  }
  const { leadership, nodes, clouds, etcd, places, secrets } = cluster
  const isSynchronous = options.mode === 'sync'
  await leadership.followed(nodes.length - 1, isSynchronous)
  return {
    urls: clouds.map(({ url }) => url) as [string, string],
    balancerUrl: cluster.balancerUrl,
    databases: nodes,
    primary: () => leadership.primary(),
    followed: async (count = nodes.length - 1, within) => void (await leadership.followed(count, isSynchronous, within)),
    switchover: leadership.switchover,
    partition: network.cut,
    heal: network.heal,
    clouds: clouds.map(({ program }, index) => processOf(`cloud${index + 1}`, program)),
    etcd: etcd.map(({ name, program }) => processOf(name, program)),
    adminUrl: (name) => `postgresql://postgres:${secrets.superuser}@127.0.0.1:${places.find((place) => place.name === name)?.port}/tandem`,
    ownerUrl: `postgresql://tandem_owner:${secrets.owner}@${places.map(({ port }) => `127.0.0.1:${port}`).join(',')}/tandem`,
    key: secrets.key,
    logs,
    async close() {
      await cluster.close()
      remove()
    },
  }
}

/** To read when it is over: in `TANDEM_HA_LOGS`, in a folder of its own for each cluster. */
function keepLogs(folder: string): void {
  const kept = process.env.TANDEM_HA_LOGS
  if (!kept) return
  for (const file of logFiles(folder)) cpSync(file, join(kept, basename(folder), relative(folder, file)))
}

function logFiles(folder: string): string[] {
  const inner = readdirSync(folder).map((name) => join(folder, name, 'patroni.log'))
  return [...readdirSync(folder).map((name) => join(folder, name)), ...inner].filter((file) => file.endsWith('.log') && existsSync(file))
}

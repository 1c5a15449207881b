// The programs that a cluster is made of, and processes that are started, killed, paused and looked for.
import { randomInt } from 'node:crypto'
import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { chownSync, closeSync, existsSync, mkdirSync, openSync, readdirSync, readFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { type Account, accountFor } from '../../cloud/db/server/binaries.ts'

const needed = ['patroni', 'etcd', 'haproxy', 'pgbouncer', 'nats-server'] as const
const path = `${process.env.PATH ?? ''}:/usr/sbin:/sbin`

/** The folder with PostgreSQL's programs: the newest that Debian's packages brought. */
export function postgresPrograms(): string | undefined {
  const versions = existsSync('/usr/lib/postgresql') ? readdirSync('/usr/lib/postgresql') : []
  return versions
    .filter((version) => Number(version) >= 15)
    .sort((a, b) => Number(b) - Number(a))
    .map((version) => `/usr/lib/postgresql/${version}/bin`)
    .find((folder) => existsSync(join(folder, 'postgres')))
}

/** Which programs are missing here, in words; undefined: none. */
export function missingPrograms(): string | undefined {
  if (process.platform !== 'linux') return 'a cluster is tried on Linux only'
  const missing: string[] = needed.filter((program) => spawnSync('which', [program], { env: { ...process.env, PATH: path } }).status !== 0)
  if (postgresPrograms() === undefined) missing.push('postgresql')
  return missing.length === 0
    ? undefined
    : `${missing.join(', ')} not installed (Debian: apt-get install patroni etcd-server haproxy pgbouncer nats-server postgresql)`
}

/**
 * Which of etcd's interfaces Patroni may keep its lease with, as patroni.yml names them. Before 3.0.3 (Debian 12 has 3.0.2) it overwrites the lease
 * over `etcd3` when a primary that stood still goes on, whoever leads by then (patroni/patroni#2689): there it is `etcd`, the older interface, which etcd
 * up to 3.5 has with `--enable-v2`.
 */
export function etcdApi([major = Infinity, minor = 0, patch = 0] = versionOf('patroni')): 'etcd' | 'etcd3' {
  return major > 3 || (major === 3 && (minor > 0 || patch >= 3)) ? 'etcd3' : 'etcd'
}

/** Numbers of what `--version` says; none: it does not say any. */
function versionOf(program: string): number[] {
  const { stdout } = spawnSync(program, ['--version'], { env: { ...process.env, PATH: path }, encoding: 'utf8' })
  return (/(\d+)\.(\d+)\.(\d+)/.exec(stdout ?? '') ?? []).slice(1).map(Number)
}

/** PostgreSQL refuses to run as root; undefined: our own account. */
export const account: Account | undefined = accountFor('/nonexistent')

export function folderFor(at: string): string {
  mkdirSync(at, { recursive: true, mode: 0o700 })
  if (account) chownSync(at, account.uid, account.gid)
  return at
}

/** Is nobody there? */
const isFree = (port: number) =>
  new Promise<boolean>((resolve) => {
    const probe = createServer()
      .once('error', () => resolve(false))
      .listen(port, '127.0.0.1', () => probe.close(() => resolve(true)))
  })

const given = new Set<number>()

/** Below those that the system gives to connections, one of which might have it by the time that it is used. */
export async function freePorts(count: number): Promise<number[]> {
  const ports: number[] = []
  while (ports.length < count) {
    const port = randomInt(12_000, 32_000)
    if (given.has(port) || !(await isFree(port))) continue
    given.add(port)
    ports.push(port)
  }
  return ports
}

export interface Program {
  /** Throws when it does not run. */
  pid(): number
  isRunning(): boolean
  start(): void
  /** Resolves when it is gone. */
  stop(signal: 'SIGKILL' | 'SIGTERM' | 'SIGINT'): Promise<void>
}

export interface Command {
  program: string
  args: readonly string[]
  /** Its output goes there. */
  log: string
  env?: Record<string, string>
  /** Runs as the account that may run a database. */
  unprivileged?: boolean
}

/** A process that can be started again with the same words. Not started yet. */
export function programOf({ program, args, log, env = {}, unprivileged = false }: Command): Program {
  let child: ChildProcess | undefined
  let gone = Promise.resolve()
  const isRunning = () => child !== undefined && child.exitCode === null && child.signalCode === null
  return {
    pid() {
      if (!isRunning()) throw new Error(`${program} does not run. See ${log}.`)
      return child?.pid as number
    },
    isRunning,
    start() {
      if (isRunning()) return
      const output = openSync(log, 'a')
      const started = spawn(program, args, {
        cwd: '/',
        env: { ...process.env, PATH: path, LC_ALL: 'C.UTF-8', ...env },
        stdio: ['ignore', output, output],
        ...(unprivileged ? account : {}),
      })
      closeSync(output)
      started.on('error', () => undefined)
      gone = new Promise((resolve) => started.once('exit', () => resolve()))
      child = started
    },
    async stop(signal) {
      if (!isRunning()) return
      child?.kill(signal)
      await gone
    },
  }
}

/** Processes that descend from one, itself first. */
export function descendants(root: number): number[] {
  const parents = new Map<number, number[]>()
  for (const name of readdirSync('/proc').filter((entry) => /^\d+$/.test(entry))) {
    try {
      const parent = Number(
        readFileSync(`/proc/${name}/stat`, 'utf8')
          .replace(/^.*\) /s, '')
          .split(' ')[1],
      )
      parents.set(parent, [...(parents.get(parent) ?? []), Number(name)])
    } catch {
      // It ended meanwhile.
    }
  }
  const all = [root]
  for (const pid of all) all.push(...(parents.get(pid) ?? []))
  return all
}

/** Sends a signal to those that still live. */
export function signal(pids: readonly number[], name: NodeJS.Signals): void {
  for (const pid of pids) {
    try {
      process.kill(pid, name)
    } catch (error) {
      if ((error as { code?: string }).code !== 'ESRCH') throw error
    }
  }
}

export function isAlive(pid: number): boolean {
  try {
    // One that ended and that nobody asked about yet is no process any more.
    return !/^\S+ \(.*\) Z/s.test(readFileSync(`/proc/${pid}/stat`, 'utf8'))
  } catch {
    return false
  }
}

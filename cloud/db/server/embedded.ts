// A real PostgreSQL server for whoever has none: started beside the cloud, stopped with it, reached by a Unix socket only.
// It outlives a cloud that is killed; the next start finds it running and goes on with it.
import { spawn } from 'node:child_process'
import { createHash, randomBytes } from 'node:crypto'
import { appendFileSync, chmodSync, chownSync, existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { Client } from 'pg'
import { StartError } from '../../start-error.ts'
import { type Account, accountFor, type Binaries, findBinaries, ownFolder, reachable } from './binaries.ts'

export interface EmbeddedOptions {
  dataDir: string
  /** Lines of postgresql.conf, such as { fsync: 'off' } in tests. */
  settings?: Record<string, string>
  say?: (line: string) => void
}

export interface Embedded {
  /** For pg: a postgres:// address of the given database of this server. */
  url(database?: string): string
  stop(how?: 'fast' | 'immediate'): Promise<void>
  /** Was it running before we came? */
  attached: boolean
}

const port = 5432
const systemFolder = '/var/lib/tandem-cloud'

/** Starts the server, or attaches to the one that runs on this folder. Throws StartError with the end of the server's own log. */
export async function startEmbedded(options: EmbeddedOptions): Promise<Embedded> {
  const { root, account } = placeFor(options)
  const data = join(root, 'data')
  const log = join(root, 'postgresql.log')
  const binaries = findBinaries(account, account ? systemFolder : root)
  const run = (program: keyof Binaries, args: string[]) => execute(binaries[program], args, account)

  const isNew = !existsSync(join(data, 'PG_VERSION'))
  if (isNew) await createCluster(root, data, run, account)
  refuseOtherMajor(data)
  let attached = false
  const deadline = Date.now() + 60_000
  // Asked whether it answers, not whether its process lives: one that was just killed does for a moment, and one that starts is not ready.
  while (!(attached = await answers(root, data))) {
    writeSettings(root, data, options.settings ?? {}, account)
    const started = await run('pgCtl', ['start', '-D', data, '-w', '-t', '60', '-s', '-l', log])
    if (started.code === 0) break
    // Two starts at once: one server is enough for both.
    if (Date.now() > deadline) throw new StartError(`The built-in PostgreSQL did not start:\n${tail(log)}`)
    await sleep(200)
  }

  if (isNew && options.settings?.fsync !== 'off') void run('initdb', ['--sync-only', '-D', data]).catch(() => undefined)

  return {
    attached,
    url: (database = 'postgres') => addressOf(root, data, database),
    async stop(how = 'fast') {
      const { code, output } = await run('pgCtl', ['stop', '-D', data, '-m', how, '-w', '-s'])
      if (code !== 0 && (await answers(root, data))) throw new Error(`The built-in PostgreSQL could not be stopped: ${output}`)
    },
  }
}

/** Where the server keeps its files. Root cannot run it, and the account that does must be able to get there. */
function placeFor({ dataDir, say = () => undefined }: EmbeddedOptions): { root: string; account: Account | undefined } {
  const wanted = join(dataDir, 'postgresql')
  const account = accountFor(wanted)
  mkdirSync(dataDir, { recursive: true, mode: account ? 0o711 : 0o700 })
  let root = wanted
  if (account) {
    if (!reachable(dataDir, account)) chmodSync(dataDir, (statSync(dataDir).mode & 0o777) | 0o011)
    if (!reachable(dataDir, account)) {
      root = join(systemFolder, createHash('sha256').update(dataDir).digest('hex').slice(0, 12))
      mkdirSync(systemFolder, { recursive: true, mode: 0o755 })
      say(`PostgreSQL does not run as root, and its account cannot reach ${dataDir}: its files are in ${root}.`)
    }
  }
  ownFolder(root, account)
  return { root, account }
}

async function createCluster(
  root: string,
  data: string,
  run: (program: keyof Binaries, args: string[]) => Promise<Finished>,
  account: Account | undefined,
): Promise<void> {
  // Made beside and moved into place: a start that is killed half-way leaves nothing that looks like a database.
  const partial = join(root, `data.${process.pid}.partial`)
  const passwordFile = join(root, `password.${process.pid}`)
  const password = randomBytes(24).toString('base64url')
  removeLeftovers(root)
  writeFileSync(passwordFile, password, { mode: 0o600 })
  if (account) chownSync(passwordFile, account.uid, account.gid)
  const { code, output } = await run('initdb', [
    '-D',
    partial,
    '--username=postgres',
    `--pwfile=${passwordFile}`,
    '--auth-local=trust',
    '--auth-host=scram-sha-256',
    '--no-sync',
    '--encoding=UTF8',
    '--locale=C',
    '--locale-provider=builtin',
    '--builtin-locale=C.UTF-8',
  ])
  if (code !== 0) throw new StartError(`The built-in PostgreSQL could not create its folder ${root}: ${output.trim()}`)
  appendFileSync(join(partial, 'postgresql.conf'), "\ninclude_if_exists 'tandem.conf'\n")
  try {
    renameSync(partial, data)
    renameSync(passwordFile, join(root, 'password'))
  } catch (error) {
    if (!existsSync(join(data, 'PG_VERSION'))) throw error
    rmSync(partial, { recursive: true, force: true })
    rmSync(passwordFile, { force: true })
  }
}

/** What a start that was killed left behind; a folder that is minutes old is nobody's any more. */
function removeLeftovers(root: string): void {
  for (const name of readdirSync(root)) {
    const path = join(root, name)
    if (/^(?:data\.\d+\.partial|password\.\d+)$/.test(name) && Date.now() - statSync(path).mtimeMs > 300_000) rmSync(path, { recursive: true, force: true })
  }
}

function refuseOtherMajor(data: string): void {
  const major = readFileSync(join(data, 'PG_VERSION'), 'utf8').trim()
  if (major !== '18')
    throw new StartError(
      `The data in ${data} was written by PostgreSQL ${major}, but this version of Tandem Cloud comes with PostgreSQL 18. Move the data with pg_dump and pg_restore (see "Upgrade" in cloud/README.md).`,
    )
}

function writeSettings(root: string, data: string, more: Record<string, string>, account: Account | undefined): void {
  const settings: Record<string, string> = {
    listen_addresses: process.platform === 'win32' ? '127.0.0.1' : '',
    port: String(process.platform === 'win32' ? 54_830 : port),
    unix_socket_directories: process.platform === 'win32' ? '' : socketFolder(root, account),
    max_connections: '100',
    shared_buffers: '64MB',
    timezone: 'UTC',
    log_timezone: 'UTC',
    ...more,
  }
  const file = join(data, 'tandem.conf')
  writeFileSync(
    file,
    Object.entries(settings)
      .map(([name, value]) => `${name} = '${value.replaceAll("'", "''")}'\n`)
      .join(''),
  )
  if (account) chownSync(file, account.uid, account.gid)
}

/** The path of a socket may have 107 bytes at most: a deep folder gets one elsewhere. */
function socketFolder(root: string, account: Account | undefined): string {
  const near = join(root, 'socket')
  const folder = near.length <= 85 ? near : join(tmpdir(), `tandem-pg-${createHash('sha256').update(root).digest('hex').slice(0, 12)}`)
  ownFolder(folder, account)
  return folder
}

function addressOf(root: string, data: string, database: string): string {
  const [, , , runningPort, socket] = readFileSync(join(data, 'postmaster.pid'), 'utf8').split('\n')
  if (socket) return `postgresql://postgres@/${database}?host=${encodeURIComponent(socket)}&port=${runningPort}`
  const password = readFileSync(join(root, 'password'), 'utf8')
  return `postgresql://postgres:${password}@127.0.0.1:${runningPort}/${database}`
}

async function answers(root: string, data: string): Promise<boolean> {
  if (!existsSync(join(data, 'postmaster.pid'))) return false
  const client = new Client({ connectionString: addressOf(root, data, 'postgres'), connectionTimeoutMillis: 5000, application_name: 'tandem-cloud start' })
  client.on('error', () => undefined)
  try {
    await client.connect()
    await client.end()
    return true
  } catch {
    return false
  }
}

interface Finished {
  code: number | null
  output: string
}

function execute(program: string, args: string[], account: Account | undefined): Promise<Finished> {
  return new Promise((resolve, reject) => {
    // The server inherits what pg_ctl has: without files of its own instead of pipes, we would wait for it for ever.
    const starts = args[0] === 'start'
    const child = spawn(program, args, {
      cwd: '/',
      env: {
        PATH: process.env.PATH ?? '',
        LANG: 'C',
        LC_ALL: 'C',
        TZ: 'UTC',
        ...(process.platform === 'win32' ? { SystemRoot: process.env.SystemRoot ?? '' } : {}),
      },
      stdio: ['ignore', starts ? 'ignore' : 'pipe', starts ? 'ignore' : 'pipe'],
      ...account,
    })
    let output = ''
    child.stdout?.on('data', (chunk: Buffer) => (output += chunk.toString()))
    child.stderr?.on('data', (chunk: Buffer) => (output += chunk.toString()))
    child.once('error', reject)
    child.once(starts ? 'exit' : 'close', (code: number | null) => resolve({ code, output }))
  })
}

function tail(file: string): string {
  return existsSync(file) ? readFileSync(file, 'utf8').split('\n').slice(-15).join('\n') : ''
}

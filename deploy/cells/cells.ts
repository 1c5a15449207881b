// Two cells on this machine, each a cloud with a PostgreSQL of its own, and HAProxy in front of them.
import { randomBytes } from 'node:crypto'
import { spawnSync } from 'node:child_process'
import { chmodSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { joinOwnServer } from '../../cloud/db/server/own-server.ts'
import { freePorts, type Program, programOf } from '../ha/programs.ts'
import { untilThere } from '../ha/until.ts'

export interface CellsOptions {
  /** Where all of it is kept: an empty folder. */
  folder: string
  /** Of HAProxy; default, and 0: any free one. */
  port?: number
  /** More settings of the instances. */
  settings?: Record<string, string>
}

export interface RunningCell {
  name: string
  /** Past HAProxy. */
  url: string
  databaseUrl: string
  /** What its instance has as its environment. */
  env: Record<string, string>
  /** The same in a file, for `move-team --to`. */
  settings: string
  program: Program
}

export type RunningCells = Awaited<ReturnType<typeof startCells>>

const host = '127.0.0.1'
const repository = fileURLToPath(new URL('../../', import.meta.url))
const template = new URL('haproxy.cfg', import.meta.url)

/** Why no cells can be tried here, in words; undefined: they can. */
export function cellsMissing(): string | undefined {
  if (process.platform !== 'linux') return 'cells are tried on Linux only'
  const { status } = spawnSync('haproxy', ['-v'], { env: { ...process.env, PATH: `${process.env.PATH ?? ''}:/usr/sbin:/sbin` } })
  return status === 0 ? undefined : 'haproxy not installed (Debian: apt-get install haproxy)'
}

const answersOk = (url: string) =>
  fetch(url).then(
    ({ ok }) => (ok ? true : undefined),
    () => undefined,
  )

async function startCell(name: string, port: number, balancerUrl: string, { folder, settings }: CellsOptions) {
  const at = join(folder, name)
  mkdirSync(at, { recursive: true })
  const database = await joinOwnServer({ dataDir: join(at, 'postgresql') })
  const env = {
    TANDEM_CELL: name,
    DATABASE_URL: database.url,
    TANDEM_KEY: randomBytes(32).toString('hex'),
    TANDEM_FILES_DIR: join(at, 'files'),
    TANDEM_CLOUD_DATA_DIR: join(at, 'data'),
    TANDEM_HOST: host,
    PORT: String(port),
    TANDEM_PUBLIC_URL: balancerUrl,
    TANDEM_TRUST_PROXY: 'loopback',
    ...settings,
  }
  const file = join(folder, `${name}.env`)
  writeFileSync(
    file,
    Object.entries(env)
      .map(([setting, value]) => `${setting}="${value}"\n`)
      .join(''),
    { mode: 0o600 },
  )
  const program = programOf({
    program: process.execPath,
    args: ['--min-semi-space-size=8', '--max-semi-space-size=8', join(repository, 'cloud', 'start.mjs')],
    log: join(folder, `${name}.log`),
    env,
  })
  const cell: RunningCell = { name, url: `http://${host}:${port}`, databaseUrl: database.url, env, settings: file, program }
  return { cell, database }
}

function configure({ folder, port, cells }: { folder: string; port: number; cells: readonly { name: string; port: number }[] }) {
  const [map, hosts, socket, config] = ['cells.map', 'hosts.map', 'haproxy.sock', 'haproxy.cfg'].map((name) => join(folder, name)) as [
    string,
    string,
    string,
    string,
  ]
  writeFileSync(map, '')
  writeFileSync(hosts, cells.map(({ name }) => `${name}. ${name}\n`).join(''))
  const server = (one: { name: string; port: number }, more = '') => `  server ${one.name} ${host}:${one.port} check${more}`
  const values: Record<string, string> = {
    socket,
    map,
    hosts,
    bind: `${host}:${port}`,
    first: cells[0]?.name ?? '',
    choices: cells.map(({ name }) => `  use_backend cell-${name} if { var(txn.cell) -m str ${name} }`).join('\n'),
    servers: cells.map((one, place) => server(one, place === 0 ? ' weight 256' : ' weight 1')).join('\n'),
    // A browser that signs in stays with the cell that knows it.
    backends: cells.map((one) => `backend cell-${one.name}\n${server(one)}`).join('\n\n'),
  }
  writeFileSync(
    config,
    readFileSync(template, 'utf8').replaceAll(/\{\{(\w+)\}\}/g, (_all, key: string) => values[key] ?? ''),
  )
  return { map, socket, config }
}

/** Throws when anything does not come up; what was started is stopped then. */
export async function startCells(options: CellsOptions) {
  const { folder } = options
  mkdirSync(folder, { recursive: true })
  // Databases run under another account than root.
  chmodSync(folder, 0o711)
  const [first, second, any] = (await freePorts(3)) as [number, number, number]
  const port = options.port || any
  const balancerUrl = `http://${host}:${port}`
  const closing: (() => Promise<unknown>)[] = []
  const close = async () => {
    for (const one of closing.reverse()) await one()
  }
  try {
    const cells: RunningCell[] = []
    for (const [name, own] of [
      ['a', first],
      ['b', second],
    ] as const) {
      const { cell, database } = await startCell(name, own, balancerUrl, options)
      closing.push(() => database.leave())
      cell.program.start()
      closing.push(() => cell.program.stop('SIGTERM'))
      await untilThere(`cell ${name}`, () => answersOk(`${cell.url}/ready`), join(folder, `${name}.log`))
      cells.push(cell)
    }
    const router = configure({
      folder,
      port,
      cells: [
        { name: 'a', port: first },
        { name: 'b', port: second },
      ],
    })
    const haproxy = programOf({ program: 'haproxy', args: ['-db', '-f', router.config], log: join(folder, 'haproxy.log') })
    haproxy.start()
    closing.push(() => haproxy.stop('SIGKILL'))
    await untilThere('HAProxy', () => answersOk(`${balancerUrl}/ready`), join(folder, 'haproxy.log'))
    return { balancerUrl, cells: cells as [RunningCell, RunningCell], router, haproxy, close }
  } catch (error) {
    await close()
    throw error
  }
}

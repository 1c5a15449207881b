// Everything that three machines would run, on one: etcd, Patroni with PostgreSQL, HAProxy, PgBouncer, NATS and two instances of the cloud.
import { randomBytes } from 'node:crypto'
import { chmodSync, chownSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { Client } from 'pg'
import { createDatabaseNode, type NodePlace } from './database-node.ts'
import { account, etcdApi, folderFor, freePorts, postgresPrograms, type Program, programOf, signal } from './programs.ts'
import { createLeadership } from './leadership.ts'
import { filled } from './templates.ts'
import { untilThere } from './until.ts'

export type Mode = 'sync' | 'async'

export interface ClusterOptions {
  /** Where all of it is kept. It must be empty, and its parents open to other accounts when this runs as root. */
  folder: string
  /** sync: what is acknowledged is on two servers. async: on one, and the last moments are lost with it. */
  mode: Mode
  /** Of the balancer; default, and 0: any free one. */
  port?: number
  /** More settings of the cloud instances. */
  settings?: Record<string, string>
  /** Seconds after which the lease of a leader who is silent ends; default 30, as Patroni has it. */
  ttl?: number
  /** For tests: the port by which others reach a port of that machine, or by which that machine reaches a port of others. */
  throughLink?: (machine: string, direction: 'in' | 'out', port: number) => Promise<number>
}

export type Cluster = Awaited<ReturnType<typeof startCluster>>

const host = '127.0.0.1'
const names = ['pg1', 'pg2', 'pg3'] as const
const repository = fileURLToPath(new URL('../../', import.meta.url))
const direct = (_machine: string, _direction: string, port: number) => Promise.resolve(port)

interface Parts {
  folder: string
  secrets: Record<'superuser' | 'replication' | 'rewind' | 'owner' | 'cloud' | 'key', string>
  programs: Program[]
  /** With which of etcd's interfaces Patroni keeps its lease. */
  etcdApi: ReturnType<typeof etcdApi>
  throughLink: NonNullable<ClusterOptions['throughLink']>
}

/** Three members, each of which could be on a machine of its own. */
async function startEtcd({ folder, programs, etcdApi: api }: Parts) {
  const ports = await freePorts(names.length * 2)
  const members = names.map((_name, index) => ({ name: `etcd${index + 1}`, client: ports[index * 2] as number, peer: ports[index * 2 + 1] as number }))
  const initial = members.map(({ name, peer }) => `${name}=http://${host}:${peer}`).join(',')
  const started = members.map(({ name, client, peer }) => {
    const at = folderFor(join(folder, name))
    const program = programOf({
      program: 'etcd',
      args: [
        `--name=${name}`,
        `--data-dir=${join(at, 'data')}`,
        `--initial-cluster=${initial}`,
        '--initial-cluster-state=new',
        `--listen-client-urls=http://${host}:${client}`,
        `--advertise-client-urls=http://${host}:${client}`,
        `--listen-peer-urls=http://${host}:${peer}`,
        `--initial-advertise-peer-urls=http://${host}:${peer}`,
        '--heartbeat-interval=200',
        '--election-timeout=2000',
        ...(api === 'etcd' ? ['--enable-v2'] : []),
      ],
      log: join(folder, `${name}.log`),
    })
    program.start()
    programs.push(program)
    return { name, port: client, program }
  })
  const [{ port }] = started as [(typeof started)[number]]
  const isHealthy = () =>
    fetch(`http://${host}:${port}/health`).then(
      ({ ok }) => (ok ? true : undefined),
      () => undefined,
    )
  await untilThere('etcd', isHealthy, join(folder, 'etcd1.log'))
  return started
}

function writePrivate(file: string, text: string): void {
  writeFileSync(file, text, { mode: 0o600 })
  if (account) chownSync(file, account.uid, account.gid)
}

async function startDatabases({ folder, secrets, throughLink, etcdApi: api }: Parts, options: ClusterOptions, etcdPorts: number[]) {
  const ports = await freePorts(names.length * 2)
  const isSynchronous = options.mode === 'sync'
  const ttl = options.ttl ?? 30
  const places: NodePlace[] = []
  for (const [index, name] of names.entries()) {
    const [port, restPort] = [ports[index * 2] as number, ports[index * 2 + 1] as number]
    const at = folderFor(join(folder, name))
    const etcdHosts = await Promise.all(etcdPorts.map((etcd) => throughLink(name, 'out', etcd)))
    writePrivate(
      join(at, 'patroni.yml'),
      filled('patroni.yml', {
        name,
        host,
        port,
        restPort,
        reachedAt: await throughLink(name, 'in', port),
        restReachedAt: await throughLink(name, 'in', restPort),
        etcdApi: api,
        etcdHosts: etcdHosts.map((etcd) => `'${host}:${etcd}'`).join(', '),
        ttl,
        loopWait: Math.max(1, Math.floor(ttl / 10)),
        retryTimeout: Math.max(3, Math.floor(ttl / 3)),
        maximumLag: 1_048_576,
        isSynchronous,
        sharedBuffers: '64MB',
        dataDir: join(at, 'data'),
        binDir: postgresPrograms() as string,
        pgpass: join(at, 'pgpass'),
        socketDir: at,
        superuserPassword: secrets.superuser,
        replicationPassword: secrets.replication,
        rewindPassword: secrets.rewind,
        sslMode: 'disable',
        network: `${host}/32`,
        watchdog: 'off',
      }),
    )
    places.push({ name, folder: at, port, restUrl: `http://${host}:${restPort}` })
  }
  const nodes = places.map((place) => createDatabaseNode(place))
  for (const node of nodes) node.start()
  const leadership = createLeadership(places)
  await leadership.primary(120_000)
  return { places, nodes, leadership }
}

/** Roles and the database, once, as an administrator does it. */
async function prepareDatabase({ secrets }: Parts, port: number): Promise<void> {
  const client = new Client({ host, port, user: 'postgres', password: secrets.superuser, database: 'postgres' })
  await client.connect()
  try {
    const text = filled('roles.sql', { ownerPassword: secrets.owner, cloudPassword: secrets.cloud })
    // One by one: CREATE DATABASE does not run within a transaction, which several in one query are.
    for (const statement of text
      .replaceAll(/^--.*$/gm, '')
      .split(';')
      .filter((one) => one.trim() !== ''))
      await client.query(statement)
  } finally {
    await client.end()
  }
}

async function startBalancer({ folder, programs, throughLink }: Parts, places: NodePlace[], cloudPorts: number[], cloudPort: number) {
  const [databasePort] = (await freePorts(1)) as [number]
  const checked = async ({ name, port, restUrl }: NodePlace) =>
    `  server ${name} ${host}:${await throughLink(name, 'in', port)} check port ${await throughLink(name, 'in', Number(new URL(restUrl).port))}`
  const at = folderFor(join(folder, 'haproxy'))
  writePrivate(
    join(at, 'haproxy.cfg'),
    filled('haproxy.cfg', {
      databaseBind: `${host}:${databasePort}`,
      cloudBind: `${host}:${cloudPort}`,
      databases: (await Promise.all(places.map(checked))).join('\n'),
      clouds: cloudPorts.map((port, index) => `  server cloud${index + 1} ${host}:${port} check`).join('\n'),
    }),
  )
  const haproxy = programOf({ program: 'haproxy', args: ['-db', '-f', join(at, 'haproxy.cfg')], log: join(folder, 'haproxy.log'), unprivileged: true })
  haproxy.start()
  programs.push(haproxy)
  return databasePort
}

async function startPooler({ folder, programs, secrets }: Parts, name: string, databasePort: number): Promise<number> {
  const [port] = (await freePorts(1)) as [number]
  const at = folderFor(join(folder, name))
  const usersFile = join(at, 'users.txt')
  writePrivate(usersFile, `"tandem_cloud" "${secrets.cloud}"\n`)
  writePrivate(join(at, 'pgbouncer.ini'), filled('pgbouncer.ini', { host, port, databaseHost: host, databasePort, usersFile }))
  const pooler = programOf({ program: 'pgbouncer', args: [join(at, 'pgbouncer.ini')], log: join(folder, `${name}.log`), unprivileged: true })
  pooler.start()
  programs.push(pooler)
  return port
}

function cloudOf(
  { folder, secrets }: Parts,
  options: ClusterOptions,
  addresses: { index: number; port: number; poolerPort: number; natsPort: number; places: NodePlace[] },
) {
  const { index, port, poolerPort, natsPort, places } = addresses
  const servers = places.map((place) => `${host}:${place.port}`).join(',')
  const program = programOf({
    program: process.execPath,
    args: ['--min-semi-space-size=8', '--max-semi-space-size=8', '--max-old-space-size=1024', join(repository, 'cloud', 'start.mjs')],
    log: join(folder, `cloud${index}.log`),
    env: {
      DATABASE_URL: `postgresql://tandem_cloud:${secrets.cloud}@${host}:${poolerPort}/tandem`,
      TANDEM_DATABASE_POOLING: 'transaction',
      TANDEM_DATABASE_OWNER_URL: `postgresql://tandem_owner:${secrets.owner}@${servers}/tandem`,
      TANDEM_NATS_URL: `nats://${host}:${natsPort}`,
      TANDEM_KEY: secrets.key,
      TANDEM_HOST: host,
      PORT: String(port),
      TANDEM_CLOUD_DATA_DIR: join(folder, `cloud${index}`),
      TANDEM_FILES_DIR: join(folder, 'files'),
      TANDEM_TRUST_PROXY: 'loopback',
      // HAProxy asks for /ready each second, and believes the second answer.
      TANDEM_DRAIN_SECONDS: '5',
      ...options.settings,
    },
  })
  return { url: `http://${host}:${port}`, log: join(folder, `cloud${index}.log`), program }
}

const answersOk = (url: string) =>
  fetch(url).then(
    ({ ok }) => (ok ? true : undefined),
    () => undefined,
  )

/** Throws when anything does not come up; what was started is stopped then. */
export async function startCluster(options: ClusterOptions) {
  const { folder } = options
  const random = () => randomBytes(18).toString('base64url')
  const secrets = { superuser: random(), replication: random(), rewind: random(), owner: random(), cloud: random(), key: randomBytes(32).toString('hex') }
  const parts: Parts = { folder, secrets, programs: [], etcdApi: etcdApi(), throughLink: options.throughLink ?? direct }
  // Databases run under another account than root.
  if (account) chmodSync(folder, 0o711)
  let nodes: ReturnType<typeof createDatabaseNode>[] = []
  // Nothing of it outlives the program that started it, however that ends (but for kill -9).
  const abandon = () => {
    for (const program of parts.programs) if (program.isRunning()) signal([program.pid()], 'SIGKILL')
    for (const node of nodes) node.abandon()
  }
  process.once('exit', abandon)
  const close = async () => {
    await Promise.all(nodes.map((node) => node.stop()))
    await Promise.all(parts.programs.map((program) => program.stop('SIGKILL')))
    process.off('exit', abandon)
  }
  try {
    const etcd = await startEtcd(parts)
    const databases = await startDatabases(
      parts,
      options,
      etcd.map(({ port }) => port),
    )
    nodes = databases.nodes
    const { places, leadership } = databases
    const leader = await leadership.primary()
    await prepareDatabase(parts, places.find(({ name }) => name === leader)?.port as number)
    const [natsPort, first, second, any] = (await freePorts(4)) as [number, number, number, number]
    const nats = programOf({ program: 'nats-server', args: ['-a', host, '-p', String(natsPort)], log: join(folder, 'nats.log') })
    nats.start()
    parts.programs.push(nats)
    const balancerPort = options.port || any
    const databasePort = await startBalancer(parts, places, [first, second], balancerPort)
    const clouds: ReturnType<typeof cloudOf>[] = []
    for (const [index, port] of [first, second].entries()) {
      const poolerPort = await startPooler(parts, `pgbouncer${index + 1}`, databasePort)
      clouds.push(cloudOf(parts, options, { index: index + 1, port, poolerPort, natsPort, places }))
    }
    const balancerUrl = `http://${host}:${balancerPort}`
    await untilThere('HAProxy to reach the primary', () => reaches(databasePort, secrets.cloud), join(folder, 'haproxy.log'))
    for (const cloud of clouds) {
      cloud.program.start()
      parts.programs.push(cloud.program)
      await untilThere(`the cloud at ${cloud.url}`, () => answersOk(`${cloud.url}/ready`), cloud.log)
    }
    await untilThere('the balancer', () => answersOk(`${balancerUrl}/ready`), join(folder, 'haproxy.log'))
    return { balancerUrl, clouds, nodes, places, etcd, leadership, secrets, databasePort, close }
  } catch (error) {
    await close()
    throw error
  }
}

async function reaches(port: number, password: string): Promise<true | undefined> {
  const client = new Client({ host, port, user: 'tandem_cloud', password, database: 'tandem', connectionTimeoutMillis: 2000 })
  client.on('error', () => undefined)
  try {
    await client.connect()
    return true
  } catch {
    return undefined
  } finally {
    await client.end().catch(() => undefined)
  }
}

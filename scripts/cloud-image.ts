// `npm run cloud:image`: builds the container images of cloud/Dockerfile and starts them beside a PostgreSQL: the cloud must be healthy, ready and show
// the web UI, and a worker must get in step with a team of it.
// Needs no daemon and no image registry: buildah (as root, `--isolation chroot`) on a base made by debootstrap, with this Node. Where these are missing
// the same steps are followed in a folder, which it says.
import { type ChildProcess, spawn, type SpawnOptions, spawnSync, type SpawnSyncOptions } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { type AddressInfo, createServer } from 'node:net'
import { homedir, tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { startEmbedded } from '../cloud/db/server/embedded.ts'
import { copyFromRepository, readDockerfile, type Stage } from './dockerfile.ts'

const root = dirname(dirname(fileURLToPath(import.meta.url)))
const store = process.env.TANDEM_IMAGE_STORE ?? '/var/tmp/tandem-image'
const stages = readDockerfile()
const cloud = stages.at(-1) as Stage
const worker = stages.find(({ name }) => name === 'worker') as Stage

const say = (text: string) => process.stdout.write(`cloud-image: ${text}\n`)

/** What it wrote, without blanks around it; throws when it fails. */
function run(command: string, args: readonly string[], options: SpawnSyncOptions = {}): string {
  const { status, error, stdout } = spawnSync(command, args, { cwd: root, stdio: ['ignore', 'pipe', 'inherit'], ...options })
  if (status !== 0) throw new Error(`${command} ${args.join(' ')}: ${error?.message ?? `ended with ${status}`}`)
  return String(stdout ?? '').trim()
}

const buildah = (...args: string[]) => run('buildah', ['--root', join(store, 'images'), '--runroot', join(store, 'run'), ...args])

/** Why no image can be built here; undefined: it can. */
function noBuilder(): string | undefined {
  if (process.platform !== 'linux' || process.getuid?.() !== 0) return 'building without a daemon needs Linux and root'
  const missing = ['buildah', 'debootstrap', 'unshare'].filter((program) => spawnSync(program, ['--version']).error)
  return missing.length > 0 ? `${missing.join(' and ')} not installed` : undefined
}

/** What the Dockerfile begins with, made of Debian's packages, this Node and the npm that runs us; kept between runs. */
function makeBase(name: string): void {
  if (spawnSync('buildah', ['--root', join(store, 'images'), '--runroot', join(store, 'run'), 'inspect', '--type', 'image', name]).status === 0) return
  say(`making the base ${name} (once)`)
  const files = join(store, `base.${process.pid}`)
  mkdirSync(store, { recursive: true })
  try {
    run('debootstrap', ['--variant=minbase', 'bookworm', files])
    cpSync(realpathSync(process.execPath), join(files, 'usr/local/bin/node'))
    const npm = realpathSync(dirname(dirname(process.env.npm_execpath ?? run('sh', ['-c', 'readlink -f "$(command -v npm)"']))))
    cpSync(npm, join(files, 'usr/local/lib/node_modules/npm'), { recursive: true })
    symlinkSync('../lib/node_modules/npm/bin/npm-cli.js', join(files, 'usr/local/bin/npm'))
    run('chroot', [files, 'useradd', '--create-home', '--uid', '1000', 'node'])
    const container = buildah('from', 'scratch')
    buildah('add', '--quiet', container, files, '/')
    buildah('commit', '--quiet', container, name)
    buildah('rm', container)
  } finally {
    rmSync(files, { recursive: true, force: true })
  }
}

/** How this machine reaches its package registry, for the steps that install; nothing of it stays in the image. `folder`: for the time of the build. */
function reachRegistry(folder: string): string[] {
  const certificates = '/etc/ssl/certs/ca-certificates.crt'
  const npmrc = join(folder, 'npmrc')
  const own = join(homedir(), '.npmrc')
  writeFileSync(npmrc, `${existsSync(own) ? readFileSync(own, 'utf8') : ''}\n${existsSync(certificates) ? `cafile=${certificates}` : ''}\n`, { mode: 0o600 })
  const inside = [
    [npmrc, '/root/.npmrc'],
    [certificates, certificates],
    ['/etc/resolv.conf', '/etc/resolv.conf'],
  ] as const
  return inside.flatMap(([path, target]) => (existsSync(path) ? ['--volume', `${realpathSync(path)}:${target}:ro`] : []))
}

interface Built {
  stage: Stage
  /** The folder in which the last stage's files are. */
  files: string
  isImage: boolean
  remove(): void
}

function buildImage(stage: Stage): Built {
  const image = stage === worker ? 'tandem-worker' : 'tandem-cloud'
  // A short name means Docker's own registry, for buildah as for Docker.
  for (const base of new Set(stages.map((stage) => stage.base))) makeBase(`docker.io/library/${base}`)
  say(`building ${image}`)
  const begun = performance.now()
  const folder = mkdtempSync(join(tmpdir(), 'tandem-image-'))
  try {
    buildah(
      'bud',
      '--isolation',
      'chroot',
      '--format',
      'docker',
      '--pull-never',
      '--quiet',
      ...reachRegistry(folder),
      '-f',
      'cloud/Dockerfile',
      ...(stage === worker ? ['--target', 'worker'] : []),
      '-t',
      image,
      '.',
    )
  } finally {
    rmSync(folder, { recursive: true })
  }
  say(`built in ${Math.round((performance.now() - begun) / 1000)} s`)
  const container = buildah('from', '--pull-never', image)
  const files = buildah('mount', container)
  return { stage, files, isImage: true, remove: () => void buildah('rm', container) }
}

/** The same steps in a folder: /app and /data are in there. */
function followSteps(wanted: Stage): Built {
  const place = mkdtempSync(join(tmpdir(), 'tandem-image-'))
  const here = (text: string, stage: Stage) => text.replaceAll(/(?<![\w./-])\/(?:app|data)\b/g, (path) => join(place, stage.name, path))
  for (const stage of wanted === worker ? [worker] : stages.filter((one) => one !== worker)) {
    const app = join(place, stage.name, 'app')
    mkdirSync(app, { recursive: true })
    for (const step of stage.steps) {
      if (step.kind === 'RUN') run('sh', ['-c', here(step.command, stage).replaceAll(/&& chown \S+ \S+/g, '')], { cwd: app })
      else if (!step.from) copyFromRepository(step, app)
      else for (const source of step.sources) cpSync(join(place, step.from, source), join(app, step.target), { recursive: true })
    }
  }
  return { stage: wanted, files: join(place, wanted.name), isImage: false, remove: () => rmSync(place, { recursive: true, force: true }) }
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  await new Promise((resolve) => server.close(resolve))
  return port
}

/** A command of the image as compose.yaml runs it: without rights, on a file system that cannot be written to, with /data and /tmp. In a folder: as it is. */
function inside({ files, isImage }: Built, command: readonly string[], env: Record<string, string>): [string, string[], SpawnOptions] {
  if (!isImage) {
    const data = join(files, 'data')
    const here = { PATH: process.env.PATH, ...env, TANDEM_CLOUD_DATA_DIR: data, TANDEM_WORKER_DATA_DIR: data }
    return [command[0] as string, command.slice(1), { cwd: join(files, 'app'), env: here }]
  }
  const steps = [
    'mount --make-rprivate /',
    'mount --bind "$1" "$1"',
    'mount -t proc proc "$1/proc"',
    'mount -t tmpfs -o mode=1777 tmpfs "$1/tmp"',
    'mount -t tmpfs -o uid=1000,gid=1000 tmpfs "$1/data"',
    'mount -t tmpfs tmpfs "$1/dev"',
    'for one in null zero urandom random; do touch "$1/dev/$one"; mount --bind "/dev/$one" "$1/dev/$one"; done',
    'mount -o remount,bind,ro "$1"',
    'files=$1',
    'shift',
    'exec chroot --userspec=1000:1000 "$files" /usr/bin/env -i "$@"',
  ]
  const settings = Object.entries({ PATH: '/usr/local/bin:/usr/bin:/bin', ...env }).map(([name, value]) => `${name}=${value}`)
  const entered = ['sh', '-c', 'cd /app && exec "$@"', 'sh', ...command]
  return ['unshare', ['--mount', 'sh', '-ec', steps.join('\n'), 'sh', files, ...settings, ...entered], {}]
}

/** What `url` answers once it answers well. */
async function answered(url: string, child: ChildProcess): Promise<string> {
  for (let tries = 0; tries < 600; tries++) {
    if (child.exitCode !== null) throw new Error(`it ended with ${child.exitCode}`)
    const reply = await fetch(url).catch(() => undefined)
    if (reply?.ok) return reply.text()
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
  throw new Error(`${url} does not answer`)
}

/** Starts it, tries it, asks its own health check and stops it: it must end in order. */
async function runAndStop(built: Built, env: Record<string, string>, tryIt: (child: ChildProcess) => Promise<void>): Promise<void> {
  const given = { ...built.stage.env, ...env }
  const [command, args, options] = inside(built, built.stage.cmd, given)
  const child = spawn(command, args, { ...options, stdio: ['ignore', 'inherit', 'inherit'] })
  try {
    await tryIt(child)
    const [checker, checkArgs, checkOptions] = inside(built, built.stage.healthcheck, given)
    run(checker, checkArgs, checkOptions)
    say('its own health check passes')
    const ended = once(child, 'exit')
    child.kill('SIGTERM')
    const [code] = (await ended) as [number | null]
    if (code !== 0) throw new Error(`after SIGTERM it ended with ${code}`)
    say('SIGTERM ends it in order')
  } finally {
    child.kill('SIGKILL')
  }
}

/** A team of the cloud at `url`, with a token. */
async function newTeam(url: string): Promise<{ id: string; token: string }> {
  async function post<T>(path: string, body: object, session = ''): Promise<T> {
    const headers = { 'Content-Type': 'application/json', ...(session ? { Authorization: `Bearer ${session}` } : {}) }
    const reply = await fetch(`${url}/api${path}`, { method: 'POST', headers, body: JSON.stringify(body) })
    if (!reply.ok) throw new Error(`POST ${path}: ${reply.status} ${await reply.text()}`)
    return (await reply.json().catch(() => undefined)) as T
  }
  const account = { email: 'ana@example.org', password: randomBytes(12).toString('hex') }
  await post('/auth/sign-up', account)
  const session = (await post<{ token: string }>('/auth/sign-in', account)).token
  const { id } = await post<{ id: string }>('/teams', { name: 'Kitchen' }, session)
  return { id, token: (await post<{ token: string }>(`/teams/${id}/tokens`, { name: 'worker' }, session)).token }
}

async function tryWorker(built: Built, url: string): Promise<void> {
  const { id, token } = await newTeam(url)
  const port = String(await freePort())
  const env = { TANDEM_WORKER_CLOUD: url, TANDEM_WORKER_TEAM: id, TANDEM_WORKER_TOKEN: token, TANDEM_WORKER_PORT: port }
  await runAndStop(built, env, async (child) => {
    await answered(`http://127.0.0.1:${port}/ready`, child)
    say('the worker is in step with a team')
  })
}

/** Starts the cloud on a database, and a worker beside it. */
async function tryAll(builtCloud: Built, builtWorker: Built): Promise<void> {
  const dataDir = mkdtempSync(join(tmpdir(), 'tandem-image-db-'))
  const databasePort = String(await freePort())
  const database = await startEmbedded({ dataDir, settings: { fsync: 'off', port: databasePort, listen_addresses: '127.0.0.1' } })
  const port = String(await freePort())
  const url = `http://127.0.0.1:${port}`
  const password = readFileSync(join(dataDir, 'postgresql', 'password'), 'utf8')
  const env = {
    PORT: port,
    TANDEM_HOST: '127.0.0.1',
    TANDEM_KEY: randomBytes(32).toString('hex'),
    DATABASE_URL: `postgresql://postgres:${password}@127.0.0.1:${databasePort}/postgres`,
  }
  try {
    await runAndStop(builtCloud, env, async (child) => {
      for (const path of ['/health', '/ready', '/']) {
        const text = await answered(`${url}${path}`, child)
        if (path === '/' && !text.includes('<title>Tandem')) throw new Error(`the web UI is not at ${url}: ${text.slice(0, 200)}`)
        say(`${path} is well`)
      }
      await tryWorker(builtWorker, url)
    })
  } finally {
    await database.stop('immediate')
    rmSync(dataDir, { recursive: true, force: true })
  }
}

const missing = noBuilder()
if (missing) say(`no image is built (${missing}): its steps are followed in a folder`)
const built: Built[] = []
try {
  for (const stage of [cloud, worker]) built.push(missing ? followSteps(stage) : buildImage(stage))
  await tryAll(built[0] as Built, built[1] as Built)
} finally {
  for (const one of built) one.remove()
}

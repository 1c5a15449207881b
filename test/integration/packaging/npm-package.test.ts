// The npm package: what is in it, and what a stranger does with it. The short version runs the folder that is packed; the long one packs it and
// runs it by npx, with an empty home, on the oldest Node that it promises and on one that is too old.
import { spawn, spawnSync } from 'node:child_process'
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { isBuiltin } from 'node:module'
import { delimiter, dirname, join } from 'node:path'
import { beforeAll, expect, onTestFinished, test } from 'vitest'
import { oldestNode } from '../../../electron/cli/oldest-node.mjs'
import { stagePackage } from '../../../scripts/packaging/npm/stage.ts'
import { eventually } from '../../support/eventually.ts'
import { connectStdio } from '../../support/mcp/mcp-clients.ts'
import { stopServiceOf } from '../../support/service/programs.ts'
import { temporaryFolder } from '../../support/service/service.ts'

const root = join(import.meta.dirname, '../../..')

let folder: string
let manifest: { dependencies: Record<string, string>; bundleDependencies: string[]; bin: Record<string, string>; [more: string]: unknown }
beforeAll(() => {
  folder = stagePackage('someone/tandem')
  manifest = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as typeof manifest
}, 120_000)

/** An account that has nothing: not ours, so that no setting and no cache of this one helps. */
function newHome() {
  const home = temporaryFolder()
  const cwd = join(home.path, 'empty')
  mkdirSync(cwd)
  const dataDir = join(home.path, 'data')
  onTestFinished(async () => {
    await stopServiceOf(dataDir)
    home.remove()
  })
  const kept = Object.entries(process.env).filter(([name]) => /^(?:path|systemroot|comspec|temp|tmp|tmpdir|.*_proxy|node_extra_ca_certs)$/i.test(name))
  const env: Record<string, string> = {
    ...(Object.fromEntries(kept) as Record<string, string>),
    HOME: home.path,
    USERPROFILE: home.path,
    APPDATA: join(home.path, 'roaming'),
    LOCALAPPDATA: join(home.path, 'local'),
    TANDEM_DATA_DIR: dataDir,
    TANDEM_PORT: '0',
    TANDEM_SECRETS: 'file',
    TANDEM_EMBEDDER: 'off',
    TANDEM_RERANKER: 'off',
  }
  return { path: home.path, cwd, dataDir, env }
}

type Home = ReturnType<typeof newHome>

function ran(home: Home, command: string, args: readonly string[]) {
  const { status, stdout, stderr } = spawnSync(command, args, {
    cwd: home.cwd,
    env: home.env,
    encoding: 'utf8',
    shell: process.platform === 'win32' && command !== process.execPath,
  })
  return { code: status, out: stdout, err: stderr }
}

const ownUrl = (home: Home) => (JSON.parse(readFileSync(join(home.dataDir, 'running.json'), 'utf8')) as { url: string }).url

/** The main job, with each program as `[command, ...arguments]`: a task on the command line, the same over MCP, and the web UI. */
async function doesItsJob(home: Home, tandem: readonly [string, ...string[]], mcp: readonly [string, ...string[]]): Promise<void> {
  const [command, ...args] = tandem
  const added = ran(home, command, [...args, 'add', 'Water the cactus', '--json'])
  expect([added.code, added.err]).toEqual([0, ''])
  const { id } = JSON.parse(added.out) as { id: number }
  const client = await connectStdio('modern', 'someone', mcp[0], mcp.slice(1), home.env)
  try {
    expect((await client.call('get_task', { id })).answer).toMatchObject({ title: 'Water the cactus' })
  } finally {
    await client.close()
  }
  const page = await (await fetch(ownUrl(home))).text()
  const script = /<script[^>]+src="(\/assets\/[^"]+)"/.exec(page)?.[1] ?? /modulepreload[^>]+href="([^"]+)"/.exec(page)?.[1]
  expect(script).toBeDefined()
  expect((await fetch(ownUrl(home) + script)).headers.get('content-type')).toMatch(/javascript/)
}

test('[PK1] it holds built files only, whatever it needs besides is declared exactly, and nothing of it has an install script', () => {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile())
  expect(files.filter(({ name }) => /[.](?:tsx?|mts|map|gyp|c|cc|h)$/.test(name)).map(({ name }) => name)).toEqual([])
  expect(manifest).not.toHaveProperty('scripts')
  expect(manifest).toMatchObject({
    name: 'tandem-tasks',
    engines: { node: `>=${oldestNode}` },
    mcpName: 'io.github.someone/tandem',
    repository: { url: 'git+https://github.com/someone/tandem.git' },
  })
  for (const program of Object.values(manifest.bin)) expect(readFileSync(join(folder, program), 'utf8')).toMatch(/^#!\/usr\/bin\/env node\n/)
  expect(Object.values(manifest.dependencies).filter((version) => !/^\d+\.\d+\.\d+$/.test(version))).toEqual([])
  for (const name of manifest.bundleDependencies)
    expect(Object.keys(JSON.parse(readFileSync(join(folder, 'node_modules', name, 'package.json'), 'utf8')) as object)).not.toContain('scripts')
  const { packages } = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')) as {
    packages: Record<string, { hasInstallScript?: boolean; dependencies?: Record<string, string>; optionalDependencies?: Record<string, string> }>
  }
  const fetched = new Set<string>()
  const look = (name: string) => {
    if (fetched.has(name)) return
    fetched.add(name)
    const found = packages[`node_modules/${name}`]
    for (const next of Object.keys({ ...found?.dependencies, ...found?.optionalDependencies })) look(next)
  }
  for (const name of Object.keys(manifest.dependencies).filter((one) => !manifest.bundleDependencies.includes(one))) look(name)
  expect([...fetched].filter((name) => packages[`node_modules/${name}`]?.hasInstallScript)).toEqual([])
  expect(fetched.size).toBeGreaterThan(10)
})

test('[PK1] what the built files import is built in, declared, or among them', () => {
  const built = join(folder, 'out', 'npm')
  const imports = [
    /^(?:import|export)\b[^'"\n]*["']([@\w][\w@./-]*)["']/gm,
    /(?<![{|])\bimport\(["']([@\w][\w@./-]*)["']\)/g,
    /createRequire\(import\.meta\.url\)(?:\.resolve)?\(["']([@\w][\w@./-]*)["']\)/g,
  ]
  const texts = readdirSync(built).map((file) => readFileSync(join(built, file), 'utf8'))
  const outside = new Set(imports.flatMap((pattern) => texts.flatMap((text) => [...text.matchAll(pattern)].map(([, name = '']) => name))))
  const packageOf = (name: string) =>
    name
      .split('/')
      .slice(0, name.startsWith('@') ? 2 : 1)
      .join('/')
  const known = { ...manifest.dependencies, ...(manifest.peerDependencies as object) }
  expect([...outside].filter((name) => !isBuiltin(name) && !Object.hasOwn(known, packageOf(name)))).toEqual([])
  for (const name of ['better-sqlite3', '@fastify/static', 'rrule-temporal']) expect([...outside]).toContain(name)
})

test('[PK2] a task made on the command line is read over MCP and shown by the web UI', { timeout: 60_000 }, async () => {
  const program = (name: string) => [process.execPath, join(folder, manifest.bin[name] as string)] as [string, ...string[]]
  await doesItsJob(newHome(), program('tandem'), program('tandem-mcp'))
})

test('[PK2] without a command it starts the service and says where; messages name the commands that are installed', { timeout: 60_000 }, async () => {
  const home = newHome()
  const child = spawn(process.execPath, [join(folder, manifest.bin['tandem-tasks'] as string)], {
    cwd: home.cwd,
    env: home.env,
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let said = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => (said += chunk.toString()))
  const ended = new Promise<number | null>((resolve) => child.once('close', resolve))
  await eventually(() => Promise.resolve(said.includes('Tandem is ready at http://127.0.0.1:')))
  const program = [join(folder, manifest.bin['tandem-tasks'] as string)]
  expect(ran(home, process.execPath, [...program, 'serve', '--help']).out).toMatch(/^tandem serve \[options\]/)
  const taken = ran(home, process.execPath, [...program, '--data-dir', join(home.path, 'other'), '--port', new URL(ownUrl(home)).port])
  expect([taken.code, taken.err]).toEqual([1, expect.stringContaining('Choose another: tandem serve --port 0')])
  child.kill('SIGTERM')
  expect(await ended).toBe(process.platform === 'win32' ? null : 0)
})

/** As if this Node were another: what the launcher sees. */
const asNode = (version: string) => [
  '--import',
  `data:text/javascript,Object.defineProperty(process,'versions',{value:{...process.versions,node:'${version}'}})`,
]

test('[PK3] a Node that is too old is refused with what to do, and nothing is written', () => {
  const home = newHome()
  for (const program of Object.values(manifest.bin)) {
    const { code, out, err } = ran(home, process.execPath, [...asNode('20.19.6'), join(folder, program), 'add', 'Never'])
    expect([code, out, err]).toEqual([
      1,
      '',
      expect.stringMatching(/^Tandem needs Node\.js 22\.18 or newer; this is 20\.19\.6\. Install the current LTS version from https:\/\/nodejs\.org/),
    ])
  }
  expect(readdirSync(home.path)).toEqual(['empty'])
})

/** What npm of this account knows of its registry, for one that has no settings; empty where that is the usual. */
function registrySettings(): Record<string, string> {
  const value = (name: string) => spawnSync('npm', ['config', 'get', name], { encoding: 'utf8', shell: process.platform === 'win32' }).stdout.trim()
  const set = ['registry', 'cafile', 'userconfig'].map((name) => [`npm_config_${name}`, value(name)] as const)
  return Object.fromEntries(set.filter(([, text]) => text !== '' && text !== 'null' && text !== 'undefined'))
}

/** A folder with just this Node, and npx, to stand first on PATH. Throws what npm said where it cannot be had. */
function nodeFolder(place: string, version: string): string {
  const bin = join(place, `node-${version}`)
  mkdirSync(bin, { recursive: true })
  const name = `node-${process.platform}-${process.arch}@${version}`
  const { status, stderr } = spawnSync('npm', ['install', '--ignore-scripts', '--no-audit', '--no-fund', '--prefix', bin, name], { encoding: 'utf8' })
  if (status !== 0) throw new Error(stderr)
  return join(bin, 'node_modules', name.split('@')[0] as string, 'bin')
}

test.runIf(process.env.TANDEM_LONG)(
  '[PK2] [PK3] packed and run by npx with an empty home: on Node 22.18, and refused on Node 20',
  { timeout: 600_000 },
  async ({ skip }) => {
    if (process.platform !== 'linux') return skip('Nodes of other versions are fetched for Linux only')
    const home = newHome()
    let nodes: Record<'oldest' | 'tooOld', string>
    try {
      nodes = { oldest: nodeFolder(home.path, '22.18.0'), tooOld: nodeFolder(home.path, '20.19.6') }
    } catch (error) {
      return skip(`no other Node can be had from the package registry: ${(error as Error).message.split('\n')[0]}`)
    }
    const packed = spawnSync('npm', ['pack', '--ignore-scripts', '--silent', '--pack-destination', home.path], { cwd: folder, encoding: 'utf8' })
    const tarball = join(home.path, packed.stdout.trim())
    const npmFolder = dirname(spawnSync('sh', ['-c', 'readlink -f "$(command -v npx)"'], { encoding: 'utf8' }).stdout.trim())
    Object.assign(home.env, registrySettings(), {
      npm_config_cache: join(home.path, 'npm-cache'),
      npm_config_yes: 'true',
      npm_config_loglevel: 'error',
      npm_config_update_notifier: 'false',
    })
    const npx = join(home.path, 'npx')
    writeFileSync(npx, `#!/bin/sh\nexec node "${npmFolder}/npx-cli.js" --package "${tarball}" "$@"\n`, { mode: 0o755 })
    const path = home.env.PATH as string
    home.env.PATH = [nodes.tooOld, path].join(delimiter)
    const refused = ran(home, npx, ['tandem-tasks'])
    expect([refused.code, refused.out]).toEqual([1, ''])
    expect(refused.err).toContain('Tandem needs Node.js 22.18 or newer; this is 20.19.6.')
    home.env.PATH = [nodes.oldest, path].join(delimiter)
    await doesItsJob(home, [npx, 'tandem-tasks'], [npx, 'tandem-mcp'])
    expect(ran(home, npx, ['tandem', 'connect', 'claude-desktop', '--dry-run']).out).toContain('npx')
  },
)

// A first start: what `npm start` and `npm test` do before anything is installed.
import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { eventually } from '../support/eventually.ts'
import { temporaryFolder } from '../support/service/service.ts'

const root = join(import.meta.dirname, '../..')

let folder: ReturnType<typeof temporaryFolder>
beforeEach(() => {
  folder = temporaryFolder()
})
afterEach(() => folder.remove())

function npm(args: string[], cwd: string): void {
  const { status, stderr } = spawnSync('npm', [...args, '--silent'], { cwd, encoding: 'utf8', shell: process.platform === 'win32' })
  if (status !== 0) throw new Error(`npm ${args.join(' ')}: ${stderr}`)
}

const copySetup = (project: string) => {
  for (const file of ['scripts/setup.mjs', 'scripts/setup/alone.mjs', 'electron/cli/oldest-node.mjs']) cpSync(join(root, file), join(project, file))
}

/** A project with Tandem's setup and one package: it has an install script, and the file from which npm concludes that it has to be compiled. */
function newProject(): string {
  const packages = join(folder.path, 'noisy')
  mkdirSync(packages)
  const install = `node -e "require('node:fs').writeFileSync('ran', '')"`
  writeFileSync(join(packages, 'package.json'), JSON.stringify({ name: 'noisy', version: '1.0.0', scripts: { install } }))
  writeFileSync(join(packages, 'binding.gyp'), '{"targets": [{"target_name": "none", "type": "none"}]}')
  npm(['pack', '--ignore-scripts', '--pack-destination', folder.path], packages)
  const project = join(folder.path, 'project')
  mkdirSync(project)
  const dependencies = { noisy: 'file:../noisy-1.0.0.tgz' }
  writeFileSync(join(project, 'package.json'), JSON.stringify({ private: true, dependencies }))
  const lock = { lockfileVersion: 3, packages: { '': { dependencies }, 'node_modules/noisy': { version: '1.0.0', resolved: dependencies.noisy } } }
  writeFileSync(join(project, 'package-lock.json'), JSON.stringify(lock))
  copySetup(project)
  return project
}

test('[N1] a first start runs no install script of a package, and says so; another script in package.json installs nothing again', { timeout: 120_000 }, () => {
  const project = newProject()
  const setUp = () => {
    const ran = spawnSync(process.execPath, [join(project, 'scripts', 'setup.mjs')], {
      cwd: project,
      encoding: 'utf8',
      env: { ...process.env, npm_config_offline: 'true' },
    })
    return [ran.status, ran.stderr]
  }
  expect(setUp()).toEqual([0, expect.stringMatching(/installing packages .*; no install script of any package is run/)])
  expect(existsSync(join(project, 'node_modules', 'noisy', 'package.json'))).toBe(true)
  expect(existsSync(join(project, 'node_modules', 'noisy', 'ran'))).toBe(false)
  const file = join(project, 'package.json')
  writeFileSync(file, JSON.stringify({ ...(JSON.parse(readFileSync(file, 'utf8')) as object), scripts: { more: 'true' } }))
  expect(setUp()).toEqual([0, ''])
})

test.runIf(process.env.TANDEM_LONG)(
  '[N1] of two first starts at once one installs and the other waits for it; what a killed one held is free again',
  { timeout: 120_000 },
  async () => {
    const project = newProject()
    const lock = join(project, '.cache', 'setup.lock')
    const { pid: gone } = spawnSync(process.execPath, ['--version'])
    mkdirSync(join(project, '.cache'))
    writeFileSync(lock, String(gone))
    const setUp = async () => {
      const child = spawn(process.execPath, [join(project, 'scripts', 'setup.mjs')], {
        cwd: project,
        stdio: ['ignore', 'ignore', 'pipe'],
        env: { ...process.env, npm_config_offline: 'true' },
      })
      let said = ''
      child.stderr.on('data', (text) => (said += String(text)))
      const [status] = (await once(child, 'close')) as [number]
      return { status, installed: said.includes('installing packages'), waited: said.includes('waiting for it') }
    }
    const both = await Promise.all([setUp(), setUp()])
    expect(both.sort((a, b) => Number(a.waited) - Number(b.waited))).toEqual([
      { status: 0, installed: true, waited: false },
      { status: 0, installed: false, waited: true },
    ])
    expect(existsSync(join(project, 'node_modules', 'noisy', 'package.json'))).toBe(true)
    expect(existsSync(lock)).toBe(false)
  },
)

test.skipIf(process.platform === 'win32')(
  '[N1] an interrupted start says so, and ends when its npm has: what that still takes back would be missing from the next one',
  async () => {
    const project = folder.path
    copySetup(project)
    for (const file of ['package.json', 'package-lock.json']) writeFileSync(join(project, file), '{}')
    const npmClient = join(project, 'npm.js')
    const takesBack = `process.on('SIGINT', () => setTimeout(() => (require('node:fs').writeFileSync('taken-back', ''), process.exit(1)), 1500))`
    writeFileSync(npmClient, `${takesBack}\nrequire('node:fs').writeFileSync('began', '')\nsetTimeout(() => {}, 30_000)`)
    // A terminal's Ctrl-C goes to all of its group.
    const child = spawn(process.execPath, [join(project, 'scripts', 'setup.mjs')], {
      cwd: project,
      detached: true,
      stdio: ['ignore', 'ignore', 'pipe'],
      env: { ...process.env, npm_execpath: npmClient },
    })
    let said = ''
    child.stderr.on('data', (text) => (said += String(text)))
    const ended = once(child, 'close')
    await eventually(async () => existsSync(join(project, 'began')))
    process.kill(-(child.pid as number), 'SIGINT')
    const [status] = (await ended) as [number | null]
    expect([status, existsSync(join(project, 'taken-back')), existsSync(join(project, '.cache', 'setup.lock'))]).toEqual([130, true, false])
    expect(said).toContain('tandem: interrupted (SIGINT). Run the same command again')
    expect(said).not.toContain('registry')
  },
)

test('[N1] which Node a person needs is said once, and meant', () => {
  const textOf = (file: string) => readFileSync(join(root, file), 'utf8')
  const { engines, scripts } = JSON.parse(textOf('package.json')) as { engines: { node: string }; scripts: Record<string, string> }
  const [, oldest] = /^>=(\d+)$/.exec(engines.node) ?? []
  expect(textOf('README.md')).toContain(`[Node.js](https://nodejs.org) ${oldest} or newer`)
  expect((JSON.parse(textOf('package-lock.json')) as { packages: Record<string, { engines?: unknown }> }).packages['']?.engines).toEqual(engines)
  // The cloud brings no setup of its own where it is deployed: what it runs on is said there, and asked for by each script that runs it here.
  const [, cloud] = /Node (\d+\.\d+) or newer/.exec(textOf('cloud/README.md')) ?? []
  const asked = Object.values(scripts).flatMap((command) => (/--node (\S+)/.exec(command) ?? []).slice(1))
  expect([...new Set(asked)]).toEqual([cloud])
  const others = ['README.md', 'CONTRIBUTING.md', 'ARCHITECTURE.md', 'docs/agents.md', 'docs/sync.md', 'docs/import.md'].filter((file) =>
    /Node(?:[.]js)?\]?(?:\([^)]*\))? \d+/.test(textOf(file)),
  )
  expect(others).toEqual(['README.md'])
})

test('[N1] an older Node is told which it needs, before anything is installed', () => {
  const project = folder.path
  copySetup(project)
  writeFileSync(join(project, 'package.json'), JSON.stringify({ engines: { node: '>=99' } }))
  const { status, stderr } = spawnSync(process.execPath, [join(project, 'scripts', 'setup.mjs')], { cwd: project, encoding: 'utf8' })
  expect([status, stderr]).toEqual([1, expect.stringMatching(/^tandem: this is Node \S+, and Tandem's start needs 99 or newer/)])
  expect(existsSync(join(project, 'node_modules'))).toBe(false)
})

test('[N1] packages with an install script are denied it for whoever installs by hand, too', () => {
  const read = (file: string) => JSON.parse(readFileSync(join(root, file), 'utf8')) as Record<string, Record<string, { hasInstallScript?: boolean } | boolean>>
  const allowed = read('package.json').allowScripts ?? {}
  const withScript = Object.entries(read('package-lock.json').packages ?? {}).flatMap(([path, found]) =>
    typeof found === 'object' && found.hasInstallScript ? [path.replace(/^.*node_modules\//, '')] : [],
  )
  expect(withScript.length).toBeGreaterThan(5)
  expect(withScript.filter((name) => allowed[name] !== false)).toEqual([])
})

// `tandem update --check`: asked of npm's registry as npm knows it, or of another address; and never without being asked.
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { commandInstallation, desktopInstallation } from '../../../shared/node/updates/installation.ts'
import { isNewer, versionIn } from '../../../shared/node/updates/newest-version.ts'
import { run } from '../../support/service/programs.ts'

const { version } = JSON.parse(readFileSync(join(import.meta.dirname, '../../../package.json'), 'utf8')) as { version: string }

/** Answers as npm's registry does, or as GitHub's list of releases. */
let newest: string | undefined
const asked: string[] = []
const server = createServer((request, response) => {
  asked.push(request.url ?? '')
  const isRelease = request.url === '/releases/latest'
  response.writeHead(newest === undefined ? 404 : 200, { 'Content-Type': 'application/json' })
  if (newest === undefined) return response.end('{"error": "Not found"}')
  const ofNpm = { name: 'tandem-tasks', 'dist-tags': { latest: newest }, versions: { [newest]: { name: 'tandem-tasks', version: newest } } }
  response.end(JSON.stringify(isRelease ? { tag_name: `v${newest}` } : ofNpm))
})
let address: string
beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})
afterAll(() => new Promise((resolve) => server.close(resolve)))

const ofNpm = () => ({ npm_config_registry: address, npm_config_cache: join(process.env.TMPDIR ?? '/tmp', 'npm-cache-of-updates') })
const check = (env: Record<string, string>) => run('electron/cli/tandem.mjs', ['update', '--check', '--json'], { env })

test('[PK4] a newer version is named with how it gets here; nothing is changed', { timeout: 60_000 }, async () => {
  newest = '99.1.0'
  const { code, out, err } = await check(ofNpm())
  expect([code, err, JSON.parse(out)]).toEqual([
    0,
    '',
    { installed: version, installed_as: 'repository', newest: '99.1.0', update_available: true, how: 'git pull, then npm start' },
  ])
  newest = version
  const same = await check({ TANDEM_RELEASES: `${address}/releases/latest` })
  expect(JSON.parse(same.out)).toMatchObject({ newest: version, update_available: false, how: null })
  expect(asked.at(-1)).toBe('/releases/latest')
})

test('[PK4] where it cannot be found out it says why, and ends with 1', { timeout: 60_000 }, async () => {
  newest = undefined
  const unknown = await check(ofNpm())
  expect([unknown.code, JSON.parse(unknown.out)]).toEqual([
    1,
    expect.objectContaining({ newest: null, problem: expect.stringContaining('no package tandem-tasks') as string }),
  ])
  const elsewhere = await check({ TANDEM_RELEASES: `${address}/releases/latest` })
  expect([elsewhere.code, elsewhere.out]).toEqual([1, expect.stringContaining('answered 404')])
  const none = createServer()
  await new Promise<void>((resolve) => none.listen(0, '127.0.0.1', resolve))
  const closed = `http://127.0.0.1:${(none.address() as AddressInfo).port}`
  await new Promise((resolve) => none.close(resolve))
  for (const env of [{ ...ofNpm(), npm_config_registry: closed }, { TANDEM_RELEASES: closed }] as Record<string, string>[]) {
    const { code, out } = await check(env)
    expect([code, out]).toEqual([1, expect.stringContaining('Are you online?')])
  }
  const wrong = await check({ TANDEM_RELEASES: 'file:///etc/passwd' })
  expect([wrong.code, wrong.out]).toEqual([1, expect.stringContaining('must be an address')])
  const without = await run('electron/cli/tandem.mjs', ['update'])
  expect([without.code, without.err]).toEqual([2, expect.stringContaining('tandem update --check')])
})

test('[PK5] how it was installed is seen from where it lies', () => {
  const command = (path: string, name = 'tandem-tasks') => commandInstallation(pathToFileURL(path).href, name).update('1.2.3')
  expect(command('/home/ana/.npm/_npx/4f1/node_modules/tandem-tasks/package.json')).toBe('npx tandem-tasks@1.2.3')
  expect(command('/usr/lib/node_modules/tandem-tasks/package.json')).toMatch(/^npm install --global tandem-tasks@1\.2\.3,/)
  expect(command('/home/ana/tandem/package.json', 'tandem')).toBe('git pull, then npm start')
  const desktop = (platform: NodeJS.Platform, execPath: string, env = {}) => desktopInstallation({ platform, execPath, env }).kind
  expect([
    desktop('linux', '/opt/Tandem/tandem'),
    desktop('linux', '/tmp/.mount_x/tandem', { APPIMAGE: '/home/ana/Tandem.AppImage' }),
    desktop('linux', '/home/ana/tandem/tandem'),
    desktop('darwin', '/Applications/Tandem.app/Contents/MacOS/Tandem'),
    desktop('win32', 'C:\\Tandem\\Tandem.exe'),
  ]).toEqual(['deb', 'appimage', 'folder', 'macos', 'windows'])
})

test('[PK4] versions are read and compared as numbers', () => {
  expect([
    isNewer('0.10.0', '0.9.9'),
    isNewer('0.2.0', '0.2.0'),
    isNewer('0.1.9', '0.2.0'),
    isNewer('1.0.0', '1.0.0-beta.2'),
    isNewer('1.0.0-beta.10', '1.0.0-beta.2'),
  ]).toEqual([true, false, false, true, true])
  expect([
    versionIn('1.2.3'),
    versionIn({ tag_name: 'v1.2.3' }),
    versionIn({ 'dist-tags': { latest: '1.2.3' } }),
    versionIn({ version: 'latest; rm -rf ~' }),
    versionIn(null),
  ]).toEqual(['1.2.3', '1.2.3', '1.2.3', undefined, undefined])
})

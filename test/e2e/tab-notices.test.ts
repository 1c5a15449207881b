// Reminders as notifications of the browser: asked for in Settings, and only what nothing else shows.
import { afterEach, expect, test } from 'vitest'
import { useBrowser } from '../support/browser/browser.ts'
import { startWindow } from '../support/browser/window.ts'

const shown = async () => undefined
const log = await startWindow({ notifier: { name: 'log', available: async () => true, show: shown } })
const screen = await startWindow({ notifier: { name: 'notify-send', available: async () => true, show: shown } })
const visitor = useBrowser({ isWhole: true })

afterEach(() => expect(visitor.problems).toEqual([]))

/** Keeps what the browser is asked to show, and lets it show it. */
const recorder = `
  window.shownNotices = [];
  const Shown = window.Notification;
  window.Notification = class extends Shown {
    constructor(title, options) { super(title, options); window.shownNotices.push([title, options.tag]); window.lastNotice = this }
  }`

async function openWith(url: string) {
  const page = await visitor.open('about:blank')
  await page.context().grantPermissions(['notifications'], { origin: url })
  await page.addInitScript(recorder)
  await page.goto(`${url}/settings/reminders`)
  const notices = () => page.evaluate<[string, string][]>('window.shownNotices')
  return { page, notices, asks: page.getByRole('radiogroup', { name: 'Notify me in this browser' }) }
}

test('[W15] nothing is shown unasked; then each reminder once, and a click opens its task', async () => {
  const me = log.as('person')
  const { page, notices, asks } = await openWith(log.url)
  await asks.waitFor()
  const remind = async (title: string) => {
    const { id } = await me.createTask({ body: { title } })
    await me.createSchedule({ params: { id }, body: { type: 'one_time', fire_at: new Date(Date.now() - 1000).toISOString() } })
    await expect.poll(async () => (await me.listReminders({ query: { state: ['delivered'] } })).map((one) => one.title)).toContain(title)
    return id
  }
  await remind('Before it was asked for')
  await asks.getByText('On', { exact: true }).click()
  const id = await remind('Water the plants')
  await expect.poll(async () => (await notices()).map(([title]) => title)).toEqual(['Water the plants'])
  await page.evaluate('window.lastNotice.dispatchEvent(new Event("click"))')
  await expect.poll(() => new URL(page.url()).pathname).toBe(`/today/${id}`)
  await page.goto(`${log.url}/settings/reminders`)
  await asks.getByText('Off', { exact: true }).click()
  await remind('After it was turned off')
  expect(await notices()).toEqual([])
})

test.runIf(process.env.TANDEM_LONG)('[W15] what the machine shows is not shown again in the tab', async () => {
  const me = screen.as('person')
  const { page, notices, asks } = await openWith(screen.url)
  await asks.getByText('On', { exact: true }).click()
  const { id } = await me.createTask({ body: { title: 'Shown by the machine' } })
  await me.createSchedule({ params: { id }, body: { type: 'one_time', fire_at: new Date(Date.now() - 1000).toISOString() } })
  await page.goto(`${screen.url}/today`)
  await page.getByText('Shown by the machine').first().waitFor()
  expect(await notices()).toEqual([])
})

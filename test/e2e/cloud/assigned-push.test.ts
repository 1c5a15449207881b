// What a phone is told while nobody looks: a task that somebody gave them, and the number on the app's icon. The real cloud, its real encryption, a
// real service worker.
import type { Page } from 'playwright-core'
import { afterAll, afterEach, expect, test } from 'vitest'
import { useBrowser } from '../../support/browser/browser.ts'
import { addMember, newPerson, newTeam, prove } from '../../support/cloud/cloud.ts'
import { openCloudWindow } from '../../support/cloud/cloud-window.ts'
import { pushedBrowser, usePushService } from '../../support/push/push-browser.ts'
import { openPushServices } from '../../support/push/push-cloud.ts'
import { openAs } from '../../support/service/signed-in.ts'

const services = await openPushServices()
const cloud = await openCloudWindow({ push: services.config })
const visitor = useBrowser({ isWhole: true })

afterEach(() => expect(visitor.problems).toEqual([]))
afterAll(async () => {
  await cloud.close()
  await services.close()
})

/** No system shows a headless browser's badge: each scope notes what it asks the system for. */
const noted = `
  navigator.constructor.prototype.setAppBadge = async (n) => { globalThis.badge = n }
  navigator.constructor.prototype.clearAppBadge = async () => { globalThis.badge = 0 }
`
const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true }
const badgeOf = (scope: { evaluate(script: string): Promise<unknown> }) => scope.evaluate('globalThis.badge')

async function kitchen() {
  const ana = await newPerson(cloud, 'Ana')
  const bo = await newPerson(cloud, 'Bo')
  const team = await newTeam(cloud, ana, 'Kitchen')
  await prove(cloud, ana)
  await addMember(cloud, team, ana, bo, 'member')
  return { ana, bo, team, byBo: { 'x-team-id': team.id } }
}

async function subscribe(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Turn on notifications' }).click()
  await page.getByText('This browser gets notifications.').waitFor()
}

test.runIf(process.env.TANDEM_LONG)(
  '[CL150] [PW22] [TM7] a task is given on one phone, pushed to another, stands in Today there and is done from the notification',
  async () => {
    const { ana, bo, team } = await kitchen()
    const { id } = (await team.call('POST', '/tasks', { title: 'Sharpen the knives' })).body
    const prepare = (one: Page) => usePushService(one, cloud.url, services.web)
    const page = await openAs(visitor, cloud, ana, '/team/devices', { ...phone, locale: 'de-DE', serviceWorkers: 'allow', prepare, storageState: undefined })
    await page.getByRole('button', { name: 'Benachrichtigungen einschalten' }).click()
    await expect.poll(async () => (await ana.call('GET', '/devices')).body.length).toBe(1)

    const other = await openAs(visitor, cloud, bo, `/task/${id}`, phone)
    await other.locator('[data-pick=assignee]').tap()
    await other.getByRole('option', { name: /^Ana/ }).tap()
    await expect.poll(() => services.web.pushed.length).toBe(1)
    const pushed = services.web.pushed[0]?.payload as Record<string, string>
    expect(pushed).toMatchObject({ event: 'task.assigned', title: 'Bo assigned you a task', body: `#${id} Sharpen the knives`, by: 'Bo', task_id: `${id}` })

    await page.goto(`${cloud.url}/today`)
    const assigned = page.locator('main section').filter({ has: page.getByRole('heading', { name: 'Dir zugewiesen 1' }) })
    await assigned.getByRole('link', { name: 'Sharpen the knives' }).waitFor()
    await page.getByRole('button', { name: 'Mehr', exact: true }).tap()
    await page.getByRole('menuitem', { name: 'Meine Aufgaben' }).tap()
    await expect.poll(() => page.url()).toBe(`${cloud.url}/open?assignee=me`)

    const browser = await pushedBrowser(page, cloud.url)
    await page.goto(`${cloud.url}/favicon.svg`)
    await browser.deliver(pushed)
    const title = 'Bo hat dir eine Aufgabe gegeben'
    await expect.poll(browser.notifications).toMatchObject([{ title, actions: ['done', 'open'], data: { url: `/task/${id}?team=${team.id}` } }])
    await browser.press(title, 'done')
    expect((await team.call('GET', `/tasks/${id}`)).body.status).toBe('done')
  },
)

test.runIf(process.env.TANDEM_LONG)(
  '[PW23] the icon says how much waits: by the window, by the worker while none is open, and nothing once all is decided or nobody is signed in',
  async () => {
    const { ana, team, byBo, bo } = await kitchen()
    const { id } = (await team.call('POST', '/tasks', { title: 'Sharpen the knives' })).body
    const prepare = async (one: Page) => {
      await usePushService(one, cloud.url, services.web)
      await one.addInitScript(noted)
    }
    const page = await openAs(visitor, cloud, ana, '/team/devices', { serviceWorkers: 'allow', prepare })
    await subscribe(page)
    const browser = await pushedBrowser(page, cloud.url)
    const worker = page.context().serviceWorkers()[0] as unknown as { evaluate(script: string): Promise<unknown> }
    await worker.evaluate(noted)
    const ask = async (question: string) =>
      (await team.call('POST', `/tasks/${id}/questions`, { question, options: ['yes', 'no'] }, { 'x-actor': 'agent:claude', 'x-run': `${question.length}` }))
        .body.question_id as number
    const before = services.web.pushed.length
    const first = await ask('Also the small ones?')
    await expect.poll(() => badgeOf(page)).toBe(1)
    const soon = new Date(Date.now() + 800).toISOString()
    await bo.call('POST', `/tasks/${id}/schedules`, { type: 'one_time', fire_at: soon, timezone: 'UTC' }, byBo)
    await expect.poll(() => Date.now(), { timeout: 5000 }).toBeGreaterThan(Date.parse(soon))
    await page.goto(`${cloud.url}/today`)
    await expect.poll(() => badgeOf(page)).toBe(2)

    // No window: the worker asks the cloud, and keeps what the window knew of reminders.
    await page.goto(`${cloud.url}/favicon.svg`)
    await ask('And the scissors?')
    await expect.poll(() => services.web.pushed.length).toBe(before + 2)
    const pushed = services.web.pushed.at(-1)?.payload as object
    await browser.deliver(pushed)
    await expect.poll(() => badgeOf(worker)).toBe(3)
    await browser.press('claude has a question', 'answer 0')
    await expect.poll(() => badgeOf(worker)).toBe(2)
    // A reminder of a task that is counted already is no second thing; done, it does not wait.
    const reminder = { event: 'reminder.due', title: 'Sharpen the knives', tag: 'r', team_id: team.id, task_id: `${id}`, url: `/task/${id}` }
    await browser.deliver(reminder)
    await browser.press('Sharpen the knives', 'done')
    await expect.poll(() => badgeOf(worker)).toBe(1)
    await bo.call('POST', `/questions/${first}/answer`, { answer: 'yes' }, byBo)

    await page.goto(`${cloud.url}/today`)
    await expect.poll(() => badgeOf(page)).toBe(0)
    await ask('Once more?')
    await expect.poll(() => badgeOf(page)).toBe(1)
    await page.getByRole('button', { name: /Team Kitchen/ }).click()
    await page.getByRole('menuitem', { name: 'Sign out' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Sign out' }).click()
    await page.getByLabel('Email address').waitFor()
    expect(await page.evaluate("caches.has('tandem-waiting')")).toBe(false)
  },
)

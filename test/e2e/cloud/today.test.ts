// Today in the cloud's window: what is due, and reminders that no service fires here.
import { randomUUID } from 'node:crypto'
import type { Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import { violations } from '../../support/browser/axe.ts'
import { useBrowser } from '../../support/browser/browser.ts'
import { newPerson, newTeam, type TestCloud, type TestPerson } from '../../support/cloud/cloud.ts'
import { keptForOffline, openCloudWindow, signInPage } from '../../support/cloud/cloud-window.ts'
import { onDatabase } from '../../support/cloud/postgres.ts'

const visitor = useBrowser()
let cloud: TestCloud
beforeAll(async () => {
  cloud = await openCloudWindow()
})
afterAll(() => cloud.close())
afterEach(() => expect(visitor.problems).toEqual([]))

const hour = 3_600_000
const dayAfter = (days: number) => new Date(Date.now() + days * 24 * hour).toISOString()
/** As a day, where this machine is. */
const today = () => new Date(Date.now() - new Date().getTimezoneOffset() * 60_000).toISOString().slice(0, 10)

async function enter(person: TestPerson, path: string, options: Parameters<typeof visitor.open>[1] = {}): Promise<Page> {
  const page = await visitor.open(`${cloud.url}${path}`, options)
  await signInPage(page, person.email)
  await page.getByRole('navigation').first().waitFor()
  return page
}

async function teamWith(name: string) {
  const person = await newPerson(cloud, name)
  const team = await newTeam(cloud, person, name)
  const add = async (title: string, more: object = {}) => (await team.call('POST', '/tasks', { title, ...more })).body.id as number
  const remind = (id: number, body: object) => team.call('POST', `/tasks/${id}/schedules`, { timezone: 'UTC', ...body })
  await add('Order flour', { due: '2026-01-02' })
  const due = await add('Bake the rolls', { due: today() })
  await remind(await add('Feed the starter'), { type: 'interval', interval_days: 1, time: '00:00' })
  const called = await add('Call the miller')
  const soon = Date.now() + 1000
  await remind(called, { type: 'one_time', fire_at: new Date(soon).toISOString() })
  await expect.poll(() => Date.now(), { timeout: 5000 }).toBeGreaterThan(soon)
  return { person, team, due, called, add, remind }
}

it('[PW13] lists what is due and what reminds; done, dismissed and snoozed as on a desktop, undone, and without a network', async () => {
  const { person, team, due, called, add, remind } = await teamWith('Today')
  const page = await enter(person, '/today')
  const row = (title: string) => page.getByRole('listitem').filter({ has: page.getByRole('link', { name: title }) })
  for (const title of ['Order flour', 'Bake the rolls', 'Feed the starter', 'Call the miller']) await row(title).waitFor()
  await page.getByRole('heading', { name: 'Overdue 1' }).waitFor()
  expect(await violations(page)).toEqual([])

  await row('Bake the rolls').getByRole('link').focus()
  await page.keyboard.press('5')
  await expect.poll(async () => (await team.call('GET', `/tasks/${due}`)).body.status).toBe('done')
  const doneToday = page.locator('main section').filter({ has: page.getByRole('heading', { name: 'Done today 1' }) })
  await doneToday.getByRole('link', { name: 'Bake the rolls' }).waitFor()

  await row('Call the miller').getByRole('button', { name: 'Dismiss' }).click()
  await row('Call the miller').waitFor({ state: 'detached' })
  await page.keyboard.press('z')
  await row('Call the miller').getByRole('button', { name: 'Snooze' }).click()
  await page.getByRole('option', { name: /In an hour/ }).click()
  await page.getByRole('status').getByText(`Snoozed #${called} until`).waitFor()
  await row('Call the miller').getByText('Snoozed').waitFor()

  // Somebody else sets one, and it is here.
  await remind(await add('Weigh the salt'), { type: 'one_time', fire_at: dayAfter(2) })
  await row('Weigh the salt').waitFor()

  await keptForOffline(page)
  await page.context().setOffline(true)
  await page.reload()
  await row('Call the miller').getByText('Snoozed').waitFor()
  await row('Order flour').waitFor()
  await doneToday.getByRole('link', { name: 'Bake the rolls' }).waitFor()
  await row('Weigh the salt').waitFor()
  await page.context().setOffline(false)
})

it.runIf(process.env.TANDEM_LONG)('[PW13] an interval that was changed counts on from its last moment, as the cloud and the desktops count it', async () => {
  const { person, team, add } = await teamWith('Intervals')
  const day = 86_400_000
  // Made ten days ago, every three days: yesterday was the last. Every two days from then on is tomorrow; from when it was made, the day after.
  const { id, uid } = (await team.call('GET', `/tasks/${await add('Turn the cheese')}`)).body
  const fields = { type: 'interval', interval_days: 3, time: '00:00', timezone: 'UTC', created_at: new Date(Date.now() - 10 * day).toISOString() }
  const schedules = [{ key: randomUUID(), action: 'create', uid: randomUUID(), task_uid: uid, actor: { kind: 'person', name: person.email }, fields }]
  const { results } = (await team.call('POST', '/sync', { schedules })).body
  await onDatabase(cloud.database.url, (client) => client.query('UPDATE schedules SET updated_at = created_at WHERE id = $1', [results[0].id]))
  const page = await enter(person, '/today')
  await page.getByRole('link', { name: 'Feed the starter' }).first().waitFor()
  await team.call('PATCH', `/tasks/${id}/schedules/${results[0].id}`, { interval_days: 2 })
  const [{ next_fire_at }] = (await team.call('GET', `/tasks/${id}/schedules`)).body
  expect(Date.parse(next_fire_at) - Date.now()).toBeLessThan(day)
  const shown = page
    .locator('main section')
    .filter({ has: page.getByRole('heading', { name: /^Tomorrow/ }) })
    .getByRole('link', { name: 'Turn the cheese' })
  await shown.waitFor()
  // Also by a device that reads the team for the first time.
  const fresh = await enter(person, '/today')
  await fresh
    .locator('main section')
    .filter({ has: fresh.getByRole('heading', { name: /^Tomorrow/ }) })
    .getByRole('link', { name: 'Turn the cheese' })
    .waitFor()
})

it.runIf(process.env.TANDEM_LONG)('[PW13] on a phone Today is under the thumb, and all tasks under More', async () => {
  const { person } = await teamWith('Phone')
  const page = await enter(person, '/open', { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true })
  await page.getByRole('navigation').getByRole('button', { name: 'Today' }).tap()
  await page.getByRole('link', { name: /Order flour/ }).waitFor()
  await page.getByRole('link', { name: /Call the miller/ }).waitFor()
  expect(await page.evaluate<boolean>('document.documentElement.scrollWidth <= innerWidth')).toBe(true)
  await page.getByRole('button', { name: 'More' }).tap()
  await page.getByRole('menuitem', { name: 'All tasks' }).tap()
  await page.getByRole('link', { name: /Feed the starter/ }).waitFor()
})

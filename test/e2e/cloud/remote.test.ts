// Connecting with a team, from the window: a real cloud, a cable that can be cut, and every state with its way out.
import type { Page } from 'playwright-core'
import { afterAll, afterEach, expect, test } from 'vitest'
import { signed } from '../../support/service/as-person.ts'
import { violations } from '../../support/browser/axe.ts'
import { useBrowser } from '../../support/browser/browser.ts'
import { openCable } from '../../support/cloud/cable.ts'
import { newPerson, newTeam, openCloud } from '../../support/cloud/cloud.ts'
import { openFaultProxy } from '../../support/cloud/fault-proxy.ts'
import { startWindow } from '../../support/browser/window.ts'

const cloud = await openCloud()
const cable = await openCable(cloud.url)
const owner = await newPerson(cloud, 'ana')
const team = await newTeam(cloud, owner, 'Bakery North')
const tandem = await startWindow({ syncTimes: { firstRetry: 50, maxRetry: 200 } })
const visitor = useBrowser()
const me = tandem.as('person')

afterEach(() => expect(visitor.problems).toEqual([]))
afterAll(async () => {
  await tandem.stop()
  await cable.close()
  await cloud.close()
})

const mark = (page: Page) => page.getByRole('navigation', { name: 'Main' }).getByRole('button', { name: /^Cloud:/ })
const says = (page: Page, text: string) => expect.poll(() => mark(page).getAttribute('aria-label')).toBe(`Cloud: ${text}`)
const clean = async (page: Page) => expect(await violations(page)).toEqual([])
/** To another place of the window, as its own links do it. */
const goWithin = (page: Page, path: string) => page.evaluate(`history.pushState(null, '', ${JSON.stringify(path)})`)
const newToken = async () => (await owner.call('POST', `/teams/${team.id}/tokens`, { name: 'window' })).body as { id: string; token: string }

async function connect(page: Page, token: string): Promise<void> {
  await page.getByLabel('Cloud address').fill(cable.url)
  await page.getByLabel('API token').fill(token)
  await page.getByLabel('Team ID').fill(team.id)
  await page.keyboard.press('Enter')
  await page.getByText('Connect to Bakery North?').waitFor()
  await page.keyboard.press('Enter')
  await says(page, 'Synced')
}

test.runIf(process.env.TANDEM_LONG)(
  '[W30] the window teaches what the cloud is, says what is wrong beside its field, and what connecting would do before it does; the mark says how it stands, with each way out; disconnecting leaves everything here',
  async () => {
    await me.createTask({ body: { title: 'Mine alone' } })
    await team.call('POST', '/tasks', { title: 'Of the team' })
    const page = await visitor.open(`${tandem.url}/settings/cloud`)
    await page.getByText('npm run cloud').waitFor()
    expect(await mark(page).count()).toBe(0)
    await clean(page)
    await page.getByRole('button', { name: 'Check' }).click()
    await page.getByText('An API token starts with tdm_').waitFor()
    // All three out of one text, as somebody sends it.
    const { token } = await newToken()
    await page.getByLabel('API token').focus()
    await page.evaluate(`{
    const data = new DataTransfer()
    data.setData('text', 'Cloud: ${cable.url} token tdm_${'x'.repeat(39)} team ${team.id}.')
    document.activeElement.dispatchEvent(new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true }))
  }`)
    await expect.poll(() => page.getByLabel('Team ID').inputValue()).toBe(team.id)
    await page.getByRole('button', { name: 'Check' }).click()
    await page.getByRole('alert').getByText('rejected this token').waitFor()
    await page.getByLabel('API token').fill(token)
    await page.keyboard.press('Enter')
    await page.getByText('Connect to Bakery North?').waitFor()
    await page.getByText('1 task', { exact: true }).first().waitFor()
    await page
      .getByText(/kept|keychain/)
      .first()
      .waitFor()
    await clean(page)
    expect((await team.call('GET', '/tasks')).body).toHaveLength(1)
    await page.getByRole('button', { name: 'Back' }).click()
    await connect(page, token)
    await expect.poll(async () => ((await team.call('GET', '/tasks')).body as unknown[]).length).toBe(2)
    await page.getByText('Nothing is waiting to be sent.').waitFor()
    await clean(page)
    // Both numbers are on the task, and a way there.
    const task = (await me.listTasks()).find(({ title }) => title === 'Mine alone')
    const there = ((await team.call('GET', '/tasks')).body as { id: number; title: string }[]).find(({ title }) => title === 'Mine alone')
    await goWithin(page, `/task/${task?.id}`)
    const link = page.getByRole('link', { name: `Cloud ID: ${there?.id}` })
    expect(await link.getAttribute('href')).toBe(`${cable.url}/task/${there?.id}`)
    await sayHowItStands(page)
    await leaveOnPhone()
  },
)

/** Offline with what waits, a conflict, a refused token, each with its way out. */
async function sayHowItStands(page: Page): Promise<void> {
  await goWithin(page, '/open')
  await says(page, 'Synced')
  const task = await me.createTask({ body: { title: 'Order flour' } })
  await expect.poll(async () => ((await team.call('GET', '/tasks')).body as { title: string }[]).map(({ title }) => title)).toContain('Order flour')
  const there = ((await team.call('GET', '/tasks')).body as { id: number; title: string }[]).find(({ title }) => title === 'Order flour')

  cable.cut()
  await says(page, 'Offline')
  await me.updateTask({ params: { id: task.id }, body: { title: 'Order rye flour' } })
  await says(page, 'Offline, 1 pending')
  await team.call('PATCH', `/tasks/${there?.id}`, { title: 'Order white flour' })
  await mark(page).click()
  await page.getByRole('status').getByText('Can’t reach the cloud').waitFor()
  await clean(page)
  cable.mend()
  await page.getByRole('button', { name: 'Sync now' }).click()

  await says(page, '1 conflict')
  await goWithin(page, `/task/${task.id}`)
  const note = page.getByRole('complementary', { name: 'Conflicts' })
  await note.getByText('Edited on two devices: Title.').waitFor()
  await mark(page).click()
  const card = page.getByRole('article', { name: `Task ${task.id}: “Title” edited on two devices` })
  await card.getByText('rye').waitFor()
  await card.getByText('white').waitFor()
  await clean(page)
  const title = async () => (await me.getTask({ params: { id: task.id } })).title
  const stands = await title()
  await page.keyboard.press(stands === 'Order rye flour' ? '2' : '1')
  const chosen = stands === 'Order rye flour' ? 'Order white flour' : 'Order rye flour'
  await expect.poll(title).toBe(chosen)
  await says(page, 'Synced')
  expect((await team.call('GET', `/tasks/${there?.id}`)).body.title).toBe(chosen)
  await page.getByRole('status').getByRole('button', { name: 'Undo' }).click()
  await expect.poll(title).toBe(stands)
  // It is asked again.
  await card.waitFor()
  await says(page, '1 conflict')
  await page.keyboard.press('y')
  await says(page, 'Synced')

  for (const { id } of (await owner.call('GET', `/teams/${team.id}/tokens`)).body as { id: string }[])
    if (id !== team.tokenId) await owner.call('DELETE', `/teams/${team.id}/tokens/${id}`)
  await says(page, 'Token rejected')
  await mark(page).click()
  await page.getByRole('heading', { name: 'The cloud rejected the token' }).waitFor()
  await clean(page)
  await page.getByLabel('New API token').fill((await newToken()).token)
  await page.keyboard.press('Enter')
  await says(page, 'Synced')
}

/** On a phone’s width the state is under More; disconnecting leaves everything here. */
async function leaveOnPhone(): Promise<void> {
  const phone = await visitor.open(`${tandem.url}/settings/cloud`, { viewport: { width: 360, height: 740 }, isMobile: true, hasTouch: true })
  await phone.getByText('Bakery North').waitFor()
  await phone.getByRole('button', { name: /^More/ }).click()
  await phone.getByRole('menuitem', { name: 'Cloud: Synced' }).waitFor()
  await phone.keyboard.press('Escape')
  expect(await phone.evaluate<boolean>('document.documentElement.scrollWidth <= innerWidth')).toBe(true)
  const before = (await me.listTasks()).length
  await phone.getByRole('button', { name: 'Disconnect' }).click()
  await phone.getByText('Disconnected. Your tasks are still here.').waitFor()
  await phone.getByText('Share this list with a team').waitFor()
  expect((await me.listTasks()).length).toBe(before)
}

test.runIf(process.env.TANDEM_LONG)('[W40] [X18] what the cloud refuses is in the mark, with what it is, why, and the ways out', async () => {
  const network = await openFaultProxy(cloud.url, () => 0)
  try {
    const { token } = await newToken()
    const there = { url: network.urlOf('me'), token, team_id: team.id }
    const headers = { 'Content-Type': 'application/json', ...signed(tandem.url, { 'X-Actor': 'person:me' }) }
    const reply = await fetch(`${tandem.url}/remote`, { method: 'PUT', headers, body: JSON.stringify(there) })
    expect(reply.status).toBe(200)
    const page = await visitor.open(`${tandem.url}/open`)
    await says(page, 'Synced')
    const task = await me.createTask({ body: { title: 'Order salt' } })
    await expect.poll(async () => JSON.stringify((await team.call('GET', '/tasks')).body)).toContain('Order salt')
    network.longest = 10_000
    await me.updateTask({ params: { id: task.id }, body: { description: 'salt '.repeat(4000) } })
    await me.createTask({ body: { title: 'A very long list', description: 'rye '.repeat(5000) } })
    await says(page, '2 changes rejected')
    await mark(page).click()
    await page.getByRole('heading', { name: 'The cloud rejected 2 changes' }).waitFor()
    const list = page.getByRole('list', { name: 'The cloud rejected 2 changes' })
    const salt = list.getByRole('listitem').filter({ hasText: 'Order salt: changed on this computer only (Description)' })
    await salt.getByText('(413)').waitFor()
    await clean(page)
    await salt.getByRole('button', { name: 'Use the cloud’s version' }).click()
    await says(page, '1 change rejected')
    expect((await me.getTask({ params: { id: task.id } })).description).toBeNull()
    await page.getByRole('status').getByRole('button', { name: 'Undo' }).click()
    await says(page, '2 changes rejected')
    expect((await me.getTask({ params: { id: task.id } })).description).toContain('salt')
    await page.getByRole('listitem').filter({ hasText: 'A very long list: added on this computer only' }).getByRole('button', { name: 'Delete here' }).click()
    await says(page, '1 change rejected')
    network.longest = Number.POSITIVE_INFINITY
    network.offline('me', true)
    await says(page, 'Offline')
    // The network is back: nobody waits for the next attempt.
    const asked = page.waitForRequest((request) => request.method() === 'POST' && request.url().endsWith('/remote/sync'))
    await page.evaluate(`window.dispatchEvent(new Event('online'))`)
    await asked
    network.offline('me', false)
    await says(page, 'Synced')
    await page.getByRole('heading', { name: /^The cloud rejected/ }).waitFor({ state: 'detached' })
  } finally {
    await fetch(`${tandem.url}/remote`, { method: 'DELETE', headers: signed(tandem.url, { 'X-Actor': 'person:me' }) })
    await network.close()
  }
})

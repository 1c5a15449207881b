// What agents propose in a team, decided in the cloud's web UI: by any member, once, also without a network.
import type { Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import { violations } from '../../support/browser/axe.ts'
import { useBrowser } from '../../support/browser/browser.ts'
import { addMember, newPerson, newTeam, type TestCloud, type TestPerson, type TestTeam } from '../../support/cloud/cloud.ts'
import { keptForOffline, openCloudWindow, signInPage } from '../../support/cloud/cloud-window.ts'

const visitor = useBrowser()
let cloud: TestCloud
let ana: TestPerson
let bo: TestPerson
let team: TestTeam
beforeAll(async () => {
  cloud = await openCloudWindow()
  ana = await newPerson(cloud, 'Ana')
  bo = await newPerson(cloud, 'Bo')
  team = await newTeam(cloud, ana, 'Bakery')
  await addMember(cloud, team, ana, bo, 'member')
  await ana.call('PUT', '/agents/claude/policy', { status: 'propose', update: 'propose', create: 'propose' })
})
afterAll(() => cloud.close())
afterEach(() => expect(visitor.problems).toEqual([]))

const claude = { 'x-actor': 'agent:claude' }
const task = async (title: string): Promise<number> => (await ana.call('POST', '/tasks', { title })).body.id
const propose = async (id: number, patch: object): Promise<number> => (await team.call('PATCH', `/tasks/${id}`, patch, claude)).body.proposal
const status = async (id: number) => (await ana.call('GET', `/tasks/${id}`)).body.status as string
const stateOf = async (id: number) => (await ana.call('GET', `/proposals/${id}`)).body.state as string
const card = (page: Page, name: string) => page.getByRole('article', { name })

it('[W5] [PW19] y accepts, z takes it back, n rejects with a reason; the others see it at once', async () => {
  const id = await task('Order flour')
  const closing = await propose(id, { status: 'done' })
  const page = await visitor.open(`${cloud.url}/review`, { serviceWorkers: 'block' })
  await signInPage(page, bo.email)
  const other = await visitor.open(`${cloud.url}/review`, { serviceWorkers: 'block' })
  await signInPage(other, ana.email)
  const wants = 'claude wants to close a task'
  await card(page, wants).waitFor()
  await card(other, wants).waitFor()
  expect(await violations(page)).toEqual([])

  await card(page, wants).focus()
  await page.keyboard.press('y')
  await expect.poll(() => status(id)).toBe('done')
  await card(other, wants).waitFor({ state: 'detached' })
  await page.keyboard.press('z')
  await expect.poll(() => stateOf(closing)).toBe('pending')
  expect(await status(id)).toBe('backlog')
  await card(other, wants).waitFor()

  await card(page, wants).getByRole('button', { name: 'Reject with a reason' }).click()
  await page.keyboard.type('Not delivered yet')
  await page.keyboard.press('Enter')
  await expect.poll(async () => (await ana.call('GET', `/proposals/${closing}`)).body).toMatchObject({ state: 'rejected', reason: 'Not delivered yet' })
  await card(other, wants).waitFor({ state: 'detached' })

  // What comes while the window is open is there, with what it would change; what is deleted goes.
  await propose(id, { title: 'Order rye flour', priority: 'high' })
  const changing = 'claude wants to change a task'
  await card(other, changing).locator('ins', { hasText: 'Order rye flour' }).waitFor()
  await card(other, changing).locator('ins', { hasText: 'High' }).waitFor()
  await ana.call('DELETE', `/tasks/${id}`)
  await card(other, changing).waitFor({ state: 'detached' })
})

it.runIf(process.env.TANDEM_LONG)('[PW19] decided without a network it is sent later, once; what somebody else decided meanwhile is said', async () => {
  const [first, second] = [await task('Clean oven'), await task('Fix mixer')]
  const [accepted, raced] = [await propose(first, { status: 'done' }), await propose(second, { status: 'in_progress' })]
  const page = await visitor.open(`${cloud.url}/review`)
  await signInPage(page, bo.email)
  const [closing, moving] = ['claude wants to close a task', 'claude wants to move a task']
  await card(page, closing)
    .or(page.getByRole('button', { name: new RegExp(closing) }))
    .first()
    .waitFor()
  await keptForOffline(page)
  await page.context().setOffline(true)
  await page.reload()
  for (const name of [closing, moving]) {
    const line = page.locator('[data-review-list]').getByRole('button', { name: new RegExp(name) })
    await line.click()
    await card(page, name).focus()
    await page.keyboard.press('y')
    await line.waitFor({ state: 'detached' })
  }
  expect([await stateOf(accepted), await stateOf(raced)]).toEqual(['pending', 'pending'])
  // Another page of the same person, still without a network: it does not ask again.
  await page.reload()
  await page.getByText('Nothing to review').waitFor()
  await ana.call('POST', `/proposals/${raced}/reject`, {})
  await page.context().setOffline(false)
  await expect.poll(() => stateOf(accepted), { timeout: 15_000 }).toBe('accepted')
  await page.getByText(/Proposal \d+ was already rejected/).waitFor()
  expect([await status(first), await status(second), await stateOf(raced)]).toEqual(['done', 'backlog', 'rejected'])
})

it.runIf(process.env.TANDEM_LONG)(
  '[PW19] on a phone a card is swiped: to the right is yes, to the left is no, and whoever scrolls decides nothing',
  async () => {
    const [first, second] = [await task('Sweep floor'), await task('Wash tins')]
    const [closing, changing] = [await propose(first, { status: 'done' }), await propose(second, { priority: 'low' })]
    const page = await visitor.open(`${cloud.url}/review`, { serviceWorkers: 'block', viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true })
    await signInPage(page, bo.email)
    const client = await page.context().newCDPSession(page)
    async function drag(name: string, across: number, down: number): Promise<void> {
      const box = await card(page, name).boundingBox()
      const [x, y] = [(box?.x ?? 0) + 160, (box?.y ?? 0) + 24]
      await client.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: [{ x, y }] })
      for (let step = 1; step <= 8; step++)
        await client.send('Input.dispatchTouchEvent', { type: 'touchMove', touchPoints: [{ x: x + (across * step) / 8, y: y + (down * step) / 8 }] })
      await client.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] })
    }
    const [wantsToClose, wantsToChange] = ['claude wants to close a task', 'claude wants to change a task']
    await card(page, wantsToClose).waitFor()
    await drag(wantsToClose, 40, 0)
    await drag(wantsToClose, 30, 120)
    expect(await stateOf(closing)).toBe('pending')
    await drag(wantsToClose, 150, 4)
    await expect.poll(() => stateOf(closing)).toBe('accepted')
    await card(page, wantsToClose).waitFor({ state: 'detached' })
    await drag(wantsToChange, -150, 0)
    await expect.poll(() => stateOf(changing)).toBe('rejected')
  },
)

it.runIf(process.env.TANDEM_LONG)(
  '[CL245] [PW19] an agent that wrote too much is on top of Review, and any member lets it go on; its limits are in Settings',
  async () => {
    await ana.call('PUT', '/agents/hasty/policy', { brake: { writes: 1 }, status: 'proven' })
    const { token } = (await ana.call('POST', `/teams/${team.id}/tokens`, { name: 'of hasty', agent: 'hasty' })).body
    const add = async (title: string) => (await cloud.call('POST', '/tasks', { title }, { authorization: `Bearer ${token}`, 'x-team-id': team.id })).status
    const page = await visitor.open(`${cloud.url}/review`, { serviceWorkers: 'block' })
    await signInPage(page, bo.email)
    expect([await add('The first of a hasty agent'), await add('Another right after it')]).toEqual([201, 403])
    const stopped = card(page, 'hasty was stopped')
    await page
      .locator('[data-review-list]')
      .getByRole('button', { name: /hasty was stopped/ })
      .click()
    await stopped.getByText('2 changes in 5 minutes; the limit is 1').waitFor()
    expect(await violations(page)).toEqual([])
    await stopped.getByRole('button', { name: 'Let it continue' }).click()
    await stopped.waitFor({ state: 'detached' })
    expect(await add('And on it goes')).toBe(201)

    await page.goto(`${cloud.url}/settings/agents`)
    await page.getByRole('button', { name: /^hasty/ }).click()
    const limits = page.getByRole('listitem').filter({ hasText: 'hasty' })
    expect(await limits.getByLabel('Changes', { exact: true }).inputValue()).toBe('1')
    expect(await limits.getByRole('radiogroup', { name: 'Change the status' }).getByLabel('With proof').isChecked()).toBe(true)
  },
)

it.runIf(process.env.TANDEM_LONG)('[CL104] [PW19] admins set in Settings what agents may do, members see it', async () => {
  await team.call('GET', '/tasks?limit=1', undefined, { 'x-actor': 'agent:codex' })
  const page = await visitor.open(`${cloud.url}/settings/agents`, { serviceWorkers: 'block' })
  await signInPage(page, ana.email)
  await page.getByRole('button', { name: /^codex/ }).click()
  const kinds = (one: Page) => one.getByRole('radiogroup', { name: 'Delete tasks' })
  await kinds(page).getByRole('radio', { name: 'Deny', exact: true }).check()
  await expect.poll(async () => (await ana.call('GET', '/agents/codex/policy')).body).toEqual({ delete: 'deny' })
  expect(await violations(page)).toEqual([])
  const other = await visitor.open(`${cloud.url}/settings/agents`, { serviceWorkers: 'block' })
  await signInPage(other, bo.email)
  await other.getByText('Only admins can change these.').waitFor()
  await other.getByRole('button', { name: /^codex/ }).click()
  await kinds(other).waitFor()
  expect(await kinds(other).getByRole('radio', { name: 'Ask', exact: true }).isDisabled()).toBe(true)
})

// What agents of a team ask, answered in the cloud's web UI: by any member, once, also without a network and on a phone.
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
})
afterAll(() => cloud.close())
afterEach(() => expect(visitor.problems).toEqual([]))

const claude = { 'x-actor': 'agent:claude', 'x-run': 'one' }
const task = async (title: string): Promise<number> => (await ana.call('POST', '/tasks', { title })).body.id
const ask = async (id: number, question: string, options: string[] = []): Promise<number> =>
  (await team.call('POST', `/tasks/${id}/questions`, { question, options }, claude)).body.question_id
const stands = async (id: number) => (await ana.call('GET', `/questions/${id}`)).body
const comments = async (id: number) => ((await ana.call('GET', `/tasks/${id}/comments`)).body as { body: string }[]).map(({ body }) => body)
const card = (page: Page, id: number) => page.getByRole('article', { name: `claude asks about #${id}` })

it.runIf(process.env.TANDEM_LONG)('[W44] [PW20] a question shows at once, a number answers it, z asks again, and the others see each of it', async () => {
  const id = await task('Order flour')
  const page = await visitor.open(`${cloud.url}/review`, { serviceWorkers: 'block' })
  await signInPage(page, bo.email)
  const other = await visitor.open(`${cloud.url}/task/${id}`, { serviceWorkers: 'block' })
  await signInPage(other, ana.email)
  await page.getByText('Nothing to review').waitFor()
  const asked = other.getByRole('region', { name: `claude asks about #${id}` })
  await other.getByRole('heading', { name: 'Order flour' }).or(other.getByText('Order flour')).first().waitFor()

  const waiting = team.call('POST', `/tasks/${id}/questions`, { question: 'Which kind?', options: ['rye', 'spelt'], wait_seconds: 60 }, claude)
  await card(page, id).getByText('Which kind?').waitFor()
  await asked.getByText('Which kind?').waitFor()
  await page
    .getByRole('link', { name: /Review/ })
    .getByText('1')
    .waitFor()
  expect(await violations(page)).toEqual([])
  await page.keyboard.press('2')
  const { outcome, question_id, answer, by } = (await waiting).body
  expect({ outcome, answer, by }).toEqual({ outcome: 'answered', answer: 'spelt', by: 'Bo' })
  await asked.waitFor({ state: 'detached' })
  expect(await comments(id)).toEqual(['> Which kind?\n\nspelt'])

  await page.keyboard.press('z')
  await asked.waitFor()
  await card(page, id).waitFor()
  expect(await stands(question_id)).toMatchObject({ state: 'open' })
  await expect.poll(() => comments(id)).toEqual([])
  await asked.getByRole('textbox').fill('neither')
  await asked.getByRole('button', { name: 'Answer' }).click()
  await expect.poll(() => stands(question_id)).toMatchObject({ state: 'answered', answer: 'neither', decided_by: { name: 'Ana' } })
  await card(page, id).waitFor({ state: 'detached' })
})

it.runIf(process.env.TANDEM_LONG)(
  '[PW20] answered without a network it is sent later; where another answer stands, the person is told and theirs is a comment',
  async () => {
    const [first, second] = [await task('Clean oven'), await task('Fix mixer')]
    const [kept, raced] = [await ask(first, 'With what?', ['soda']), await ask(second, 'When?')]
    const page = await visitor.open(`${cloud.url}/review`)
    await signInPage(page, bo.email)
    await page.locator('[data-review-list]').waitFor()
    await keptForOffline(page)
    await page.context().setOffline(true)
    await page.reload()
    const line = (question: string) => page.locator('[data-review-list]').getByRole('button', { name: new RegExp(question.replace('?', '[?]')) })
    await line('With what?').click()
    await card(page, first).getByRole('button', { name: 'soda' }).click()
    await line('With what?').waitFor({ state: 'detached' })
    await card(page, second).getByRole('textbox').fill('On Monday')
    await card(page, second).getByRole('button', { name: 'Answer' }).click()
    await page.getByText('Nothing to review').waitFor()
    // Another page of the same person, still without a network: it does not ask again.
    await page.reload()
    await page.getByText('Nothing to review').waitFor()
    expect([(await stands(kept)).state, (await stands(raced)).state]).toEqual(['open', 'open'])

    await ana.call('POST', `/questions/${raced}/answer`, { answer: 'Today' })
    await page.context().setOffline(false)
    await expect.poll(() => stands(kept), { timeout: 15_000 }).toMatchObject({ state: 'answered', answer: 'soda', decided_by: { name: 'Bo' } })
    await page.getByText('Ana answered first: Today. Your answer is kept as a comment.').waitFor()
    expect(await stands(raced)).toMatchObject({ answer: 'Today', decided_by: { name: 'Ana' } })
    expect(await comments(first)).toEqual(['> With what?\n\nsoda'])
    expect(await comments(second)).toEqual(['> When?\n\nToday', '> When?\n\nOn Monday'])
  },
)

it.runIf(process.env.TANDEM_LONG)('[PW20] on a phone it is answered with a tap, and a task that waits for an answer says so', async () => {
  const id = await task('Sweep floor')
  const page = await visitor.open(`${cloud.url}/task/${id}`, { serviceWorkers: 'block', viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true })
  await signInPage(page, bo.email)
  await page.getByText('Sweep floor').first().waitFor()
  const question = await ask(id, 'Also below the oven?', ['Yes', 'No'])
  const asked = page.getByRole('region', { name: `claude asks about #${id}` })
  const waits = page.getByText('Waiting for an answer')
  await waits.first().waitFor()
  await asked.getByRole('button', { name: 'No' }).tap()
  await expect.poll(() => stands(question)).toMatchObject({ state: 'answered', answer: 'No', decided_by: { name: 'Bo' } })
  await expect.poll(() => waits.count()).toBe(0)
  await asked.waitFor({ state: 'detached' })
})

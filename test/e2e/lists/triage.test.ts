import { afterEach, expect, test } from 'vitest'
import { useBrowser } from '../../support/browser/browser.ts'
import { goTo } from '../../support/browser/journeys.ts'
import { startWindow } from '../../support/browser/window.ts'

const tandem = await startWindow()
const visitor = useBrowser()
const me = tandem.as('person')
const agent = tandem.as('agent:robot')

afterEach(() => expect(visitor.problems).toEqual([]))

const add = async (title: string) => (await agent.createTask({ body: { title, labels: ['found'], priority: 'high' } })).id
const [first, second, third, fourth] = [await add('Roof leaks'), await add('Door squeaks'), await add('Bell is mute'), await add('Lamp flickers')]
await me.createTask({ body: { title: 'Decided already', priority: 'low' } })
const waiting = async () => (await me.listTasks({ query: { inbox: true } })).map(({ id }) => id)

test('[W115] the Inbox has what nobody decided about: each decision goes on to the next, undo comes back', async () => {
  const page = await visitor.open(`${tandem.url}/open`, { viewport: { width: 1440, height: 900 } })
  await page.getByText('Decided already').waitFor()
  await page.getByRole('link', { name: 'Inbox 4' }).waitFor()
  await goTo(page, 'i', '/inbox')
  await page.getByRole('heading', { name: 'Inbox' }).waitFor()
  const main = page.getByRole('main')
  const rows = () => main.locator('[data-row]').evaluateAll((all) => all.map((row) => Number(row.getAttribute('data-row'))))
  await expect.poll(rows).toEqual([fourth, third, second, first])
  await main.getByText('0 of 4 triaged').waitFor()

  // By keys in the list: the cursor stays at its place.
  await page.keyboard.press('j')
  await page.keyboard.press('i')
  await expect.poll(rows).toEqual([third, second, first])
  await main.getByText('1 of 4 triaged').waitFor()
  await expect.poll(waiting).toEqual([third, second, first])
  await page.keyboard.press('2')
  await expect.poll(rows).toEqual([second, first])
  await page.keyboard.press('z')
  await expect.poll(rows).toEqual([third, second, first])
  await expect.poll(() => main.locator(`[data-row="${third}"]`).evaluate((row) => row.matches('[aria-current]'))).toBe(true)
  await expect.poll(waiting).toEqual([third, second, first])

  // With the task open beside the list, by mouse: the next one opens.
  await main.getByText('Door squeaks').click()
  await page.locator(`[data-detail="${second}"]`).getByRole('button', { name: 'Keep in Open' }).click()
  await page.locator(`[data-detail="${first}"]`).waitFor()
  await expect.poll(waiting).toEqual([third, first])
  await page.keyboard.press('z')
  await page.locator(`[data-detail="${second}"]`).waitFor()
  await expect.poll(waiting).toEqual([third, second, first])

  // By a picker, in whose field the keyboard is while it is chosen.
  await page.keyboard.press('p')
  await page.getByRole('combobox', { name: 'Set priority…' }).fill('hi')
  await page.keyboard.press('Enter')
  await page.locator(`[data-detail="${first}"]`).waitFor()
  await page.keyboard.press('z')
  await page.locator(`[data-detail="${second}"]`).waitFor()
  await expect.poll(waiting).toEqual([third, second, first])

  // What is selected, together.
  await page.keyboard.press('Escape')
  await page.keyboard.press('ControlOrMeta+a')
  await page.getByRole('toolbar', { name: '3 selected' }).getByRole('button', { name: 'Keep in Open' }).click()
  await page.getByText('The Inbox is empty').waitFor()
  expect(await page.getByRole('link', { name: 'Inbox', exact: true }).innerText()).toBe('Inbox')
  expect(await waiting()).toEqual([])
  await goTo(page, 'l', '/open')
  for (const title of ['Roof leaks', 'Lamp flickers', 'Decided already']) await main.getByText(title).waitFor()
})

test.runIf(process.env.TANDEM_LONG)('[W115] [W123] by thumb: a decision opens the next task, and the last one leads back to the list', async () => {
  for (const id of await waiting()) await me.updateTask({ params: { id }, body: { triage: null } })
  const [a, b] = [await add('Tap drips'), await add('Wall is damp')]
  const page = await visitor.open(`${tandem.url}/inbox/${b}`, { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true })
  const isWithPage = (selector: string) => expect.poll(() => page.locator(`${selector}:focus`).count()).toBe(1)
  const keep = (id: number) => page.locator(`[data-detail="${id}"]`).getByRole('button', { name: 'Keep in Open' })
  await keep(b).tap()
  await keep(a).waitFor()
  await isWithPage(`[data-detail="${a}"]`)
  await keep(a).tap()
  await page.getByText('The Inbox is empty').waitFor()
  await isWithPage('[data-empty]')
  expect(await waiting()).toEqual([])
})

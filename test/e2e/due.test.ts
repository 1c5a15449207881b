// When a task is due, who does it, and what must be true for it to be done: in the task, in lists, on the board and in Today.
import { afterEach, expect, test } from 'vitest'
import type { Page } from 'playwright-core'
import { violations } from '../support/browser/axe.ts'
import { useBrowser } from '../support/browser/browser.ts'
import { goWithin } from '../support/browser/go-within.ts'
import { startWindow } from '../support/browser/window.ts'

const tandem = await startWindow()
const visitor = useBrowser()
const api = tandem.as('person')

afterEach(() => expect(visitor.problems).toEqual([]))

const dayIn = (days: number): string => {
  const now = new Date()
  const day = new Date(now.getFullYear(), now.getMonth(), now.getDate() + days, 12)
  return `${day.getFullYear()}-${String(day.getMonth() + 1).padStart(2, '0')}-${String(day.getDate()).padStart(2, '0')}`
}
const shown = (page: Page, id: number) => page.locator(`[data-detail="${id}"]`)

test('[W42] a task is made due, assigned and given its criteria by keys; each is in the history and comes back with undo', async () => {
  const { id } = await api.createTask({ body: { title: 'Bake rye' } })
  await api.createContact({ body: { name: 'Ana Lopez', email: 'ana@example.org' } })
  const now = () => api.getTask({ params: { id } })
  const page = await visitor.open(`${tandem.url}/open/${id}`)
  const task = shown(page, id)
  await task.getByRole('button', { name: 'Set a due date' }).waitFor()

  await page.keyboard.press('Shift+D')
  await page.getByRole('option', { name: /^Tomorrow/ }).waitFor()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await expect.poll(async () => (await now()).due).toBe(dayIn(1))
  await page.getByRole('status').getByText(`#${id} is due tomorrow`).waitFor()

  await page.keyboard.press('Shift+D')
  await page.getByRole('combobox', { name: 'When is it due?' }).fill(dayIn(-1))
  await page.keyboard.press('Enter')
  await task.getByRole('button', { name: 'Due Yesterday, Overdue. Change the due date' }).waitFor()

  await page.keyboard.press('Shift+A')
  const field = page.getByRole('combobox', { name: 'Assign to…' })
  await field.waitFor()
  await page.keyboard.type('ana')
  await page.getByRole('option', { name: /Ana Lopez/ }).waitFor()
  expect(await violations(page)).toEqual([])
  await page.keyboard.press('Enter')
  await expect.poll(async () => (await now()).assignee).toBe('ana@example.org')
  await page.getByRole('status').getByText(`#${id} assigned to Ana Lopez`).waitFor()

  await task.getByRole('button', { name: 'Add a criterion' }).click()
  for (const text of ['Crust is dark', 'Smells of malt']) {
    await page.keyboard.type(text)
    await page.keyboard.press('Enter')
  }
  await page.keyboard.press('Escape')
  await expect.poll(async () => (await now()).criteria).toEqual([{ text: 'Crust is dark' }, { text: 'Smells of malt' }])
  await task.getByRole('button', { name: 'Edit “Crust is dark”' }).click()
  await page.keyboard.type(' brown')
  await page.keyboard.press('Enter')
  await task.getByRole('button', { name: 'Remove Smells of malt' }).click()
  await expect.poll(async () => (await now()).criteria).toEqual([{ text: 'Crust is dark brown' }])
  await page.keyboard.press('z')
  await expect.poll(async () => (await now()).criteria).toEqual([{ text: 'Crust is dark brown' }, { text: 'Smells of malt' }])

  await task.getByRole('tab', { name: /History/ }).click()
  for (const sentence of ['set the due date to yesterday', 'assigned it to Ana Lopez', 'added the criterion “Crust is dark”'])
    await task.getByText(sentence).waitFor()
  expect(await violations(page)).toEqual([])
})

test.runIf(process.env.TANDEM_LONG)('[T24] in the list of whom to assign, the very name of an agent is the agent', async () => {
  await api.createTask({ body: { title: 'known by it', assignee: 'agent:claude' } })
  const { id } = await api.createTask({ body: { title: 'Sort the nails' } })
  const page = await visitor.open(`${tandem.url}/open/${id}`)
  await page.getByRole('button', { name: 'Set a due date' }).waitFor()
  await page.keyboard.press('a')
  await page.getByRole('combobox', { name: 'Assign to…' }).fill('Claude')
  await page.getByRole('option', { name: 'claude' }).waitFor()
  expect(await page.getByRole('option', { name: 'Assign to “Claude”' }).count()).toBe(0)
  await page.keyboard.press('Enter')
  await expect.poll(async () => (await api.getTask({ params: { id } })).assignee).toBe('agent:claude')
})

test.runIf(process.env.TANDEM_LONG)('[W42] rows and cards say when a task is due and who does it, and are no wider than a small phone', async () => {
  const long = 'Maximiliane von Hohenstein-Wittgenfels und zu Oberammergau'
  const { id } = await api.createTask({
    body: { title: 'Order flour for the whole of next month', status: 'todo', due: dayIn(-3), assignee: long, labels: ['supplies', 'a-label-of-some-length'] },
  })
  await api.createTask({ body: { title: 'Call the mill', status: 'todo', due: dayIn(0), assignee: 'agent:claude' } })
  const page = await visitor.open(`${tandem.url}/open`)
  const row = page.locator(`[data-steady="${id}"], div:has(> span a[data-row="${id}"])`).first()
  await row.getByText(/^Overdue: /).waitFor({ state: 'attached' })
  const phone = await visitor.open(`${tandem.url}/open`, { viewport: { width: 360, height: 740 }, hasTouch: true })
  for (const path of ['/open', '/board', `/open/${id}`]) {
    await goWithin(phone, path)
    await phone.getByText(`Assigned to ${long}`).first().waitFor({ state: 'attached' })
    if (path !== '/board') expect(await phone.evaluate('document.documentElement.scrollWidth')).toBe(360)
    expect(await violations(phone)).toEqual([])
  }
})

test.runIf(process.env.TANDEM_LONG)(
  '[W43] a list is sorted, grouped and filtered by due date and assignee, in its address; Today has what is due beside the reminders',
  async () => {
    const add = async (title: string, due: string | null, assignee: string | null = null) =>
      (await api.createTask({ body: { title, status: 'todo', due, assignee, labels: ['w43'] } })).id
    const late = await add('Late bread', dayIn(-2), 'agent:claude')
    const now = await add('Bread of today', dayIn(0), 'person')
    const later = await add('Bread of next month', dayIn(40))
    const never = await add('Bread without a day', null, 'ana@example.org')
    const page = await visitor.open(`${tandem.url}/all?label=w43&sort=due`)
    const rows = () => page.locator('[data-row]').evaluateAll((links) => links.map((link) => Number(link.getAttribute('data-row'))))
    await expect.poll(rows).toEqual([late, now, later, never])

    await page.getByRole('button', { name: 'Filter', exact: true }).click()
    await page.getByRole('option', { name: 'Overdue' }).click()
    await expect.poll(rows).toEqual([late])
    await page.getByRole('option', { name: 'Today' }).click()
    await expect.poll(rows).toEqual([late, now])
    expect(new URL(page.url()).searchParams.getAll('due')).toEqual(['overdue', 'today'])
    await page.keyboard.press('Escape')
    // What is moved to a later day leaves the list at once.
    await api.updateTask({ params: { id: late }, body: { due: dayIn(40) } })
    await expect.poll(rows).toEqual([now])
    await api.updateTask({ params: { id: late }, body: { due: dayIn(-2) } })
    await expect.poll(rows).toEqual([late, now])

    await page.goto(`${tandem.url}/all?label=w43&assignee=me&assignee=none`)
    await expect.poll(rows).toEqual([later, now])
    await page.goto(`${tandem.url}/all?label=w43&group=due`)
    await expect.poll(rows).toEqual([late, now, later, never])
    expect(await page.locator('main h2').allTextContents()).toEqual(['Overdue1', 'Today1', 'Later1', 'No due date1'])
    await page.goto(`${tandem.url}/all?label=w43&group=assignee`)
    await expect.poll(rows).toEqual([now, never, late, later])

    await page.goto(`${tandem.url}/today`)
    await page.getByRole('link', { name: /Bread of today/ }).waitFor()
    await page.getByRole('link', { name: /Late bread/ }).waitFor()
    expect(await page.getByRole('link', { name: /Bread of next month/ }).count()).toBe(0)
    expect(await violations(page)).toEqual([])
    await page.getByRole('link', { name: /Bread of today/ }).focus()
    await page.keyboard.press('5')
    await expect.poll(async () => (await api.getTask({ params: { id: now } })).status).toBe('done')

    // [W121] It stands among what is done, and comes back by z or by its ring; what is begun is there as well, unless somebody else does it.
    const group = (name: string) => page.locator('main section').filter({ has: page.getByRole('heading', { name }) })
    await group('Done today')
      .getByRole('link', { name: /Bread of today/ })
      .waitFor()
    await page.keyboard.press('z')
    await group('Due today')
      .getByRole('link', { name: /Bread of today/ })
      .waitFor()
    await api.updateTask({ params: { id: now }, body: { status: 'done' } })
    await group('Done today')
      .getByRole('button', { name: `Reopen #${now}` })
      .click()
    await group('Due today')
      .getByRole('link', { name: /Bread of today/ })
      .waitFor()
    await api.updateTask({ params: { id: never }, body: { status: 'in_progress' } })
    await api.updateTask({ params: { id: late }, body: { status: 'in_progress' } })
    await api.updateTask({ params: { id: later }, body: { status: 'in_progress' } })
    await group('In progress')
      .getByRole('link', { name: /Bread of next month/ })
      .waitFor()
    expect(await page.getByRole('link', { name: /Bread without a day/ }).count()).toBe(0)
    expect(await page.getByRole('link', { name: /Late bread/ }).count()).toBe(1)
    expect(await violations(page)).toEqual([])
  },
)

test.runIf(process.env.TANDEM_LONG)('[W49] completing a task that repeats says when it comes back, and so does its row', async () => {
  const { id } = await api.createTask({ body: { title: 'Feed the sourdough', status: 'todo', labels: ['w44'] } })
  await api.createSchedule({ params: { id }, body: { type: 'interval', interval_days: 3, time: '09:00' } })
  const page = await visitor.open(`${tandem.url}/all/${id}?label=w44`)
  await shown(page, id).getByText('Every 3 days').waitFor()
  await page.keyboard.press('5')
  await page
    .getByRole('status')
    .getByText(/moved to Done; comes back \w{3}, \w{3} \d/)
    .waitFor()
  await page.getByText(/^Comes back \w{3}, /).waitFor()
  await page.reload()
  await page.getByText(/^Comes back \w{3}, /).waitFor()
  expect(await violations(page)).toEqual([])
})

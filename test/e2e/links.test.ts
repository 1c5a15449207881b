// Tasks that speak of each other: parts of a whole, and what waits for what.
import type { Page } from 'playwright-core'
import { afterEach, expect, test } from 'vitest'
import { violations } from '../support/browser/axe.ts'
import { useBrowser } from '../support/browser/browser.ts'
import { startWindow } from '../support/browser/window.ts'

const tandem = await startWindow()
const visitor = useBrowser()
const api = tandem.as('person')

afterEach(() => expect(visitor.problems).toEqual([]))

const shown = (page: Page, id: number) => page.locator(`[data-detail="${id}"]`)
const add = async (title: string, more: Partial<Parameters<typeof api.createTask>[0]['body']> = {}) =>
  (await api.createTask({ body: { title, status: 'todo', ...more } })).id

test('[W45] parts are written one after the other, ticked off, opened and detached in their task; rows and cards say how many are done', async () => {
  const id = await add('Open the shop')
  const partsNow = async () => (await api.listTasks({ query: { parent: id } })).map(({ title, status }) => `${title} ${status}`).reverse()
  const page = await visitor.open(`${tandem.url}/inbox/${id}`)
  const task = shown(page, id)
  await task.getByRole('button', { name: 'Add a part' }).waitFor()
  await page.keyboard.press('Shift+P')
  for (const title of ['Rent rooms', 'Hire a baker', 'Buy an oven']) {
    await page.keyboard.type(title)
    await page.keyboard.press('Enter')
  }
  await page.keyboard.press('Escape')
  await expect.poll(partsNow).toEqual(['Rent rooms backlog', 'Hire a baker backlog', 'Buy an oven backlog'])
  await task.getByRole('button', { name: /^Complete #\d+: Rent rooms/ }).click()
  await task.getByText('1 of 3 done', { exact: true }).waitFor()
  await page.locator(`a[data-row="${id}"]`).waitFor()
  await page.getByText('1 of 3 parts done').first().waitFor({ state: 'attached' })
  // An agent does the next one: nobody has to read again.
  const [, , hired] = await api.listTasks({ query: { parent: id } }).then((parts) => parts.map((part) => part.id).reverse())
  await tandem.as('agent:claude').updateTask({ params: { id: hired as number }, body: { status: 'done' } })
  await task.getByText('2 of 3 done', { exact: true }).waitFor()
  await task
    .getByRole('button', { name: /^Detach/ })
    .nth(2)
    .click()
  await task.getByText('1 of 2 done', { exact: true }).waitFor()
  await page.keyboard.press('z')
  await task.getByText('2 of 3 done', { exact: true }).waitFor()
  expect(await violations(page)).toEqual([])

  await task.getByRole('link', { name: /Hire a baker/ }).click()
  const trail = page.getByRole('navigation', { name: 'Part of' })
  await trail.getByRole('link', { name: /Open the shop/ }).waitFor()
  expect(await violations(page)).toEqual([])
  await trail.getByRole('link').click()
  await task.getByText('2 of 3 done', { exact: true }).waitFor()
  await page.goto(`${tandem.url}/board`)
  await page.getByText('2 of 3 parts done').first().waitFor({ state: 'attached' })
})

test('[W46] a blocker is found by its title; what waits says for what, by whoever changes it; a circle is refused with its way', async () => {
  const [oven, bread, stall] = [await add('Repair the oven'), await add('Bake the first bread'), await add('Sell at the market')]
  await api.updateTask({ params: { id: stall }, body: { blocked_by: [bread] } })
  const page = await visitor.open(`${tandem.url}/inbox/${bread}`)
  const task = shown(page, bread)
  await task
    .getByRole('list', { name: 'Blocks' })
    .getByRole('link', { name: /Sell at the market/ })
    .waitFor()
  const choose = async (text: string, found: RegExp) => {
    await page.keyboard.press('Shift+B')
    await page.getByRole('combobox', { name: 'Add a blocker' }).waitFor()
    await page.keyboard.type(text)
    await page.getByRole('option', { name: found }).waitFor()
  }
  await choose('oven', /Repair the oven/)
  expect(await violations(page)).toEqual([])
  await page.keyboard.press('Enter')
  await page.getByRole('status').getByText(`#${bread} waits for #${oven}`).waitFor()
  const blockers = task.getByRole('list', { name: 'Blocked by' })
  await blockers.getByRole('link', { name: /Repair the oven/ }).waitFor()
  await task.getByText(`Waiting for #${oven}`, { exact: true }).waitFor()
  expect(await api.getTask({ params: { id: bread } })).toMatchObject({ blocked_by: [oven], ready: false })
  expect(await violations(page)).toEqual([])

  // By its number; the way round is named, and nothing stays of it.
  await choose(`#${stall}`, /Sell at the market/)
  await page.keyboard.press('Enter')
  await page
    .getByRole('status')
    .getByText(new RegExp(`#${bread} would wait for itself: #${bread} → #\\d+ → #${bread}`))
    .waitFor()
  await expect.poll(() => blockers.getByRole('link').count()).toBe(1)

  const row = page.locator(`div:has(> span a[data-row="${bread}"])`).first()
  await row.getByText(`Waiting for #${oven}`).waitFor({ state: 'attached' })
  const agent = tandem.as('agent:claude')
  await agent.updateTask({ params: { id: oven }, body: { status: 'done' } })
  await row.getByText(`Waiting for #${oven}`).waitFor({ state: 'detached' })
  await task.getByText(`Waiting for #${oven}`, { exact: true }).waitFor({ state: 'detached' })
  await agent.askQuestion({ params: { id: bread }, body: { question: 'Rye or wheat?' } })
  await row.getByText('Waiting for an answer').waitFor({ state: 'attached' })

  await task.getByRole('button', { name: `Don’t wait for #${oven}` }).click()
  await blockers.waitFor({ state: 'detached' })
  await page.keyboard.press('z')
  await blockers.getByRole('link', { name: /Repair the oven/ }).waitFor()
  expect((await api.getTask({ params: { id: bread } })).blocked_by).toEqual([oven])
})

test('[W47] Ready lists what can begin, in the order in which agents take it, counts it, and follows what others finish', async () => {
  for (const { id } of await api.listTasks()) await api.deleteTask({ params: { id } })
  await add('Light the oven', { status: 'done' })
  const page = await visitor.open(`${tandem.url}/inbox`)
  await page.keyboard.press('g')
  await page.keyboard.press('n')
  await page.getByRole('heading', { name: 'Nothing is ready' }).waitFor()
  expect(await violations(page)).toEqual([])

  const low = await add('Sweep the floor', { priority: 'low' })
  const due = await add('Pay the rent', { due: '2026-12-01' })
  const mine = await add('Taste the bread', { priority: 'low', assignee: 'person' })
  const high = await add('Call the mill', { priority: 'high' })
  const after = await add('Order more flour', { priority: 'high', blocked_by: [high], parent_id: null })
  await add('Write a poem about rye', { assignee: 'agent:claude' })
  const rows = () => page.locator('[data-row]').evaluateAll((links) => links.map((link) => Number(link.getAttribute('data-row'))))
  await expect.poll(rows).toEqual([mine, high, due, low])
  await expect.poll(() => page.getByRole('link', { name: /^Ready/ }).textContent()).toBe('Ready4')
  const agent = tandem.as('agent:claude')
  await agent.claimTask({ params: { id: due }, body: {} })
  await expect.poll(rows).toEqual([mine, high, low])
  await agent.updateTask({ params: { id: high }, body: { status: 'done' } })
  await expect.poll(rows).toEqual([mine, after, low])
  await page.keyboard.press('Home')
  await page.keyboard.press('5')
  await expect.poll(rows).toEqual([after, low])
  await expect.poll(() => page.getByRole('link', { name: /^Ready/ }).textContent()).toBe('Ready2')
  await page.getByRole('button', { name: 'Display' }).click()
  await page.getByRole('menu').getByText('Next first').waitFor()
})

test('[W48] quick add says what it read of a line: until when, and who does it; Today counts what is due', async () => {
  await api.createContact({ body: { name: 'Ines Okafor', email: 'ines@example.org' } })
  const page = await visitor.open(`${tandem.url}/inbox`)
  await page.keyboard.press('c')
  await page.getByRole('textbox', { name: 'New task' }).fill('Proof the dough +ines due today !high')
  const form = page.getByRole('form', { name: 'New task' })
  await form.getByText('Due today').waitFor()
  await form.getByText('Assigned to Ines Okafor').waitFor()
  expect(await violations(page)).toEqual([])
  await page.keyboard.press('Enter')
  const dough = async () =>
    (await api.listTasks({ query: { assignee: ['ines@example.org'] } })).map(({ title, priority, due }) => [title, priority, due?.length])
  await expect.poll(dough).toEqual([['Proof the dough', 'high', 10]])
  const today = page.getByRole('link', { name: /^Today/ })
  await expect.poll(() => today.textContent()).toMatch(/^Today[1-9]/)
})

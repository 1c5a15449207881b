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
  const page = await visitor.open(`${tandem.url}/open/${id}`)
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

test.runIf(process.env.TANDEM_LONG)(
  '[W46] a blocker is found by its title; what waits says for what, by whoever changes it; a circle is refused with its way',
  async () => {
    const [oven, bread, stall] = [await add('Repair the oven'), await add('Bake the first bread'), await add('Sell at the market')]
    await api.updateTask({ params: { id: stall }, body: { blocked_by: [bread] } })
    const page = await visitor.open(`${tandem.url}/open/${bread}`)
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
  },
)

test.runIf(process.env.TANDEM_LONG)('[W52] Enter before the tasks of what was typed are found waits for them', async () => {
  const [whole, part] = [await add('Open the market'), await add('Rent a tent')]
  await add('Something newer')
  const page = await visitor.open(`${tandem.url}/open/${part}`)
  await shown(page, part).getByRole('button', { name: 'Make part of…' }).waitFor()
  let answer = () => {}
  const answered = new Promise<void>((resolve) => (answer = resolve))
  await page.route('**/tasks/search?**', (route) => answered.then(() => route.continue()))
  await page.keyboard.press('Shift+I')
  await page.getByRole('combobox', { name: 'Make part of…' }).waitFor()
  await page.keyboard.type('the market')
  await page.keyboard.press('Enter')
  await page.getByText('Loading').waitFor()
  expect((await api.getTask({ params: { id: part } })).parent_id).toBe(null)
  answer()
  await page.getByRole('status').getByText(`#${part} is now part of #${whole}`).waitFor()
})

test.runIf(process.env.TANDEM_LONG)(
  '[W52] a task is put into another, moved on and taken out again, by keys and by the palette; a circle is refused with its way',
  async () => {
    const [shop, stand, sign] = [await add('Run the shop'), await add('Run the stand'), await add('Paint the sign')]
    const parent = async (id = sign) => (await api.getTask({ params: { id } })).parent_id
    const page = await visitor.open(`${tandem.url}/open/${sign}`)
    const trail = page.getByRole('navigation', { name: 'Part of' })
    await shown(page, sign).getByRole('button', { name: 'Make part of…' }).waitFor()
    const choose = async (text: string, found: RegExp) => {
      await page.getByRole('combobox', { name: 'Make part of…' }).waitFor()
      await page.keyboard.type(text)
      await page.getByRole('option', { name: found }).waitFor()
      await page.keyboard.press('Enter')
      // Until it has gone the next key is one of its own.
      await page.getByRole('combobox').waitFor({ state: 'detached' })
    }
    const run = async (command: string) => {
      await page.keyboard.press('Control+k')
      await page.getByRole('combobox').fill(command)
      await page.getByRole('option', { name: command, exact: true }).click()
    }
    const says = (text: string | RegExp) => page.getByRole('status').getByText(text).waitFor()
    await page.keyboard.press('Shift+I')
    await choose('the shop', /Run the shop/)
    await says(`#${sign} is now part of #${shop}`)
    await trail.getByRole('link', { name: /Run the shop/ }).waitFor()
    await expect.poll(() => parent()).toBe(shop)
    expect(await violations(page)).toEqual([])

    await run('Make part of…')
    await choose(`#${stand}`, /Run the stand/)
    await trail.getByRole('link', { name: /Run the stand/ }).waitFor()
    await expect.poll(() => parent()).toBe(stand)
    await page.keyboard.press('z')
    await trail.getByRole('link', { name: /Run the shop/ }).waitFor()
    await expect.poll(() => parent()).toBe(shop)

    await run(`Detach from #${shop}`)
    await trail.waitFor({ state: 'detached' })
    await expect.poll(() => parent()).toBe(null)
    await page.keyboard.press('z')
    await trail.getByRole('link', { name: /Run the shop/ }).waitFor()

    await run('Add a blocker')
    await page.getByRole('combobox', { name: 'Add a blocker' }).fill('the stand')
    await page.getByRole('option', { name: /Run the stand/ }).click()
    await shown(page, sign).getByText(`Waiting for #${stand}`, { exact: true }).waitFor()
    await run(`Don’t wait for #${stand}: Run the stand`)
    await shown(page, sign).getByText(`Waiting for #${stand}`, { exact: true }).waitFor({ state: 'detached' })

    await page.goto(`${tandem.url}/open/${shop}`)
    await shown(page, shop).getByText('0 of 1 done').waitFor()
    await page.keyboard.press('Shift+I')
    await choose(`#${sign}`, /Paint the sign/)
    await says(new RegExp(`#${shop} would wait for itself: #${shop} → #${sign} → #${shop}`))
    await trail.waitFor({ state: 'detached' })
    expect(await parent(shop)).toBe(null)
  },
)

test.runIf(process.env.TANDEM_LONG)('[W53] history and Activity name other tasks by number and title', async () => {
  const [tour, bus, hotel, guide] = [await add('Plan the tour'), await add('Rent a bus'), await add('Book a hotel'), await add('Find a guide')]
  const agent = tandem.as('agent:claude')
  await agent.updateTask({ params: { id: hotel }, body: { parent_id: tour } })
  await agent.updateTask({ params: { id: hotel }, body: { parent_id: bus } })
  await agent.updateTask({ params: { id: hotel }, body: { parent_id: null, blocked_by: [bus, guide] } })
  await agent.updateTask({ params: { id: hotel }, body: { blocked_by: [bus] } })
  await api.deleteTask({ params: { id: guide } })
  const page = await visitor.open(`${tandem.url}/open/${hotel}`)
  await page.getByRole('tab', { name: /History/ }).click()
  const sentences = [
    'removed a deleted task from Blocked by',
    `detached it from #${bus} Rent a bus`,
    `moved it to #${bus} Rent a bus`,
    `made it part of #${tour} Plan the tour`,
  ]
  const history = page.getByRole('tabpanel', { name: /History/ })
  for (const text of sentences) await history.getByText(text).waitFor()
  await history.getByText(`added #${bus} Rent a bus and a deleted task to Blocked by`).waitFor()
  await api.updateTask({ params: { id: bus }, body: { title: 'Rent two buses' } })
  await history.getByText(`moved it to #${bus} Rent two buses`).waitFor()
  await page.goto(`${tandem.url}/activity`)
  const activity = page.getByRole('article').filter({ hasText: 'claude' })
  // Several changes at once are folded.
  await activity
    .getByRole('button', { name: /^claude/ })
    .first()
    .click()
  await activity.getByText(`moved it to #${bus} Rent two buses`).first().waitFor()
  expect(await activity.allTextContents()).not.toContainEqual(expect.stringMatching(/[0-9a-f]{8}-[0-9a-f]{4}-7/))
})

test.runIf(process.env.TANDEM_LONG)(
  '[W51] a task shows what blocks what around it, two steps each way, and follows others; without blockers nothing stands there',
  async () => {
    const mill = await add('Repair the mill')
    const flour = await add('Grind the flour', { blocked_by: [mill] })
    const yeast = await add('Buy yeast', { status: 'done' })
    const dough = await add('Knead the dough', { blocked_by: [flour, yeast] })
    const rolls = await add('Bake rolls', { blocked_by: [dough] })
    const feast = await add('Hold the feast', { blocked_by: [rolls, dough] })
    const far = await add('Wash up', { blocked_by: [feast] })
    await add('Dry up', { blocked_by: [far] })
    const page = await visitor.open(`${tandem.url}/open/${dough}`)
    const graph = page.getByRole('region', { name: 'Dependencies' })
    const rows = () => graph.getByRole('listitem').evaluateAll((items) => items.map((item) => item.textContent))
    await expect
      .poll(rows)
      .toEqual([
        `${mill}Repair the mill, To do`,
        `${flour}Grind the flour, To do, Waiting for #${mill}`,
        `${yeast}Buy yeast, Done`,
        `${dough}Knead the dough, To do, Waiting for #${flour} and #${yeast}`,
        `${rolls}Bake rolls, To do, Waiting for #${dough}`,
        `${feast}Hold the feast, To do, Waiting for #${rolls} and #${dough}`,
        `${far}Wash up, To do, Waiting for #${feast}`,
      ])
    expect(await graph.locator('path[stroke]').count()).toBe(7)
    expect(await violations(page)).toEqual([])
    const agent = tandem.as('agent:claude')
    await agent.updateTask({ params: { id: mill }, body: { status: 'done' } })
    await graph.getByText('Repair the mill, Done').waitFor()
    await agent.updateTask({ params: { id: feast }, body: { blocked_by: [rolls] } })
    await expect.poll(() => graph.locator('path[stroke]').count()).toBe(5)

    await graph.getByRole('link', { name: /Hold the feast/ }).focus()
    await page.keyboard.press('Enter')
    await shown(page, feast).waitFor()
    await graph.getByRole('link', { name: /Dry up/ }).waitFor()
    await graph.getByRole('link', { name: /Bake rolls/ }).click()
    await shown(page, rolls).waitFor()

    const many = await Promise.all(Array.from({ length: 30 }, (_, n) => add(`Write page ${n}`, n < 3 ? { status: 'done' } : {})))
    const book = await add('Print the book', { blocked_by: many })
    await page.goto(`${tandem.url}/open/${book}`)
    await graph.getByRole('listitem').nth(6).waitFor()
    expect(await graph.getByText('Done').count()).toBe(0)
    await graph.getByRole('button', { name: 'Show 24 more tasks' }).click()
    await expect.poll(() => graph.getByRole('listitem').count()).toBe(31)
    expect(await violations(page)).toEqual([])

    await page.goto(`${tandem.url}/open/${await add('Sit in the sun')}`)
    await page.getByRole('button', { name: 'Add a blocker' }).waitFor()
    expect(await graph.count()).toBe(0)
  },
)

test.runIf(process.env.TANDEM_LONG)(
  '[W47] Ready lists what can begin, in the order in which agents take it, counts it, and follows what others finish',
  async () => {
    for (const { id } of await api.listTasks()) await api.deleteTask({ params: { id } })
    await add('Light the oven', { status: 'done' })
    const page = await visitor.open(`${tandem.url}/open`)
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
  },
)

test.runIf(process.env.TANDEM_LONG)('[W48] quick add says what it read of a line: until when, and who does it; Today counts what is due', async () => {
  await api.createContact({ body: { name: 'Ines Okafor', email: 'ines@example.org' } })
  const page = await visitor.open(`${tandem.url}/open`)
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

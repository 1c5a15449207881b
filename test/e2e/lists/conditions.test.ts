import { afterEach, expect, test } from 'vitest'
import { useBrowser } from '../../support/browser/browser.ts'
import { startWindow } from '../../support/browser/window.ts'

const tandem = await startWindow()
const visitor = useBrowser()
const me = tandem.as('person')

afterEach(() => expect(visitor.problems).toEqual([]))

const titles = ['Oven is cold', 'Oven is loud', 'Door squeaks']
const made = await Promise.all([
  me.createTask({ body: { title: titles[0] ?? '', labels: ['kitchen', 'broken'], assignee: 'ana@example.org' } }),
  me.createTask({ body: { title: titles[1] ?? '', labels: ['kitchen'] } }),
  me.createTask({ body: { title: titles[2] ?? '', labels: ['hall'] } }),
])

test.runIf(process.env.TANDEM_LONG)('[W104] what looks like a condition and is none is said, and searched as text', async () => {
  const page = await visitor.open(`${tandem.url}/all`)
  await page.getByRole('button', { name: 'Filter', exact: true }).click()
  const field = page.getByRole('combobox', { name: 'Filter' })
  await field.fill('due:31.2.')
  await page.getByRole('option', { name: 'Filter by due:31.2.' }).click()
  await page.getByText('“due:31.2.” can’t be read as a filter, so it’s searched as text').waitFor()
  expect(new URL(page.url()).searchParams.getAll('where')).toEqual(['"due:31.2."'])
})

test('[W104] conditions are typed, each is a chip that keys change, turn round and take away', async () => {
  const page = await visitor.open(`${tandem.url}/all`)
  const shown = async () => {
    const rows = await page.getByRole('main').locator('[data-row]').allInnerTexts()
    return titles.filter((title) => rows.some((text) => text.startsWith(title)))
  }
  await page.getByRole('button', { name: 'Filter', exact: true }).click()
  const field = page.getByRole('combobox', { name: 'Filter' })
  await field.fill('-label:broken oven created:7d')
  await page.getByRole('option', { name: 'Filter by -label:broken oven created:7d' }).click()
  await expect.poll(shown).toEqual(['Oven is loud'])
  expect(await page.getByText('can’t be read as a filter').count()).toBe(0)
  expect(new URL(page.url()).searchParams.getAll('where')).toEqual(['-label:broken', '"oven"', 'created:7d'])
  await page.keyboard.press('Escape')

  const chip = (name: string) => page.getByRole('main').getByRole('button', { name, exact: true })
  await chip('-label:broken').focus()
  await page.keyboard.press('-')
  // A label that tasks have is one that the list of filters has, too.
  await expect.poll(shown).toEqual(['Oven is cold'])
  await chip('“oven”').focus()
  await page.keyboard.press('Delete')
  await expect.poll(shown).toEqual(['Oven is cold'])
  await chip('created:7d').focus()
  await page.keyboard.press('Enter')
  await page.keyboard.type('assignee:none')
  await page.keyboard.press('Enter')
  await expect.poll(shown).toEqual([])
  await chip('Assigned to Nobody').focus()
  await page.keyboard.press('-')
  await expect.poll(shown).toEqual(['Oven is cold'])
  await page.reload()
  await expect.poll(shown).toEqual(['Oven is cold'])

  // As a saved list it is counted, and the board shows the same.
  await page.getByRole('button', { name: 'Save list' }).click()
  await page.getByRole('textbox', { name: 'List name' }).fill('Cold ovens')
  await page.keyboard.press('Enter')
  const link = page.getByRole('navigation').getByRole('link', { name: /^Cold ovens/ })
  await expect.poll(() => link.innerText()).toMatch(/^Cold ovens\s*1$/)
  expect((await me.listLists())[0]?.query).toEqual({ where: ['label:broken', '-assignee:none'] })
})

test('[W105] a search becomes a list, and a task made in a list has what all its tasks have', async () => {
  const page = await visitor.open(`${tandem.url}/open`)
  await page.keyboard.press('Control+k')
  await page.getByRole('combobox').fill('label:kitchen oven')
  await page.getByRole('option', { name: 'Show all results as a list' }).click()
  await expect.poll(() => page.getByRole('main').locator('[data-row]').count()).toBe(2)
  expect(new URL(page.url()).pathname).toBe('/all')
  expect(new URL(page.url()).searchParams.getAll('label')).toEqual(['kitchen'])

  await page.goto(`${tandem.url}/all?label=kitchen&priority=high&status=todo&assignee=ana%40example.org&where=part%3A${made[0].uid}`)
  await page
    .getByRole('main')
    .getByRole('button', { name: `part:#${made[0].id} Oven is cold`, exact: true })
    .waitFor()
  await page.keyboard.press('c')
  await page.getByText('From this list: kitchen').waitFor()
  await page.keyboard.type('Order a new seal #urgent !low')
  await page.keyboard.press('Enter')
  await expect
    .poll(async () => (await me.listTasks({ query: { parent: made[0].id } }))[0])
    .toMatchObject({
      title: 'Order a new seal',
      labels: ['urgent', 'kitchen'],
      priority: 'low',
      status: 'todo',
      assignee: 'ana@example.org',
    })
})

test('[W105] a task made in a list of what is due is due then', async () => {
  const made = async (title: string) => (await me.listTasks()).find((task) => task.title === title)?.due
  const page = await visitor.open(`${tandem.url}/open?due=today`)
  const today = await page.evaluate<string>(`new Date(Date.now() - new Date().getTimezoneOffset() * 60_000).toISOString().slice(0, 10)`)
  await page.keyboard.press('c')
  await page.getByText('From this list: Today').waitFor()
  await page.keyboard.type('Buy yeast')
  await page.keyboard.press('Enter')
  await expect.poll(() => made('Buy yeast')).toBe(today)
  await page
    .getByRole('main')
    .getByRole('link', { name: /Buy yeast/ })
    .waitFor()
  await page.goto(`${tandem.url}/open?where=due%3A2031-05-05`)
  await page.locator('h1').first().waitFor()
  await page.keyboard.press('c')
  await page.getByText(/^From this list: .*2031/).waitFor()
  await page.keyboard.type('Buy salt')
  await page.keyboard.press('Enter')
  await expect.poll(() => made('Buy salt')).toBe('2031-05-05')
})

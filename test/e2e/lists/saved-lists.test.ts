import { afterEach, expect, test } from 'vitest'
import { useBrowser } from '../../support/browser/browser.ts'
import { startWindow } from '../../support/browser/window.ts'

const tandem = await startWindow()
const visitor = useBrowser()
const me = tandem.as('person')

afterEach(async () => {
  expect(visitor.problems).toEqual([])
  for (const { uid } of await me.listLists()) await me.deleteList({ params: { uid } })
})

const names = async () => (await me.listLists()).map(({ name }) => name)
const save = (name: string, label: string) => me.createList({ body: { name, query: { label: [label] } } })

test.runIf(process.env.TANDEM_LONG)(
  '[W100] a filter is saved under a name, which is the title; a change of it is saved or becomes a list of its own',
  async () => {
    for (const n of [1, 2, 3]) await me.createTask({ body: { title: `Leak ${n}`, labels: ['leak'], priority: n === 1 ? 'high' : 'low' } })
    const page = await visitor.open(`${tandem.url}/all?label=leak`)
    await page.getByRole('button', { name: 'Save list' }).click()
    await page.getByRole('textbox', { name: 'List name' }).fill('Leaks')
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { level: 1, name: 'Leaks' }).waitFor()
    await expect.poll(() => page.title()).toBe('Leaks · Tandem')
    const link = page.getByRole('navigation').getByRole('link', { name: /^Leaks/ })
    await expect.poll(() => link.innerText()).toMatch(/^Leaks\s*3$/)
    expect(await link.getAttribute('aria-current')).toBe('page')
    expect(await me.listLists()).toMatchObject([{ name: 'Leaks', view: 'list', query: { label: ['leak'] } }])

    // Nothing to save until it is changed.
    await expect.poll(() => page.getByRole('button', { name: /Save/ }).count()).toBe(0)
    await page.keyboard.press('f')
    await page.getByRole('option', { name: 'High' }).click()
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'Save changes' }).click()
    await expect.poll(async () => (await me.listLists())[0]?.query).toEqual({ label: ['leak'], priority: ['high'] })
    await expect.poll(() => link.innerText()).toMatch(/^Leaks\s*1$/)
    await page.keyboard.press('z')
    await expect.poll(async () => (await me.listLists())[0]?.query).toEqual({ label: ['leak'] })
    await page.getByRole('button', { name: 'Save as new list' }).click()
    await page.getByRole('textbox', { name: 'List name' }).fill('High leaks')
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { level: 1, name: 'High leaks' }).waitFor()
    await expect.poll(names).toEqual(['Leaks', 'High leaks'])

    await link.click()
    await page.getByRole('heading', { level: 1, name: 'Leaks', exact: true }).waitFor()
    await expect.poll(() => page.getByRole('main').locator('[data-row]').count()).toBe(3)
  },
)

test('[W100] a name that another list has says that it replaces that one', async () => {
  await save('Taken', 'a')
  const page = await visitor.open(`${tandem.url}/all?label=b`)
  await page.getByRole('button', { name: 'Save list' }).click()
  const field = page.getByRole('textbox', { name: 'List name' })
  await field.fill('Take')
  await page.getByRole('button', { name: 'Save', exact: true }).waitFor()
  await field.fill('Taken')
  await page.getByRole('button', { name: 'Replace', exact: true }).click()
  await expect.poll(async () => (await me.listLists()).map(({ name, query }) => [name, query])).toEqual([['Taken', { label: ['b'] }]])
})

test('[W101] a saved list is renamed, moved and deleted by keys, and each is undone', async () => {
  await save('One', 'a')
  await save('Two', 'b')
  await save('Three', 'c')
  const page = await visitor.open(`${tandem.url}/open`)
  const link = (name: string) => page.getByRole('navigation').getByRole('link', { name: new RegExp(`^${name}`) })
  await link('Three').focus()
  await page.keyboard.press('Alt+ArrowUp')
  await expect.poll(names).toEqual(['One', 'Three', 'Two'])
  await page.keyboard.press('Alt+ArrowUp')
  await expect.poll(names).toEqual(['Three', 'One', 'Two'])
  // It still has the keyboard.
  await page.keyboard.press('F2')
  await page.getByRole('textbox', { name: 'New name for “Three”' }).fill('First')
  await page.keyboard.press('Enter')
  await expect.poll(names).toEqual(['First', 'One', 'Two'])
  await page.getByText('List renamed to “First”').waitFor()
  await link('One').focus()
  await page.keyboard.press('Delete')
  await expect.poll(names).toEqual(['First', 'Two'])
  await page.getByText('“One” deleted').waitFor()
  await page.keyboard.press('z')
  await expect.poll(names).toEqual(['First', 'One', 'Two'])
  await link('One').waitFor()
  await page.keyboard.press('z')
  await expect.poll(names).toEqual(['Three', 'One', 'Two'])
  await page.keyboard.press('z')
  await expect.poll(names).toEqual(['One', 'Three', 'Two'])
  await page.keyboard.press('Shift+Z')
  await expect.poll(names).toEqual(['Three', 'One', 'Two'])
})

test.runIf(process.env.TANDEM_LONG)('[W101] by mouse: dragged to another place, coloured and turned into a board from its menu', async () => {
  await save('One', 'a')
  await save('Two', 'b')
  await save('Three', 'c')
  const page = await visitor.open(`${tandem.url}/open`)
  const link = (name: string) => page.getByRole('navigation').getByRole('link', { name: new RegExp(`^${name}`) })
  await link('Three').dragTo(link('One'), { targetPosition: { x: 20, y: 3 } })
  await expect.poll(names).toEqual(['Three', 'One', 'Two'])
  await link('One').dragTo(link('Two'), { targetPosition: { x: 20, y: 26 } })
  await expect.poll(names).toEqual(['Three', 'Two', 'One'])
  await link('Two').click({ button: 'right' })
  await page.getByRole('menuitemcheckbox', { name: 'Green' }).click()
  await expect.poll(async () => (await me.listLists())[1]?.color).toBe('green')
  await link('Two').hover()
  await page.getByRole('button', { name: 'Actions for “Two”' }).click()
  await page.getByRole('menuitem', { name: 'Show as board' }).click()
  await expect.poll(async () => (await me.listLists())[1]?.view).toBe('board')
  await link('Two').click()
  await page.getByRole('heading', { level: 1, name: 'Two' }).waitFor()
  await expect.poll(() => page.url()).toContain('/board?label=b')
})

test.runIf(process.env.TANDEM_LONG)('[W102] what an earlier version kept in the browser moves to the service, once', async () => {
  const page = await visitor.open(`${tandem.url}/settings`)
  const kept = [
    { name: 'My bugs', address: '/open?label=bug&sort=due' },
    { name: 'Finished', address: '/done?group=label' },
  ]
  await page.evaluate((lists) => localStorage.setItem('tandem:saved-lists', JSON.stringify(lists)), kept)
  await page.goto(`${tandem.url}/all`)
  await page
    .getByRole('navigation')
    .getByRole('link', { name: /^My bugs/ })
    .waitFor()
  expect(await me.listLists()).toMatchObject([
    { name: 'My bugs', query: { scope: 'open', label: ['bug'], sort: 'due' } },
    { name: 'Finished', query: { scope: 'done', group: 'label' } },
  ])
  await expect.poll(() => page.evaluate(() => localStorage.getItem('tandem:saved-lists'))).toBeNull()
  await page.reload()
  await page
    .getByRole('navigation')
    .getByRole('link', { name: /^Finished/ })
    .waitFor()
  expect(await names()).toHaveLength(2)
})

test.runIf(process.env.TANDEM_LONG)('[W100] lists of another window appear without a reload, and the palette goes to them', async () => {
  const page = await visitor.open(`${tandem.url}/open`)
  await page.getByRole('button', { name: 'Filter' }).waitFor()
  await save('From elsewhere', 'x')
  await page
    .getByRole('navigation')
    .getByRole('link', { name: /^From elsewhere/ })
    .waitFor()
  await page.keyboard.press('Control+k')
  await page.getByRole('combobox').fill('from else')
  await page.getByRole('option', { name: /Go to From elsewhere/ }).waitFor()
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { level: 1, name: 'From elsewhere' }).waitFor()
})

test('[W100] [W110] a list with conditions is counted in the sidebar, and the count follows each change', async () => {
  await me.createList({ body: { name: 'Not odd', query: { label: ['counted'], where: ['-"odd"'] } } })
  await me.createList({ body: { name: 'Late', query: { label: ['counted'], due: ['overdue'] } } })
  const tasks = []
  for (const n of [1, 2, 3, 4]) tasks.push(await me.createTask({ body: { title: n % 2 ? `odd ${n}` : `even ${n}`, labels: ['counted'], due: '2026-01-02' } }))
  const page = await visitor.open(`${tandem.url}/open`)
  const link = (name: string) => page.getByRole('navigation').getByRole('link', { name: new RegExp(`^${name}`) })
  const counts = (notOdd: number, late: number) =>
    expect
      .poll(async () => [await link('Not odd').innerText(), await link('Late').innerText()].map((text) => Number(/\d+$/.exec(text)?.[0])))
      .toEqual([notOdd, late])
  await counts(2, 4)
  await me.updateTask({ params: { id: tasks[0]?.id ?? 0 }, body: { title: 'even now' } })
  await counts(3, 4)
  await me.updateTask({ params: { id: tasks[1]?.id ?? 0 }, body: { status: 'done' } })
  await counts(3, 3)
  await me.deleteTask({ params: { id: tasks[0]?.id ?? 0 } })
  await counts(2, 2)
})

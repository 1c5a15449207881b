import type { Page } from 'playwright-core'
import { afterEach, describe, expect, test } from 'vitest'
import { violations } from '../support/browser/axe.ts'
import { useBrowser } from '../support/browser/browser.ts'

import { startWindow } from '../support/browser/window.ts'

const tandem = await startWindow()
const visitor = useBrowser()
const me = tandem.as('person')

afterEach(() => expect(visitor.problems).toEqual([]))

const add = async (title: string, label: string) => (await me.createTask({ body: { title, labels: [label] } })).id
const read = (id: number) => me.getTask({ params: { id } })
const combobox = (page: Page, name: string) => page.getByRole('combobox', { name, exact: true })
const isGone = (page: Page) => page.getByRole('combobox').waitFor({ state: 'detached' })
const press = async (page: Page, ...keys: string[]) => {
  for (const key of keys) await page.keyboard.press(key)
}

/** Three tasks, the newest on top, and their list. */
async function listOf(label: string) {
  const ids: number[] = []
  for (const n of [3, 2, 1]) ids.unshift(await add(`${label} ${n}`, label))
  const page = await visitor.open(`${tandem.url}/all?label=${label}`)
  await page.getByRole('link', { name: new RegExp(`^${label} 1`) }).waitFor()
  return { ids, page, all: () => Promise.all(ids.map(read)) }
}

describe('pickers', () => {
  test('[W71] of several tasks it is said what was done to them', async () => {
    const { page } = await listOf('several')
    const says = (text: string) => page.getByRole('status').getByText(text, { exact: true }).waitFor()
    await press(page, 'Control+a', 'p')
    await combobox(page, 'Set priority…').fill('hi')
    await press(page, 'Enter')
    await says('3 tasks set to High priority')
    await isGone(page)
    await press(page, 'l')
    await combobox(page, 'Add or remove labels…').fill('together')
    await press(page, 'Enter')
    await says('Added together to 3 tasks')
    await isGone(page)
    await press(page, 'a')
    await combobox(page, 'Assign to…').fill('Ana')
    await press(page, 'Enter')
    await says('3 tasks assigned to Ana')
    await isGone(page)
    await press(page, 'd')
    await combobox(page, 'When is it due?').fill('5 May 2031')
    await press(page, 'Enter')
    await page
      .getByRole('status')
      .getByText(/^3 tasks are due .*May 5, 2031$/)
      .waitFor()
  })

  test('[W71] s, p, l, a, d and h choose by number or by letters, on the row, and z takes each back', async () => {
    const { page, ids } = await listOf('row')
    const [first = 0] = ids
    await press(page, 'j', 's')
    await combobox(page, 'Set status…').waitFor()
    expect(await violations(page)).toEqual([])
    await press(page, '3')
    await expect.poll(async () => (await read(first)).status).toBe('in_progress')
    await isGone(page)
    await press(page, 'p')
    await combobox(page, 'Set priority…').fill('hi')
    await press(page, 'Enter')
    await expect.poll(async () => (await read(first)).priority).toBe('high')
    await isGone(page)
    await press(page, 'l')
    await combobox(page, 'Add or remove labels…').fill('oven')
    await press(page, 'Enter')
    await expect.poll(async () => (await read(first)).labels).toEqual(['row', 'oven'])
    await isGone(page)
    await press(page, 'a')
    await combobox(page, 'Assign to…').fill('Ana')
    await press(page, 'Enter')
    await expect.poll(async () => (await read(first)).assignee).toBe('Ana')
    await isGone(page)
    await press(page, 'd')
    await combobox(page, 'When is it due?').fill('tomorrow')
    await press(page, 'Enter')
    await expect.poll(async () => (await read(first)).due).not.toBe(null)
    await isGone(page)
    const reminders = async () => (await me.listSchedules({ params: { id: first } })).map(({ type }) => type)
    await press(page, 'h')
    await page.getByRole('option', { name: /^In an hour/ }).waitFor()
    await combobox(page, 'When do you want to be reminded?').fill('tomorrow 9am')
    await press(page, 'Enter')
    await expect.poll(reminders).toEqual(['one_time'])
    await isGone(page)
    await page
      .getByRole('status')
      .getByText(/^Reminder set for #\d+: .+, 9:00 AM$/)
      .waitFor()
    // The keyboard is where it was.
    await expect.poll(() => page.evaluate('document.activeElement?.dataset.row')).toBe(String(first))
    await press(page, 'z', 'z', 'z', 'z', 'z', 'z')
    await expect.poll(() => read(first)).toMatchObject({ status: 'backlog', priority: 'medium', labels: ['row'], assignee: null, due: null })
    expect(await reminders()).toEqual([])
  })

  test.runIf(process.env.TANDEM_LONG)('[W71] what is done again is what was taken back last, also before that is answered', async () => {
    const { page, ids } = await listOf('again')
    const status = async () => (await read(ids[0] ?? 0)).status
    await press(page, 'j', '3')
    await expect.poll(status).toBe('in_progress')
    await press(page, 'p')
    await combobox(page, 'Set priority…').fill('hi')
    await press(page, 'Enter')
    await expect.poll(async () => (await read(ids[0] ?? 0)).priority).toBe('high')
    await isGone(page)
    await press(page, 'z')
    await expect.poll(async () => (await read(ids[0] ?? 0)).priority).toBe('medium')
    await page
      .getByRole('status')
      .getByText(/^Undone/)
      .waitFor()
    let answer = () => {}
    const answered = new Promise<void>((resolve) => (answer = resolve))
    await page.route('**/undo', (route) => answered.then(() => route.continue()), { times: 1 })
    await press(page, 'z', 'Shift+Z')
    answer()
    await expect.poll(status).toBe('in_progress')
    expect((await read(ids[0] ?? 0)).priority).toBe('medium')
  })

  test.runIf(process.env.TANDEM_LONG)('[W3] a row that got the keyboard by Tab is the one that keys are about', async () => {
    const { page, ids } = await listOf('tabbed')
    await page.locator(`[data-row="${ids[0]}"]`).focus()
    await press(page, '3')
    await expect.poll(async () => (await read(ids[0] ?? 0)).status).toBe('in_progress')
  })

  test.runIf(process.env.TANDEM_LONG)('[W71] with several selected they are about all of them; what works on one says so', async () => {
    const { page, ids, all } = await listOf('several')
    await press(page, 'j', 'x', 'Shift+ArrowDown', 'Shift+ArrowDown')
    await page.getByRole('toolbar', { name: '3 selected' }).waitFor()
    await press(page, 'd')
    await combobox(page, 'When is it due?').fill('tomorrow')
    await press(page, 'Enter')
    await expect.poll(async () => (await all()).every(({ due }) => due !== null)).toBe(true)
    await isGone(page)
    await press(page, 'r')
    await combobox(page, 'When do you want to be reminded?').fill('tomorrow 9am')
    await press(page, 'Enter')
    const reminders = async () => (await Promise.all(ids.map((id) => me.listSchedules({ params: { id } })))).map(({ length }) => length)
    await expect.poll(reminders).toEqual([1, 1, 1])
    await press(page, 'z')
    await expect.poll(reminders).toEqual([0, 0, 0])
    // Also before they are added: it means them, and not the due dates that were set before.
    let answer = () => {}
    const answered = new Promise<void>((resolve) => (answer = resolve))
    await page.route('**/schedules', (route) => answered.then(() => route.continue()))
    await press(page, 'r')
    await combobox(page, 'When do you want to be reminded?').fill('tomorrow 10am')
    await press(page, 'Enter')
    await isGone(page)
    const undone = page.waitForResponse((response) => new URL(response.url()).pathname === '/undo')
    await press(page, 'z')
    answer()
    await undone
    await expect.poll(reminders).toEqual([0, 0, 0])
    expect((await all()).every(({ due }) => due !== null)).toBe(true)
    await press(page, 'e')
    await page.getByRole('status').getByText('“Edit title” works on one task at a time, but 3 are selected.').waitFor()
    await page.getByRole('toolbar').getByRole('button', { name: 'Status' }).click()
    await page.getByRole('option', { name: 'In review' }).click()
    await expect.poll(async () => (await all()).map(({ status }) => status)).toEqual(['in_review', 'in_review', 'in_review'])
    await press(page, 'z')
    await expect.poll(async () => (await all()).map(({ status }) => status)).toEqual(['backlog', 'backlog', 'backlog'])
  })

  test.runIf(process.env.TANDEM_LONG)('[D5] [W71] several are merged into one of them, and one key brings them back', async () => {
    const { page, ids } = await listOf('merged')
    const oldest = Math.min(...ids)
    await press(page, 'j', 'Control+a', 'Control+k')
    await page.getByRole('combobox').fill('merge')
    await press(page, 'Enter')
    await combobox(page, 'Merge 3 tasks into…').waitFor()
    await press(page, 'Enter')
    await page.getByRole('status').getByText(`2 tasks merged into #${oldest}`).waitFor()
    const left = async () => (await me.listTasks({ query: { label: ['merged'] } })).map(({ id }) => id)
    await expect.poll(left).toEqual([oldest])
    await press(page, 'z')
    await expect.poll(async () => (await left()).length).toBe(3)
  })

  test.runIf(process.env.TANDEM_LONG)('[W72] one that is merged comes back, goes again and comes back, whatever the undo wrote beside it', async () => {
    // The merge brings it a label, too.
    const into = await add('Bake the rolls', 'oven')
    const { page, ids } = await listOf('remerged')
    const [first = 0] = ids
    await press(page, 'j', 'Control+k')
    await page.getByRole('combobox').fill('merge into')
    await press(page, 'Enter')
    await combobox(page, 'Merge into…').fill('rolls')
    await page.getByRole('option', { name: /Bake the rolls/ }).waitFor()
    await press(page, 'Enter')
    const says = (text: string) => page.getByRole('status').getByText(text, { exact: true }).waitFor()
    await says(`#${first} merged into #${into}`)
    for (const [key, said] of Object.entries({ z: 'Undone', 'Shift+Z': 'Redone' })) {
      await press(page, key)
      await says(`${said}: #${first} merged into #${into}`)
    }
    await press(page, 'z')
    await expect.poll(async () => (await me.listTasks({ query: { label: ['remerged'] } })).map(({ id }) => id)).toEqual(ids)
    expect((await read(into)).labels).toEqual(['oven'])
  })
})

describe('the palette', () => {
  test('[W70] it is about what is selected, puts what is named above the hits, and says when nothing contains a text', async () => {
    const { page, all } = await listOf('palette')
    await add('Assign seats at the table', 'other')
    await press(page, 'j', 'x', 'j', 'x', 'Control+k')
    await page.getByRole('group', { name: '2 selected tasks' }).waitFor()
    await page.getByRole('combobox').fill('assign')
    await page.getByRole('option', { name: /Assign seats/ }).waitFor()
    expect(await page.getByRole('option').first().textContent()).toContain('Assign to…')
    await press(page, 'Enter')
    await combobox(page, 'Assign to…').fill('Bo')
    await press(page, 'Enter')
    await expect.poll(async () => (await all()).map(({ assignee }) => assignee)).toEqual(['Bo', 'Bo', null])
    await isGone(page)
    await press(page, 'Control+k')
    await page.getByRole('combobox').fill('zzzzqq')
    await page.getByText('No task contains “zzzzqq”.').waitFor()
  })
})

describe('undo and redo', () => {
  test('[W72] z goes back and Shift z forth again; each message undoes its own', async () => {
    const { page, ids } = await listOf('redo')
    const [first = 0, second = 0] = ids
    await press(page, 'j', '2', '3')
    await expect.poll(async () => (await read(first)).status).toBe('in_progress')
    await press(page, 'j', '5')
    await expect.poll(async () => (await read(second)).status).toBe('done')
    await page.getByRole('button', { name: `Undo: #${second} moved to Done` }).waitFor()
    await press(page, 'z')
    await expect.poll(async () => (await read(second)).status).toBe('backlog')
    await press(page, 'z')
    await expect.poll(async () => (await read(first)).status).toBe('todo')
    await page.getByRole('status').getByText(`Undone: #${first} moved to In progress`).waitFor()
    await press(page, 'Shift+Z')
    await expect.poll(async () => (await read(first)).status).toBe('in_progress')
    await page.getByRole('status').getByText(`Redone: #${first} moved to In progress`).waitFor()
    await press(page, 'Shift+Z')
    await expect.poll(async () => (await read(second)).status).toBe('done')
    await page.getByRole('status').getByText(`Redone: #${second} moved to Done`).waitFor()
    await press(page, 'Shift+Z')
    await page.getByRole('status').getByText('Nothing to redo in this window.').waitFor()
    await press(page, 'z')
    await expect.poll(async () => (await read(second)).status).toBe('backlog')
    // What is done now is the end of what was to be redone.
    await press(page, '4')
    await expect.poll(async () => (await read(second)).status).toBe('in_review')
    await press(page, 'Shift+Z')
    await page.getByRole('status').getByText('Nothing to redo in this window.').waitFor()
  })

  test.runIf(process.env.TANDEM_LONG)('[W72] where some of several were changed since, the others are undone, and can be done again', async () => {
    const { page, ids, all } = await listOf('partly')
    const [first = 0] = ids
    await press(page, 'j', 'Control+a', '3')
    await page.getByRole('status').getByText('3 tasks moved to In progress').waitFor()
    await expect.poll(async () => (await all()).map(({ status }) => status)).toEqual(['in_progress', 'in_progress', 'in_progress'])
    await tandem.as('agent:claude').updateTask({ params: { id: first }, body: { status: 'in_review' } })
    await press(page, 'z')
    const left = page.getByRole('status').filter({ hasText: `#${first}: “Status” has changed since.` })
    await left.getByRole('button', { name: 'Redo' }).waitFor()
    expect((await all()).map(({ status }) => status)).toEqual(['in_review', 'backlog', 'backlog'])
    await press(page, 'Shift+Z')
    await expect.poll(async () => (await all()).map(({ status }) => status)).toEqual(['in_review', 'in_progress', 'in_progress'])
  })

  test.runIf(process.env.TANDEM_LONG)('[W72] what nothing takes back says so, and what was done before it stays', async () => {
    const { page, ids } = await listOf('claimed')
    const [first = 0] = ids
    await press(page, 'j', '2')
    await expect.poll(async () => (await read(first)).status).toBe('todo')
    await tandem.as('agent:claude').claimTask({ params: { id: first }, body: {} })
    await page
      .getByTitle(/claude is working until/)
      .first()
      .waitFor({ state: 'attached' })
    await press(page, 'Control+k')
    await page.getByRole('option', { name: 'Release claim' }).click()
    await page.getByRole('status').getByText(`#${first} released`).waitFor()
    await press(page, 'z')
    await page.getByRole('status').getByText(`This can’t be undone: #${first} released`).waitFor()
    expect((await read(first)).status).toBe('todo')
    await press(page, 'z')
    await expect.poll(async () => (await read(first)).status).toBe('backlog')
  })
})

describe('menus', () => {
  test('[W73] a right click, and Shift F10, open what can be done to the row, or to all that are selected', async () => {
    const { page, ids, all } = await listOf('menu')
    const [first = 0] = ids
    await page.getByRole('link', { name: /^menu 1/ }).click({ button: 'right' })
    const menu = page.getByRole('menu')
    await menu.getByRole('menuitem', { name: 'Set status…' }).waitFor()
    expect(await violations(page)).toEqual([])
    await menu.getByRole('menuitem', { name: 'Set priority…' }).click()
    await combobox(page, 'Set priority…').waitFor()
    await press(page, '1')
    await expect.poll(async () => (await read(first)).priority).toBe('high')
    await isGone(page)
    await press(page, 'Control+a', 'Shift+F10')
    await menu.getByRole('menuitem', { name: 'Delete 3 tasks' }).click()
    await expect.poll(async () => (await me.listTasks({ query: { label: ['menu'] } })).length).toBe(0)
    await press(page, 'z')
    await expect.poll(async () => (await me.listTasks({ query: { label: ['menu'] } })).length).toBe(3)
    expect((await all()).length).toBe(3)
  })

  test.runIf(process.env.TANDEM_LONG)('[W73] [W41] a finger that rests on a row opens it, one that rests on the ring any other status', async () => {
    const ids = [await add('Held by a finger', 'finger')]
    const page = await visitor.open(`${tandem.url}/all?label=finger`, { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true })
    const row = page.getByRole('link', { name: /^Held by a finger/ })
    const hold = async (box: { x: number; y: number; width: number; height: number } | null) => {
      if (!box) throw new Error('nothing to hold')
      const touch = await page.context().newCDPSession(page)
      const touchPoints = [{ x: box.x + box.width / 2, y: box.y + box.height / 2 }]
      await touch.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints })
      return async () => {
        await touch.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] })
        await touch.detach()
      }
    }
    let lift = await hold(await row.boundingBox())
    await page.getByRole('menuitem', { name: 'Set status…' }).waitFor()
    await lift()
    await page.getByRole('menuitem', { name: 'Set status…' }).waitFor()
    expect(new URL(page.url()).pathname).toBe('/all')
    await page.keyboard.press('Escape')
    await page.getByRole('menu').waitFor({ state: 'detached' })
    lift = await hold(await page.getByRole('button', { name: `Backlog. Complete #${ids[0]}` }).boundingBox())
    await combobox(page, 'Set status…').waitFor()
    await lift()
    await page.getByRole('option', { name: 'In review' }).tap()
    await expect.poll(async () => (await read(ids[0] ?? 0)).status).toBe('in_review')
  })
})

describe('rows', () => {
  test('[W74] Shift and an arrow extend the selection and take it back; Space looks at a task', async () => {
    const { page, ids } = await listOf('rows')
    const [first = 0, second = 0] = ids
    await press(page, 'j', 'Shift+ArrowDown', 'Shift+ArrowDown')
    await page.getByRole('toolbar', { name: '3 selected' }).waitFor()
    await press(page, 'Shift+ArrowUp')
    await page.getByRole('toolbar', { name: '2 selected' }).waitFor()
    await press(page, 'Escape')
    await press(page, 'Space')
    await page.getByRole('region', { name: `Task ${second}` }).waitFor()
    await press(page, 'k')
    await page.getByRole('region', { name: `Task ${first}` }).waitFor()
    await press(page, 'Space')
    await page.getByRole('region', { name: /^Task / }).waitFor({ state: 'detached' })
    await expect.poll(() => page.evaluate('document.activeElement?.dataset.row')).toBe(String(first))
  })

  test('[W74] the keyboard keeps its place when a task leaves the list', async () => {
    const ids: number[] = []
    for (const n of [3, 2, 1]) ids.unshift(await add(`Leaves ${n}`, 'leaves'))
    const page = await visitor.open(`${tandem.url}/open?label=leaves`)
    await page.getByRole('link', { name: /^Leaves 1/ }).waitFor()
    await press(page, 'j', 's')
    await combobox(page, 'Set status…').waitFor()
    await press(page, '5')
    await page.getByRole('link', { name: /^Leaves 1/ }).waitFor({ state: 'detached' })
    await expect.poll(() => page.evaluate('document.activeElement?.dataset.row')).toBe(String(ids[1]))
    await press(page, '2')
    await expect.poll(async () => (await read(ids[1] ?? 0)).status).toBe('todo')
  })

  test.runIf(process.env.TANDEM_LONG)('[W124] before the first status there is none: Shift s leaves a task in Backlog', async () => {
    const { page, ids } = await listOf('first')
    await press(page, 'j', 'Shift+S', '3')
    await expect.poll(() => read(ids[0] ?? 0)).toMatchObject({ status: 'in_progress', version: 2 })
    await press(page, 'Shift+S')
    await expect.poll(() => read(ids[0] ?? 0)).toMatchObject({ status: 'todo', version: 3 })
  })
})

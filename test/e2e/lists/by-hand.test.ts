// Manual order in a saved list: by key, with the mouse and with a finger.
import type { Page } from 'playwright-core'
import { afterEach, expect, test } from 'vitest'
import { violations } from '../../support/browser/axe.ts'
import { useBrowser } from '../../support/browser/browser.ts'
import { startWindow } from '../../support/browser/window.ts'

const tandem = await startWindow()
const visitor = useBrowser()
const me = tandem.as('person')

afterEach(() => expect(visitor.problems).toEqual([]))

const shown = (page: Page) => page.getByRole('main').locator('[data-row] > span:first-child').allInnerTexts()
/** What is there after the first paint listens, too. */
const isReady = (page: Page) => page.getByRole('button', { name: 'Display' }).waitFor()
const stands = (page: Page, titles: string[]) => expect.poll(() => shown(page)).toEqual(titles)
const row = (page: Page, title: string) => page.getByRole('main').getByRole('link', { name: title }).first()

async function listOf(label: string, titles: string[], sort?: 'manual') {
  const tasks = []
  for (const title of titles.toReversed()) tasks.push(await me.createTask({ body: { title, labels: [label] } }))
  const list = await me.createList({ body: { name: label, query: { label: [label], ...(sort ? { sort } : {}) } } })
  return { list, tasks, address: `${tandem.url}/all?label=${label}${sort ? `&sort=${sort}` : ''}&list=${list.uid}` }
}

test.runIf(process.env.TANDEM_LONG)('[W108] up and down stand in the palette and in the menu of a row, where a list is in manual order', async () => {
  const { address } = await listOf('menus', ['One', 'Two', 'Three'], 'manual')
  const page = await visitor.open(address)
  await stands(page, ['One', 'Two', 'Three'])
  await isReady(page)
  await row(page, 'Three').focus()
  await page.keyboard.press('Control+k')
  await page.keyboard.type('move up')
  await page.getByRole('option', { name: /^Move up/ }).click()
  await stands(page, ['One', 'Three', 'Two'])
  await row(page, 'One').click({ button: 'right' })
  await page.getByRole('menuitem', { name: /^Move down/ }).click()
  await stands(page, ['Three', 'One', 'Two'])
  await page.keyboard.press('z')
  await stands(page, ['One', 'Three', 'Two'])
  await page.goto(address.replace('&sort=manual', ''))
  await isReady(page)
  await row(page, 'One').click({ button: 'right' })
  await page.getByRole('menuitem', { name: /^Delete/ }).waitFor()
  expect(await page.getByRole('menuitem', { name: /^Move down/ }).count()).toBe(0)
})

test.runIf(process.env.TANDEM_LONG)('[W108] a list that is saved anew keeps the order', async () => {
  const { address } = await listOf('anew', ['One', 'Two', 'Three'], 'manual')
  const page = await visitor.open(address)
  await stands(page, ['One', 'Two', 'Three'])
  await isReady(page)
  await row(page, 'Three').focus()
  await page.keyboard.press('Alt+ArrowUp')
  await page.keyboard.press('Alt+ArrowUp')
  await stands(page, ['Three', 'One', 'Two'])
  await page.goto(`${page.url()}&status=backlog`)
  await page.getByRole('button', { name: 'Save as new list' }).click()
  await page.getByRole('textbox', { name: 'List name' }).fill('Anew, too')
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { level: 1, name: 'Anew, too' }).waitFor()
  await stands(page, ['Three', 'One', 'Two'])
  const made = (await me.listLists()).find(({ name }) => name === 'Anew, too')
  expect(new URL(page.url()).searchParams.get('list')).toBe(made?.uid)
})

test('[W108] by keys: moved, undone, seen in a second window, kept; a new task stands first, a finished one in its place', async () => {
  const { list, tasks, address } = await listOf('keys', ['One', 'Two', 'Three', 'Four'])
  const page = await visitor.open(address)
  await stands(page, ['One', 'Two', 'Three', 'Four'])
  await isReady(page)
  await row(page, 'Three').focus()
  await page.keyboard.press('Alt+ArrowUp')
  await page.getByRole('button', { name: 'Sort manually' }).click()
  await expect.poll(() => page.url()).toContain('sort=manual')
  await page.getByRole('button', { name: 'Save changes' }).click()
  await expect.poll(async () => (await me.listLists()).find(({ uid }) => uid === list.uid)?.query.sort).toBe('manual')

  const other = await visitor.open(address.replace('&list', '&sort=manual&list'))
  await isReady(other)
  await row(page, 'Three').focus()
  await page.keyboard.press('Alt+ArrowUp')
  await stands(page, ['One', 'Three', 'Two', 'Four'])
  await page.getByRole('status').getByText('Moved to 2 of 4').or(page.getByText('Moved to 2 of 4')).first().waitFor()
  await page.keyboard.press('Alt+ArrowUp')
  await stands(page, ['Three', 'One', 'Two', 'Four'])
  // It still has the keyboard, and at the end it stays.
  await page.keyboard.press('Alt+ArrowUp')
  await stands(other, ['Three', 'One', 'Two', 'Four'])
  // Both at once, into one gap.
  await row(other, 'Four').focus()
  await Promise.all([other.keyboard.press('Alt+ArrowUp'), page.keyboard.press('Alt+ArrowDown')])
  for (const one of [page, other]) await expect.poll(async () => (await shown(one)).filter((_, index) => index % 3 === 0)).toEqual(['One', 'Two'])
  const order = await shown(page)
  await stands(other, order)
  await page.keyboard.press('z')
  await stands(page, ['Three', 'One', 'Four', 'Two'])
  await page.keyboard.press('Shift+Z')
  await stands(page, order)
  await stands(other, order)

  const three = tasks.find(({ title }) => title === 'Three')
  await me.updateTask({ params: { id: three?.id ?? 0 }, body: { status: 'done' } })
  await me.createTask({ body: { title: 'New', labels: ['keys'] } })
  await stands(page, ['New', ...order])
  await page.reload()
  await stands(page, ['New', ...order])
  expect(await violations(page)).toEqual([])

  // Several that are selected go together.
  const [first, second, third, last] = order as [string, string, string, string]
  await row(page, last).focus()
  await page.keyboard.press('End')
  await page.keyboard.press('x')
  await page.keyboard.press('k')
  await page.keyboard.press('x')
  await page.keyboard.press('Alt+ArrowUp')
  await stands(page, ['New', first, third, last, second])
})

test.runIf(process.env.TANDEM_LONG)('[W108] with the mouse: dragged, given up by Escape; a list that is not saved says how', async () => {
  const { address } = await listOf('mouse', ['One', 'Two', 'Three'], 'manual')
  const page = await visitor.open(address)
  await stands(page, ['One', 'Two', 'Three'])
  await isReady(page)
  const boxOf = async (title: string) => {
    const box = await row(page, title).boundingBox()
    if (!box) throw new Error(`${title} is not shown`)
    return { x: box.x + 20, y: box.y + box.height / 2, height: box.height }
  }
  const drag = async (title: string, to: string, edge: number) => {
    const [from, goal] = [await boxOf(title), await boxOf(to)]
    await page.mouse.move(from.x, from.y)
    await page.mouse.down()
    await page.mouse.move(from.x, from.y + 10)
    await page.mouse.move(goal.x, goal.y + edge, { steps: 4 })
    await page.locator('[data-carried]').waitFor()
  }
  await drag('Three', 'One', -6)
  await page.locator('[data-aim]').waitFor()
  await page.mouse.up()
  await stands(page, ['Three', 'One', 'Two'])
  // Nothing was opened.
  expect(new URL(page.url()).pathname).toBe('/all')
  await drag('Three', 'Two', 6)
  await page.keyboard.press('Escape')
  await page.mouse.up()
  await page.locator('[data-carried]').waitFor({ state: 'detached' })
  await stands(page, ['Three', 'One', 'Two'])
  await drag('Three', 'Two', 6)
  await page.mouse.up()
  await stands(page, ['One', 'Two', 'Three'])
  await row(page, 'Two').click()
  await page
    .getByRole('region', { name: /Two|\d/ })
    .first()
    .waitFor()

  const unsaved = await visitor.open(`${tandem.url}/all?label=mouse`)
  await isReady(unsaved)
  await row(unsaved, 'Two').focus()
  await unsaved.keyboard.press('Alt+ArrowUp')
  await unsaved.getByText('Save this list to arrange its tasks by hand').waitFor()
  await unsaved.getByRole('button', { name: 'Display' }).click()
  await unsaved.getByRole('menuitemcheckbox', { name: 'Oldest first' }).waitFor()
  expect(await unsaved.getByRole('menuitemcheckbox', { name: 'Manual' }).count()).toBe(0)
})

test.runIf(process.env.TANDEM_LONG)('[W108] with a finger: rested, it lifts the row; lifted where it was, it asks for the menu', async () => {
  const { address } = await listOf('touch', ['One', 'Two', 'Three'], 'manual')
  const page = await visitor.open(address, { hasTouch: true, isMobile: true, viewport: { width: 390, height: 780 } })
  await stands(page, ['One', 'Two', 'Three'])
  await isReady(page)
  const browser = await page.context().newCDPSession(page)
  const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', points: { x: number; y: number }[]) =>
    browser.send('Input.dispatchTouchEvent', { type, touchPoints: points })
  const boxOf = async (title: string) => (await row(page, title).boundingBox()) as { x: number; y: number; height: number }
  const [from, to] = [await boxOf('Three'), await boxOf('One')]
  await touch('touchStart', [{ x: from.x + 20, y: from.y + 5 }])
  await page.locator('[data-carried]').waitFor()
  for (const part of [0.3, 0.6, 1]) await touch('touchMove', [{ x: from.x + 20, y: from.y + (to.y - 8 - from.y) * part }])
  await page.locator('[data-aim]').waitFor()
  await touch('touchEnd', [])
  await stands(page, ['Three', 'One', 'Two'])
  const two = await boxOf('Two')
  await touch('touchStart', [{ x: two.x + 20, y: two.y + 5 }])
  await page.locator('[data-carried]').waitFor()
  await touch('touchEnd', [])
  await page.getByRole('menu').waitFor()
})

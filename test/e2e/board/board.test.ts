// The board as a list: selecting, filtering, moving several cards, and the pane beside it.
import type { Page } from 'playwright-core'
import { afterEach, describe, expect, test } from 'vitest'
import { violations } from '../../support/browser/axe.ts'
import { useBrowser } from '../../support/browser/browser.ts'
import { startWindow } from '../../support/browser/window.ts'
import { firstOf } from '../../support/first-of.ts'

const tandem = await startWindow()
const visitor = useBrowser()
const me = tandem.as('person')

afterEach(() => expect(visitor.problems).toEqual([]))

type Wanted = Parameters<typeof me.createTask>[0]['body']
const add = async (title: string, more: Partial<Wanted> = {}) => (await me.createTask({ body: { title, ...more } })).id
const statusOf = async (id: number) => (await me.getTask({ params: { id } })).status
const statusesOf = (ids: readonly number[]) => Promise.all(ids.map(statusOf))
const card = (page: Page, id: number) => page.locator(`[data-row="${id}"]`)
const atKeyboard = (page: Page) => page.evaluate<string | undefined>('document.activeElement?.dataset.row')
const selected = (page: Page, n: number) => page.getByRole('toolbar', { name: `${n} selected` })
const press = async (page: Page, ...keys: string[]) => {
  for (const key of keys) await page.keyboard.press(key)
}

/** Three cards in Backlog, the newest on top, and their board. */
async function boardOf(label: string) {
  const ids: number[] = []
  for (const n of [3, 2, 1]) ids.unshift(await add(`${label} ${n}`, { labels: [label] }))
  const page = await visitor.open(`${tandem.url}/board?label=${label}`)
  await card(page, ids[0] ?? 0).waitFor()
  // It comes with the table of actions; of keys before that only letters and digits are kept.
  await page.getByRole('button', { name: 'Filter', exact: true }).waitFor()
  return { page, ids }
}

describe('[W75] the board', () => {
  test('selects by keys and by clicks, fills what is selected, and keys and the bar act on all of it', async () => {
    const { page, ids } = await boardOf('chosen')
    const [first = 0, second = 0, third = 0] = ids
    const fillOf = (id: number) => page.evaluate<string>(`getComputedStyle(document.querySelector('[data-card="${id}"]')).backgroundColor`)
    await press(page, 'j')
    await expect.poll(() => atKeyboard(page)).toBe(String(first))
    const empty = await fillOf(first)
    await press(page, 'Shift+ArrowDown')
    await selected(page, 2).waitFor()
    expect(await fillOf(first)).not.toBe(empty)
    expect(await fillOf(second)).toBe(await fillOf(first))
    expect(await fillOf(third)).toBe(empty)
    expect(await violations(page)).toEqual([])
    await press(page, 'Shift+ArrowUp', 'x')
    await selected(page, 1).waitFor({ state: 'detached' })

    await card(page, third).click({ modifiers: ['ControlOrMeta'] })
    await card(page, first).click({ modifiers: ['Shift'] })
    await selected(page, 3).waitFor()
    expect(new URL(page.url()).pathname).toBe('/board')
    await press(page, '2')
    await expect.poll(() => statusesOf(ids)).toEqual(['todo', 'todo', 'todo'])
    // To the sides they are carried, all of them.
    await press(page, 'Shift+ArrowRight')
    await expect.poll(() => statusesOf(ids)).toEqual(['in_progress', 'in_progress', 'in_progress'])
    await page.getByRole('toolbar').getByRole('button', { name: 'Priority' }).click()
    await page.getByRole('option', { name: 'High' }).click()
    await expect.poll(async () => (await me.getTask({ params: { id: third } })).priority).toBe('high')
    await press(page, 'z', 'z', 'z')
    await expect.poll(() => statusesOf(ids)).toEqual(['backlog', 'backlog', 'backlog'])
    await press(page, 'Escape')
    await page.getByRole('toolbar').waitFor({ state: 'detached' })
  })

  test.runIf(process.env.TANDEM_LONG)('drags all that are selected with one of them', async () => {
    const { page, ids } = await boardOf('dragged')
    const [first = 0, second = 0] = ids
    await card(page, first).click({ modifiers: ['ControlOrMeta'] })
    await card(page, second).click({ modifiers: ['ControlOrMeta'] })
    await selected(page, 2).waitFor()
    await card(page, first).dragTo(page.getByRole('region', { name: 'In review' }))
    await expect.poll(() => statusesOf(ids)).toEqual(['in_review', 'in_review', 'backlog'])
    await page.getByRole('status').getByText('2 tasks moved to In review').waitFor()
    await press(page, 'z')
    await expect.poll(() => statusesOf(ids)).toEqual(['backlog', 'backlog', 'backlog'])
  })

  test.runIf(process.env.TANDEM_LONG)('is filtered like a list, by the menu and by its address', async () => {
    const { page, ids } = await boardOf('narrow')
    const [first = 0, second = 0] = ids
    await me.updateTask({ params: { id: first }, body: { priority: 'high', due: '2020-05-04' } })
    await press(page, 'f')
    await page.getByRole('option', { name: 'High' }).click()
    await card(page, second).waitFor({ state: 'detached' })
    await card(page, first).waitFor()
    await press(page, 'Escape')
    expect(new URL(page.url()).searchParams.get('priority')).toBe('high')
    // A card that is looked at keeps the filter.
    await card(page, first).click()
    await expect.poll(() => new URL(page.url()).searchParams.get('priority')).toBe('high')
    await page.goto(`${tandem.url}/board?label=narrow&due=overdue&status=backlog`)
    await card(page, first).waitFor()
    expect(await page.locator('[data-column]').count()).toBe(1)
    expect(await card(page, second).count()).toBe(0)
    await page.getByRole('button', { name: 'Clear filters' }).click()
    await card(page, second).waitFor()
    expect(await page.locator('[data-column]').count()).toBe(5)
  })

  test('the keyboard keeps its place when a card leaves; Space looks at one and puts it away', async () => {
    const { page, ids } = await boardOf('leaves')
    const [first = 0, second = 0, third = 0] = ids
    await press(page, 'j')
    await expect.poll(() => atKeyboard(page)).toBe(String(first))
    // The board is drawn again in between, as it is whenever somebody writes.
    await press(page, 'x')
    await selected(page, 1).waitFor()
    await press(page, 'x')
    await selected(page, 1).waitFor({ state: 'detached' })
    await press(page, 'Delete')
    await card(page, first).waitFor({ state: 'detached' })
    await expect.poll(() => atKeyboard(page)).toBe(String(second))
    await press(page, 'Space')
    await page.getByRole('region', { name: `Task ${second}` }).waitFor()
    expect(await atKeyboard(page)).toBe(String(second))
    await press(page, 'Space')
    await page.getByRole('region', { name: /^Task / }).waitFor({ state: 'detached' })
    await press(page, 'ArrowDown')
    await expect.poll(() => atKeyboard(page)).toBe(String(third))
  })

  for (const width of firstOf(0, [1100, 1440])) {
    test(`at ${width} px the pane beside it hides nothing: what it shows is in sight, and every column is within reach`, async () => {
      const id = await add(`Beside ${width}`, { status: 'done' })
      const page = await visitor.open(`${tandem.url}/board`, { viewport: { width, height: 800 } })
      await card(page, id).click()
      const pane = page.getByRole('region', { name: `Task ${id}` })
      await pane.waitFor()
      const edge = (await pane.boundingBox())?.x ?? 0
      const rightOf = async (status: string) => {
        const box = await page.locator(`[data-column=${status}]`).boundingBox()
        return (box?.x ?? 0) + (box?.width ?? 0)
      }
      await expect.poll(() => rightOf('done')).toBeLessThan(edge + 1)
      expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(width)
      await page.locator('[data-column=backlog]').scrollIntoViewIfNeeded()
      expect((await page.locator('[data-column=backlog]').boundingBox())?.x).toBeGreaterThan(0)
      // From 1,440 px on all are in sight at once (W93).
      expect((await page.locator('[data-column=backlog]').boundingBox())?.width).toBeGreaterThanOrEqual(width < 1440 ? 160 : 136)
    })
  }
})

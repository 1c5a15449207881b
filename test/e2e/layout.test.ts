// How much room there is: a wide screen, a narrow one, a folded sidebar, paper; and what the tab is called.
import { afterEach, describe, expect, test } from 'vitest'
import { useBrowser } from '../support/browser/browser.ts'
import { fillWith, startWindow } from '../support/browser/window.ts'
import { firstOf } from '../support/first-of.ts'

const tandem = await startWindow()
const visitor = useBrowser()
const me = tandem.as('person')

afterEach(() => expect(visitor.problems).toEqual([]))

interface Box {
  left: number
  right: number
  top: number
  bottom: number
}

describe('screens', () => {
  test('[W93] on a wide screen what a row says stands within reach of its title', async () => {
    await me.createTask({ body: { title: 'Far and wide', labels: ['w93'] } })
    const page = await visitor.open(`${tandem.url}/all?label=w93`, { viewport: { width: 2560, height: 900 } })
    const list = await page.getByRole('list', { name: 'Tasks' }).boundingBox()
    const label = await page.getByRole('listitem').filter({ hasText: 'Far and wide' }).getByText('w93', { exact: true }).boundingBox()
    expect(list?.width).toBeGreaterThan(2000)
    expect((label?.x ?? 0) + (label?.width ?? 0) - (list?.x ?? 0)).toBeLessThanOrEqual(1120)
  })

  test.runIf(process.env.TANDEM_LONG)('[W93] beside an open task the board keeps all its columns in sight', async () => {
    const { id } = await me.createTask({ body: { title: 'Write the release notes', labels: ['docs', 'w93'], due: '2026-12-24', status: 'todo' } })
    await me.createTask({ body: { title: 'Sharpen all the knives in the kitchen', status: 'done', priority: 'high' } })
    const page = await visitor.open(`${tandem.url}/board/${id}`, { viewport: { width: 1440, height: 900 } })
    const columns = page.locator('[data-column]')
    await expect.poll(() => columns.count()).toBe(5)
    await page.locator(`[data-detail="${id}"]`).waitFor()
    expect(await columns.first().evaluate((column) => (column.parentElement?.scrollWidth ?? 0) - (column.parentElement?.clientWidth ?? 0))).toBe(0)
  })

  test.runIf(process.env.TANDEM_LONG)('[W93] a title from right to left that is too long loses its end', async () => {
    await me.createTask({ body: { title: 'הכנת הצעת מחיר עבור לקוח חדש בתל אביב עם כל הפרטים וכל הנספחים', labels: ['rtl'] } })
    const page = await visitor.open(`${tandem.url}/all?label=rtl`, { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true })
    const row = page.locator('[data-row]')
    await row.waitFor()
    expect(
      await page.evaluate(`(([one]) => [getComputedStyle(one).direction, one.scrollWidth > one.clientWidth])(document.querySelectorAll('[data-row]'))`),
    ).toEqual(['rtl', true])
  })

  test.each(firstOf(1, [360, 800]))('[W93] in Today nothing lies over anything at %d px', async (width) => {
    const { id } = await me.createTask({ body: { title: 'Renew the passport and bring two photos, the old one and the fee to the office' } })
    await me.createSchedule({ params: { id }, body: { type: 'one_time', fire_at: new Date(Date.now() - 60_000).toISOString() } })
    const page = await visitor.open(`${tandem.url}/today`, { viewport: { width, height: 740 } })
    const row = page.getByRole('listitem').filter({ hasText: 'Renew the passport' }).first()
    await row.getByRole('button', { name: 'Done' }).waitFor()
    const boxes = await page.evaluate<
      Box[]
    >(`[...document.querySelector('[data-reminder]').closest('li').querySelectorAll('time, a > span, a > bdi, button, :scope > span')]
      .filter((part) => part.getClientRects().length > 0 && !part.querySelector('button'))
      .map((part) => part.getBoundingClientRect().toJSON())`)
    expect(boxes.length).toBeGreaterThan(5)
    const overlaps = boxes.flatMap((a, at) =>
      boxes.slice(at + 1).filter((b) => a.left < b.right - 0.5 && b.left < a.right - 0.5 && a.top < b.bottom - 0.5 && b.top < a.bottom - 0.5),
    )
    expect(overlaps).toEqual([])
    await me.deleteTask({ params: { id } })
  })

  test('[W93] the folded sidebar keeps what counts as dots', async () => {
    await me.createTask({ body: { title: 'Due already', due: '2020-01-01' } })
    const page = await visitor.open(`${tandem.url}/all`)
    const today = page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: /^Today/ })
    await today.getByText('1', { exact: true }).waitFor()
    await page.keyboard.press('[')
    await expect.poll(() => today.locator('[data-dot]').getAttribute('data-dot')).toBe('1')
    await page.keyboard.press('[')
  })
})

test('[W94] a tab is called what it shows', async () => {
  const { id } = await me.createTask({ body: { title: 'Fix checksum' } })
  await me.createContact({ body: { name: 'Cora Vale' } })
  const page = await visitor.open(`${tandem.url}/all/${id}`)
  await expect.poll(() => page.title()).toBe('Fix checksum · Tandem')
  await me.updateTask({ params: { id }, body: { title: 'Fix the checksum' } })
  await expect.poll(() => page.title()).toBe('Fix the checksum · Tandem')
  await page.getByRole('region', { name: `Task ${id}` }).waitFor()
  await page.keyboard.press('Escape')
  await expect.poll(() => page.title()).toBe('All tasks · Tandem')
  await page.goto(`${tandem.url}/settings/data`)
  await expect.poll(() => page.title()).toBe('Your data · Settings · Tandem')
  await page.goto(`${tandem.url}/people/cora-vale`)
  await expect.poll(() => page.title()).toBe('Cora Vale · Contacts · Tandem')
})

describe('paper', () => {
  test.runIf(process.env.TANDEM_LONG)('[W95] a list is printed whole, dark on white, without what can only be pressed', async () => {
    await fillWith(
      me,
      Array.from({ length: 90 }, (_, n) => `Page ${n}`),
    )
    const page = await visitor.open(`${tandem.url}/all?sort=title`, { colorScheme: 'dark' })
    await page.getByRole('link', { name: /^Page 0/ }).waitFor()
    const rows = page.getByRole('link', { name: /^Page \d/ })
    expect(await rows.count()).toBeLessThan(90)
    await page.emulateMedia({ media: 'print' })
    await expect.poll(() => rows.count()).toBe(90)
    expect(await page.getByRole('navigation').first().isVisible()).toBe(false)
    expect(await page.getByRole('button', { name: /^New/ }).first().isVisible()).toBe(false)
    expect(await page.evaluate('getComputedStyle(document.body).colorScheme')).toBe('light')
    expect(await page.evaluate('document.scrollingElement.scrollHeight > 90 * 30')).toBe(true)
    await page.emulateMedia({ media: null })
    await expect.poll(() => rows.count()).toBeLessThan(90)
  })

  test.runIf(process.env.TANDEM_LONG)('[W95] of an open task nothing but the task is printed', async () => {
    const { id } = await me.createTask({ body: { title: 'On paper', description: 'As it **stands**.', priority: 'high' } })
    const page = await visitor.open(`${tandem.url}/all/${id}`)
    await page.getByText('stands').waitFor()
    await page.emulateMedia({ media: 'print' })
    await page.getByRole('textbox', { name: 'Title' }).waitFor()
    await page.getByText('stands').waitFor()
    await page.getByRole('button', { name: 'Priority: High' }).waitFor()
    expect(await page.getByRole('list', { name: 'Tasks' }).isVisible()).toBe(false)
    expect(await page.getByText('Assignee', { exact: true }).isVisible()).toBe(false)
    expect(await page.getByRole('textbox', { name: /Leave a comment/ }).isVisible()).toBe(false)
  })
})

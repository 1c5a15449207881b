// A finger on the board, as Chromium gets it from a touch screen.
import type { Page } from 'playwright-core'
import { afterEach, describe, expect, test } from 'vitest'
import { useBrowser } from '../../support/browser/browser.ts'
import { startWindow } from '../../support/browser/window.ts'

const tandem = await startWindow()
const visitor = useBrowser()
const me = tandem.as('person')

afterEach(() => expect(visitor.problems).toEqual([]))

const tablet = { viewport: { width: 1024, height: 768 }, hasTouch: true, isMobile: true }
const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true }

type Point = { x: number; y: number }

async function fingerOn(page: Page) {
  const browser = await page.context().newCDPSession(page)
  const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', points: Point[]) => browser.send('Input.dispatchTouchEvent', { type, touchPoints: points })
  let at: Point = { x: 0, y: 0 }
  return {
    async down(point: Point) {
      at = point
      await touch('touchStart', [at])
    },
    /** As fingers move: by steps. */
    async to(point: Point) {
      const from = at
      for (let step = 1; step <= 8; step++) {
        at = { x: from.x + ((point.x - from.x) * step) / 8, y: from.y + ((point.y - from.y) * step) / 8 }
        // One finger.
        await touch('touchMove', [at])
      }
    },
    up: () => touch('touchEnd', []),
  }
}

async function middleOf(page: Page, id: number): Promise<Point> {
  const box = await page.locator(`[data-card="${id}"]`).boundingBox()
  if (!box) throw new Error(`no card ${id}`)
  return { x: box.x + box.width / 3, y: box.y + box.height / 3 }
}

const statusOf = async (id: number) => (await me.getTask({ params: { id } })).status

describe('[W16] a finger that holds a card', () => {
  test.runIf(process.env.TANDEM_LONG)('carries it to another column of a tablet, and a tap opens it', async () => {
    const { id } = await me.createTask({ body: { title: 'Carried by hand', status: 'todo' } })
    const page = await visitor.open(`${tandem.url}/board`, tablet)
    await page.locator(`[data-card="${id}"]`).waitFor()
    const finger = await fingerOn(page)
    const start = await middleOf(page, id)
    const target = await page.getByRole('region', { name: 'In review' }).boundingBox()
    const there = { x: (target?.x ?? 0) + 60, y: 400 }

    await finger.down(start)
    await page.locator('[data-carried]').waitFor()
    await finger.to(there)
    await expect.poll(() => page.getByRole('region', { name: 'In review' }).getAttribute('class')).toContain('bg-accent-soft')
    await finger.up()
    await expect.poll(() => statusOf(id)).toBe('in_review')
    expect(await page.locator('[data-carried]').count()).toBe(0)
    // It was moved, not opened, and that can be taken back like every other change.
    expect(new URL(page.url()).pathname).toBe('/board')
    expect((await me.readTaskHistory({ params: { id } })).filter(({ after }) => after?.status === 'in_review')).toHaveLength(1)

    await page.locator(`[data-column="in_review"] [data-row="${id}"]`).tap()
    await expect.poll(() => new URL(page.url()).pathname).toBe(`/board/${id}`)
  })

  test.runIf(process.env.TANDEM_LONG)('[W73] that is let go where it was asks for its menu', async () => {
    const { id } = await me.createTask({ body: { title: 'Held only', status: 'todo' } })
    const page = await visitor.open(`${tandem.url}/board`, tablet)
    await page.locator(`[data-card="${id}"]`).waitFor()
    const finger = await fingerOn(page)
    await finger.down(await middleOf(page, id))
    await page.locator('[data-carried]').waitFor()
    await finger.up()
    await page.getByRole('menuitem', { name: 'Set priority…' }).tap()
    await page.getByRole('menu').waitFor({ state: 'detached' })
    await page.getByRole('option', { name: 'High' }).tap()
    await expect.poll(async () => (await me.getTask({ params: { id } })).priority).toBe('high')
  })

  // Of its own: a page that glides takes the next finger for itself.
  test.runIf(process.env.TANDEM_LONG)('is not one that moves at once: that scrolls', async () => {
    const { id } = await me.createTask({ body: { title: 'Brushed past', status: 'todo' } })
    const page = await visitor.open(`${tandem.url}/board`, tablet)
    await page.locator(`[data-card="${id}"]`).waitFor()
    const finger = await fingerOn(page)
    const start = await middleOf(page, id)
    await finger.down(start)
    await finger.to({ x: start.x + 300, y: start.y })
    expect(await page.locator('[data-carried]').count()).toBe(0)
    await finger.up()
    expect(await statusOf(id)).toBe('todo')
  })

  test.runIf(process.env.TANDEM_LONG)('finds the columns of a phone at the edge, which come along', async () => {
    const { id } = await me.createTask({ body: { title: 'Carried far', status: 'backlog' } })
    const page = await visitor.open(`${tandem.url}/board`, phone)
    await page.locator(`[data-card="${id}"]`).waitFor()
    const finger = await fingerOn(page)
    await finger.down(await middleOf(page, id))
    await page.locator('[data-carried]').waitFor()
    await finger.to({ x: 384, y: 400 })
    await expect.poll(() => page.getByRole('region', { name: 'In progress' }).evaluate((column) => column.getBoundingClientRect().left)).toBeLessThan(250)
    await finger.to({ x: 330, y: 400 })
    // Away from the edge the columns stand, from the next frame on.
    await page.evaluate('new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))')
    const column = await page.evaluate<string>("document.elementsFromPoint(330, 400).find((one) => one.matches('[data-column]'))?.dataset.column")
    await page.locator(`[data-column="${column}"].bg-accent-soft`).waitFor()
    await finger.up()
    await expect.poll(() => statusOf(id)).toBe(column)
    expect(column).not.toBe('backlog')
  })
})

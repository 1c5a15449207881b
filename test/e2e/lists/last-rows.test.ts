// The last rows can be seen and reached, whatever lies over the foot of the window.
import type { Page } from 'playwright-core'
import { afterEach, expect, test } from 'vitest'
import { useBrowser } from '../../support/browser/browser.ts'
import { startWindow } from '../../support/browser/window.ts'
import { firstOf } from '../../support/first-of.ts'

const tandem = await startWindow()
const visitor = useBrowser()
const me = tandem.as('person')
for (let n = 1; n <= 40; n++) await me.createTask({ body: { title: `Row ${n}` } })

afterEach(() => expect(visitor.problems).toEqual([]))

/** By how many pixels the last row ends above what lies over the foot of the window, once the list is at its end. */
const clearance = (page: Page) =>
  page.evaluate<number>(`(() => {
    const rows = () => [...document.querySelectorAll('main [data-row]')]
    let scroller = rows().at(-1).parentElement
    while (getComputedStyle(scroller).overflowY !== 'auto') scroller = scroller.parentElement
    scroller.scrollTop = scroller.scrollHeight
    const tops = [...document.querySelectorAll('[role=toolbar], [role=status] > *')].map((one) => one.getBoundingClientRect().top)
    return Math.min(innerHeight, ...tops) - rows().at(-1).getBoundingClientRect().bottom
  })()`)

test.each(
  firstOf(1, [
    ['narrow', '3', { width: 390, height: 700 }],
    ['wide', '2', { width: 1440, height: 900 }],
  ]),
)('[W111] %s: behind the last row there is room for the toolbar of selected tasks and several messages', async (_, status, viewport) => {
  const page = await visitor.open(`${tandem.url}/all`)
  await page.getByRole('link', { name: /Row 40/ }).waitFor()
  await page.getByRole('button', { name: 'Display' }).waitFor()
  for (const key of ['j', status, 'j', status, 'j', status]) await page.keyboard.press(key)
  await expect.poll(() => page.locator('[role=status] > *').count()).toBeGreaterThanOrEqual(3)
  await page.keyboard.press('x')
  await page.getByRole('toolbar').waitFor()
  await page.setViewportSize(viewport)
  await page.getByRole('toolbar').waitFor()
  await expect.poll(() => clearance(page)).toBeGreaterThanOrEqual(0)
})

test.runIf(process.env.TANDEM_LONG)('[W111] a row that keys lead to stands above the toolbar', async () => {
  const page = await visitor.open(`${tandem.url}/all`)
  await page.getByRole('link', { name: /Row 40/ }).waitFor()
  await page.getByRole('button', { name: 'Display' }).waitFor()
  await page.keyboard.press('j')
  await page.keyboard.press('x')
  await page.getByRole('toolbar').waitFor()
  for (let n = 0; n < 25; n++) await page.keyboard.press('j')
  const bottom = () => page.evaluate<number>('document.activeElement.getBoundingClientRect().bottom')
  const top = await page.getByRole('toolbar').evaluate((bar) => bar.getBoundingClientRect().top)
  await expect.poll(bottom).toBeGreaterThan(600)
  expect(await bottom()).toBeLessThanOrEqual(top)
})

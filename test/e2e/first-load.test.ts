import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { afterEach, expect, test } from 'vitest'
import { useBrowser } from '../support/browser/browser.ts'
import { firstLoadLimit, firstLoadSize } from '../support/browser/first-load.ts'
import { startWindow } from '../support/browser/window.ts'
import { firstOf } from '../support/first-of.ts'

const windowDir = join(import.meta.dirname, '..', '..', 'out', 'renderer')
const tandem = await startWindow()
const visitor = useBrowser()

afterEach(() => expect(visitor.problems).toEqual([]))

test('the window needs at most 170 KiB of JavaScript (gzip) to begin, and its page has no inline script', () => {
  const page = readFileSync(join(windowDir, 'index.html'), 'utf8')
  expect(firstLoadSize(windowDir)).toBeLessThanOrEqual(firstLoadLimit)
  expect(page).not.toMatch(/<script(?![^>]*\ssrc=)/)
})

/** Opens the address without the window's own scripts, until `go`. */
async function openWithoutScripts(path: string, options: Parameters<typeof visitor.open>[1], sidebar = '') {
  const page = await visitor.open('about:blank', options)
  if (sidebar) await page.addInitScript(`localStorage.setItem('tandem:sidebar', '${sidebar}')`)
  let go = () => {}
  const wanted = new Promise<void>((resolve) => {
    go = resolve
  })
  await page.route('**/assets/*.js', async (route) => {
    await wanted
    await route.continue()
  })
  await page.goto(`${tandem.url}${path}`, { waitUntil: 'commit' })
  await page.locator('#frame-ahead').waitFor({ state: 'attached' })
  return { page, go }
}

const boxOf = async (page: Page, part: string) => page.locator(part).first().boundingBox()

test.each(
  firstOf(2, [
    { where: 'on a desk', viewport: { width: 1440, height: 900 }, sidebar: '' },
    { where: 'on a phone', viewport: { width: 390, height: 844 }, sidebar: '' },
    { where: 'on a desk, the sidebar folded', viewport: { width: 1440, height: 900 }, sidebar: 'folded' },
    { where: 'on a narrow desk', viewport: { width: 800, height: 700 }, sidebar: '' },
  ]),
)('[W18] $where the frame is painted before the scripts are there, where the window then draws it', async ({ viewport, sidebar }) => {
  const isPhone = viewport.width < 641
  const { page, go } = await openWithoutScripts('/open', { viewport }, sidebar)
  await expect.poll(() => page.evaluate("performance.getEntriesByName('first-contentful-paint').length")).toBe(1)
  const ahead = await boxOf(page, isPhone ? '#frame-ahead > div:last-child > div:last-child' : '#frame-ahead .side')
  const aheadOfSearch = isPhone ? undefined : await boxOf(page, '#frame-ahead .side > :last-child')
  const hasMark = await page.locator('#frame-ahead .side .at-home').isVisible()
  go()
  await page.locator('h1').waitFor()
  expect(await page.locator('#frame-ahead').isVisible()).toBe(false)
  expect(await boxOf(page, 'nav')).toEqual(ahead)
  if (isPhone) return
  expect(await boxOf(page, 'nav > button')).toEqual(aheadOfSearch)
  // Folded, the window shows no mark: one that goes again would flash.
  expect(await page.locator('nav').getByText('Tandem', { exact: true }).isVisible()).toBe(hasMark)
})

test('[W18] the line of the desktop has no frame', async () => {
  const { page, go } = await openWithoutScripts('/quick-add', {})
  // By the style sheet, which comes after the page.
  await expect.poll(() => page.locator('#frame-ahead').isVisible()).toBe(false)
  go()
})

const missing = [
  { where: 'a script does not come', broken: '**/assets/index-*.js', locale: 'en', title: 'Tandem couldn’t load', again: 'Reload' },
  {
    where: 'what it imports does not come',
    broken: '**/assets/{first,main}-*.js',
    locale: 'de',
    title: 'Tandem konnte nicht geladen werden',
    again: 'Neu laden',
  },
]
test.each(firstOf(1, missing.toReversed()))(
  '[W18] when $where, the page says so in the language of the person, and loads again',
  async ({ broken, locale, title, again }) => {
    const page = await visitor.open('about:blank', { locale })
    await page.route(broken, (route) => route.abort())
    await page.goto(`${tandem.url}/open`)
    await page.getByRole('alert').getByText(title).waitFor()
    visitor.problems.length = 0
    await page.unroute(broken)
    await page.getByRole('button', { name: again }).click()
    await page.locator('h1').waitFor()
    expect(await page.getByText(title).count()).toBe(0)
  },
)

test('[W18] without JavaScript the page says that it needs it', async () => {
  const page = await visitor.open('about:blank', { javaScriptEnabled: false })
  await page.goto(`${tandem.url}/open`)
  expect(await page.locator('body').innerText()).toContain('Tandem needs JavaScript')
})

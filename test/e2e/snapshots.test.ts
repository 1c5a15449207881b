// How every screen looks beside the pictures in test/snapshots/, every second one in one theme; with TANDEM_LONG, and when the pictures are made, all in both. A change that is meant is taken over by `npm run snapshots`.
// The clock of service and page stands still, so that words like "tomorrow" and "4 min" are the same in every picture.
import type { Page } from 'playwright-core'
import { afterAll, expect, test, vi } from 'vitest'
import { launchChromium } from '../../scripts/chromium.ts'
import { fillReview, fillWithSample } from '../../scripts/sample-tasks.ts'
import { orMissing } from '../support/browser/missing-browser.ts'
import { keptPictures } from '../support/browser/pictures.ts'
import { startWindow } from '../support/browser/window.ts'

const { TZ: zone } = process.env
process.env.TZ = 'UTC'
const moment = new Date('2026-11-20T10:30:00Z')
vi.useFakeTimers({ toFake: ['Date'], now: moment })
afterAll(() => {
  vi.useRealTimers()
  if (zone === undefined) delete process.env.TZ
  else process.env.TZ = zone
})

const isWhole = Boolean(process.env.TANDEM_LONG ?? process.env.TANDEM_SNAPSHOTS)

interface Screen {
  name: string
  path: (main: number) => string
  isPhone?: boolean
  isEmpty?: boolean
  prepare: (page: Page) => Promise<unknown>
}

const listed = (page: Page) => page.getByText('Retry loop').first().waitFor()
const described = (page: Page) => page.getByText('Expected: both').waitFor()
const settled = (page: Page) => page.locator('section h2, section h3').first().waitFor()

const screens: Screen[] = [
  { name: 'inbox', path: () => '/open', prepare: listed },
  { name: 'task', path: (main) => `/open/${main}`, prepare: described },
  {
    name: 'quick-add',
    path: () => '/open',
    async prepare(page) {
      await listed(page)
      await page.keyboard.press('c')
      await page.keyboard.insertText('Call the landlord tomorrow 9am every month on the 1st !high #home @ana')
      await page.getByRole('button', { name: 'Remove !high' }).waitFor()
      await page.getByRole('button', { name: 'Remove tomorrow 9am' }).waitFor()
    },
  },
  {
    name: 'palette',
    path: () => '/open',
    async prepare(page) {
      await listed(page)
      await page.keyboard.press('Control+k')
      await page.keyboard.type('sign')
      await page
        .getByRole('option', { name: /Sign-in page/ })
        .first()
        .waitFor()
    },
  },
  {
    name: 'shortcuts',
    path: () => '/open',
    async prepare(page) {
      await listed(page)
      await page.keyboard.press('?')
      await page.getByRole('dialog').waitFor()
    },
  },
  { name: 'board', path: () => '/board', prepare: listed },
  {
    name: 'list',
    path: () => '/all?sort=priority&group=label',
    async prepare(page) {
      await listed(page)
      for (const key of ['j', 'x', 'j', 'x']) await page.keyboard.press(key)
      await page.getByRole('toolbar').waitFor()
    },
  },
  { name: 'today', path: () => '/today', prepare: (page) => page.getByText('hsync').first().waitFor() },
  { name: 'contacts', path: () => '/people/ana-lopez', prepare: (page) => page.getByText('Requests').waitFor() },
  {
    name: 'review',
    path: () => '/review',
    prepare: (page) =>
      page
        .getByRole('button', { name: /^Accept/ })
        .first()
        .waitFor(),
  },
  { name: 'activity', path: () => '/activity', prepare: (page) => page.getByText('codex').first().waitFor() },
  { name: 'settings', path: () => '/settings/reminders', prepare: settled },
  { name: 'first-run', path: () => '/open', isEmpty: true, prepare: (page) => page.getByText('One list for you').waitFor() },
  { name: 'phone', path: () => '/open', isPhone: true, prepare: listed },
  { name: 'phone-task', path: (main) => `/open/${main}`, isPhone: true, prepare: described },
]

const browser = await orMissing(launchChromium)
afterAll(async () => {
  if (typeof browser !== 'string') await browser.close()
})

test('every screen looks as it is kept, light and dark [W14]', { timeout: 180_000 }, async ({ skip }) => {
  if (typeof browser === 'string') return skip(browser)
  const pictures = keptPictures(browser.version())
  if (pictures.reason) skip(pictures.reason)
  const [full, empty] = [await startWindow(), await startWindow()]
  const { main } = await fillWithSample(full.url)
  await fillReview(full)
  const problems: string[] = []
  for (const isPhone of [false, true]) {
    const context = await browser.newContext({
      viewport: isPhone ? { width: 390, height: 780 } : { width: 1280, height: 760 },
      deviceScaleFactor: 0.5,
      reducedMotion: 'reduce',
      locale: 'en-GB',
      timezoneId: 'UTC',
      ...(isPhone ? { isMobile: true, hasTouch: true } : {}),
    })
    await context.clock.setFixedTime(moment)
    const page = await context.newPage()
    page.setDefaultTimeout(15_000)
    const here = screens.filter((one, index) => (one.isPhone ?? false) === isPhone && (isWhole || index % 4 === 1))
    for (const [index, screen] of here.entries()) {
      await page.goto(`${screen.isEmpty ? empty.url : full.url}${screen.path(main)}`)
      await screen.prepare(page)
      const schemes = ['light', 'dark'] as const
      for (const colorScheme of isWhole ? schemes : schemes.slice(index % 2, (index % 2) + 1)) {
        await page.emulateMedia({ colorScheme })
        const problem = await pictures.compare(page, `${screen.name}-${colorScheme}`)
        if (problem) problems.push(problem)
      }
      await page.evaluate('localStorage.clear()')
    }
    await context.close()
  }
  expect(problems).toEqual([])
})

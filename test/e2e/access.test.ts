// axe on every screen, dialog and menu, with the whole set of rules, each in one theme (a theme is nothing but colours); with TANDEM_LONG in all of them.
// One page for all, which goes from one screen to the next as a link of the window does.
import type { BrowserContextOptions, Page } from 'playwright-core'
import { afterEach, describe, expect, test } from 'vitest'
import { fillReview, fillWithSample } from '../../scripts/sample-tasks.ts'
import { allViolations } from '../support/browser/axe.ts'
import { useBrowser } from '../support/browser/browser.ts'
import { goWithin } from '../support/browser/go-within.ts'
import { until } from '../support/until.ts'
import { startWindow } from '../support/browser/window.ts'
import { firstOf } from '../support/first-of.ts'

const tandem = await startWindow({ withMeaning: true })
const empty = await startWindow()
const visitor = useBrowser()
const { main } = await fillWithSample(tandem.url)
await fillReview(tandem)
await until('a suspected pair', async () => (await tandem.as('person').listDuplicates()).length > 0, 30_000)

afterEach(() => expect(visitor.problems).toEqual([]))

const listed = (page: Page) =>
  page
    .getByRole('link', { name: /Retry loop/ })
    .first()
    .waitFor()
const described = (page: Page) => page.getByText('Expected: both').waitFor()

interface Screen {
  name: string
  path: string
  prepare: (page: Page) => Promise<void>
  /** Something is open afterwards: the next screen is loaded again. */
  opens?: true
  /** Much like another one: in the long version. */
  isAlike?: true
}

const screens: Screen[] = [
  { name: 'inbox', path: '/open', prepare: listed },
  {
    name: 'task with its history',
    path: `/open/${main}`,
    async prepare(page) {
      await described(page)
      await page.getByRole('tab', { name: /History/ }).click()
      await page.getByText('set a reminder').waitFor()
    },
  },
  {
    name: 'quick add and description editor',
    path: `/open/${main}`,
    opens: true,
    async prepare(page) {
      await described(page)
      await page.keyboard.press('Shift+E')
      await page.getByRole('tab', { name: 'Preview' }).waitFor()
      await page.getByRole('button', { name: 'New', exact: true }).click()
      await page.keyboard.insertText('hsync on ChecksumFileSystem does not sync to disk !high #bug')
      await page.getByText('Possible duplicate').first().waitFor()
    },
  },
  {
    name: 'a repetition of one’s own',
    path: `/open/${main}`,
    opens: true,
    async prepare(page) {
      await described(page)
      await page.getByRole('button', { name: 'Add a reminder' }).click()
      await page.getByRole('option', { name: 'Custom…' }).click()
      await page.getByLabel('month', { exact: false }).last().check()
      await page.getByRole('radiogroup', { name: 'On which day' }).waitFor()
    },
  },
  {
    name: 'palette',
    path: '/open',
    opens: true,
    async prepare(page) {
      await listed(page)
      await page.keyboard.press('Control+k')
      await page.getByRole('combobox').fill('sign')
      await page
        .getByRole('option', { name: /Sign-in page/ })
        .first()
        .waitFor()
    },
  },
  {
    name: 'shortcut sheet',
    isAlike: true,
    path: '/open',
    opens: true,
    async prepare(page) {
      await listed(page)
      await page.keyboard.press('?')
      await page.getByRole('dialog').waitFor()
    },
  },
  {
    name: 'filter menu',
    isAlike: true,
    path: '/open',
    opens: true,
    async prepare(page) {
      await listed(page)
      await page.getByRole('button', { name: 'Filter', exact: true }).click()
      await page.getByRole('option', { name: 'High' }).waitFor()
    },
  },
  {
    name: 'list in groups, rows picked, undo message',
    path: '/all?sort=priority&group=label',
    opens: true,
    async prepare(page) {
      await listed(page)
      for (const key of ['j', 'x', 'j', 'x', '2']) await page.keyboard.press(key)
      await page.getByRole('toolbar').waitFor()
      await page.getByRole('button', { name: 'Undo' }).waitFor()
    },
  },
  { name: 'board', path: '/board', prepare: listed },
  { name: 'today', path: '/today', prepare: (page) => page.getByRole('link', { name: /Retry loop/ }).waitFor() },
  {
    name: 'review',
    path: '/review',
    prepare: (page) => page.getByRole('article').first().waitFor(),
  },
  {
    name: 'activity, undo of a burst',
    path: '/activity',
    opens: true,
    async prepare(page) {
      await page.getByRole('button', { name: 'Undo all of these' }).first().click()
      await page.getByText('This would').waitFor()
    },
  },
  { name: 'contact', path: '/people/ana-lopez', prepare: (page) => page.getByText('Requests').waitFor() },
  { name: 'new contact', isAlike: true, path: '/people/new', prepare: (page) => page.getByLabel('Name').waitFor() },
  { name: 'appearance', path: '/settings/appearance', prepare: (page) => page.getByRole('radio', { name: 'Compact' }).waitFor() },
  {
    name: 'agents',
    path: '/settings/agents',
    opens: true,
    async prepare(page) {
      await page.getByRole('button', { name: /^claude .* model tokens read/ }).click()
      await page.getByRole('radiogroup', { name: 'Comment' }).waitFor()
    },
  },
  { name: 'reminders', path: '/settings/reminders', prepare: (page) => page.getByLabel('From').waitFor() },
  { name: 'search and models', isAlike: true, path: '/settings/search', prepare: (page) => page.getByLabel('Total').waitFor() },
  { name: 'data', path: '/settings/data', prepare: (page) => page.getByText('Back up now').waitFor() },
  { name: 'shortcuts', path: '/settings/shortcuts', prepare: (page) => page.getByText('Keyboard shortcuts').waitFor() },
  { name: 'about', isAlike: true, path: '/settings/about', prepare: (page) => page.getByText('License').waitFor() },
  { name: 'first run', path: `${empty.url}/open`, prepare: (page) => page.getByText('One list for you').waitFor() },
  { name: 'nothing to review', isAlike: true, path: `${empty.url}/review`, prepare: (page) => page.getByText('Nothing to review').waitFor() },
  { name: 'nothing due', isAlike: true, path: `${empty.url}/today`, prepare: (page) => page.getByText('Nothing is due').waitFor() },
]

/** In the short version every third one. */
const looked = process.env.TANDEM_LONG ? screens : screens.filter(({ isAlike }) => !isAlike).filter((_, place) => place % 3 === 0)

const setTheme = (page: Page, theme: string) => page.evaluate(`document.documentElement.dataset.theme = '${theme}'`)

const themes = ['light', 'dark', 'contrast']

/** One page for all screens: what a page costs is its first load. `opens`: something will be open in it. */
function onePage(options: BrowserContextOptions = {}): (address: string, opens?: boolean) => Promise<Page> {
  let opened: Promise<Page> | undefined
  let isClean = false
  return async (address, opens = false) => {
    const page = await (opened ??= visitor.open('about:blank', { ...options, keep: true }))
    const { origin, pathname, search } = new URL(address)
    const isThere = isClean && new URL(page.url()).origin === origin
    isClean = false
    if (isThere) await goWithin(page, pathname + search)
    else await page.goto(address)
    await page.locator('h1').first().waitFor()
    isClean = !opens
    return page
  }
}

describe('no axe violation', () => {
  const open = onePage()
  test.each(looked.map((screen, index) => ({ ...screen, themes: process.env.TANDEM_LONG ? themes : [themes[index % 3] ?? ''] })))('$name', async (screen) => {
    const { path, prepare, opens } = screen
    const page = await open(path.startsWith('/') ? `${tandem.url}${path}` : path, opens)
    await prepare(page)
    for (const [at, theme] of screen.themes.entries()) {
      await setTheme(page, theme)
      expect(await allViolations(page, at > 0 ? ['color-contrast'] : undefined), theme).toEqual([])
    }
    // What was half written must not open by itself on the next screen.
    await page.evaluate('localStorage.clear()')
  })

  const openPhone = onePage({ viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true })
  const onPhone: [string, (page: Page) => Promise<unknown>][] = [
    [`/open/${main}`, described],
    ['/board', listed],
    ['/open', listed],
    ['/review', (page) => page.getByRole('article').first().waitFor()],
    ['/settings/agents', (page) => page.getByRole('button', { name: /^claude .* model tokens read/ }).waitFor()],
  ]
  test.each(firstOf(1, onPhone))('on a phone: %s', async (path, shown) => {
    const page = await openPhone(`${tandem.url}${path}`)
    await shown(page)
    expect(await allViolations(page)).toEqual([])
  })
})

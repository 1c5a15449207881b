// axe on every screen, dialog and menu. One page for all: the whole set of rules in the light theme, contrast in the others (a theme is
// nothing but colours).
import { AxeBuilder } from '@axe-core/playwright'
import type { BrowserContextOptions, Page } from 'playwright-core'
import { afterEach, describe, expect, test } from 'vitest'
import { fillReview, fillWithSample } from '../../scripts/sample-tasks.ts'
import { useBrowser } from '../support/browser.ts'
import { until } from '../support/until.ts'
import { startWindow } from '../support/window.ts'

const tandem = await startWindow({ withMeaning: true })
const empty = await startWindow()
const visitor = useBrowser()
const { main } = await fillWithSample(tandem.url)
await fillReview(tandem.url)
await until('a suspected pair', async () => (await tandem.as('person').listDuplicates()).length > 0, 30_000)

afterEach(() => expect(visitor.problems).toEqual([]))

const listed = (page: Page) => page.getByRole('link', { name: /Retry loop/ }).waitFor()
const described = (page: Page) => page.getByText('Expected: both').waitFor()

interface Screen {
  name: string
  path: string
  prepare: (page: Page) => Promise<void>
}

const screens: Screen[] = [
  { name: 'inbox', path: '/inbox', prepare: listed },
  {
    name: 'task with its history',
    path: `/inbox/${main}`,
    async prepare(page) {
      await described(page)
      await page.getByRole('tab', { name: /History/ }).click()
      await page.getByText('set a reminder').waitFor()
    },
  },
  {
    name: 'quick add and description editor',
    path: `/inbox/${main}`,
    async prepare(page) {
      await described(page)
      await page.keyboard.press('d')
      await page.getByRole('tab', { name: 'Preview' }).waitFor()
      await page.getByRole('button', { name: 'New', exact: true }).click()
      await page.keyboard.insertText('hsync on ChecksumFileSystem does not sync to disk !high #bug')
      await page.getByText('Looks like').first().waitFor()
    },
  },
  {
    name: 'palette',
    path: '/inbox',
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
    path: '/inbox',
    async prepare(page) {
      await listed(page)
      await page.keyboard.press('?')
      await page.getByRole('dialog').waitFor()
    },
  },
  {
    name: 'filter menu',
    path: '/inbox',
    async prepare(page) {
      await listed(page)
      await page.getByRole('button', { name: 'Filter', exact: true }).click()
      await page.getByRole('menuitemcheckbox', { name: 'High' }).waitFor()
    },
  },
  {
    name: 'list in groups, rows picked, undo message',
    path: '/all?sort=priority&group=label',
    async prepare(page) {
      await listed(page)
      for (const key of ['j', 'x', 'j', 'x', 'p']) await page.keyboard.press(key)
      await page.getByRole('toolbar').waitFor()
      await page.getByRole('button', { name: 'Undo' }).waitFor()
    },
  },
  { name: 'board', path: '/board', prepare: listed },
  { name: 'today', path: '/today', prepare: (page) => page.getByRole('link', { name: /Retry loop/ }).waitFor() },
  {
    name: 'review',
    path: '/review',
    prepare: (page) =>
      page
        .getByRole('article', { name: /look alike/ })
        .first()
        .waitFor(),
  },
  {
    name: 'activity, undo of a burst',
    path: '/activity',
    async prepare(page) {
      await page.getByRole('button', { name: 'Undo all of this' }).first().click()
      await page.getByText('This would').waitFor()
    },
  },
  { name: 'contact', path: '/people/ana-lopez', prepare: (page) => page.getByText('Asked for').waitFor() },
  { name: 'new contact', path: '/people/new', prepare: (page) => page.getByLabel('Name').waitFor() },
  { name: 'appearance', path: '/settings/appearance', prepare: (page) => page.getByRole('radio', { name: 'Dense' }).waitFor() },
  {
    name: 'agents',
    path: '/settings/agents',
    async prepare(page) {
      await page.getByRole('button', { name: /^claude .* tokens read/ }).click()
      await page.getByRole('radiogroup', { name: 'Comment' }).waitFor()
    },
  },
  { name: 'reminders', path: '/settings/reminders', prepare: (page) => page.getByLabel('From').waitFor() },
  { name: 'search and models', path: '/settings/search', prepare: (page) => page.getByLabel('In all').waitFor() },
  { name: 'data', path: '/settings/data', prepare: (page) => page.getByText('Back up now').waitFor() },
  { name: 'shortcuts', path: '/settings/shortcuts', prepare: (page) => page.getByText('This sheet').waitFor() },
  { name: 'about', path: '/settings/about', prepare: (page) => page.getByText('Licence').waitFor() },
  { name: 'first run', path: `${empty.url}/inbox`, prepare: (page) => page.getByText('One list for you').waitFor() },
  { name: 'nothing to review', path: `${empty.url}/review`, prepare: (page) => page.getByText('Nothing waits').waitFor() },
  { name: 'nothing due', path: `${empty.url}/today`, prepare: (page) => page.getByText('Nothing is due').waitFor() },
]

// Base UI's focus guards hand the focus on the moment they get it; a rule that only sees their markup cannot know.
// Without frames there is nothing to gather in a second page, which would cost more than the check itself.
const axe = (page: Page) =>
  new AxeBuilder({ page })
    .exclude('[data-base-ui-focus-guard]')
    .setLegacyMode(true)
    .options({ resultTypes: ['violations'] })

async function violations(builder: AxeBuilder): Promise<string[]> {
  const found = await builder.analyze()
  return found.violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => `${node.html} ${node.failureSummary}`).join(' | ')}`)
}

/** And two frames later: with reduced motion a change of colour takes a hundredth of a millisecond, which is the next frame. */
const setTheme = (page: Page, theme: string) =>
  page.evaluate(
    `document.documentElement.dataset.theme = '${theme}'; new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(done))))`,
  )

/** Each screen in one of them; with TANDEM_LONG in both. */
const themes = ['dark', 'contrast']

/** One page for all screens: what a page costs is its first load. */
function onePage(options: BrowserContextOptions = {}): (address: string) => Promise<Page> {
  let opened: Promise<Page> | undefined
  return async (address) => {
    const page = await (opened ??= visitor.open('about:blank', { ...options, keep: true }))
    await page.goto(address)
    await page.locator('h1').first().waitFor()
    return page
  }
}

describe('no axe violation', () => {
  const open = onePage()
  test.each(screens.map((screen, index) => ({ ...screen, themes: process.env.TANDEM_LONG ? themes : [themes[index % 2] ?? ''] })))('$name', async (screen) => {
    const { path, prepare } = screen
    const page = await open(path.startsWith('/') ? `${tandem.url}${path}` : path)
    await prepare(page)
    expect(await violations(axe(page))).toEqual([])
    for (const theme of screen.themes) {
      await setTheme(page, theme)
      expect(await violations(axe(page).withRules(['color-contrast'])), theme).toEqual([])
    }
    // What was half written must not open by itself on the next screen.
    await page.evaluate('localStorage.clear()')
  })

  const openPhone = onePage({ viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true })
  test.each(['/inbox', `/inbox/${main}`, '/board', '/review', '/settings/agents'])('on a phone: %s', async (path) => {
    const page = await openPhone(`${tandem.url}${path}`)
    await page.waitForLoadState('networkidle', { timeout: 1500 }).catch(() => undefined)
    expect(await violations(axe(page))).toEqual([])
  })
})

// `npm run screenshots`: the window on a small sample, light and dark, desk and phone, into docs/screenshots/.
import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import type { Browser, Page } from 'playwright-core'
import { startService } from '../electron/service/start-service.ts'
import { launchChromium } from './chromium.ts'
import { fillReview, fillWithSample } from './sample-tasks.ts'

const root = join(import.meta.dirname, '..')

interface Shot {
  name: string
  path: (main: number) => string
  isPhone?: boolean
  isEmpty?: boolean
  /** Brings the page to the state that is shown. */
  prepare: (page: Page) => Promise<void>
}

const listed = (page: Page) => page.getByText('Retry loop').first().waitFor()
const described = (page: Page) => page.getByText('Expected: both').waitFor()

/** The pictures show a person's folders, not those of whoever made them. */
const withoutOwnFolders = (instead: [own: string, shown: string][]) => `{
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
  for (let text = texts.nextNode(); text; text = texts.nextNode())
    for (const [own, shown] of ${JSON.stringify(instead)}) text.nodeValue = text.nodeValue.replaceAll(own, shown)
}`

const shots: Shot[] = [
  { name: 'inbox', path: () => '/inbox', prepare: listed },
  { name: 'detail', path: (main) => `/inbox/${main}`, prepare: described },
  {
    name: 'history',
    path: (main) => `/inbox/${main}`,
    async prepare(page) {
      await described(page)
      await page.getByRole('tab', { name: /History/ }).click()
    },
  },
  {
    name: 'quick-add',
    path: (main) => `/inbox/${main}`,
    async prepare(page) {
      await described(page)
      await page.keyboard.press('c')
      await page.keyboard.insertText('hsync on ChecksumFileSystem does not sync to disk tomorrow 9am !high #bug')
      await page.getByText('Looks like').first().waitFor()
    },
  },
  {
    name: 'search',
    path: (main) => `/inbox/${main}`,
    async prepare(page) {
      await described(page)
      await page.keyboard.press('Control+k')
      await page.keyboard.type('users sign in')
      await page
        .getByRole('option', { name: /Sign-in page/ })
        .first()
        .waitFor()
    },
  },
  { name: 'activity', path: () => '/activity', prepare: (page) => page.getByText('codex').first().waitFor() },
  {
    name: 'activity-undo',
    path: () => '/activity',
    async prepare(page) {
      await page.getByRole('button', { name: 'Undo all of this' }).first().click()
      await page.getByText('This would').waitFor()
    },
  },
  { name: 'today', path: () => '/today', prepare: (page) => page.getByText('hsync').first().waitFor() },
  { name: 'board', path: () => '/board', prepare: listed },
  { name: 'board-detail', path: (main) => `/board/${main}`, prepare: described },
  { name: 'list', path: () => '/all?sort=priority&group=label', prepare: listed },
  {
    name: 'list-picked',
    path: () => '/all',
    async prepare(page) {
      await listed(page)
      for (const key of ['j', 'x', 'j', 'x', 'j', 'x']) await page.keyboard.press(key)
      await page.getByRole('toolbar').waitFor()
    },
  },
  { name: 'contacts', path: () => '/people/ana-lopez', prepare: (page) => page.getByText('Asked for').waitFor() },
  { name: 'contact-new', path: () => '/people/new', prepare: (page) => page.getByLabel('Name').waitFor() },
  { name: 'review', path: () => '/review', prepare: (page) => page.getByText('Is this the same task?').first().waitFor() },
  { name: 'review-empty', path: () => '/review', isEmpty: true, prepare: (page) => page.getByText('Nothing waits').waitFor() },
  ...(['appearance', 'reminders', 'search', 'cloud', 'data', 'shortcuts', 'about'] as const).map(
    (section): Shot => ({
      name: `settings-${section}`,
      path: () => `/settings/${section}`,
      prepare: (page) => page.locator('section h2').first().waitFor(),
    }),
  ),
  {
    name: 'settings-agents',
    path: () => '/settings/agents',
    async prepare(page) {
      await page.getByText('claude mcp add').first().waitFor()
      await page.getByRole('button', { name: /^claude/ }).click()
    },
  },
  { name: 'empty', path: () => '/inbox', isEmpty: true, prepare: (page) => page.getByText('One list for you').waitFor() },
  { name: 'phone', path: () => '/inbox', isPhone: true, prepare: listed },
  { name: 'phone-detail', path: (main) => `/inbox/${main}`, isPhone: true, prepare: described },
]

const sizes = { wide: { width: 1440, height: 900 }, middle: { width: 1024, height: 700 }, phone: { width: 390, height: 844 } }
type Size = keyof typeof sizes

async function take(browser: Browser, shot: Shot, size: Size, url: string, main: number): Promise<void> {
  for (const colorScheme of schemes) {
    const context = await browser.newContext({
      colorScheme,
      reducedMotion: 'reduce',
      viewport: sizes[size],
      ...(size === 'phone' ? { isMobile: true, hasTouch: true } : {}),
    })
    const page = await context.newPage()
    page.setDefaultTimeout(10_000)
    await page.addInitScript((language) => localStorage.setItem('tandem:language', language), language)
    await page.goto(`${url}${shot.path(main)}`)
    await shot.prepare(page).catch((error: unknown) => console.error(`${shot.name} ${size} ${colorScheme}: ${String(error).split('\n')[0]}`))
    // Markdown and fonts are drawn as soon as they are there.
    await page.waitForLoadState('networkidle', { timeout: 1500 }).catch(() => undefined)
    await page.evaluate(
      withoutOwnFolders([
        [root, '/home/ana/tandem'],
        [tmpdir(), '/home/ana'],
      ]),
    )
    const where = size === 'wide' || shot.isPhone ? '' : `-${size}`
    await page.screenshot({ path: join(target, `${shot.name}${where}-${colorScheme}.png`) })
    await context.close()
  }
}

const { values } = parseArgs({
  options: {
    only: { type: 'string', default: '' },
    out: { type: 'string', default: join(root, 'docs', 'screenshots') },
    sizes: { type: 'string', default: 'wide' },
    schemes: { type: 'string', default: 'light,dark' },
    language: { type: 'string', default: 'en' },
  },
})
const target = values.out
const language = values.language
const schemes = values.schemes.split(',') as ('light' | 'dark')[]
const wanted = values.only.split(',').filter(Boolean)
spawnSync(process.execPath, [join(root, 'scripts', 'build.mjs')], { stdio: 'inherit' })
mkdirSync(target, { recursive: true })
const start = async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'tandem-screenshots-'))
  return { dataDir, service: await startService({ port: 0, dataDir, version: '0.0.0', windowDir: join(root, 'out', 'renderer') }) }
}
const [full, empty] = [await start(), await start()]
const { main } = await fillWithSample(full.service.url)
await fillReview(full.service.url)
const browser = await launchChromium()
let pictures = 0
for (const shot of shots.filter(({ name }) => wanted.length === 0 || wanted.includes(name))) {
  for (const size of shot.isPhone ? (['phone'] as const) : (values.sizes.split(',') as Size[])) {
    await take(browser, shot, size, shot.isEmpty ? empty.service.url : full.service.url, main)
    pictures += schemes.length
  }
}
await browser.close()
for (const { dataDir, service } of [full, empty]) {
  await service.close()
  rmSync(dataDir, { recursive: true, force: true })
}
console.log(`${pictures} pictures in ${target}`)
process.exit(0)

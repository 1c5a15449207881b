// `npm run screenshots`: the window on a small sample, light and dark, desk and phone, into docs/screenshots/.
import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Browser, Page } from 'playwright-core'
import { startService } from '../electron/service/start-service.ts'
import { launchChromium } from './chromium.ts'
import { fillWithSample } from './sample-tasks.ts'

const root = join(import.meta.dirname, '..')
const target = join(root, 'docs', 'screenshots')

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
      await page.keyboard.type('hsync of the checksum file does not sync to disk !high #bug')
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
      await page.getByRole('option', { name: /Sign-in page/ }).waitFor()
    },
  },
  { name: 'activity', path: () => '/activity', prepare: (page) => page.getByText('codex').first().waitFor() },
  { name: 'empty', path: () => '/inbox', isEmpty: true, prepare: (page) => page.getByText('One list for you').waitFor() },
  { name: 'phone', path: () => '/inbox', isPhone: true, prepare: listed },
  { name: 'phone-detail', path: (main) => `/inbox/${main}`, isPhone: true, prepare: described },
]

async function take(browser: Browser, shot: Shot, url: string, main: number): Promise<void> {
  for (const colorScheme of ['light', 'dark'] as const) {
    const context = await browser.newContext({
      colorScheme,
      reducedMotion: 'reduce',
      viewport: shot.isPhone ? { width: 390, height: 844 } : { width: 1440, height: 900 },
      ...(shot.isPhone ? { isMobile: true, hasTouch: true } : {}),
    })
    const page = await context.newPage()
    await page.goto(`${url}${shot.path(main)}`)
    await shot.prepare(page)
    // Markdown and fonts are drawn as soon as they are there.
    await page.waitForLoadState('networkidle', { timeout: 1500 }).catch(() => undefined)
    await page.screenshot({ path: join(target, `${shot.name}-${colorScheme}.png`) })
    await context.close()
  }
}

spawnSync(process.execPath, [join(root, 'scripts', 'build.mjs')], { stdio: 'inherit' })
mkdirSync(target, { recursive: true })
const start = async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'tandem-screenshots-'))
  return { dataDir, service: await startService({ port: 0, dataDir, version: '0.0.0', windowDir: join(root, 'out', 'renderer') }) }
}
const [full, empty] = [await start(), await start()]
const { main } = await fillWithSample(full.service.url)
const browser = await launchChromium()
for (const shot of shots) await take(browser, shot, shot.isEmpty ? empty.service.url : full.service.url, main)
await browser.close()
for (const { dataDir, service } of [full, empty]) {
  await service.close()
  rmSync(dataDir, { recursive: true, force: true })
}
console.log(`${shots.length * 2} pictures in ${target}`)

import type { Browser, BrowserContext, BrowserContextOptions, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll } from 'vitest'
import { launchChromium, launchHeadlessShell } from '../../scripts/chromium.ts'

export interface Visitor {
  /** A window of its own (own storage), at 1440 × 900 if nothing else is said. It is closed after the test, unless it is kept. Errors in the page fail the test that asks for `problems`. */
  open(url: string, options?: BrowserContextOptions & { keep?: boolean }): Promise<Page>
  /** What went wrong inside the pages so far. */
  problems: string[]
}

/** Chromium now and then never says that a window with a service worker is gone; it goes with the browser then. */
async function closed(context: BrowserContext): Promise<void> {
  let timer: NodeJS.Timeout | undefined
  const patience = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, 10_000)
  })
  await Promise.race([context.close().catch(() => undefined), patience])
  clearTimeout(timer)
}

/** One real browser for a test file. `isWhole`: not the headless shell, which has no notifications. */
export function useBrowser({ isWhole = false } = {}): Visitor {
  let browser: Browser
  const problems: string[] = []
  beforeAll(async () => {
    browser = await (isWhole ? launchChromium() : launchHeadlessShell())
  })
  // Windows that nobody looks at any more go on following the service.
  const open: BrowserContext[] = []
  afterEach(async () => {
    for (const context of open.splice(0)) await closed(context)
  })
  afterAll(() => browser.close())
  return {
    problems,
    async open(url, { keep = false, ...options } = {}) {
      const context = await browser.newContext({ viewport: { width: 1440, height: 900 }, reducedMotion: 'reduce', ...options })
      if (!keep) open.push(context)
      const page = await context.newPage()
      page.setDefaultTimeout(15_000)
      page.on('pageerror', (error) => problems.push(error.message))
      await page.goto(url)
      // Keys count from the moment the window stands.
      if (url !== 'about:blank') await page.locator('h1').first().waitFor()
      return page
    },
  }
}

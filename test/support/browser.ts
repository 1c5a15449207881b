import type { Browser, BrowserContextOptions, Page } from 'playwright-core'
import { afterAll, beforeAll } from 'vitest'
import { launchChromium } from '../../scripts/chromium.ts'

export interface Visitor {
  /** A window of its own (own storage), at 1440 × 900 if nothing else is said. Errors in the page fail the test that asks for `problems`. */
  open(url: string, options?: BrowserContextOptions): Promise<Page>
  /** What went wrong inside the pages so far. */
  problems: string[]
}

/** One real browser for a test file. */
export function useBrowser(): Visitor {
  let browser: Browser
  const problems: string[] = []
  beforeAll(async () => {
    browser = await launchChromium()
  })
  afterAll(() => browser.close())
  return {
    problems,
    async open(url, options = {}) {
      const context = await browser.newContext({ viewport: { width: 1440, height: 900 }, reducedMotion: 'reduce', ...options })
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

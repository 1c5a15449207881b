import type { Browser, BrowserContextOptions, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, beforeEach } from 'vitest'
import { launchHeadlessShell, launchWhole } from '../../../scripts/chromium.ts'
import { tokenOf } from '../service/as-person.ts'
import { orMissing } from './missing-browser.ts'
import { openWindow, type ReusedWindow } from './reused-window.ts'

export interface Visitor {
  /**
   * A window with nothing stored, at 1440 × 900 if nothing else is said. After the test it is emptied, and another test may get it; unless it is
   * kept. It is signed in where tests started the service, if nothing else is said. Errors in the page fail the test that asks for `problems`.
   */
  open(url: string, options?: BrowserContextOptions & { keep?: boolean; signedIn?: boolean }): Promise<Page>
  /** What went wrong inside the pages so far. */
  problems: string[]
}

/** One real browser for a test file, whose tests are skipped where there is none. `isWhole`: not the headless shell, which has no notifications. */
export function useBrowser({ isWhole = false } = {}): Visitor {
  let browser: Browser | undefined
  let missing: string | undefined
  const problems: string[] = []
  beforeAll(async () => {
    const launched = await orMissing(isWhole ? launchWhole : launchHeadlessShell)
    if (typeof launched === 'string') missing = launched
    else browser = launched
  })
  beforeEach(({ skip }) => skip(missing !== undefined, missing))
  const inUse: { kind: string; window: ReusedWindow }[] = []
  const free = new Map<string, ReusedWindow>()
  // Windows that nobody looks at any more would go on following the service.
  afterEach(async ({ task }) => {
    for (const { kind, window } of inUse.splice(0)) {
      const isReady = task.result?.state === 'pass' && !process.env.TANDEM_LONG && !free.has(kind) && (await window.empty())
      if (isReady) free.set(kind, window)
      else await window.close()
    }
  })
  afterAll(() => browser?.close())
  return {
    problems,
    async open(url, { keep = false, signedIn = true, ...given } = {}) {
      // The region decides how dates and times are written, and must not be this machine's.
      const options = { viewport: { width: 1440, height: 900 }, reducedMotion: 'reduce' as const, locale: 'en-US', ...given }
      const kind = JSON.stringify([options, signedIn])
      const window = free.get(kind) ?? (await openWindow(browser as Browser, options, (problem) => problems.push(problem)))
      free.delete(kind)
      if (!keep) inUse.push({ kind, window })
      const token = signedIn && url.startsWith('http') ? tokenOf(url).Authorization?.replace('Bearer ', '') : undefined
      if (token !== undefined) await window.signIn(new URL(url).origin, token)
      await window.page.goto(url)
      // Keys count from the moment the window stands.
      if (url !== 'about:blank') await window.page.locator('h1').first().waitFor()
      return window.page
    },
  }
}

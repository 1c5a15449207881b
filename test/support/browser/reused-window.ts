// A window that several tests use in turn: half of what a window costs is its first load.
import type { Browser, BrowserContext, BrowserContextOptions, Page } from 'playwright-core'

export interface ReusedWindow {
  page: Page
  /** The person's pages of this service are signed in, as by a link of `tandem open`. */
  signIn(origin: string, token: string): Promise<void>
  /** As if it were new: nothing stored, no routes, no page. False: it cannot be, and is to be closed. */
  empty(): Promise<boolean>
  close(): Promise<void>
}

// What a test does with these stays with the window.
const stays = {
  page: ['addInitScript', 'bringToFront', 'emulateMedia', 'exposeBinding', 'exposeFunction', 'on', 'once', 'setExtraHTTPHeaders', 'setViewportSize'],
  context: ['addInitScript', 'clearPermissions', 'exposeBinding', 'grantPermissions', 'newCDPSession', 'newPage', 'on', 'once', 'route', 'setOffline'],
  clock: ['install', 'pauseAt', 'setFixedTime', 'setSystemTime'],
}

function whenCalled(on: object, names: readonly string[], tell: () => void): void {
  const methods = on as Record<string, (...given: unknown[]) => unknown>
  for (const name of names) {
    const own = methods[name]
    if (!own) throw new Error(`Playwright has no ${name} here any more`)
    methods[name] = (...given) => {
      tell()
      return own.apply(on, given)
    }
  }
}

/** Chromium now and then never says that a window with a service worker is gone; it goes with the browser then. */
async function closed(context: BrowserContext): Promise<void> {
  let timer: NodeJS.Timeout | undefined
  const timeoutMs = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, 10_000)
  })
  await Promise.race([context.close().catch(() => undefined), timeoutMs])
  clearTimeout(timer)
}

export async function openWindow(browser: Browser, options: BrowserContextOptions, told: (problem: string) => void): Promise<ReusedWindow> {
  const context = await browser.newContext(options)
  const page = await context.newPage()
  page.setDefaultTimeout(15_000)
  page.on('pageerror', (error) => told(error.message))
  const origins = new Set<string>()
  page.on('framenavigated', (frame) => {
    const { origin } = new URL(frame.url())
    if (origin !== 'null') origins.add(origin)
  })
  const addInitScript = context.addInitScript.bind(context)
  const signedIn = new Set<string>()
  const devtools = await context.newCDPSession(page)
  let isChanged = false
  const changed = () => void (isChanged = true)
  whenCalled(page, stays.page, changed)
  whenCalled(context, stays.context, changed)
  whenCalled(context.clock, stays.clock, changed)
  return {
    page,
    async signIn(origin, token) {
      if (signedIn.has(origin)) return
      signedIn.add(origin)
      const item = `'tandem:token', ${JSON.stringify(token)}`
      await addInitScript({ content: `if (location.origin === ${JSON.stringify(origin)}) localStorage.setItem(${item})` })
    },
    async empty() {
      if (isChanged || page.isClosed() || context.pages().length > 1 || context.serviceWorkers().length > 0) return false
      try {
        await page.unrouteAll({ behavior: 'ignoreErrors' })
        await page.evaluate('try { sessionStorage.clear() } catch {}')
        await page.goto('about:blank', { timeout: 5000 })
        // What the page wrote as it went is cleared, too.
        for (const origin of origins) await devtools.send('Storage.clearDataForOrigin', { origin, storageTypes: 'all' })
        origins.clear()
        await context.clearCookies()
        await devtools.send('Page.resetNavigationHistory')
        // Nothing lies under it when the next page comes.
        await page.mouse.move(-1, -1)
        return true
      } catch {
        return false
      }
    },
    close: () => closed(context),
  }
}

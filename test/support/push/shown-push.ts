// Our service worker in a real Chromium: it is given a push message, and what it shows is read back.
import { readFileSync } from 'node:fs'
import type { Browser } from 'playwright-core'
import { openStandIn } from '../stand-in.ts'
import { until } from '../until.ts'

interface Shown {
  title: string
  body: string
  tag: string
  url: unknown
}

/** `browser`: a whole one. */
export async function showInChromium(browser: Browser, data: string): Promise<Shown[]> {
  const worker = readFileSync(new URL('../../../renderer/public/sw.js', import.meta.url), 'utf8')
  const site = await openStandIn(({ path }, response) => {
    if (path === '/sw.js') response.writeHead(200, { 'content-type': 'text/javascript' }).end(worker)
    else response.writeHead(200, { 'content-type': 'text/html' }).end('<!doctype html><title>Tandem</title>')
  })
  const context = await browser.newContext()
  try {
    await context.grantPermissions(['notifications'], { origin: site.url })
    const page = await context.newPage()
    await page.goto(site.url)
    const cdp = await context.newCDPSession(page)
    const registrations: { registrationId: string }[] = []
    cdp.on('ServiceWorker.workerRegistrationUpdated', (event: { registrations: { registrationId: string }[] }) => registrations.push(...event.registrations))
    await cdp.send('ServiceWorker.enable')
    await page.evaluate("navigator.serviceWorker.register('/sw.js').then(() => navigator.serviceWorker.ready).then(() => undefined)")
    const { registrationId } = await until('the registration', () => registrations.at(-1))
    await cdp.send('ServiceWorker.deliverPushMessage', { origin: `${site.url}/`, registrationId, data })
    return await until('the notification', async () => {
      const shown = (await page.evaluate(
        'navigator.serviceWorker.ready.then((registration) => registration.getNotifications()).then((all) => all.map(({ title, body, tag, data }) => ({ title, body, tag, url: data.url })))',
      )) as Shown[]
      return shown.length > 0 && shown
    })
  } finally {
    await context.close()
    await site.close()
  }
}

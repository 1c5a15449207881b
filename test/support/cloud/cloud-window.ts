// A real cloud that serves the built window, and people who use it in a browser.
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { openCloud, password, type TestCloud } from './cloud.ts'

export const builtWindow = join(import.meta.dirname, '..', '..', '..', 'out', 'renderer')

export async function openCloudWindow(options: Parameters<typeof openCloud>[0] = {}): Promise<TestCloud> {
  if (!existsSync(join(builtWindow, 'cloud.html'))) throw new Error('The window is not built. Run `npm test`, or `npm run build` first.')
  return openCloud({ windowDir: builtWindow, ...options })
}

export async function signInPage(page: Page, email: string): Promise<void> {
  await page.getByLabel('Email address').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
}

/** The service worker has all of the window, and answers this page. */
export async function keptForOffline(page: Page): Promise<void> {
  // As text: the page's policy lets nothing be evaluated that waits in it.
  await page.evaluate(`navigator.serviceWorker.ready.then(() => navigator.serviceWorker.controller
    ? undefined : new Promise((done) => navigator.serviceWorker.addEventListener('controllerchange', () => done())))`)
}

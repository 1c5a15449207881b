// A real cloud that serves the built window, and browsers in which somebody is signed in.
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { BrowserContextOptions, Page } from 'playwright-core'
import type { CloudOptions } from '../../cloud/start-cloud.ts'
import type { Visitor } from './browser.ts'
import { openCloud, password, type TestCloud, type TestPerson } from './cloud.ts'

const windowDir = join(import.meta.dirname, '..', '..', 'out', 'renderer')

export async function openCloudWindow(options: Partial<CloudOptions> = {}): Promise<TestCloud> {
  if (!existsSync(join(windowDir, 'index.html'))) throw new Error('The window is not built. Run `npm test`, or `npm run build` first.')
  return openCloud({ windowDir, ...options })
}

/** A browser of that person, signed in as by the form: with the cookie. */
export async function openAs(
  visitor: Visitor,
  cloud: Pick<TestCloud, 'url'>,
  { email }: Pick<TestPerson, 'email'>,
  path: string,
  { prepare, ...options }: BrowserContextOptions & { prepare?: (page: Page) => Promise<void> } = {},
): Promise<Page> {
  const page = await visitor.open('about:blank', options)
  const reply = await page.request.post(`${cloud.url}/api/auth/sign-in`, { data: { email, password } })
  if (!reply.ok()) throw new Error(`sign-in: ${reply.status()} ${await reply.text()}`)
  await prepare?.(page)
  await page.goto(`${cloud.url}${path}`)
  await page.locator('h1').first().waitFor()
  return page
}

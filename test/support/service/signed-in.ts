// A browser in which somebody is signed in with the cloud.
import type { BrowserContextOptions, Page } from 'playwright-core'
import type { Visitor } from '../browser/browser.ts'
import { password, type TestCloud, type TestPerson } from '../cloud/cloud.ts'

/** A browser of that person, signed in as by the form: with the cookie. Its window keeps nothing for offline (half of what it costs), unless `serviceWorkers` says so. */
export async function openAs(
  visitor: Visitor,
  cloud: Pick<TestCloud, 'url'>,
  { email }: Pick<TestPerson, 'email'>,
  path: string,
  { prepare, ...options }: BrowserContextOptions & { prepare?: (page: Page) => Promise<void> } = {},
): Promise<Page> {
  const page = await visitor.open('about:blank', { serviceWorkers: 'block', ...options })
  const reply = await page.request.post(`${cloud.url}/api/auth/sign-in`, { data: { email, password } })
  if (!reply.ok()) throw new Error(`sign-in: ${reply.status()} ${await reply.text()}`)
  await prepare?.(page)
  await page.goto(`${cloud.url}${path}`)
  await page.locator('h1').first().waitFor()
  return page
}

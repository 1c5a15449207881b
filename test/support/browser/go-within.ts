// From one screen to the next as a link of the window does it: loading a page again is most of what a look at a screen costs.
import type { Page } from 'playwright-core'

/** Only where nothing is open that would stay open. */
export async function goWithin(page: Page, path: string): Promise<void> {
  const twoFrames = 'new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))'
  await page.evaluate(`history.pushState(null, '', ${JSON.stringify(path)}), ${twoFrames}`)
}

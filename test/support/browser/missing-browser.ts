import type { Browser } from 'playwright-core'
import { NoBrowser } from '../../../scripts/chromium.ts'

/** The browser, or why there is none here. With TANDEM_REQUIRE_BROWSER=1 (as in CI) that is an error: no journey may be skipped unnoticed. */
export async function orMissing(launch: () => Promise<Browser>): Promise<Browser | string> {
  try {
    return await launch()
  } catch (error) {
    if (!(error instanceof NoBrowser) || process.env.TANDEM_REQUIRE_BROWSER === '1') throw error
    return error.message
  }
}

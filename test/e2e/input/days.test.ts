// Whole days in one way of working. The keyboard's is in keyboard.test.ts, and on the desktop.
import { afterEach, expect, test } from 'vitest'
import { useBrowser } from '../../support/browser/browser.ts'
import { mouseDay, phoneDay } from '../../support/browser/journeys.ts'
import { startWindow } from '../../support/browser/window.ts'

const tandem = await startWindow()
const visitor = useBrowser()

afterEach(() => expect(visitor.problems).toEqual([]))

test.runIf(process.env.TANDEM_LONG)('[W120] a day by mouse: everything has something to click on', async () => {
  await mouseDay(await visitor.open(`${tandem.url}/all`), tandem.as('person'), tandem.as('agent:claude'))
})

test('[W120] a day by thumb: everything is within its reach, and nothing is wider than a phone', async () => {
  const fresh = await startWindow()
  const page = await visitor.open(`${fresh.url}/all`, { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true })
  await phoneDay(page, fresh.as('person'), fresh.as('agent:claude'))
})

import type { Page } from 'playwright-core'
import { afterEach, describe, expect, test } from 'vitest'
import { fillWithSample } from '../../../scripts/sample-tasks.ts'
import { useBrowser } from '../../support/browser/browser.ts'
import { goWithin } from '../../support/browser/go-within.ts'
import { tooSmall } from '../../support/browser/touch.ts'
import { startWindow } from '../../support/browser/window.ts'

const tandem = await startWindow()
const visitor = useBrowser()
const api = tandem.as('agent:test')
const { main } = await fillWithSample(tandem.url)
const phone = { viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true }

afterEach(() => expect(visitor.problems).toEqual([]))

const fits = (page: Page) => page.evaluate<boolean>('document.documentElement.scrollWidth <= innerWidth')

describe('at 360 px', () => {
  test.runIf(process.env.TANDEM_LONG)('add, open, comment and go back with a thumb', async () => {
    const page = await visitor.open(tandem.url, phone)
    await page.getByRole('link', { name: /Retry loop/ }).waitFor()
    expect(await fits(page)).toBe(true)
    await page.getByRole('button', { name: 'New task' }).tap()
    await page.getByRole('textbox', { name: 'New task' }).fill('From the phone #mobile')
    await page.getByRole('button', { name: 'Add', exact: true }).tap()
    await expect.poll(async () => (await api.listTasks({ query: { limit: 1 } }))[0]).toMatchObject({ title: 'From the phone', labels: ['mobile'] })
    await page.keyboard.press('Escape')

    await page.getByRole('link', { name: /hsync on Checksum/ }).tap()
    await page.getByRole('region', { name: `Task ${main}` }).waitFor()
    expect(await fits(page)).toBe(true)
    await page.getByRole('textbox', { name: /Leave a comment/ }).fill('Thumbs up')
    await page.getByRole('button', { name: 'Send' }).tap()
    await page.getByText('Thumbs up').waitFor()
    await page.getByRole('button', { name: 'Back', exact: true }).tap()
    await page.getByRole('link', { name: /Retry loop/ }).waitFor()
    await page.getByRole('button', { name: 'Search' }).tap()
    await page.getByRole('combobox').fill('year')
    await page.getByRole('option', { name: /Update the year/ }).tap()
    await page.getByRole('textbox', { name: 'Title' }).waitFor()
    expect(await page.getByRole('textbox', { name: 'Title' }).inputValue()).toBe('Update the year to 2027 in every NOTICE file')
  })

  test('the list of keys has the keys, for a keyboard that is connected', async () => {
    const page = await visitor.open(`${tandem.url}/settings/shortcuts`, phone)
    const key = page.locator('dl div').filter({ hasText: 'Search and commands' }).locator('kbd').first()
    await key.waitFor()
    expect(await fits(page)).toBe(true)
  })

  test('every control is at least 44 px high', async () => {
    const page = await visitor.open(`${tandem.url}/open`, phone)
    for (const path of ['/open', `/open/${main}`, '/board', '/activity', '/people/ana-lopez', '/settings/appearance', '/settings/data']) {
      await goWithin(page, path)
      await page
        .getByText(path.startsWith('/settings') ? (path.endsWith('data') ? /Backups/ : /Density/) : /ChecksumFileSystem/)
        .first()
        .waitFor()
      // (The cross of a chip reaches beyond the chip that one sees.)
      const controls = 'button:not([inert] *, [data-chip] *), [role=tab]:not([inert] *), a:is([href^="mailto:"], [href^="tel:"])'
      // The list below an open task is inert, and may have the text before the task itself is drawn.
      await expect.poll(async () => (await tooSmall(page, controls)).seen, { message: path }).toBeGreaterThan(0)
      const { small } = await tooSmall(page, controls, '[aria-label^="Undo: "]')
      expect(small, path).toEqual([])
    }
  })
})

test.runIf(process.env.TANDEM_LONG)('[W16] a finger on a tablet moves a card by a tap, where all columns are in sight', async () => {
  const { id } = await tandem.as('person').createTask({ body: { title: 'From a tablet' } })
  const page = await visitor.open(`${tandem.url}/board`, { viewport: { width: 1024, height: 768 }, hasTouch: true, isMobile: true })
  await page.getByRole('button', { name: `#${id}: Backlog. Move to another column` }).tap()
  await page.getByRole('option', { name: 'In review' }).tap()
  await expect.poll(async () => (await tandem.as('person').getTask({ params: { id } })).status).toBe('in_review')
})

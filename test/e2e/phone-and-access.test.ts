import { AxeBuilder } from '@axe-core/playwright'
import type { Page } from 'playwright-core'
import { afterEach, describe, expect, test } from 'vitest'
import { fillWithSample } from '../../scripts/sample-tasks.ts'
import { useBrowser } from '../support/browser.ts'
import { startWindow } from '../support/window.ts'

const tandem = await startWindow()
const empty = await startWindow()
const visitor = useBrowser()
const api = tandem.as('agent:test')
const { main } = await fillWithSample(tandem.url)
const phone = { viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true }

afterEach(() => expect(visitor.problems).toEqual([]))

// Base UI's focus guards hand the focus on the moment they get it; a rule that only sees their markup cannot know.
const axe = (page: Page) => new AxeBuilder({ page }).exclude('[data-base-ui-focus-guard]').analyze()
const fits = (page: Page) => page.evaluate<boolean>('document.documentElement.scrollWidth <= innerWidth')

describe('at 360 px', () => {
  test('add, open, comment and go back with a thumb', async () => {
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
    await page.getByRole('textbox', { name: /Write a comment/ }).fill('Thumbs up')
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

  test('every control is at least 44 px high', async () => {
    for (const path of ['/inbox', `/inbox/${main}`, '/activity']) {
      const page = await visitor.open(`${tandem.url}${path}`, phone)
      await page.getByText('ChecksumFileSystem').first().waitFor()
      // (The cross of a chip reaches beyond the chip that one sees.)
      const controls = page.locator('button:not([inert] *, [data-chip] *), [role=tab]:not([inert] *)')
      for (const control of await controls.all()) {
        const box = await control.boundingBox()
        if (box) expect(box.height, `${path}: ${await control.innerText()} ${await control.getAttribute('aria-label')}`).toBeGreaterThanOrEqual(43.5)
      }
    }
  })
})

const screens: [string, (page: Page) => Promise<void>][] = [
  ['the inbox', (page) => page.getByRole('link', { name: /Retry loop/ }).waitFor()],
  [
    'a task with its history',
    async (page) => {
      await page.goto(`${tandem.url}/inbox/${main}`)
      await page.getByText('Expected: both').waitFor()
      await page.getByRole('tab', { name: /History/ }).click()
      await page.getByText('set a reminder').waitFor()
    },
  ],
  [
    'quick add and description editor',
    async (page) => {
      await page.goto(`${tandem.url}/inbox/${main}`)
      await page.getByText('Expected: both').waitFor()
      await page.keyboard.press('d')
      await page.getByRole('tab', { name: 'Preview' }).waitFor()
      await page.getByRole('button', { name: 'New', exact: true }).click()
      await page.keyboard.type('hsync on ChecksumFileSystem does not sync to disk !high #bug')
      await page.getByText('Looks like').first().waitFor()
    },
  ],
  [
    'the palette',
    async (page) => {
      await page.getByRole('link', { name: /Retry loop/ }).waitFor()
      await page.keyboard.press('Control+k')
      await page.keyboard.type('sign')
      await page.getByRole('option', { name: /Sign-in page/ }).waitFor()
    },
  ],
  [
    'the shortcut sheet',
    async (page) => {
      await page.getByRole('link', { name: /Retry loop/ }).waitFor()
      await page.keyboard.press('?')
      await page.getByRole('dialog').waitFor()
    },
  ],
  [
    'a menu',
    async (page) => {
      await page.getByRole('link', { name: /Retry loop/ }).waitFor()
      await page.getByRole('button', { name: 'Filter', exact: true }).click()
      await page.getByRole('menuitemcheckbox', { name: 'High' }).waitFor()
    },
  ],
  [
    'activity',
    async (page) => {
      await page.goto(`${tandem.url}/activity`)
      await page.getByText('codex').first().waitFor()
    },
  ],
  [
    'the first run',
    async (page) => {
      await page.goto(empty.url)
      await page.getByText('One list for you').waitFor()
    },
  ],
  [
    'an undo message',
    async (page) => {
      await page.getByRole('link', { name: /Collect screenshots/ }).waitFor()
      await page.keyboard.press('j')
      await page.keyboard.press('p')
      await page.getByRole('button', { name: 'Undo' }).waitFor()
    },
  ],
]

describe.each(['light', 'dark'] as const)('no axe violation, %s', (colorScheme) => {
  test.each(screens)('%s', async (_name, prepare) => {
    const page = await visitor.open(tandem.url, { colorScheme })
    await prepare(page)
    const { violations } = await axe(page)
    expect(violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => `${node.html} ${node.failureSummary}`).join(' | ')}`)).toEqual([])
    await page.close()
  })

  test('on a phone', async () => {
    const page = await visitor.open(`${tandem.url}/inbox/${main}`, { colorScheme, ...phone })
    await page.getByText('Expected: both').waitFor()
    const { violations } = await axe(page)
    expect(violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html).join(' | ')}`)).toEqual([])
  })
})

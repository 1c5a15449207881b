import { afterEach, expect, test } from 'vitest'
import { useBrowser } from '../../support/browser/browser.ts'
import { startWindow } from '../../support/browser/window.ts'

const tandem = await startWindow()
const visitor = useBrowser()
const me = tandem.as('person')

afterEach(() => expect(visitor.problems).toEqual([]))

test('[W106] End goes to the last task of all, and back returns to the row and the place where somebody left', async () => {
  const titles = Array.from({ length: 260 }, (_, n) => `Row ${String(n).padStart(3, '0')}`)
  await me.importBatch({ body: { source: 'rows', records: titles.map((title) => ({ external_id: title, task: { title } })) } })
  const page = await visitor.open(`${tandem.url}/all`)
  const focused = () => page.evaluate('document.activeElement?.innerText')
  await page.getByRole('link', { name: /^Row 259/ }).waitFor()
  await page.keyboard.press('j')
  await page.keyboard.press('End')
  await page.getByRole('link', { name: /^Row 000/ }).waitFor()
  await expect.poll(focused).toContain('Row 000')
  await page.keyboard.press('k')
  await expect.poll(focused).toContain('Row 001')

  await page.keyboard.press('g')
  await page.keyboard.press('p')
  await page.getByRole('heading', { level: 1, name: 'Contacts' }).waitFor()
  await page.goBack()
  await expect.poll(focused).toContain('Row 001')
  // Whoever comes anew begins at the top.
  await page.keyboard.press('g')
  await page.keyboard.press('p')
  await page.getByRole('heading', { level: 1, name: 'Contacts' }).waitFor()
  await page.keyboard.press('g')
  await page.keyboard.press('a')
  await page.getByRole('link', { name: /^Row 259/ }).waitFor()
  await expect.poll(() => page.getByRole('link', { name: /^Row 001/ }).count()).toBe(0)
})

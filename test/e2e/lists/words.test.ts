import { afterEach, expect, test } from 'vitest'
import { useBrowser } from '../../support/browser/browser.ts'
import { startWindow } from '../../support/browser/window.ts'

const tandem = await startWindow()
const visitor = useBrowser()
const me = tandem.as('person')

afterEach(() => expect(visitor.problems).toEqual([]))

test.runIf(process.env.TANDEM_LONG)('[W103] choices are all that tasks have, most used first, also where no page has brought the task', async () => {
  const record = (n: number, fields: object) => ({ external_id: `w${n}`, task: { title: `Words ${n}`, ...fields } })
  const records = [
    record(0, { labels: ['Rarely used'], requesters: ['Zoe Zimmer'], assignee: 'zacharias@example.org' }),
    ...Array.from({ length: 130 }, (_, n) => record(n + 1, { labels: n < 70 ? ['often'] : ['sometimes'] })),
  ]
  await me.importBatch({ body: { source: 'words', records } })
  const page = await visitor.open(`${tandem.url}/all`)
  await page.getByRole('link', { name: /^Words 130 ?,/ }).waitFor()

  await page.getByRole('button', { name: 'Filter', exact: true }).waitFor()
  await page.keyboard.press('f')
  const field = page.getByRole('combobox', { name: 'Filter' })
  await field.waitFor()
  const labels = page.getByRole('group', { name: 'Labels' }).getByRole('option')
  await expect
    .poll(() => labels.allInnerTexts())
    .toEqual([expect.stringMatching(/^often\s*70$/), expect.stringMatching(/^sometimes\s*60$/), expect.stringMatching(/^Rarely used\s*1$/)])
  // Found by a part of it; the list stays open for the next choice.
  await field.fill('rarely')
  await page.keyboard.press('Enter')
  await expect.poll(() => page.getByRole('main').locator('[data-row]').count()).toBe(1)
  expect(await field.inputValue()).toBe('')
  await field.fill('zoe')
  await page.keyboard.press('Enter')
  await expect.poll(() => page.url()).toContain('requester=Zoe+Zimmer')
  await field.fill('zach')
  await page.getByRole('option', { name: /zacharias/ }).click()
  await page.keyboard.press('Escape')
  await expect.poll(() => new URL(page.url()).search).toBe('?label=Rarely+used&requester=Zoe+Zimmer&assignee=zacharias%40example.org')
  // The keyboard is back on the button that it came from.
  await expect.poll(() => page.evaluate('document.activeElement?.dataset.key')).toBe('filter')

  await page.getByRole('button', { name: 'Clear filters' }).click()
  await page.getByRole('link', { name: /^Words 130 ?,/ }).waitFor()
  await page.keyboard.press('j')
  await page.keyboard.press('l')
  await page.getByRole('combobox', { name: 'Labels' }).fill('rare')
  await page.getByRole('option', { name: /Rarely used/ }).waitFor()
  await page.keyboard.press('Enter')
  await expect.poll(async () => (await me.listTasks({ query: { label: ['Rarely used'] } })).length).toBe(2)
})

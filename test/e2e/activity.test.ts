import { afterEach, describe, expect, test } from 'vitest'
import { useBrowser } from '../support/browser.ts'
import { fillWith, startWindow } from '../support/window.ts'

const tandem = await startWindow()
const visitor = useBrowser()
const [me, importer] = [tandem.as('person'), tandem.as('agent:importer')]

afterEach(() => expect(visitor.problems).toEqual([]))

describe('activity', () => {
  test('everything since the first entry is in reach by keyboard, and no count is final before it is', async () => {
    await me.createTask({ body: { title: 'The very first' } })
    const total = 1203
    await fillWith(
      importer,
      Array.from({ length: total }, (_, index) => `Report ${index}`),
    )
    const page = await visitor.open(`${tandem.url}/activity`)
    const burst = page.getByRole('article').filter({ hasText: 'importer' })
    await burst.getByText('300+ changes').waitFor()
    expect(await page.getByText('The very first').count()).toBe(0)
    await page.getByRole('button', { name: 'Show earlier' }).focus()
    await page.keyboard.press('Enter')
    await page.getByRole('link', { name: /The very first/ }).waitFor()
    await burst.getByText('1,203 changes').waitFor()
    expect(await burst.count()).toBe(1)
    expect(await page.getByRole('button', { name: 'Show earlier' }).count()).toBe(0)
    await expect.poll(() => page.evaluate<string>('document.activeElement.ariaLabel')).toBe('Activity')

    // What is written from now on comes on top, and what was read stays.
    await me.createTask({ body: { title: 'The very last' } })
    await page.getByRole('link', { name: /The very last/ }).waitFor()
    await page.getByRole('link', { name: /The very first/ }).waitFor()
    await burst.getByText('1,203 changes').waitFor()
    await burst.getByRole('button', { name: 'Show 200 more' }).click()
    await expect.poll(() => burst.getByRole('listitem').count()).toBe(205)
  })
})

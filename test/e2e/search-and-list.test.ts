import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, describe, expect, test } from 'vitest'
import { fillWithSample } from '../../scripts/sample-tasks.ts'
import { useBrowser } from '../support/browser/browser.ts'
import { fillWith, startWindow } from '../support/browser/window.ts'
import { firstOf } from '../support/first-of.ts'

const tandem = await startWindow()
const visitor = useBrowser()
const me = tandem.as('person')
const { main } = await fillWithSample(tandem.url)

afterEach(() => expect(visitor.problems).toEqual([]))

describe('search as you type', () => {
  test('hits with their matches marked, then commands; all by keyboard', async () => {
    const page = await visitor.open(tandem.url)
    await page.getByRole('link', { name: /Retry loop/ }).waitFor()
    await page.keyboard.press('/')
    await page.keyboard.type('checks hsync')
    const hit = page.getByRole('option', { name: /hsync on ChecksumFileSystem/ })
    await hit.waitFor()
    await expect.poll(() => hit.locator('mark').allTextContents()).toContain('hsync')
    await expect.poll(() => hit.getAttribute('aria-selected')).toBe('true')
    await page.keyboard.press('Enter')
    await expect.poll(() => page.url()).toBe(`${tandem.url}/open/${main}`)
    await page.keyboard.press('Control+k')
    await page.keyboard.type('go to done')
    await page.getByRole('option', { name: 'Go to Done', exact: true }).waitFor()
    await page.getByRole('option', { name: /Nothing/ }).waitFor({ state: 'detached' })
    const count = await page.getByRole('option').count()
    for (let step = 0; step < count && !(await page.getByRole('option', { name: 'Go to Done', exact: true, selected: true }).isVisible()); step++) {
      await page.keyboard.press('ArrowDown')
    }
    await page.keyboard.press('Enter')
    await expect.poll(() => page.url()).toBe(`${tandem.url}/done`)
  })

  // (Escape is part of the one after Enter.)
  test.each(firstOf(0, ['Enter', 'Escape']))('it opens empty and takes the keys at once, also while it fades away after %s', async (leave) => {
    const page = await visitor.open(tandem.url, { reducedMotion: 'no-preference' })
    await page.getByRole('link', { name: /Retry loop/ }).waitFor()
    // Slow enough to be caught in the middle on any machine.
    await page.addStyleTag({ content: ':root { --out: 2s !important }' })
    await page.keyboard.press('Control+k')
    await page.keyboard.type('hsync')
    const field = page.getByRole('combobox')
    expect(await field.inputValue()).toBe('hsync')
    await page.getByRole('option', { name: /hsync on ChecksumFileSystem/ }).waitFor()
    await page.keyboard.press(leave)
    await page.locator('[role=dialog][data-ending-style]').waitFor()
    await page.keyboard.press('Control+k')
    await page.keyboard.type('abc')
    expect(await field.inputValue()).toBe('abc')
    await page.getByRole('option', { name: 'New task “abc”' }).waitFor()

    // Closed, the keys are the list's again, before the palette is gone.
    await page.keyboard.press('Escape')
    await page.locator('[role=dialog][data-ending-style]').waitFor()
    await page.keyboard.press('c')
    await page.keyboard.type('a thought')
    expect(await page.getByRole('textbox', { name: 'New task' }).inputValue()).toBe('a thought')
    await page.reload()
    await page.locator('h1').first().waitFor()
    await page.keyboard.press('Control+k')
    expect(await field.inputValue()).toBe('')
  })

  test.runIf(process.env.TANDEM_LONG).each(['dark', 'light'] as const)(
    'the matches can be read where the system chooses the colours, %s',
    async (colorScheme) => {
      const page = await visitor.open(tandem.url, { forcedColors: 'active', colorScheme })
      await page.keyboard.press('Control+k')
      await page.keyboard.type('hsync')
      const mark = page.getByRole('option').locator('mark').first()
      await mark.waitFor()
      const [own, around] = await page.evaluate<string[]>(
        "[document.querySelector('mark'), document.querySelector('mark').parentElement].map((one) => getComputedStyle(one).color)",
      )
      expect(own).toBe(around)
    },
  )

  test.runIf(process.env.TANDEM_LONG)('whatever is typed gets an answer', async () => {
    const page = await visitor.open(tandem.url)
    await page.keyboard.press('Control+k')
    for (const text of ['"', '*', 'NEAR(', '-', 'the', '%', '東京', '<b>']) {
      await page.getByRole('combobox').fill(text)
      await page.getByRole('option', { name: `New task “${text}”` }).waitFor()
      await expect.poll(() => page.getByRole('listbox').getAttribute('aria-busy')).toBe('false')
      expect(await page.getByRole('alert').count(), text).toBe(0)
    }
  })
})

describe('the list', () => {
  test('filters by status, priority and label, and the address keeps them', async () => {
    const page = await visitor.open(tandem.url)
    await page.getByRole('link', { name: /Retry loop/ }).waitFor()
    await page.getByRole('button', { name: 'Filter', exact: true }).click()
    await page.getByRole('option', { name: 'High' }).click()
    await page.getByRole('option', { name: 's3a' }).click()
    await page.keyboard.press('Escape')
    await expect.poll(() => page.getByRole('main').getByRole('link').count()).toBe(1)
    await page.reload()
    await expect.poll(() => page.getByRole('main').getByRole('link').allTextContents()).toEqual([expect.stringContaining('Retry loop')])
    await page.getByRole('button', { name: 'Clear filters' }).click()
    await page.getByRole('link', { name: /Update the year/ }).waitFor()
  })

  test('deep links open in the browser, calls stay calls', async () => {
    const page = await visitor.open(`${tandem.url}/task/${main}`)
    await page.getByRole('region', { name: `Task ${main}` }).waitFor()
    expect(await (await fetch(`${tandem.url}/tasks/${main}`)).json()).toMatchObject({ id: main })
  })

  test.runIf(process.env.TANDEM_LONG)('a long list comes page by page, and the last one is reached', async () => {
    const many = await startWindow()
    const importer = many.as('agent:importer')
    const titles = Array.from({ length: process.env.TANDEM_LONG ? 2503 : 403 }, (_, index) => `Report number ${index + 1}`)
    await fillWith(importer, titles)
    const page = await visitor.open('about:blank')
    const asked: string[] = []
    page.on('request', (request) => {
      if (/\/tasks(\?|$)/.test(request.url())) asked.push(request.url())
    })
    await page.goto(`${many.url}/all`)
    await page.getByRole('listitem').first().waitFor()
    expect(await page.getByRole('listitem').count()).toBeLessThan(80)
    // What is due is few, and asked for as a whole.
    expect(asked.every((url) => /limit=(1|50|100)\b|due_before=/.test(url))).toBe(true)
    expect(asked.filter((url) => url.includes('limit=100')).length).toBeLessThan(4)
    await page.keyboard.press('j')
    const [{ id: last } = { id: 0 }] = (await importer.listTasks()).slice(-1)
    await expect
      .poll(
        async () => {
          await page.keyboard.press('End')
          return page.locator(`[data-row="${last}"]`).count()
        },
        { timeout: 60_000, interval: 30 },
      )
      .toBe(1)
  })
})

test.runIf(process.env.TANDEM_LONG)('a service that asks for its token gets it from a small screen', async () => {
  const locked = await startWindow({ requireToken: true })
  const page = await visitor.open(locked.url, { signedIn: false })
  const field = page.getByLabel('Token')
  await field.fill('guess')
  await page.keyboard.press('Enter')
  await page.getByText('That token is incorrect').waitFor()
  await field.fill(readFileSync(join(locked.dataDir, 'token'), 'utf8'))
  await page.keyboard.press('Enter')
  await page.getByText('One list for you and your agents').waitFor()
  await page.getByText('Up to date').waitFor()
  const [cookie] = await page.context().cookies()
  expect(cookie).toMatchObject({ name: 'tandem_token', sameSite: 'Strict', path: '/' })
  expect((await me.health()).status).toBe('ok')
})

test('[W90] grouped by label a task stands under each of its labels, and the arrows go through all rows', async () => {
  const titles = { two: 'Oil and rope', one: 'Rope alone' }
  await me.createTask({ body: { title: titles.one, labels: ['rope', 'w90'] } })
  const { id } = await me.createTask({ body: { title: titles.two, labels: ['oil', 'rope'] } })
  const page = await visitor.open(`${tandem.url}/all?label=oil&label=rope&group=label`)
  const rows = page.locator('[data-row]')
  await expect.poll(() => rows.allTextContents()).toHaveLength(4)
  expect((await rows.allTextContents()).map((text) => text.split(',')[0])).toEqual([titles.two, titles.two, titles.one, titles.one])
  const place = () => page.evaluate(`document.activeElement?.closest('[aria-posinset]')?.getAttribute('aria-posinset')`)
  for (const position of ['1', '2', '3', '4']) {
    await page.keyboard.press('j')
    await expect.poll(place).toBe(position)
  }
  await page.keyboard.press('k')
  await page.keyboard.press('k')
  await expect.poll(place).toBe('2')
  // Shift and an arrow begin at this row, not at the first one of the task.
  await page.keyboard.press('Shift+ArrowDown')
  await page.getByRole('toolbar', { name: '2 selected' }).waitFor()
  await expect.poll(place).toBe('3')
  await page.keyboard.press('Shift+ArrowUp')
  await page.getByRole('toolbar', { name: '1 selected' }).waitFor()
  await expect.poll(place).toBe('2')
  await page.keyboard.press('Escape')
  await page.keyboard.press('5')
  await expect.poll(async () => (await me.getTask({ params: { id } })).status).toBe('done')
})

import { afterEach, describe, expect, test } from 'vitest'
import { useBrowser } from '../support/browser/browser.ts'
import { startWindow } from '../support/browser/window.ts'

const tandem = await startWindow({ withMeaning: true })
const visitor = useBrowser()
const me = tandem.as('person')

afterEach(() => expect(visitor.problems).toEqual([]))

const newest = async () => (await me.listTasks())[0]

describe('quick add in plain words', () => {
  test('[W9] shows what it understood, saves the task with its reminders, and undo takes all of it back', async () => {
    const page = await visitor.open(tandem.url)
    await page.getByText('One list for you and your agents').waitFor()
    await page.keyboard.press('c')
    await page.keyboard.type('pay rent tomorrow 9am !high #home @ana every month on the 1st')
    for (const raw of ['tomorrow 9am', '!high', '#home', '@ana', 'every month on the 1st']) await page.getByRole('button', { name: `Remove ${raw}` }).waitFor()
    await page.getByText('Monthly on the 1st at 9:00 AM').waitFor()
    await page.keyboard.press('Enter')

    await expect.poll(newest).toMatchObject({ title: 'pay rent', priority: 'high', labels: ['home'], requesters: ['ana'] })
    const id = (await newest())?.id as number
    await expect.poll(async () => (await me.listSchedules({ params: { id } })).map((schedule) => schedule.type).sort()).toEqual(['monthly', 'one_time'])
    const [monthly, once] = await me.listSchedules({ params: { id } })
    expect(monthly).toMatchObject({ day_of_month: 1, time: '09:00' })
    const moment = new Date(once?.fire_at as string)
    const there = await page.evaluate((iso) => [new Date(iso).getHours(), new Date(iso).getMinutes()], moment.toISOString())
    expect([there, moment.getTime() > Date.now(), moment.getTime() < Date.now() + 2 * 86_400_000]).toEqual([[9, 0], true, true])

    await page.keyboard.press('Escape')
    await page.keyboard.press('z')
    await expect.poll(() => me.listTasks()).toEqual([])
  })

  test.runIf(process.env.TANDEM_LONG)('[W9] a chip that is removed is text of the title again; what stands in quotes was never read', async () => {
    const page = await visitor.open(tandem.url)
    await page.getByRole('heading', { name: 'Open', exact: true }).waitFor()
    await page.keyboard.press('c')
    await page.keyboard.type('write "tomorrow at noon" on the wall every day #fun')
    await page.getByRole('button', { name: 'Remove every day' }).click()
    await page.getByRole('button', { name: 'Remove every day' }).waitFor({ state: 'detached' })
    expect(await page.getByRole('button', { name: /^Remove/ }).count()).toBe(1)
    await page.getByRole('textbox', { name: 'New task' }).press('Enter')
    await expect.poll(newest).toMatchObject({ title: 'write "tomorrow at noon" on the wall every day', labels: ['fun'] })
    expect(await me.listSchedules({ params: { id: (await newest())?.id as number } })).toEqual([])
  })

  test('[W9] what it looks like is shown below, at most two, and one key opens it or adds there', async () => {
    for (const title of ['Invoice PDF shows the wrong year', 'Invoice PDF shows a wrong year', 'Invoice PDFs show the wrong year'])
      await me.createTask({ body: { title } })
    const page = await visitor.open(tandem.url)
    await page.getByRole('link', { name: /Invoice PDFs show/ }).waitFor()
    await page.keyboard.press('c')
    await page.keyboard.type('Invoice PDF shows the wrong year')
    const rows = page.getByRole('button', { name: /Possible duplicate/ })
    await rows.first().waitFor()
    expect(await rows.count()).toBeLessThanOrEqual(2)
    const id = Number(/\d+/.exec((await rows.first().textContent()) ?? '')?.[0])
    // The field has the keys all the while.
    await page.keyboard.type(' again')
    expect(await page.getByRole('textbox', { name: 'New task' }).inputValue()).toBe('Invoice PDF shows the wrong year again')
    await rows.first().waitFor()
    await page.keyboard.press('Alt+Shift+1')
    await expect.poll(async () => (await Promise.all((await me.listTasks()).map((task) => me.listComments({ params: { id: task.id } })))).flat().length).toBe(1)
    await page.keyboard.type('Invoice PDF shows the wrong year')
    await rows.first().waitFor()
    await page.keyboard.press('Alt+1')
    await expect.poll(() => page.url()).toMatch(/\/open\/\d+$/)
    expect(id).toBeGreaterThan(0)
  })

  test('[W4] a new task is in the first frame after Enter, before the service has it', async () => {
    const page = await visitor.open(`${tandem.url}/all`)
    await page.getByRole('heading', { name: 'All tasks' }).waitFor()
    await me.createTask({ body: { title: 'the one before it' } })
    await page.getByRole('link', { name: 'the one before it' }).waitFor()
    await page.keyboard.press('c')
    await page.getByRole('textbox', { name: 'New task' }).fill('painted at once #soon tomorrow')
    // The reader of dates is loaded when quick add opens; who is quicker waits for it.
    await page.getByRole('button', { name: 'Remove tomorrow' }).waitFor()
    await page.evaluate(`void (window.firstFrame = new Promise((resolve) =>
      addEventListener('submit', () => requestAnimationFrame(() => resolve([...document.querySelectorAll('[data-row]')].map((row) => row.textContent))), { capture: true, once: true }),
    ))`)
    await page.keyboard.press('Enter')
    expect(await page.evaluate<string[]>('window.firstFrame')).toContainEqual(expect.stringContaining('painted at once'))
    await expect.poll(newest).toMatchObject({ title: 'painted at once' })
  })

  test.runIf(process.env.TANDEM_LONG)('[W4] a click beside its empty line goes where it is aimed, though the rows move up as the line goes', async () => {
    const page = await visitor.open(`${tandem.url}/all`)
    await me.createTask({ body: { title: 'aimed at' } })
    const row = page.getByRole('link', { name: 'aimed at' })
    await row.waitFor()
    await page.keyboard.press('c')
    const line = page.getByRole('textbox', { name: 'New task' })
    await line.waitFor()
    await row.click()
    await expect.poll(() => page.url()).toMatch(/\/all\/\d+$/)
    await line.waitFor({ state: 'detached' })

    // What the click opens stays open.
    await page.keyboard.press('c')
    await line.waitFor()
    await page.getByRole('button', { name: /^New/ }).first().click()
    await page.keyboard.type('typed')
    expect(await line.inputValue()).toBe('typed')
    await line.fill('')
    await page.getByRole('button', { name: 'Search' }).first().click()
    await page.keyboard.type('found')
    const field = page.getByRole('combobox', { name: 'Search' })
    expect(await field.inputValue()).toBe('found')
    await line.waitFor({ state: 'detached' })
    expect(await field.inputValue()).toBe('found')
  })

  test.runIf(process.env.TANDEM_LONG)('[W91] @name is the contact that it means, and the chip says who', async () => {
    await me.createContact({ body: { name: 'Bobby Stone', email: 'b.stone@example.org' } })
    const page = await visitor.open(`${tandem.url}/all`)
    await page.keyboard.press('c')
    await page.keyboard.type('Send the offer @bobby')
    await page.locator('[data-chip]').getByText('Bobby Stone').waitFor()
    await page.keyboard.press('Enter')
    await expect.poll(newest).toMatchObject({ title: 'Send the offer', requesters: ['bobby-stone'] })
  })

  test.runIf(process.env.TANDEM_LONG)('[W91] a draft that comes back is selected', async () => {
    const page = await visitor.open(`${tandem.url}/all`)
    await page.keyboard.press('c')
    await page.keyboard.type('half a thought')
    await page.keyboard.press('Escape')
    await page.getByRole('textbox', { name: 'New task' }).waitFor({ state: 'detached' })
    await page.keyboard.press('c')
    const line = page.getByRole('textbox', { name: 'New task' })
    await expect.poll(() => line.inputValue()).toBe('half a thought')
    await page.keyboard.type('another')
    expect(await line.inputValue()).toBe('another')
    await line.fill('')
  })

  test.runIf(process.env.TANDEM_LONG)('[W91] what is added while the service is away keeps its reminder', async () => {
    // A window of its own: in another one the browser may still have the reader of dates.
    const page = await visitor.open(`${tandem.url}/all`, { viewport: { width: 1300, height: 800 } })
    await page.waitForLoadState('networkidle')
    await tandem.stop()
    await page.getByText('Can’t reach Tandem.', { exact: true }).waitFor()
    await page.keyboard.press('c')
    await page.keyboard.type('ring the bell tomorrow 9am')
    await page.keyboard.press('Enter')
    await page.getByText('One unsent change').waitFor()
    await tandem.start()
    await expect.poll(newest, { timeout: 10_000 }).toMatchObject({ title: 'ring the bell' })
    const { id = 0 } = (await newest()) ?? {}
    await expect.poll(async () => (await me.listSchedules({ params: { id } })).map(({ type }) => type)).toEqual(['one_time'])
  })
})

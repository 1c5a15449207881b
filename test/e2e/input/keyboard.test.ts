import { afterEach, describe, expect, test } from 'vitest'
import { useBrowser } from '../../support/browser/browser.ts'
import { keyboardDay } from '../../support/browser/journeys.ts'
import { fillWith, startWindow } from '../../support/browser/window.ts'

const tandem = await startWindow()
const visitor = useBrowser()
const api = tandem.as('agent:test')

afterEach(() => expect(visitor.problems).toEqual([]))

describe('with the keyboard alone', () => {
  test('add, status, comment, edit, undo', async () => {
    const page = await visitor.open(tandem.url)
    await page.getByText('One list for you and your agents').waitFor()

    await page.keyboard.press('c')
    await page.keyboard.type('Checksum file is not synced !high #bug')
    await page.getByRole('button', { name: 'Remove !high' }).waitFor()
    await page.keyboard.press('Enter')
    const row = page.getByRole('link', { name: /Checksum file is not synced/ })
    await row.waitFor()
    await expect.poll(async () => (await api.listTasks())[0]).toMatchObject({ title: 'Checksum file is not synced', priority: 'high', labels: ['bug'] })
    const [{ id } = { id: 0 }] = await api.listTasks()

    // The line is empty again, ready for the next; Escape puts it away.
    expect(await page.getByRole('textbox', { name: 'New task' }).inputValue()).toBe('')
    await page.keyboard.press('Escape')
    await page.keyboard.press('j')
    await page.keyboard.press('s')
    await page.getByRole('combobox', { name: 'Set status…' }).waitFor()
    await page.keyboard.press('2')
    await page.getByRole('status').getByText(`#${id} moved to To do`).waitFor()
    await page.keyboard.press('3')
    await expect.poll(async () => (await api.getTask({ params: { id } })).status).toBe('in_progress')

    await page.keyboard.press('Enter')
    await expect.poll(() => page.url()).toBe(`${tandem.url}/open/${id}`)
    await page.keyboard.press('m')
    await page.keyboard.type('Seen on **trunk**')
    await page.keyboard.press('Control+Enter')
    await page.locator('[data-detail] strong', { hasText: 'trunk' }).waitFor()
    await expect.poll(async () => (await api.listComments({ params: { id } })).map((comment) => comment.body)).toEqual(['Seen on **trunk**'])
    await page.keyboard.press('Escape')

    await page.keyboard.press('e')
    await page.keyboard.press('End')
    await page.keyboard.type(' to disk')
    await page.keyboard.press('Enter')
    await expect.poll(async () => (await api.getTask({ params: { id } })).title).toBe('Checksum file is not synced to disk')

    await page.keyboard.press('z')
    await expect.poll(async () => (await api.getTask({ params: { id } })).title).toBe('Checksum file is not synced')
    await page.getByRole('link', { name: /Checksum file is not synced ?, In progress/ }).waitFor()
    await page.keyboard.press('z')
    await expect.poll(() => api.listComments({ params: { id } })).toEqual([])

    await page.keyboard.press('Escape')
    await expect.poll(() => page.url()).toBe(`${tandem.url}/open`)
    await page.keyboard.press('Delete')
    await expect.poll(() => api.listTasks()).toEqual([])
    await page.keyboard.press('z')
    await row.waitFor()
    // The row is shown before the service has put the task back.
    await expect.poll(async () => (await api.listTasks()).map((task) => task.status)).toEqual(['in_progress'])
  })

  test.runIf(process.env.TANDEM_LONG)(
    '[W3] two keys that go somewhere go there from every screen, also where the second means something of its own',
    async () => {
      const { id } = await api.createTask({ body: { title: 'Due while one goes elsewhere' } })
      await api.createSchedule({ params: { id }, body: { type: 'one_time', fire_at: new Date(Date.now() - 60_000).toISOString() } })
      const open = async () => (await api.listReminders({ query: { state: ['due', 'fired', 'delivered'] } })).map(({ task_id }) => task_id)
      await expect.poll(open).toContain(id)
      const page = await visitor.open(`${tandem.url}/open`)
      await page.getByRole('link', { name: /Due while/ }).waitFor()
      const views = { o: 'today', a: 'all', b: 'board', p: 'people', r: 'review', t: 'activity', d: 'done', s: 'settings', i: 'inbox', l: 'open' }
      const goTo = (key: keyof typeof views) =>
        expect
          .poll(async () => {
            await page.keyboard.press('Escape')
            for (const one of ['j', 'g', key]) await page.keyboard.press(one)
            return new URL(page.url()).pathname
          })
          .toBe(`/${views[key]}`)
      for (const from of ['i', ...(process.env.TANDEM_LONG ? (['o', 'b', 'a', 'r'] as const) : [])] as const) {
        for (const to of Object.keys(views) as (keyof typeof views)[]) {
          if (from === to) continue
          await goTo(from)
          await goTo(to)
        }
      }
      expect(await open()).toContain(id)
      expect((await api.getTask({ params: { id } })).status).toBe('backlog')
    },
  )

  test('letters typed into a field are text, never commands', async () => {
    const { id } = await api.createTask({ body: { title: 'Leave me as I am' } })
    const page = await visitor.open(`${tandem.url}/open/${id}`)
    const composer = page.getByRole('textbox', { name: /Leave a comment/ })
    await composer.click()
    await page.keyboard.type('s 1 2 3 4 5 p c / ? z x')
    expect(await composer.inputValue()).toBe('s 1 2 3 4 5 p c / ? z x')
    expect(await api.getTask({ params: { id } })).toMatchObject({ status: 'backlog', priority: 'medium', version: 1 })
    expect(await page.getByRole('dialog').count()).toBe(0)
  })

  /** The open tasks, without what is fetched after them until `release`: the palette, pickers, the open task, menus. */
  async function openWithoutParts(query = '') {
    const page = await visitor.open('about:blank')
    let release = () => {}
    const held = new Promise<void>((resolve) => (release = resolve))
    await page.route(/screens-at-hand-[^/]*\.js/, async (route) => {
      await held
      await route.continue()
    })
    await page.goto(`${tandem.url}/open${query}`)
    await page.getByRole('heading', { name: 'Open', exact: true }).waitFor()
    return { page, release }
  }

  test.runIf(process.env.TANDEM_LONG)('what is typed after the palette’s key, before its part is there, is in its field', async () => {
    const { page, release } = await openWithoutParts()
    await page.keyboard.press('Control+k')
    await page.keyboard.type('stay')
    release()
    const field = page.getByRole('dialog').getByRole('combobox')
    await field.waitFor()
    await page.keyboard.type(' here')
    expect(await field.inputValue()).toBe('stay here')
    await page.keyboard.press('Escape')
  })

  test('[W126] what is typed ahead of pickers, fields and filters that are not there yet is done when they are, in its order, and is no command', async () => {
    const { id } = await api.createTask({ body: { title: 'Typed ahead', labels: ['ahead'] } })
    const { page, release } = await openWithoutParts('?label=ahead')
    const row = page.getByRole('link', { name: /^Typed ahead/ })
    await row.waitFor()
    await page.keyboard.press('j')
    await page.keyboard.type('s2phi')
    await page.keyboard.press('Enter')
    await page.keyboard.type('lholidays')
    await page.keyboard.press('Enter')
    await page.keyboard.type('rfridayx')
    await page.keyboard.press('Backspace')
    await page.keyboard.type(' 9am')
    release()
    await expect.poll(() => page.getByRole('combobox', { name: 'When do you want to be reminded?' }).inputValue()).toBe('friday 9am')
    expect(await api.getTask({ params: { id } })).toMatchObject({ status: 'todo', priority: 'high', labels: ['ahead', 'holidays'], due: null, assignee: null })
    // Escape lets go of what was asked for, and the keys are commands again.
    await page.keyboard.press('Escape')
    await page.keyboard.press('Escape')
    await page.keyboard.type('fx')
    await expect.poll(() => page.getByRole('combobox', { name: 'Filter' }).inputValue()).toBe('x')
  })

  test.runIf(process.env.TANDEM_LONG)('the draft of a new task waits after Escape and a reload', async () => {
    const page = await visitor.open(tandem.url)
    await page.keyboard.press('c')
    await page.keyboard.type('half a thought #idea')
    await page.keyboard.press('Escape')
    await page.reload()
    await page.getByRole('heading', { name: 'Open', exact: true }).waitFor()
    await page.keyboard.press('c')
    expect(await page.getByRole('textbox', { name: 'New task' }).inputValue()).toBe('half a thought #idea')
  })

  test.runIf(process.env.TANDEM_LONG)('quick add says what it looks like, and Control Enter opens the new task', async () => {
    const known = await api.createTask({ body: { title: 'Retry loop ignores Retry-After from the object store' } })
    const page = await visitor.open(tandem.url)
    await page.keyboard.press('c')
    await page.keyboard.type('Retry loop ignores the Retry-After of the object store')
    await page.getByRole('button', { name: new RegExp(`Possible duplicate ${known.id} Retry loop`) }).waitFor()
    await page.keyboard.press('Control+Enter')
    await page.getByRole('region', { name: /^Task \d+$/ }).waitFor()
    const [newest] = await api.listTasks({ query: { limit: 1 } })
    expect(newest?.title).toBe('Retry loop ignores the Retry-After of the object store')
    await expect.poll(() => page.url()).toBe(`${tandem.url}/open/${newest?.id}`)
  })

  test.runIf(process.env.TANDEM_LONG)(
    '[W3] a day: ten tasks written down, sorted out, found, edited, commented, reminded, merged; and an agent’s batch taken back',
    async () => {
      const day = await startWindow({ withMeaning: true })
      await keyboardDay(await visitor.open(day.url), day.as('person'), day.as('agent:sweeper'))
    },
  )
})

interface TraceEvent {
  name: string
  args?: { elementCount?: number }
}

// One rule that asks what the page has (`:root:has(…)`) brings every element along, with every change.
test('[W127] a key that moves the cursor styles a few rows anew, not the page', async () => {
  await fillWith(
    api,
    Array.from({ length: 40 }, (_, index) => `Row ${index}`),
  )
  const page = await visitor.open(`${tandem.url}/all`)
  await page.getByRole('link', { name: /Row 39/ }).waitFor()
  await page.keyboard.press('j')
  const browser = page.context().browser()
  await browser?.startTracing(page, { categories: ['devtools.timeline'] })
  await page.keyboard.press('j')
  await page.keyboard.press('j')
  await page.evaluate('new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))')
  const { traceEvents } = JSON.parse(String(await browser?.stopTracing())) as { traceEvents: TraceEvent[] }
  const styled = traceEvents.filter(({ name }) => name === 'UpdateLayoutTree').map(({ args }) => args?.elementCount ?? 0)
  expect(styled).not.toEqual([])
  expect(Math.max(...styled)).toBeLessThan(Number(await page.evaluate('document.querySelectorAll("*").length')) / 3)
})

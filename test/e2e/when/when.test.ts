// When, typed in words: quick add, the palette, the field of a task, many tasks at once and a snooze read it in one way.
import { afterEach, describe, expect, test } from 'vitest'
import { violations } from '../../support/browser/axe.ts'
import { useBrowser } from '../../support/browser/browser.ts'
import { startWindow } from '../../support/browser/window.ts'

const tandem = await startWindow()
const visitor = useBrowser()
const me = tandem.as('person')

afterEach(() => expect(visitor.problems).toEqual([]))

const named = async (title: string) => (await me.listTasks()).find((task) => task.title === title)

describe('a line with a task in it', () => {
  test('[W60] quick add: one chip for one date, and a choice where it is not sure', async () => {
    const page = await visitor.open(tandem.url)
    await page.keyboard.press('c')
    const line = page.getByRole('textbox', { name: 'New task' })
    await line.fill('Dentist 15.1. 10:30')
    await expect.poll(() => page.locator('[data-chip]').count()).toBe(1)
    await line.fill('Pay rent every third Friday')
    await page.getByText('of the month, or every few weeks?').waitFor()
    await page.getByRole('button', { name: 'third Friday of every month' }).click()
    await expect.poll(() => line.inputValue()).toBe('Pay rent third Friday of every month')
    await page.getByText(/^Next: .+, .+ and .+/).waitFor()
    await line.press('Enter')
    await expect.poll(async () => (await named('Pay rent')) !== undefined).toBe(true)
    const { id } = (await named('Pay rent')) as { id: number }
    await expect.poll(async () => (await me.listSchedules({ params: { id } })).map(({ rule }) => rule)).toEqual(['FREQ=MONTHLY;BYDAY=3FR'])
  })

  test.runIf(process.env.TANDEM_LONG)(
    '[W60] quick add: a day and a time from the calendar are written into the line, in the place of the date there',
    async () => {
      const page = await visitor.open(tandem.url)
      await page.keyboard.press('c')
      const line = page.getByRole('textbox', { name: 'New task' })
      await line.fill('Prune the pears 2031-03-01 #garden')
      await page.getByRole('button', { name: 'Pick a date' }).click()
      const calendar = page.getByRole('dialog', { name: 'Pick a date' })
      await calendar.getByRole('gridcell', { name: 'March 1, 2031', selected: true }).waitFor()
      expect(await violations(page)).toEqual([])
      await calendar.getByLabel('Time').fill('17:30')
      await expect.poll(() => line.inputValue()).toBe('Prune the pears Mar 1, 2031 17:30 #garden')
      await calendar.getByRole('gridcell', { name: 'March 15, 2031' }).click()
      await calendar.waitFor({ state: 'detached' })
      await expect.poll(() => line.inputValue()).toBe('Prune the pears Mar 15, 2031 17:30 #garden')
      await page.keyboard.press('Enter')
      await expect.poll(async () => (await named('Prune the pears')) !== undefined).toBe(true)
      const { id } = (await named('Prune the pears')) as { id: number }
      // It comes right after its task.
      await expect.poll(async () => (await me.listSchedules({ params: { id } })).length).toBe(1)
      const [reminder] = await me.listSchedules({ params: { id } })
      expect(await page.evaluate((at) => new Date(at).toString().slice(0, 21), reminder?.fire_at ?? '')).toBe('Sat Mar 15 2031 17:30')

      // From an empty line: what is typed next is the title.
      await page.getByRole('button', { name: 'Pick a date' }).click()
      await calendar.getByRole('gridcell', { selected: false }).last().click()
      await page.keyboard.type('Mulch the roses')
      await page.locator('[data-chip]').waitFor()
      await page.keyboard.press('Enter')
      await expect.poll(async () => (await named('Mulch the roses')) !== undefined).toBe(true)
    },
  )

  test.runIf(process.env.TANDEM_LONG)('[W61] the palette sets a due date in the field with the calendar', async () => {
    const { id } = await me.createTask({ body: { title: 'Order the seeds' } })
    const page = await visitor.open(`${tandem.url}/open/${id}`)
    await page.getByRole('button', { name: 'Set a due date' }).waitFor()
    await page.keyboard.press('Control+k')
    await page.keyboard.type('due')
    await page.getByRole('option', { name: /Set due date/ }).click()
    await page.getByRole('gridcell', { selected: false }).last().waitFor()
    await page.getByRole('combobox', { name: 'When is it due?' }).waitFor()
  })

  test.runIf(process.env.TANDEM_LONG)('[W60] the calendar stands beside what is typed into the palette, too: by mouse, and by the keyboard alone', async () => {
    const page = await visitor.open(tandem.url)
    await page.keyboard.press('Control+k')
    const field = page.getByRole('combobox', { name: /Search/ })
    await page.getByRole('option').first().waitFor()
    expect(await page.getByRole('button', { name: 'Pick a date' }).count()).toBe(0)
    await field.fill('Graft the plum 2031-03-01')
    await page.getByRole('button', { name: 'Pick a date' }).click()
    const calendar = page.getByRole('dialog', { name: 'Pick a date' })
    await calendar.getByRole('gridcell', { name: 'March 1, 2031', selected: true }).waitFor()
    expect(await violations(page)).toEqual([])
    await calendar.getByRole('gridcell', { name: 'March 15, 2031' }).click()
    await calendar.waitFor({ state: 'detached' })
    await expect.poll(() => field.inputValue()).toBe('Graft the plum Mar 15, 2031')
    // The palette stays, and its field has the keyboard.
    await page.keyboard.press('Tab')
    await page.keyboard.press('Enter')
    await calendar.getByRole('gridcell', { name: 'March 15, 2031', selected: true }).waitFor()
    await expect.poll(() => page.evaluate<string>('document.activeElement.getAttribute("role")')).toBe('gridcell')
    await page.keyboard.press('ArrowRight')
    await page.keyboard.press('Enter')
    await calendar.waitFor({ state: 'detached' })
    await expect.poll(() => field.inputValue()).toBe('Graft the plum Mar 16, 2031')
    await page.getByRole('option', { name: /New task/, selected: true }).waitFor()
    await page.keyboard.press('Enter')
    await expect.poll(async () => (await named('Graft the plum')) !== undefined).toBe(true)
  })

  test.runIf(process.env.TANDEM_LONG)('[W60] the palette reads a new task as quick add does', async () => {
    const page = await visitor.open(tandem.url)
    await page.keyboard.press('Control+k')
    await page.keyboard.type('Call Quentin by 2030-05-06 !high #phone')
    await page.getByText('New task “Call Quentin”').waitFor()
    await page.keyboard.press('Control+Enter')
    await expect.poll(() => named('Call Quentin')).toMatchObject({ due: '2030-05-06', priority: 'high', labels: ['phone'] })
  })
})

describe('the field for when', () => {
  test('[W61] a due date and its repetition in one go, with the next three dates before it is set', async () => {
    const { id } = await me.createTask({ body: { title: 'Water the cactus' } })
    const page = await visitor.open(`${tandem.url}/open/${id}`)
    await page.getByRole('button', { name: 'Set a due date' }).waitFor()
    await page.keyboard.press('Shift+D')
    await page.getByRole('combobox', { name: 'When is it due?' }).fill('jeden zweiten Freitag 9 Uhr')
    await page.getByText(/^Next: .+, .+ and .+/).waitFor()
    expect(await violations(page)).toEqual([])
    await page.keyboard.press('Enter')
    await page.getByRole('status').getByText(`Due date and reminder set for #${id}`).waitFor()
    await expect.poll(async () => new Date((await me.getTask({ params: { id } })).due ?? '').getUTCDay()).toBe(5)
    await expect.poll(async () => (await me.listSchedules({ params: { id } })).map(({ rule }) => rule)).toEqual(['FREQ=WEEKLY;INTERVAL=2;BYDAY=FR'])
  })

  test('[W61] what stands there already is selected: what is typed takes its place', async () => {
    const { id } = await me.createTask({ body: { title: 'Prune the vine', due: '2031-03-01' } })
    const page = await visitor.open(`${tandem.url}/open/${id}`)
    await page.locator('[data-detail]').getByText('2031').first().waitFor()
    await page.keyboard.press('Shift+D')
    const field = page.getByRole('combobox', { name: 'When is it due?' })
    await expect.poll(() => field.inputValue()).toBe('Mar 1, 2031')
    await page.keyboard.type('by 5 May 2031')
    await page.keyboard.press('Enter')
    await expect.poll(async () => (await me.getTask({ params: { id } })).due).toBe('2031-05-05')
  })

  test.runIf(process.env.TANDEM_LONG)('[W61] what is not understood is said and not set; the calendar writes into the field', async () => {
    const { id } = await me.createTask({ body: { title: 'Sharpen the scythe' } })
    const page = await visitor.open(`${tandem.url}/open/${id}`)
    await page.getByRole('button', { name: 'Set a due date' }).waitFor()
    await page.keyboard.press('Shift+D')
    const field = page.getByRole('combobox', { name: 'When is it due?' })
    await field.fill('one fine day')
    await page.getByText('“one fine day” can’t be read as a date').waitFor()
    await page.keyboard.press('Enter')
    expect((await me.getTask({ params: { id } })).due).toBeNull()
    await field.fill('2031-03-01')
    await page.getByRole('gridcell', { name: 'March 15, 2031' }).click()
    await expect.poll(() => field.inputValue()).toBe('Mar 15, 2031')
    await page.keyboard.press('Enter')
    await expect.poll(async () => (await me.getTask({ params: { id } })).due).toBe('2031-03-15')
  })

  test('[W62] a reminder is changed and stays the same one; undo brings back what it was', async () => {
    const { id } = await me.createTask({ body: { title: 'Feed the sourdough' } })
    const made = await me.createSchedule({ params: { id }, body: { type: 'weekly', day_of_week: 1, time: '09:00' } })
    const page = await visitor.open(`${tandem.url}/open/${id}`)
    await page.getByRole('button', { name: 'Edit reminder: Every Monday at 9:00 AM' }).click()
    const field = page.getByRole('combobox', { name: 'When do you want to be reminded?' })
    await expect.poll(() => field.inputValue()).toBe('Every Monday at 9:00 AM')
    await field.fill('every other Friday 5pm')
    await page.keyboard.press('Enter')
    await page.getByRole('button', { name: 'Edit reminder: Every 2 weeks on Friday at 5:00 PM' }).waitFor()
    expect(await me.listSchedules({ params: { id } })).toMatchObject([{ id: made.id, type: 'rule', time: '17:00', day_of_week: null }])
    await page.keyboard.press('z')
    await page.getByRole('button', { name: 'Edit reminder: Every Monday at 9:00 AM' }).waitFor()
  })

  test.runIf(process.env.TANDEM_LONG)('[W61] several tasks at once', async () => {
    for (const title of ['Pick one', 'Pick two']) await me.createTask({ body: { title, labels: ['picked'] } })
    const page = await visitor.open(`${tandem.url}/all?label=picked`)
    await page.getByText('Pick two').waitFor()
    await page.keyboard.press('j')
    await page.keyboard.press('x')
    await page.keyboard.press('j')
    await page.keyboard.press('x')
    await page.getByRole('toolbar', { name: /^2 / }).waitFor()
    await page.keyboard.press('Shift+D')
    await page.getByRole('combobox', { name: 'When is it due?' }).fill('5 May 2031 17:00')
    await page.keyboard.press('Enter')
    await expect.poll(async () => new Set((await me.listTasks({ query: { label: ['picked'] } })).map(({ due }) => due)).size).toBe(1)
    await expect.poll(async () => (await named('Pick one'))?.due?.slice(0, 10)).toBe('2031-05-05')
    // Due again and again: the date and the reminders of both are one step.
    const both = async () => {
      const tasks = await me.listTasks({ query: { label: ['picked'] } })
      const reminders = await Promise.all(tasks.map(({ id }) => me.listSchedules({ params: { id } })))
      return tasks.map(({ due }, at) => [due?.slice(0, 10), reminders[at]?.length])
    }
    await page.keyboard.press('Shift+D')
    await page.getByRole('combobox', { name: 'When is it due?' }).fill('every Friday 8am')
    await page.keyboard.press('Enter')
    await page.getByRole('status').getByText('Due date and reminder set for 2 tasks').waitFor()
    await expect
      .poll(async () => (await both()).map(([day, reminders]) => [day !== '2031-05-05', reminders]))
      .toEqual([
        [true, 1],
        [true, 1],
      ])
    expect(new Set((await both()).map(([day]) => day)).size).toBe(1)
    expect(await page.getByRole('status').getByText('Reminder added').count()).toBe(0)
    await page.keyboard.press('z')
    await expect.poll(both).toEqual([
      ['2031-05-05', 0],
      ['2031-05-05', 0],
    ])
  })
})

test.runIf(process.env.TANDEM_LONG)('[W63] clock, first weekday, morning and evening are chosen in Settings, and what is shown and typed follows', async () => {
  const { id } = await me.createTask({ body: { title: 'Air the cellar', due: '2031-05-05T15:30:00Z' } })
  const page = await visitor.open(`${tandem.url}/settings/appearance`)
  await page.getByRole('radio', { name: '24 hours' }).check()
  await page.getByText('As in 21:30').waitFor()
  await page.getByRole('radio', { name: 'Monday' }).check()
  await page.getByLabel('Morning').fill('07:45')
  await page.goto(`${tandem.url}/open/${id}`)
  await page.getByRole('button', { name: /^Due .*\d\d:30\. Change the due date/ }).waitFor()
  await page.getByRole('button', { name: 'Add a reminder' }).click()
  await expect.poll(() => page.getByRole('columnheader').first().textContent()).toBe('Mo')
  await page.getByRole('option', { name: 'Tomorrow, 07:45' }).click()
  await expect.poll(async () => new Date((await me.listSchedules({ params: { id } }))[0]?.fire_at ?? '').toTimeString().slice(0, 5)).toBe('07:45')
})

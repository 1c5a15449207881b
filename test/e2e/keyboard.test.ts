import { afterEach, describe, expect, test } from 'vitest'
import { useBrowser } from '../support/browser.ts'
import { startWindow } from '../support/window.ts'

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
    await page.getByRole('status').getByText(`${id} moved to Todo`).waitFor()
    await page.keyboard.press('3')
    await expect.poll(async () => (await api.getTask({ params: { id } })).status).toBe('in_progress')

    await page.keyboard.press('Enter')
    await expect.poll(() => page.url()).toBe(`${tandem.url}/inbox/${id}`)
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
    await expect.poll(() => page.url()).toBe(`${tandem.url}/inbox`)
    await page.keyboard.press('Delete')
    await expect.poll(() => api.listTasks()).toEqual([])
    await page.keyboard.press('z')
    await row.waitFor()
    // The row is shown before the service has put the task back.
    await expect.poll(async () => (await api.listTasks()).map((task) => task.status)).toEqual(['in_progress'])
  })

  test('letters typed into a field are text, never commands', async () => {
    const { id } = await api.createTask({ body: { title: 'Leave me as I am' } })
    const page = await visitor.open(`${tandem.url}/inbox/${id}`)
    const composer = page.getByRole('textbox', { name: /Write a comment/ })
    await composer.click()
    await page.keyboard.type('s 1 2 3 4 5 p c / ? z x')
    expect(await composer.inputValue()).toBe('s 1 2 3 4 5 p c / ? z x')
    expect(await api.getTask({ params: { id } })).toMatchObject({ status: 'backlog', priority: 'medium', version: 1 })
    expect(await page.getByRole('dialog').count()).toBe(0)
  })

  test('the draft of a new task waits after Escape and a reload', async () => {
    const page = await visitor.open(tandem.url)
    await page.keyboard.press('c')
    await page.keyboard.type('half a thought #idea')
    await page.keyboard.press('Escape')
    await page.reload()
    await page.getByRole('heading', { name: 'Inbox' }).waitFor()
    await page.keyboard.press('c')
    expect(await page.getByRole('textbox', { name: 'New task' }).inputValue()).toBe('half a thought #idea')
  })

  test('quick add says what it looks like, and Control Enter opens the new task', async () => {
    const known = await api.createTask({ body: { title: 'Retry loop ignores Retry-After from the object store' } })
    const page = await visitor.open(tandem.url)
    await page.keyboard.press('c')
    await page.keyboard.type('Retry loop ignores the Retry-After of the object store')
    await page.getByRole('button', { name: new RegExp(`Looks like ${known.id} Retry loop`) }).waitFor()
    await page.keyboard.press('Control+Enter')
    await page.getByRole('region', { name: /^Task \d+$/ }).waitFor()
    const [newest] = await api.listTasks({ query: { limit: 1 } })
    expect(newest?.title).toBe('Retry loop ignores the Retry-After of the object store')
    await expect.poll(() => page.url()).toBe(`${tandem.url}/inbox/${newest?.id}`)
  })

  test('[W3] a day: ten tasks written down, sorted out, found, edited, commented, reminded, merged; and an agent’s batch taken back', async () => {
    const day = await startWindow({ withMeaning: true })
    const [me, agent] = [day.as('person'), day.as('agent:sweeper')]
    const page = await visitor.open(day.url)
    const titles = [
      'Renew the certificate of the mail gateway !high #ops',
      'Water the plants in the kitchen',
      'Invoice PDF shows the wrong year #bug',
      'Book flights for the retreat',
      'Database backup fails on Sundays !high #ops',
      'Write the release notes #docs',
      'Replace the projector bulb',
      'Interview for the design role',
      'Clean up old feature flags #chore',
      'The PDF invoice shows a wrong year #bug',
    ]
    await page.keyboard.press('c')
    for (const title of titles) {
      await page.keyboard.insertText(title)
      await page.keyboard.press('Enter')
    }
    await page.keyboard.press('Escape')
    await expect.poll(async () => (await me.listTasks()).length).toBe(10)
    const [{ id: newest } = { id: 0 }] = await me.listTasks({ query: { limit: 1 } })
    await page.locator(`[data-row="${newest}"]`).waitFor()

    // Sorted out: the first two are picked and begun, the next is high.
    for (const key of ['j', 'x', 'j', 'x', '2']) await page.keyboard.press(key)
    await expect.poll(async () => (await me.listTasks({ query: { status: ['todo'] } })).length).toBe(2)
    await page.keyboard.press('Escape')

    // Found, opened, edited, commented, reminded.
    await page.keyboard.press('Control+k')
    await page.keyboard.insertText('plants')
    await page.getByRole('option', { name: /Water the plants/ }).waitFor()
    await page.keyboard.press('Enter')
    await page.getByRole('textbox', { name: 'Title' }).waitFor()
    const id = Number(new URL(page.url()).pathname.split('/').at(-1))
    await page.keyboard.press('e')
    await page.keyboard.press('End')
    await page.keyboard.insertText(' twice')
    await page.keyboard.press('Enter')
    await page.keyboard.press('m')
    await page.keyboard.insertText('The fern is thirsty')
    await page.keyboard.press('Control+Enter')
    await page.getByText('The fern is thirsty').waitFor()
    await page.keyboard.press('Escape')
    await page.keyboard.press('r')
    await page.getByRole('menuitem', { name: 'Tomorrow, 9:00' }).waitFor()
    await page.keyboard.type('Tom')
    await page.keyboard.press('Enter')
    await expect.poll(async () => (await me.listSchedules({ params: { id } })).length).toBe(1)
    expect(await me.getTask({ params: { id } })).toMatchObject({ title: 'Water the plants in the kitchen twice' })

    // What looks alike becomes one.
    await expect.poll(async () => (await me.listDuplicates()).length, { timeout: 30_000 }).toBe(1)
    await page.keyboard.press('Escape')
    await page.keyboard.press('g')
    await page.keyboard.press('r')
    await page.getByRole('article', { name: /look alike/ }).waitFor()
    await page.keyboard.press('y')
    await expect.poll(async () => (await me.listTasks()).length).toBe(9)

    // An agent went too far.
    const before = (await me.listTasks()).map(({ status }) => status).join()
    for (const task of await me.listTasks()) await agent.updateTask({ params: { id: task.id }, body: { status: 'done' } })
    await page.keyboard.press('g')
    await page.keyboard.press('t')
    const undo = page.getByRole('article').filter({ hasText: 'sweeper' }).getByRole('button', { name: 'Undo all of this' })
    await undo.focus()
    await page.keyboard.press('Enter')
    await page.getByText('This would put back 9 changes.').waitFor()
    await page.getByRole('button', { name: 'Undo 9 changes' }).focus()
    await page.keyboard.press('Enter')
    await expect.poll(async () => (await me.listTasks()).map(({ status }) => status).join()).toBe(before)
  })
})

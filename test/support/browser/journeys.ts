// Journeys that are the same in a browser and on the desktop.
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import type { localContract } from '../../../shared/contract/local.ts'
import type { Client } from '../../../shared/http/client.ts'

type Api = Client<typeof localContract>

/** Two keys within a second: on a busy machine they may come too late, or while a menu is still closing; then once more. */
export async function goTo(page: Page, key: string, path: string): Promise<void> {
  await expect
    .poll(async () => {
      await page.keyboard.press('Escape')
      await page.keyboard.press('g')
      await page.keyboard.press(key)
      return new URL(page.url()).pathname
    })
    .toBe(path)
}

/** Ten tasks written down, sorted out, found, edited, commented, reminded, merged, and an agent's batch taken back; by keyboard. The service knows meaning. */
export async function keyboardDay(page: Page, me: Api, agent: Api): Promise<void> {
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
  await page.getByRole('combobox', { name: 'When do you want to be reminded?' }).waitFor()
  await page.keyboard.type('tomorrow 9am')
  await page.keyboard.press('Enter')
  await expect.poll(async () => (await me.listSchedules({ params: { id } })).length).toBe(1)
  expect(await me.getTask({ params: { id } })).toMatchObject({ title: 'Water the plants in the kitchen twice' })

  // What looks alike becomes one.
  await expect.poll(async () => (await me.listDuplicates()).length, { timeout: 30_000 }).toBe(1)
  await goTo(page, 'r', '/review')
  await page.getByRole('article', { name: /may be duplicates/ }).waitFor()
  await page.keyboard.press('y')
  await expect.poll(async () => (await me.listTasks()).length).toBe(9)

  // An agent went too far.
  const before = (await me.listTasks()).map(({ status }) => status).join()
  for (const task of await me.listTasks()) await agent.updateTask({ params: { id: task.id }, body: { status: 'done' } })
  await goTo(page, 't', '/activity')
  const undo = page.getByRole('article').filter({ hasText: 'sweeper' }).getByRole('button', { name: 'Undo all of these' })
  await undo.focus()
  await page.keyboard.press('Enter')
  await page.getByText('This would revert 9 changes.').waitFor()
  await page.getByRole('button', { name: 'Undo 9 changes' }).focus()
  await page.keyboard.press('Enter')
  await expect.poll(async () => (await me.listTasks()).map(({ status }) => status).join()).toBe(before)
}

/** A day in which keys write texts and nothing else: written down, sorted out, dated, found, moved on the board, approved, finished, deleted and brought back. */
export async function mouseDay(page: Page, me: Api, agent: Api): Promise<void> {
  const only = async (title: string) => (await me.listTasks()).find((task) => task.title === title)
  const row = (title: string) => page.getByRole('main').locator('[data-row]').filter({ hasText: title })
  const toast = page.getByRole('status')
  const menu = page.getByRole('menu')

  for (const title of ['Order flour', 'Fix the oven door', 'Call the landlord']) {
    await page.getByRole('button', { name: /^New/ }).first().click()
    await page.getByRole('textbox', { name: 'New task' }).fill(title)
    await page.getByRole('button', { name: 'Add', exact: true }).click()
    await row(title).waitFor()
    // A click beside it puts the empty line away.
    await page.getByRole('heading', { level: 1 }).click()
    await page.getByRole('textbox', { name: 'New task' }).waitFor({ state: 'detached' })
  }

  // From the menu of a row: what it is, and when.
  await row('Fix the oven door').click({ button: 'right' })
  await menu.getByRole('menuitem', { name: /^Set priority/ }).click()
  await page.getByRole('option', { name: 'High' }).click()
  await expect.poll(async () => (await only('Fix the oven door'))?.priority).toBe('high')
  await row('Fix the oven door').click({ button: 'right' })
  await menu.getByRole('menuitem', { name: /^Add or remove labels/ }).click()
  await page.getByRole('combobox').fill('kitchen')
  await page.getByRole('option', { name: /kitchen/ }).click()
  await expect.poll(async () => (await only('Fix the oven door'))?.labels).toEqual(['kitchen'])
  await page.getByRole('heading', { level: 1 }).click()

  await row('Fix the oven door').getByText('Fix the oven door').click()
  const pane = page.getByRole('region', { name: /^Task / })
  await pane.getByRole('button', { name: 'Set a due date' }).click()
  await page
    .getByRole('option', { name: /^Tomorrow/ })
    .first()
    .click()
  await expect.poll(async () => (await only('Fix the oven door'))?.due !== null).toBe(true)
  await pane.getByRole('textbox', { name: /Leave a comment/ }).fill('The hinge is loose')
  await pane.getByRole('button', { name: 'Send' }).click()
  await pane.getByText('The hinge is loose').waitFor()
  await pane.getByRole('button', { name: 'Close' }).click()

  // A filter becomes a list.
  await page.getByRole('link', { name: /^All tasks/ }).click()
  await page.getByRole('button', { name: 'Filter' }).click()
  await page.getByRole('option', { name: 'kitchen' }).click()
  await page.getByRole('heading', { level: 1 }).click()
  await page.getByRole('button', { name: 'Save list' }).click()
  await page.getByRole('textbox', { name: 'List name' }).fill('Kitchen')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await page
    .getByRole('navigation')
    .getByRole('link', { name: /^Kitchen/ })
    .waitFor()
  expect(await page.getByRole('main').locator('[data-row]').count()).toBe(1)

  await page
    .getByRole('navigation')
    .getByRole('link', { name: /^Board/ })
    .click()
  await page.getByText('Fix the oven door').dragTo(page.getByRole('region', { name: 'In progress' }))
  await expect.poll(async () => (await only('Fix the oven door'))?.status).toBe('in_progress')

  // What an agent wants to know is answered by a button.
  const oven = (await only('Fix the oven door'))?.id ?? 0
  await agent.askQuestion({ params: { id: oven }, body: { question: 'Which hinge?', options: ['The brass one', 'The steel one'] } })
  await page
    .getByRole('navigation')
    .getByRole('link', { name: /^Review/ })
    .click()
  await page
    .getByRole('article')
    .getByRole('button', { name: /The steel one/ })
    .click()
  await expect.poll(async () => (await me.listTaskQuestions({ params: { id: oven } })).map(({ answer }) => answer)).toEqual(['The steel one'])

  // The ring finishes; what was deleted comes back.
  await page
    .getByRole('navigation')
    .getByRole('link', { name: /^All tasks/ })
    .click()
  await page.getByRole('button', { name: `In progress. Complete #${oven}` }).click()
  await expect.poll(async () => (await only('Fix the oven door'))?.status).toBe('done')
  await row('Order flour').click({ button: 'right' })
  await menu.getByRole('menuitem', { name: /^Delete task/ }).click()
  await expect.poll(() => only('Order flour')).toBe(undefined)
  await toast.getByRole('button', { name: /^Undo/ }).last().click()
  await expect.poll(async () => (await only('Order flour')) !== undefined).toBe(true)
}

/** The same with a thumb, at the width of a phone: a press that lasts has the menu. */
export async function phoneDay(page: Page, me: Api, agent: Api): Promise<void> {
  const only = async (title: string) => (await me.listTasks()).find((task) => task.title === title)
  const row = (title: string) => page.getByRole('main').locator('[data-row]').filter({ hasText: title })
  const go = (name: string) => page.getByRole('navigation').getByRole('button', { name }).tap()
  const fits = async () => expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(page.viewportSize()?.width)

  await page.getByRole('button', { name: /^New/ }).first().tap()
  for (const title of ['Buy sesame', 'Ring the miller']) {
    await page.getByRole('textbox', { name: 'New task' }).fill(title)
    await page.getByRole('button', { name: 'Add', exact: true }).tap()
    await row(title).waitFor()
  }
  await page.getByRole('heading', { level: 1 }).tap()
  await page.getByRole('textbox', { name: 'New task' }).waitFor({ state: 'detached' })

  await row('Ring the miller').getByText('Ring the miller').tap()
  const task = page.getByRole('region', { name: /^Task / })
  await task.getByRole('button', { name: 'Set a due date' }).tap()
  await page.getByRole('combobox', { name: 'When is it due?' }).fill('today 11:59 pm')
  await page.getByRole('button', { name: 'Set', exact: true }).tap()
  await expect.poll(async () => (await only('Ring the miller'))?.due !== null).toBe(true)
  await task.getByRole('button', { name: 'Priority: Medium' }).tap()
  await page.getByRole('option', { name: 'High' }).tap()
  await expect.poll(async () => (await only('Ring the miller'))?.priority).toBe('high')
  await task.getByRole('textbox', { name: /Leave a comment/ }).fill('He is back on Monday')
  await task.getByRole('button', { name: 'Send' }).tap()
  await task.getByText('He is back on Monday').waitFor()
  await fits()
  await page.getByRole('button', { name: 'Back', exact: true }).tap()

  await go('Today')
  await page.getByRole('main').getByText('Ring the miller').waitFor()
  await fits()

  const miller = (await only('Ring the miller'))?.id ?? 0
  await agent.askQuestion({ params: { id: miller }, body: { question: 'Rye or wheat?', options: ['Rye', 'Wheat'] } })
  await page.getByRole('button', { name: /^More/ }).tap()
  await page.getByRole('menuitem', { name: /^Review/ }).tap()
  await page.getByRole('article').getByRole('button', { name: /Rye/ }).tap()
  await expect.poll(async () => (await me.listTaskQuestions({ params: { id: miller } })).map(({ answer }) => answer)).toEqual(['Rye'])
  await fits()

  await page.getByRole('button', { name: 'Search' }).tap()
  await page.getByRole('combobox').fill('sesame')
  await page.getByRole('option', { name: /Buy sesame/ }).tap()
  await task.getByRole('button', { name: /^Status: Backlog/ }).tap()
  await page.getByRole('option', { name: 'Done' }).tap()
  await expect.poll(async () => (await only('Buy sesame'))?.status).toBe('done')
  await page.getByRole('status').getByRole('button', { name: /^Undo/ }).last().tap()
  await expect.poll(async () => (await only('Buy sesame'))?.status).toBe('backlog')
}

/** Both show the service's list; `two` has the task "Shared by two windows" open, which is the first. */
export async function twoWindows(one: Page, two: Page): Promise<void> {
  await one
    .getByRole('link', { name: /Shared by two windows/ })
    .first()
    .waitFor()
  await two.getByRole('button', { name: 'Status: Backlog' }).waitFor()

  await one.keyboard.press('j')
  await one.keyboard.press('4')
  await two.getByRole('button', { name: 'Status: In review' }).waitFor()
  await two.getByRole('textbox', { name: /Leave a comment/ }).fill('From the second window')
  await two.keyboard.press('Control+Enter')
  await one.keyboard.press('Enter')
  await one.getByText('From the second window').waitFor()

  const added = `Added in the first ${Date.now()}`
  await one.keyboard.press('c')
  await one.keyboard.type(added)
  await one.keyboard.press('Enter')
  await one.getByRole('link', { name: added }).waitFor()
  await two.getByRole('link', { name: added }).waitFor()
  expect(await one.getByRole('link', { name: added }).count()).toBe(1)
}

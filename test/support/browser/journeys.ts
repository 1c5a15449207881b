// Journeys that are the same in a browser and on the desktop.
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import type { localContract } from '../../../shared/contract/local.ts'
import type { Client } from '../../../shared/http/client.ts'

type Api = Client<typeof localContract>

/** Two keys within a second: on a busy machine they may come too late, or while a menu is still closing; then once more. */
async function goTo(page: Page, key: string, path: string): Promise<void> {
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
  await page.getByRole('menuitem', { name: 'Tomorrow, 9:00' }).waitFor()
  await page.keyboard.type('Tom')
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

// Several lines pasted into quick add.
import type { Page } from 'playwright-core'
import { afterEach, expect, test } from 'vitest'
import { violations } from '../../support/browser/axe.ts'
import { useBrowser } from '../../support/browser/browser.ts'
import { startWindow } from '../../support/browser/window.ts'

const tandem = await startWindow()
const visitor = useBrowser()
const me = tandem.as('person')

afterEach(() => expect(visitor.problems).toEqual([]))

const paste = (page: Page, text: string) =>
  page.evaluate(`{
    const clipboardData = new DataTransfer()
    clipboardData.setData('text/plain', ${JSON.stringify(text)})
    document.activeElement.dispatchEvent(new ClipboardEvent('paste', { bubbles: true, cancelable: true, clipboardData }))
  }`)

async function begin() {
  const page = await visitor.open(tandem.url)
  await page.getByRole('heading', { name: 'Open', exact: true }).waitFor()
  await page.keyboard.press('c')
  await page.getByRole('textbox', { name: 'New task' }).waitFor()
  return page
}
const titles = async () => (await me.listTasks()).map(({ title }) => title)

test('[TP5] a task a line, indented ones as parts, each read like a line of its own; one z takes all of them back', async () => {
  const page = await begin()
  await paste(page, '- Bake !high\r\n  - [x] flour\r\n  - water #kitchen\r\n- Clean up\r\n')
  const button = page.getByRole('button', { name: 'Add 4 tasks, 2 as parts' })
  await button.waitFor()
  expect(await violations(page)).toEqual([])
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('ArrowUp')
  await page.keyboard.press('Enter')
  // As they were pasted: the newest stands first.
  await expect.poll(titles).toEqual(['flour', 'water', 'Bake', 'Clean up'])
  const [flour, water, bake] = await me.listTasks()
  expect(bake).toMatchObject({ priority: 'high', parent_id: null })
  expect(flour).toMatchObject({ status: 'done', parent_id: bake?.id })
  expect(water).toMatchObject({ labels: ['kitchen'], parent_id: bake?.id })
  await page.getByText('4 tasks added').waitFor()
  await page.keyboard.press('Escape')
  await page.keyboard.press('z')
  await expect.poll(titles).toEqual([])
  await page.keyboard.press('Shift+Z')
  await expect.poll(async () => (await titles()).length).toBe(4)
  await page.keyboard.press('z')
  await expect.poll(titles).toEqual([])
})

test.runIf(process.env.TANDEM_LONG)('[TP5] or one task with the rest as its description; Esc leaves what was typed, and one line is just pasted', async () => {
  const page = await begin()
  await page.keyboard.type('Ask: ')
  await paste(page, 'the baker\n\nIs there **rye**?\nAnd spelt?')
  await page.getByRole('button', { name: 'Add 3 tasks, one a line' }).waitFor()
  await page.keyboard.press('Escape')
  const field = page.getByRole('textbox', { name: 'New task' })
  expect(await field.inputValue()).toBe('Ask: ')
  await paste(page, 'the baker\n\nIs there **rye**?\nAnd spelt?')
  await page.getByRole('button', { name: 'One task, the rest as its description' }).click()
  await expect.poll(titles).toEqual(['Ask: the baker'])
  expect((await me.listTasks())[0]?.description).toBe('Is there **rye**?\nAnd spelt?')
  await page.keyboard.press('z')
  await expect.poll(() => field.inputValue()).toBe('z')
  await field.fill('')
  await page.keyboard.press('Escape')
  await page.keyboard.press('z')
  await expect.poll(titles).toEqual([])
})

test('[W72] z waits for a task that was just added rather than taking back what was done before it', async () => {
  const page = await begin()
  const field = page.getByRole('textbox', { name: 'New task' })
  await field.fill('the first')
  await page.keyboard.press('Enter')
  await expect.poll(titles).toEqual(['the first'])
  const { promise: sent, resolve: letGo } = Promise.withResolvers<void>()
  await page.route(/\/tasks(\?|$)/, async (route) => {
    if (route.request().method() === 'POST') await sent
    await route.continue()
  })
  await field.fill('the second')
  await page.keyboard.press('Enter')
  await page.keyboard.press('Escape')
  await page.getByText('the second').first().waitFor()
  await page.keyboard.press('z')
  letGo()
  await expect.poll(titles).toEqual(['the first'])
  await page.getByText('the second').first().waitFor({ state: 'detached' })
  await page.unrouteAll()
})

test.runIf(process.env.TANDEM_LONG)('[TP6] the page of a task ends with when it was written and when it changed', async () => {
  const { id } = await me.createTask({ body: { title: 'Dated' } })
  const page = await visitor.open(`${tandem.url}/open/${id}`)
  const end = page.locator('[data-detail]').getByText('Created')
  await end.waitFor()
  const { created_at } = await me.getTask({ params: { id } })
  const moment = page.locator(`[data-detail] time[datetime="${created_at}"]`)
  expect(await moment.getAttribute('title')).toContain(String(new Date(created_at).getFullYear()))
  expect(await page.locator('[data-detail]').getByText('Updated').count()).toBe(0)
  await me.updateTask({ params: { id }, body: { priority: 'high' } })
  await page.locator('[data-detail]').getByText('Updated').waitFor()
})

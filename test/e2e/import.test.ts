// A list from elsewhere comes in by the window: chosen by keyboard or dropped, looked at, imported, and taken back.
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page, Route } from 'playwright-core'
import { afterEach, expect, test } from 'vitest'
import { violations } from '../support/browser/axe.ts'
import { useBrowser } from '../support/browser/browser.ts'
import { startWindow } from '../support/browser/window.ts'

const tandem = await startWindow()
const visitor = useBrowser()
const me = tandem.as('person')

afterEach(() => expect(visitor.problems).toEqual([]))

const path = `${tandem.url}/settings/data`
const titles = async () => (await me.listTasks()).map(({ title }) => title).sort()
const csv = 'title,labels\nBuy milk,home\nCall Ana,\n,home\n'

async function choose(page: Page, name: string, content: string): Promise<void> {
  const button = page.getByRole('button', { name: 'Choose a file…' })
  await button.focus()
  const [chooser] = await Promise.all([page.waitForEvent('filechooser'), button.press('Enter')])
  await chooser.setFiles({ name, mimeType: '', buffer: Buffer.from(content) })
}

async function drop(page: Page, name: string, content: string): Promise<void> {
  const transfer = await page.evaluateHandle(`(() => {
    const data = new DataTransfer()
    data.items.add(new File([${JSON.stringify(content)}], ${JSON.stringify(name)}))
    return data
  })()`)
  // Not on the place that is drawn for it: anywhere in the window will do.
  for (const type of ['dragover', 'drop']) await page.dispatchEvent('h1', type, { dataTransfer: transfer })
}

test.runIf(process.env.TANDEM_LONG)(
  '[W12] an empty board teaches, and leads to where tasks of another program come in; a first task brings its columns',
  async () => {
    const page = await visitor.open(`${tandem.url}/board`)
    await page.getByRole('heading', { name: 'From an idea to done, in five columns' }).waitFor()
    expect(await violations(page)).toEqual([])
    await page.getByRole('button', { name: 'Import tasks' }).click()
    await page.getByRole('button', { name: 'Choose a file…' }).waitFor()
    await page.goBack()
    await page.getByRole('heading', { name: 'From an idea to done, in five columns' }).waitFor()
    const { id } = await me.createTask({ body: { title: 'The first' } })
    await page.getByRole('region', { name: 'Backlog' }).getByText('The first').waitFor()
    expect(await page.getByRole('region').filter({ hasText: 'No tasks' }).count()).toBe(4)
    await me.deleteTask({ params: { id } })
    await page.getByRole('heading', { name: 'From an idea to done, in five columns' }).waitFor()
  },
)

test('[W20] a file is chosen, looked into, imported and taken back by keyboard', async () => {
  const page = await visitor.open(path)
  await choose(page, 'todo.csv', csv)
  await page.getByText('2 tasks', { exact: true }).waitFor()
  await page.getByText('Call Ana').waitFor()
  expect(await violations(page)).toEqual([])
  expect(await titles()).toEqual([])
  await page.getByText('Show it with the reason').focus()
  await page.locator('summary').press('Enter')
  await page.getByText('title is missing or empty').waitFor()

  const button = page.getByRole('button', { name: 'Import 2 tasks' })
  await button.focus()
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { name: 'Imported todo.csv' }).waitFor()
  expect(await titles()).toEqual(['Buy milk', 'Call Ana'])

  // The same once more is nothing new.
  await page.getByRole('button', { name: 'Choose another file…' }).press('Enter')
  await choose(page, 'copy of todo.csv', csv)
  await page.getByText('Nothing new: everything').waitFor()
  expect(await page.getByRole('button', { name: /^Import/ }).count()).toBe(0)
  await page.keyboard.press('z')
  await expect.poll(titles).toEqual([])
  await page.getByRole('button', { name: 'Choose a file…' }).waitFor()
  await page.getByRole('status').getByText('Undone').waitFor()
  await page.keyboard.press('Shift+Z')
  await expect.poll(titles).toEqual(['Buy milk', 'Call Ana'])
  await page.getByRole('status').getByText('Redone').waitFor()
  await page.keyboard.press('z')
  await expect.poll(titles).toEqual([])
})

test.runIf(process.env.TANDEM_LONG)('[W20] what cannot come in is said when it is dropped, and while Tandem is away; then it works', async () => {
  const page = await visitor.open(path)
  await page.getByRole('button', { name: 'Choose a file…' }).waitFor()
  await drop(page, 'people.csv', 'who,when\nAna,today')
  await page.getByRole('alert').getByText('none of them is the title').waitFor()
  // Whatever the screen shows: the browser would open the file in Tandem's place.
  await drop(page, 'other.csv', csv)
  await page.getByRole('heading', { name: 'Found in other.csv' }).waitFor()
  await drop(page, 'people.csv', 'who,when\nAna,today')
  await page.getByRole('alert').getByText('none of them is the title').waitFor()
  await page.getByRole('button', { name: 'Choose another file…' }).click()

  await tandem.stop()
  await drop(page, 'todo.csv', csv)
  await page.getByRole('alert').getByText('Couldn’t import the file. No changes made.').waitFor()
  await tandem.start()
  await page.getByRole('button', { name: 'Try again' }).last().click()
  await page.getByRole('button', { name: 'Import 2 tasks' }).click()
  await page.getByRole('heading', { name: 'Imported todo.csv' }).waitFor()
  await page.getByRole('button', { name: 'Undo import' }).click()
  await page.getByRole('button', { name: 'Choose a file…' }).waitFor()
  expect(await titles()).toEqual([])
})

test.runIf(process.env.TANDEM_LONG)('[W20] leaving in the middle of an import is asked about first', async () => {
  const page = await visitor.open(path)
  let held: Route | undefined
  await page.route('**/import/file?*', (route) => (route.request().url().includes('dry_run') ? route.continue() : void (held = route)))
  await choose(page, 'todo.csv', csv)
  await page.getByRole('button', { name: 'Import 2 tasks' }).click()
  await page.getByRole('heading', { name: 'Importing todo.csv' }).waitFor()
  const [dialog] = await Promise.all([page.waitForEvent('dialog'), page.evaluate('setTimeout(() => location.reload())')])
  expect(dialog.type()).toBe('beforeunload')
  await dialog.dismiss()
  await page.getByRole('button', { name: 'Stop' }).click()
  await page.getByRole('alert').getByText('No changes made.').waitFor()
  // What is still held would be sent on with the end of the test.
  await held?.abort().catch(() => undefined)
})

let gardens = 0

test.runIf(process.env.TANDEM_LONG)('[W20] a folder of Backlog.md comes in as one; on a phone nothing sticks out', async () => {
  const page = await visitor.open(path, { viewport: { width: 360, height: 740 } })
  // A second try finds what the first one brought.
  const title = `Dig ${++gardens}`
  const folder = join(tandem.dataDir, String(gardens), 'garden')
  for (const part of ['tasks', 'archive/tasks']) mkdirSync(join(folder, 'backlog', part), { recursive: true })
  writeFileSync(join(folder, 'backlog/tasks/task-1 - Dig.md'), `---\nid: task-${gardens * 10}\ntitle: ${title}\nstatus: To Do\n---\n`)
  writeFileSync(join(folder, 'backlog/archive/tasks/task-2 - Old.md'), '---\nid: task-2\ntitle: Old\n---\n')
  writeFileSync(join(folder, 'README.md'), '# Garden')
  await page.locator('input[webkitdirectory]').setInputFiles(folder)
  await page.getByRole('heading', { name: 'Found in garden.zip' }).waitFor()
  await page.getByText('Backlog.md', { exact: true }).waitFor()
  expect(await page.evaluate('document.documentElement.scrollWidth <= innerWidth')).toBe(true)
  await page.getByRole('button', { name: 'Import 1 task' }).click()
  await page.getByRole('button', { name: 'Show tasks' }).click()
  await page.getByRole('link', { name: new RegExp(title) }).waitFor()
  expect(await titles()).toContain(title)
  expect(await titles()).not.toContain('Old')
})

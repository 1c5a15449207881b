// All tasks changed, deleted and brought back together: on the screen, and until the last one is in the database.
import type { Measured } from './chromium.ts'
import { ms } from './figures.ts'
import { startWatch, took } from './moving.ts'

const shown = "[...document.querySelectorAll('[role=listitem] [data-row]')]"

/** How many tasks there are, or how many of a status. */
async function count(url: string, query: string): Promise<number> {
  const reply = await fetch(`${url}/tasks?limit=1${query}`)
  await reply.body?.cancel()
  return Number(reply.headers.get('x-total-count'))
}

async function until(holds: () => Promise<boolean>): Promise<void> {
  while (!(await holds())) await new Promise((resolve) => setTimeout(resolve, 100))
}

export async function changingAll({ page, watched }: Measured, url: string): Promise<string[][]> {
  await page.goto(`${url}/all?sort=title`)
  await page.locator('[data-row]').first().waitFor()
  const all = await count(url, '')
  const todo = await count(url, '&status=todo')
  const lines: string[][] = []
  async function step(name: string, key: string, isShown: string, isWritten: () => Promise<boolean>): Promise<void> {
    let onScreen = 0
    let written = 0
    const busy = await watched(name, 1, async () => {
      const start = performance.now()
      await startWatch(page, 'keydown', isShown)
      await page.keyboard.press(key)
      await until(isWritten)
      written = performance.now() - start
      onScreen = await took(page)
    })
    lines.push([name, `${ms(onScreen)} ms`, `${ms(written)} ms`, busy])
    // What is written is heard of, too; the next step starts from quiet.
    await page.waitForLoadState('networkidle')
  }
  const pickAll = async () => {
    await page.locator('[data-row]').first().focus()
    await page.keyboard.press('Control+a')
    await page.getByRole('toolbar').waitFor()
  }
  await pickAll()
  await step('status', '2', `${shown}.every((row) => row.textContent.includes(', To do,'))`, async () => (await count(url, '&status=todo')) === all)
  await step('undo of it', 'z', `!${shown}.every((row) => row.textContent.includes(', To do,'))`, async () => (await count(url, '&status=todo')) === todo)
  await pickAll()
  await step('delete', 'Delete', `${shown}.length === 0`, async () => (await count(url, '')) === 0)
  await step('undo of it', 'z', `${shown}.length > 0`, async () => (await count(url, '')) === all)
  return lines
}

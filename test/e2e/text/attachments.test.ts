// Pasted, dropped and chosen files, as a person meets them.
import { truncateSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { afterEach, expect, test } from 'vitest'
import { attachmentMarkdown } from '../../../shared/domain/attachments/attachment-link.ts'
import { png, upload } from '../../support/attachments.ts'
import { useBrowser } from '../../support/browser/browser.ts'
import { startWindow } from '../../support/browser/window.ts'
import { temporaryFolder } from '../../support/service/service.ts'

const tandem = await startWindow()
const visitor = useBrowser()
const me = tandem.as('person')

afterEach(() => expect(visitor.problems).toEqual([]))

interface Given {
  name: string
  type: string
  base64: string
}

/** Gives the focused field files, as the clipboard or a drag does. */
function give(page: Page, event: 'paste' | 'drop', files: Given[], text = ''): Promise<unknown> {
  return page.evaluate(`{
    const data = new DataTransfer()
    for (const { name, type, base64 } of ${JSON.stringify(files)})
      data.items.add(new File([Uint8Array.from(atob(base64), (one) => one.charCodeAt(0))], name, { type }))
    if (${JSON.stringify(text)}) data.setData('text/plain', ${JSON.stringify(text)})
    const [Kind, as] = ${event === 'paste'} ? [ClipboardEvent, 'clipboardData'] : [DragEvent, 'dataTransfer']
    document.activeElement.dispatchEvent(new Kind('${event}', { bubbles: true, cancelable: true, [as]: data }))
  }`)
}

const picture = { name: 'image.png', type: 'image/png', base64: png.toString('base64') }
const plan = { name: 'plan [1].pdf', type: 'application/pdf', base64: Buffer.from('%PDF-1.7').toString('base64') }

async function open(title: string, fields: { description?: string } = {}) {
  const { id } = await me.createTask({ body: { title, ...fields } })
  const page = await visitor.open(`${tandem.url}/open/${id}`)
  const detail = page.locator('[data-detail]')
  await detail.getByRole('textbox', { name: 'Leave a comment…' }).waitFor()
  return { id, page, detail }
}

test('[AT6] a pasted picture stands in the description, is shown, opens large, and one undo of the text takes it out', async () => {
  const { id, page, detail } = await open('Paste a picture')
  await page.keyboard.press('Shift+E')
  const field = detail.getByRole('textbox', { name: 'Description' })
  await field.fill('It looks like this:')
  await give(page, 'paste', [picture])
  await expect.poll(() => field.inputValue()).toMatch(/^It looks like this:\n!\[Pasted image\.png\]\(\/attachments\/[0-9a-f]{64}\/Pasted%20image\.png\)$/)
  await page.keyboard.press('Control+z')
  await expect.poll(() => field.inputValue()).toBe('It looks like this:')
  await page.keyboard.press('Control+Shift+z')
  await page.keyboard.press('Control+Enter')
  const shown = detail.getByRole('img', { name: 'Pasted image.png' })
  await expect.poll(() => shown.evaluate((image) => (image as unknown as { naturalWidth: number }).naturalWidth)).toBe(1)
  expect((await me.getTask({ params: { id } })).description).toContain('/attachments/')
  await detail.getByRole('button', { name: 'Open Pasted image.png' }).click()
  await page.getByRole('dialog', { name: 'Pasted image.png' }).getByRole('img').waitFor()
  await page.keyboard.press('Escape')
  await page.getByRole('dialog').waitFor({ state: 'detached' })
})

test.runIf(process.env.TANDEM_LONG)('[AT6] files dropped into a comment are chips with their size; a copied table stays text', async () => {
  const { page, detail } = await open('Drop a file')
  const field = detail.getByRole('textbox', { name: 'Leave a comment…' })
  await field.focus()
  await give(page, 'drop', [plan, picture])
  await expect.poll(() => field.inputValue()).toMatch(/^\[plan \\\[1\\\]\.pdf\]\([^)]*\)\n!\[Pasted image\.png\]\(/)
  await give(page, 'paste', [picture], 'a\tb')
  await page.keyboard.press('Control+Enter')
  const chip = detail.locator('.markdown').getByRole('button', { name: /^plan \[1\]\.pdf/ })
  await expect.poll(() => chip.innerText()).toMatch(/8 bytes/)
  await expect.poll(() => detail.getByRole('img', { name: 'Pasted image.png' }).count()).toBe(1)
  // Beside a field, a file would open in place of the page.
  const dragged = `{ const dataTransfer = new DataTransfer(); dataTransfer.items.add(new File(['x'], 'x'))
    document.body.dispatchEvent(new DragEvent('dragover', { bubbles: true, cancelable: true, dataTransfer })) }`
  expect(await page.evaluate(dragged)).toBe(false)
})

test.runIf(process.env.TANDEM_LONG)('[AT6] chosen files that are too large or cannot be sent are said, with a way out', async () => {
  const { page, detail } = await open('Refused')
  const field = detail.getByRole('textbox', { name: 'Leave a comment…' })
  await field.focus()
  const chooser = detail.getByLabel('Attach files').last()
  // On the disk, where the browser reads it: 25 MB through the protocol take a slow machine half a minute.
  const folder = temporaryFolder()
  const film = join(folder.path, 'film.mov')
  writeFileSync(film, '')
  truncateSync(film, 25 * 1_048_576 + 1)
  await chooser.setInputFiles(film)
  await detail.getByText('film.mov is larger than 25 MB.').waitFor()
  folder.remove()
  expect(await field.inputValue()).toBe('')
  // What was said of it goes with the comment.
  await field.fill('Too large, it seems')
  await page.keyboard.press('Control+Enter')
  await detail.getByText('film.mov is larger than 25 MB.').waitFor({ state: 'detached' })
  await page.route('**/attachments?*', (route) => route.abort())
  await chooser.setInputFiles({ name: 'notes.txt', mimeType: 'text/plain', buffer: Buffer.from('notes') })
  await detail.getByRole('alert').filter({ hasText: 'Couldn’t upload notes.txt.' }).waitFor()
  await page.unroute('**/attachments?*')
  await detail.getByRole('button', { name: 'Try again' }).click()
  await detail.getByRole('alert').filter({ hasText: 'notes.txt' }).waitFor({ state: 'detached' })
  const address = /\((.*)\)/.exec(await field.inputValue())?.[1]
  // The message goes as the file sets out again.
  await expect.poll(async () => (await fetch(`${tandem.url}${address}`)).text()).toBe('notes')
  await page.route('**/attachments?*', (route) => route.abort())
  await chooser.setInputFiles({ name: 'other.txt', mimeType: 'text/plain', buffer: Buffer.from('other') })
  await detail.getByRole('button', { name: 'Remove from text' }).click()
  await expect.poll(() => field.inputValue()).not.toContain('other')
  visitor.problems.splice(0)
})

test('[AT7] images from elsewhere are not loaded; a file that is not here leaves its name', async () => {
  const missing = attachmentMarkdown({ hash: '0'.repeat(64), name: 'lost.png' }, true)
  const gone = attachmentMarkdown({ hash: '1'.repeat(64), name: 'gone.pdf' }, false)
  const asked: string[] = []
  const { body } = await upload(tandem.url, 'drawing.svg', '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>')
  const { page, detail } = await open('Elsewhere', {
    description: `![a cat](https://pictures.example/cat.png) ![](http://127.0.0.1:9/pixel)\n\n${missing} ${gone}\n\n![x](${body.path})`,
  })
  page.on('request', (request) => asked.push(request.url()))
  const remote = detail.getByRole('link', { name: 'a cat Show image from pictures.example' })
  await remote.waitFor()
  expect(await remote.getAttribute('rel')).toContain('noreferrer')
  await detail.getByRole('link', { name: 'Show image from 127.0.0.1:9' }).waitFor()
  await detail.getByText('gone.pdf').waitFor()
  await expect.poll(() => detail.getByText('not on this computer').count()).toBe(3)
  expect(await detail.locator('.markdown').innerText()).toContain('lost.png')
  expect(await detail.locator('.markdown img').count()).toBe(0)
  expect(asked.filter((url) => !url.startsWith(tandem.url))).toEqual([])
  // The browser reports what is not there.
  visitor.problems.splice(0)
})

test.runIf(process.env.TANDEM_LONG)('[AT10] a file is taken out of the text where it is read, and z puts it back; it stays in the data folder', async () => {
  const image = (await upload(tandem.url, 'oven.png', png)).body
  const bill = (await upload(tandem.url, 'bill.pdf', '%PDF-1.7')).body
  const description = `Before ${bill.markdown} after\n\n${image.markdown}\n\nEnd`
  const { id, page, detail } = await open('Take out', { description })
  const text = async () => (await me.getTask({ params: { id } })).description
  await detail.getByRole('button', { name: 'Remove bill.pdf from the text' }).click()
  await expect.poll(text).toBe(`Before after\n\n${image.markdown}\n\nEnd`)
  await detail.getByRole('button', { name: 'Open oven.png' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Remove oven.png from the text' }).click()
  await expect.poll(text).toBe('Before after\n\nEnd')
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  expect((await fetch(`${tandem.url}${image.path}`)).status).toBe(200)
  await page.keyboard.press('z')
  await page.keyboard.press('z')
  await expect.poll(text).toBe(description)
  const comment = await me.createComment({ params: { id }, body: { body: bill.markdown } })
  await tandem.as('agent:claude').createComment({ params: { id }, body: { body: bill.markdown } })
  await expect.poll(() => detail.getByRole('link', { name: /bill\.pdf/ }).count()).toBe(3)
  // An agent's words are left to it.
  expect(await detail.getByRole('button', { name: 'Remove bill.pdf from the text' }).count()).toBe(2)
  await detail.getByRole('button', { name: 'Remove bill.pdf from the text' }).last().click()
  await expect.poll(async () => (await me.listComments({ params: { id } })).some((one) => one.id === comment.id)).toBe(false)
  await page.keyboard.press('z')
  await expect.poll(async () => (await me.listComments({ params: { id } })).length).toBe(2)
})

// Files are looked at where they are named: images and PDFs, one after the other, with keys; what cannot be shown says so.
import { afterEach, expect, test } from 'vitest'
import { attachmentMarkdown } from '../../../shared/domain/attachments/attachment-link.ts'
import { png, upload } from '../../support/attachments.ts'
import { useBrowser } from '../../support/browser/browser.ts'
import { startWindow } from '../../support/browser/window.ts'
import { pdfOf } from '../../support/files/made-files.ts'

const tandem = await startWindow()
const visitor = useBrowser()
const me = tandem.as('person')

afterEach(() => expect(visitor.problems).toEqual([]))

const bytes = (text: string) => new TextEncoder().encode(text)
const send = async (name: string, content: Uint8Array) => (await upload(tandem.url, name, new Uint8Array(content))).body

async function open(description: string) {
  const { id } = await me.createTask({ body: { title: 'Files', description } })
  const page = await visitor.open(`${tandem.url}/open/${id}`)
  const detail = page.locator('[data-detail]')
  await detail.getByRole('textbox', { name: 'Leave a comment…' }).waitFor()
  return { id, page, text: detail.locator('.markdown'), detail, dialog: page.getByRole('dialog') }
}

interface Canvas {
  width: number
  height: number
  getContext(kind: '2d'): { getImageData(x: number, y: number, width: number, height: number): { data: Uint8ClampedArray } }
}

/** Something dark is on it. */
function isDrawn(element: unknown): boolean {
  const canvas = element as Canvas
  return (
    canvas.width > 0 &&
    canvas
      .getContext('2d')
      .getImageData(0, 0, canvas.width, canvas.height)
      .data.some((one, at) => at % 4 === 0 && one < 100)
  )
}

const pdf = pdfOf({ pages: ['The notice period is three months', 'Signed in Lisbon'] })

test('[AT20] a PDF is drawn page by page and read out; Escape goes back to where it was opened', async () => {
  const file = await send('contract.pdf', pdf)
  const { page, text, dialog } = await open(file.markdown)
  const chip = text.getByRole('button', { name: /^contract\.pdf/ })
  await chip.click()
  const first = dialog.getByRole('img', { name: 'Page 1 of 2' })
  await first.waitFor()
  // Something is drawn, and its words are there for who cannot see it.
  await expect.poll(() => first.evaluate(isDrawn)).toBe(true)
  await dialog.getByText('The notice period is three months').waitFor({ state: 'attached' })
  const width = async () => (await first.boundingBox())?.width ?? 0
  const before = await width()
  await page.keyboard.press('+')
  await expect.poll(width).toBeGreaterThan(before)
  await page.keyboard.press('0')
  await expect.poll(width).toBe(before)
  await page.keyboard.press('Escape')
  await dialog.waitFor({ state: 'detached' })
  expect(await page.evaluate('document.activeElement.textContent')).toContain('contract.pdf')
  // The task is still open: Escape closed one thing.
  await chip.waitFor()
})

test('[AT21] [W143] arrows go from file to file of the task, comments included', async () => {
  const [one, two, three] = [await send('one.pdf', pdf), await send('two.png', png), await send('three.txt', bytes('three'))]
  const { id, page, text, dialog } = await open(`${one.markdown} ${two.markdown}`)
  await me.createComment({ params: { id }, body: { body: three.markdown } })
  await page.getByRole('link', { name: /three\.txt/ }).waitFor()
  await text.getByRole('button', { name: /^one\.pdf/ }).click()
  await dialog.getByText('1 of 3').waitFor()
  await page.keyboard.press('ArrowRight')
  await page.getByRole('dialog', { name: 'two.png' }).getByRole('img', { name: 'two.png' }).waitFor()
  await page.keyboard.press('ArrowRight')
  await page.getByRole('dialog', { name: 'three.txt' }).getByText('Tandem shows images and PDFs.').waitFor()
  await page.keyboard.press('ArrowRight')
  // There is nothing to enlarge.
  await page.keyboard.press('+')
  expect(await dialog.getByRole('button', { name: 'Zoom in' }).count()).toBe(0)
  await page.keyboard.press('ArrowLeft')
  await page.getByRole('dialog', { name: 'two.png' }).getByRole('button', { name: 'Zoom in' }).waitFor()
})

test('[AT22] what its name promises and its bytes do not keep, and what is broken, says so and can be saved', async () => {
  const [lying, broken] = [await send('holiday.pdf', bytes('<script>document.title = "run"</script>')), await send('broken.pdf', bytes('%PDF-1.7 and no more'))]
  const { page, text, dialog } = await open(`${lying.markdown} ${broken.markdown}`)
  await text.getByRole('button', { name: /^holiday\.pdf/ }).click()
  await dialog.getByText('This file is something else').waitFor()
  const download = page.waitForEvent('download')
  await dialog.getByRole('button', { name: 'Download', exact: true }).click()
  expect((await download).suggestedFilename()).toBe('holiday.pdf')
  await page.keyboard.press('ArrowRight')
  await dialog.getByText('This file can’t be shown').waitFor()
  expect(await page.title()).not.toBe('run')
})

test('[AT23] an image that a text links to is shown in place after a click; the files of a task stand together as tiles', async () => {
  const [photo, plan] = [await send('photo.png', png), await send('plan.pdf', pdf)]
  const { text, detail, dialog } = await open(
    `[photo.png](${photo.path}) ${plan.markdown} ${attachmentMarkdown({ hash: '0'.repeat(64), name: 'lost.pdf' }, false)}`,
  )
  const show = text.getByRole('button', { name: /Show photo\.png/ })
  await show.waitFor()
  expect(await text.getByRole('img').count()).toBe(0)
  await show.click()
  await text.getByRole('img', { name: 'photo.png' }).waitFor()
  const tiles = detail.getByRole('region', { name: 'Files' }).getByRole('button')
  await expect.poll(() => tiles.count()).toBe(2)
  await tiles.nth(1).click()
  await dialog.getByRole('img', { name: 'Page 1 of 2' }).waitFor()
  // The browser reports what is not there.
  visitor.problems.splice(0)
})

test('[W142] one file that is there is no row of tiles, whatever else is named', async () => {
  const plan = await send('plan.pdf', pdf)
  const { text, detail } = await open(`${plan.markdown} ${attachmentMarkdown({ hash: '1'.repeat(64), name: 'lost.pdf' }, false)}`)
  await text.getByText('not on this computer').waitFor()
  await text.getByRole('button', { name: /plan\.pdf.*bytes/ }).waitFor()
  expect(await detail.getByRole('region', { name: 'Files' }).count()).toBe(0)
  // The browser reports what is not there.
  visitor.problems.splice(0)
})

// Files in the cloud's window: pasted, shown, saved, and refused where the team has no room.
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import { attachmentMarkdown } from '../../../shared/domain/attachments/attachment-link.ts'
import { png } from '../../support/attachments.ts'
import { useBrowser } from '../../support/browser/browser.ts'
import { newPerson, newTeam, type TestCloud, type TestPerson, type TestTeam } from '../../support/cloud/cloud.ts'
import { openCloudWindow, signInPage } from '../../support/cloud/cloud-window.ts'
import { sendFile } from '../../support/files/team-files.ts'

const visitor = useBrowser()
let cloud: TestCloud
let person: TestPerson
let team: TestTeam
beforeAll(async () => {
  cloud = await openCloudWindow({ files: { folder: undefined, s3: undefined, quota: 10_000 } })
  person = await newPerson(cloud, 'Ana')
  team = await newTeam(cloud, person, 'Kitchen')
  // In two teams: an image's address has to say which.
  await newTeam(cloud, person, 'Garden')
})
afterAll(() => cloud.close())
afterEach(() => {
  // The browser itself writes down what was refused.
  expect(visitor.problems.filter((problem) => !/403|404/.test(problem))).toEqual([])
  visitor.problems.length = 0
})

async function open(description: string) {
  const id = (await team.call('POST', '/tasks', { title: 'Oven', description })).body.id as number
  const page = await visitor.open(`${cloud.url}/open/${id}?team=${team.id}`)
  await signInPage(page, person.email)
  const detail = page.locator('[data-detail]')
  const field = detail.getByRole('textbox', { name: 'Leave a comment…' })
  await field.waitFor()
  return { id, page, detail, field }
}

const paste = (name: string, bytes: Uint8Array, type: string) => `{
  const clipboardData = new DataTransfer()
  clipboardData.items.add(new File([Uint8Array.from(atob('${Buffer.from(bytes).toString('base64')}'), (one) => one.charCodeAt(0))], '${name}', { type: '${type}' }))
  document.activeElement.dispatchEvent(new ClipboardEvent('paste', { bubbles: true, cancelable: true, clipboardData }))
}`

it('[AT6] a pasted picture is sent to the team and shown; files of others are shown and saved; what nobody has sent leaves its name', async () => {
  const bill = (await sendFile(cloud, team.as, 'bill.pdf', Buffer.from('%PDF-1.7'))).body
  const { id, page, detail, field } = await open(`${bill.markdown} ${attachmentMarkdown({ hash: '0'.repeat(64), name: 'lost.pdf' }, false)}`)
  const chip = detail.locator('.markdown').getByRole('button', { name: /bill\.pdf.*8 bytes/ })
  await chip.waitFor()
  await detail.getByText('not uploaded yet').waitFor()
  await field.focus()
  await page.evaluate(paste('image.png', png, 'image/png'))
  await expect.poll(() => field.inputValue()).toMatch(/^!\[Pasted image\.png\]\(\/attachments\/[0-9a-f]{64}\//)
  await page.keyboard.press('Control+Enter')
  const shown = detail.getByRole('img', { name: 'Pasted image.png' })
  await expect.poll(() => shown.evaluate((image) => (image as unknown as { naturalWidth: number }).naturalWidth)).toBe(1)
  await expect.poll(async () => (await team.call('GET', `/tasks/${id}/comments`)).body.length).toBe(1)
  await chip.click()
  // It says that it is a PDF, and is none.
  await page.getByText('This file can’t be shown').waitFor()
  const download = page.waitForEvent('download')
  await page.getByRole('dialog').getByRole('button', { name: 'Download', exact: true }).click()
  expect((await download).suggestedFilename()).toBe('bill.pdf')
})

it('[AT6] [CL266] [W144] where the team has no room, the field says how much there is, and takes the file out again', async () => {
  const { page, detail, field } = await open('Full')
  await field.focus()
  await page.evaluate(paste('large.bin', Buffer.alloc(11_000, 7), 'application/octet-stream'))
  await detail.getByText(/It’s 11 kB, and all of the team’s files together may have 10 kB/).waitFor()
  await detail.getByRole('button', { name: 'Remove from text' }).click()
  expect(await field.inputValue()).toBe('')
})

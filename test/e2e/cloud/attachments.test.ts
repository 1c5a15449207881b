// The cloud's window keeps no files yet: it says so, and asks nobody for them.
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import { attachmentMarkdown } from '../../../shared/domain/attachments/attachment-link.ts'
import { png } from '../../support/attachments.ts'
import { useBrowser } from '../../support/browser/browser.ts'
import { newPerson, newTeam, type TestCloud, type TestPerson, type TestTeam } from '../../support/cloud/cloud.ts'
import { openCloudWindow, signInPage } from '../../support/cloud/cloud-window.ts'

const visitor = useBrowser()
let cloud: TestCloud
let person: TestPerson
let team: TestTeam
beforeAll(async () => {
  cloud = await openCloudWindow()
  person = await newPerson(cloud, 'Ana')
  team = await newTeam(cloud, person, 'Kitchen')
})
afterAll(() => cloud.close())
afterEach(() => expect(visitor.problems).toEqual([]))

it.runIf(process.env.TANDEM_LONG)('[AT6] a file of a desktop leaves its name and where to see it; pasting says where it can be done', async () => {
  const file = { hash: '0'.repeat(64), name: 'oven.png' }
  const description = `${attachmentMarkdown(file, true)} ${attachmentMarkdown({ ...file, name: 'bill.pdf' }, false)}`
  const id = (await team.call('POST', '/tasks', { title: 'Oven', description })).body.id as number
  const page = await visitor.open(`${cloud.url}/open/${id}`)
  const asked: string[] = []
  page.on('request', (request) => asked.push(request.url()))
  await signInPage(page, person.email)
  const detail = page.locator('[data-detail]')
  await detail.getByText('bill.pdf').waitFor()
  expect(await detail.getByText('open it in the desktop app').count()).toBe(2)
  const field = detail.getByRole('textbox', { name: 'Leave a comment…' })
  await field.focus()
  await page.evaluate(`{
    const clipboardData = new DataTransfer()
    clipboardData.items.add(new File([Uint8Array.from(atob('${png.toString('base64')}'), (one) => one.charCodeAt(0))], 'image.png', { type: 'image/png' }))
    document.activeElement.dispatchEvent(new ClipboardEvent('paste', { bubbles: true, cancelable: true, clipboardData }))
  }`)
  await page.getByText('Files can be attached in the desktop app only, for now.').waitFor()
  expect(await field.inputValue()).toBe('')
  expect(await detail.getByRole('button', { name: 'Attach files' }).count()).toBe(0)
  expect(asked.filter((url) => url.includes('/attachments'))).toEqual([])
})

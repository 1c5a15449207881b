// A reply to whoever asked by mail, from the window and on a phone: written, taken back, sent, not sent.
import { fileURLToPath } from 'node:url'
import type { Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { violations } from '../support/browser/axe.ts'
import { useBrowser } from '../support/browser/browser.ts'
import { startWindow, type WindowService } from '../support/browser/window.ts'
import { type Dovecot, dovecotMissing, openDovecot } from '../support/mail/dovecot.ts'
import { openTestSmtp, type TestSmtp } from '../support/mail/smtp-server.ts'
import { until } from '../support/until.ts'

const visitor = useBrowser()
let dovecot: Dovecot
let smtp: TestSmtp
let tandem: WindowService
let mailbox: string

const me = () => tandem.as('person')

beforeAll(async () => {
  if (dovecotMissing) return
  process.env.TANDEM_MAIL_CA = fileURLToPath(new URL('../support/certificate/localhost.crt', import.meta.url))
  dovecot = await openDovecot()
  smtp = await openTestSmtp({ user: dovecot.user, password: () => dovecot.password })
  tandem = await startWindow({ mailTimes: { lookEvery: 300, pollEvery: 200, sendEvery: 100, undoFor: 3 } })
  const servers = { imap: dovecot.imaps, smtp: smtp.server, user: dovecot.user }
  mailbox = (await me().connectOwnMailbox({ body: { address: dovecot.user, password: dovecot.password, servers } })).id
  await until('the first look', async () => (await me().listOwnMailboxes({}))[0]?.looked_at)
})
beforeEach(({ skip }) => skip(dovecotMissing !== undefined, dovecotMissing))
afterEach(() => expect(visitor.problems).toEqual([]))
afterAll(async () => {
  await smtp?.close()
  await dovecot?.close()
})

async function taskOf(subject: string): Promise<number> {
  dovecot.deliver({ subject, from: 'Bo Berg <bo@example.org>', body: 'The lamp in room 7 is broken.\nPlease mend it.' })
  return until('the task', async () => (await me().listTasks({})).find(({ title }) => title === subject)?.id)
}
const shot = async (page: Page, name: string) => {
  if (process.env.TANDEM_SHOTS) await page.screenshot({ path: `${process.env.TANDEM_SHOTS}/${name}.png` })
}

test('[W128] sending is switched on under Settings → Email, with a name, a signature and what is sent by itself', async () => {
  const page = await visitor.open(`${tandem.url}/settings/mail`)
  await page.getByRole('button', { name: `Replies from ${dovecot.user}` }).click()
  const form = page.getByRole('group', { name: `Replies from ${dovecot.user}` })
  await form.getByLabel('Send replies from this mailbox').check()
  await form.getByLabel('Sender name').fill('Ana Silva')
  await form.getByLabel('Signature').fill('Ana\nFacilities')
  await form.getByLabel('Tell them automatically').check()
  await shot(page, 'settings')
  expect(await violations(page)).toEqual([])
  await form.getByLabel('Tell them automatically').uncheck()
  await form.getByRole('button', { name: 'Save' }).click()
  await until('that it is kept', async () => (await me().listOwnMailboxes({}))[0]?.answers.sends)
  expect((await me().listOwnMailboxes({}))[0]?.answers).toEqual({ sends: true, name: 'Ana Silva', signature: 'Ana\nFacilities', acknowledge: null, done: null })
})

test('[W129] w writes a reply, Ctrl+Enter sends it, and undo within seconds brings the words back', async () => {
  await me().setOwnAnswers({ params: { id: mailbox }, body: { sends: true, name: 'Ana Silva', signature: 'Ana', acknowledge: null, done: null } })
  const id = await taskOf('Mend the lamp')
  const page = await visitor.open(`${tandem.url}/open/${id}`)
  await page.getByRole('complementary', { name: 'Draft a reply' }).getByText(`Your reply is sent from ${dovecot.user}.`).waitFor()
  await page.keyboard.press('w')
  const editor = page.getByRole('region', { name: 'Draft a reply' })
  const text = editor.getByLabel('Message')
  await expect.poll(() => text.inputValue()).toContain('“Mend the lamp” is on our list.')
  await text.fill('Dear Bo,\n\nit shines again.')
  await editor.getByText('Signature and quoted text').click()
  await editor.getByText('> The lamp in room 7 is broken.').waitFor()
  await shot(page, 'editor')
  expect(await violations(page)).toEqual([])
  await text.press('Control+Enter')
  await page.getByRole('list', { name: 'Replies' }).getByText('leaves in a few seconds').waitFor()
  await shot(page, 'waiting')
  await page.getByRole('list', { name: 'Replies' }).getByRole('button', { name: 'Undo' }).click()
  await expect.poll(() => page.getByRole('list', { name: 'Replies' }).count()).toBe(0)
  await page.getByRole('button', { name: 'Reply' }).click()
  await expect.poll(() => text.inputValue()).toContain('it shines again.')
  await text.press('Control+Enter')
  await page.getByRole('list', { name: 'Replies' }).getByText('sent', { exact: true }).waitFor()
  await shot(page, 'sent')
  expect(smtp.received).toHaveLength(1)
})

test('[W130] on a phone, what could not be sent says why, and is sent again', async () => {
  await me().setOwnAnswers({ params: { id: mailbox }, body: { sends: true, name: '', signature: '', acknowledge: null, done: null } })
  const id = await taskOf('Order paper')
  smtp.refusal = { code: 550, text: 'mailbox unavailable' }
  const page = await visitor.open(`${tandem.url}/open/${id}`, { viewport: { width: 390, height: 844 }, colorScheme: 'dark', hasTouch: true })
  await page.getByRole('button', { name: 'Reply' }).click()
  await shot(page, 'phone-editor')
  await page.getByRole('region', { name: 'Draft a reply' }).getByRole('button', { name: 'Send' }).click()
  const sent = page.getByRole('list', { name: 'Replies' })
  await sent.getByText('not sent', { exact: true }).waitFor()
  await sent.getByText('mailbox unavailable').waitFor()
  await shot(page, 'phone-failed')
  expect(await violations(page)).toEqual([])
  smtp.refusal = undefined
  await sent.getByRole('button', { name: 'Send again' }).click()
  await sent.getByText('sent', { exact: true }).waitFor()
})

test('[W140] [W141] in German the draft, the quotation and the reason are German, and what the server said is as it was', async () => {
  await me().setOwnAnswers({ params: { id: mailbox }, body: { sends: true, name: '', signature: '', acknowledge: null, done: null } })
  const id = await taskOf('Water the plants')
  smtp.refusal = { code: 550, text: 'mailbox unavailable' }
  const page = await visitor.open(`${tandem.url}/open/${id}`, { locale: 'de-DE' })
  await page.getByRole('button', { name: /^Antworten/ }).click()
  const editor = page.getByRole('region', { name: 'Antwort entwerfen' })
  await expect.poll(() => editor.getByLabel('Nachricht').inputValue()).toBe('Hallo Bo Berg,\n\n„Water the plants“ steht auf unserer Liste.')
  await editor.getByRole('button', { name: /^Senden/ }).click()
  const sent = page.getByRole('list', { name: 'Antworten' })
  await sent.getByText(/Der Mailserver hat die E-Mail nicht angenommen: .*mailbox unavailable/).waitFor()
  smtp.refusal = undefined
  const before = smtp.received.length
  await sent.getByRole('button', { name: 'Erneut senden' }).click()
  await sent.getByText('gesendet', { exact: true }).waitFor()
  expect(Buffer.from(smtp.received[before] ?? '').toString()).toMatch(/schrieb/)
})

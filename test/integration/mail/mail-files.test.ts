// Mails with files, from a real Dovecot into a team and into a desktop's own list.
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest'
import type { OwnMailbox } from '../../../shared/schema/mail/own-mailbox.ts'
import type { Task } from '../../../shared/schema/task.ts'
import { png } from '../../support/attachments.ts'
import { type Dovecot, dovecotMissing, openDovecot } from '../../support/mail/dovecot.ts'
import { attached, inline, mimeMail, multipart, part, pdf } from '../../support/mail/mime.ts'
import { serves } from '../../support/service/as-person.ts'
import { call } from '../../support/service/http.ts'
import { type Program, startProgram } from '../../support/service/program.ts'
import { temporaryFolder } from '../../support/service/service.ts'
import { until } from '../../support/until.ts'

let dovecot: Dovecot
let folder: ReturnType<typeof temporaryFolder>
let service: Program

async function start(): Promise<Program> {
  const program = await startProgram(['test/support/service/impatient-service.ts', folder.path], {
    TANDEM_SECRETS: 'file',
    TANDEM_MAIL_CA: fileURLToPath(new URL('../../support/certificate/localhost.crt', import.meta.url)),
  })
  serves(program.url, folder.path)
  return program
}

beforeAll(async () => {
  if (!dovecotMissing) dovecot = await openDovecot()
})
beforeEach(async ({ skip }) => {
  if (dovecotMissing) skip(dovecotMissing)
  folder = temporaryFolder()
  service = await start()
})
afterEach(async () => {
  if (!service) return
  await service.end('SIGKILL')
  folder.remove()
})
afterAll(() => dovecot?.close())

const ask = <T>(method: string, path: string, body?: unknown) => call<T>(service.url, method, path, body, { 'X-Actor': 'person:Me' })
async function connect(): Promise<void> {
  const servers = { imap: dovecot.imaps, smtp: null, user: dovecot.user }
  expect((await ask('POST', '/mailboxes', { address: dovecot.user, password: dovecot.password, servers })).status).toBe(201)
  await until('the first look', async () => (await ask<OwnMailbox[]>('GET', '/mailboxes')).body[0]?.looked_at)
}
const tasks = async () => (await ask<Task[]>('GET', '/tasks')).body
const taskOf = (title: string) => until(`the task ${title}`, async () => (await tasks()).find((task) => task.title === title))
const linkTo = (name: string) => new RegExp(`\\[${name}\\]\\((/attachments/[0-9a-f]{64}/[^)]+)\\)`)
const pathOf = (text: string | null, name: string) => linkTo(name).exec(text ?? '')?.[1] ?? `no link to ${name} in: ${text}`
const bytesAt = async (path: string) => Buffer.from(await (await fetch(service.url + path)).arrayBuffer())
const stored = () =>
  readdirSync(join(folder.path, 'attachments'), { recursive: true, encoding: 'utf8' })
    .filter((name) => /[0-9a-f]{64}$/.test(name))
    .sort()

const html = '<p>The oven is broken, see <img src="cid:oven@here"> below.</p><p>Please repair it.</p>'
const withFiles = (subject: string, extra: readonly string[] = []) =>
  mimeMail(
    { subject, from: 'Bo <bo@example.org>' },
    multipart('mixed', [
      multipart('related', [part({ type: 'text/html; charset=utf-8', content: html }), inline('oven@here', 'oven.png', png)]),
      attached('Invoice 7.pdf', pdf, 'application/pdf'),
      ...extra,
    ]),
  )

it('[V28] a mail with a PDF and a picture becomes a task with both, the picture where it stood', async () => {
  await connect()
  dovecot.deliver(withFiles('Repair the oven'))
  const { description } = await taskOf('Repair the oven')
  expect(description).toMatch(/see \[oven\.png\]\(\/attachments\/[0-9a-f]{64}\/oven\.png\) below\./)
  expect(await bytesAt(pathOf(description, 'oven\\.png'))).toEqual(png)
  expect(await bytesAt(pathOf(description, 'Invoice 7\\.pdf'))).toEqual(pdf)
  expect(stored()).toHaveLength(2)
})

it('[V28] kill -9 at any moment: no mail and no file is lost, none is there twice', async () => {
  await connect()
  for (let round = 0; round < 3; round++) {
    for (let i = 0; i < 6; i++)
      dovecot.deliver(
        withFiles(`Repair number ${round}-${i} of ${['ovens', 'doors', 'lamps'][round]}`, [
          attached(`plan ${round} ${i}.bin`, Buffer.alloc(300_000, round * 6 + i + 1)),
        ]),
      )
    await until('the first of this round', async () => (await tasks()).length > round * 6)
    await service.end('SIGKILL')
    service = await start()
  }
  await until('all mails', async () => (await ask<object[]>('GET', '/conversations')).body.length === 18)
  const all = await tasks()
  expect(new Set(all.map(({ title }) => title)).size).toBe(all.length)
  const texts = all.map(({ description }) => description ?? '').join('\n')
  // Those that look alike may be put up for a person's decision, with the same links.
  const proposals = JSON.stringify((await ask('GET', '/proposals?state=pending')).body)
  for (let n = 0; n < 18; n++) expect(texts + proposals).toContain(`plan ${Math.floor(n / 6)} ${n % 6}.bin`)
  expect(stored()).toHaveLength(2 + 18)
})

it('[V27] names and types lie, and what is not a file is none', async () => {
  await connect()
  const names = [
    part({ type: 'application/pdf', headers: ['Content-Disposition: attachment; filename="=?utf-8?B?S8Okc2UucGRm?="'], content: Buffer.from('a') }),
    part({
      type: 'application/pdf',
      headers: [`Content-Disposition: attachment; filename*0*=utf-8''Br%C3%B6; filename*1*=tchen.pdf`],
      content: Buffer.from('b'),
    }),
    part({ type: 'image/png', headers: ['Content-Disposition: attachment; filename="../../evil\u202Egnp.exe"'], content: Buffer.from('c') }),
    part({ type: 'image/jpeg', content: Buffer.from('d') }),
    part({ type: 'application/pdf', headers: ['Content-Disposition: attachment; filename="=?utf-8?B?####?="'], content: Buffer.from('e') }),
    part({ type: 'message/rfc822', encoding: '7bit', content: mimeMail({ subject: 'The older one' }, multipart('mixed', [attached('inner.zip', 'PK')])) }),
    part({ type: 'application/pgp-signature; name="signature.asc"', content: 'x' }),
    attached('broken.bin', '').replace(/\r\n\r\n.*/s, '\r\n\r\nSGVs*bG8=\r\nLCB3b3JsZCE=\r\n'),
    attached('empty.txt', ''),
  ]
  dovecot.deliver(mimeMail({ subject: 'Strange names' }, multipart('mixed', [part({ type: 'text/plain', content: 'Please look at these.' }), ...names])))
  const { description } = await taskOf('Strange names')
  for (const name of ['Käse.pdf', 'Brötchen.pdf', 'evil_gnp.exe', 'image.jpg', 'The older one.eml', 'broken.bin']) expect(description).toContain(`[${name}](`)
  expect(await bytesAt(pathOf(description, 'The older one\\.eml'))).toEqual(expect.objectContaining({ length: expect.any(Number) }))
  expect((await bytesAt(pathOf(description, 'broken\\.bin'))).toString()).toBe('Hello, world!')
  expect(description).not.toMatch(/inner\.zip|signature\.asc|\u202E|\.\.\//)
  expect(description).toContain('empty.txt (empty)')
  const shown = await fetch(service.url + pathOf(description, 'image\\.jpg'))
  expect([shown.headers.get('content-type'), shown.headers.get('content-disposition')?.split(';')[0]]).toEqual(['application/octet-stream', 'attachment'])
})

it('[V27] what is too much is told and not kept', async () => {
  await connect()
  const many = Array.from({ length: 130 }, (_, i) => attached(`file ${i}.txt`, `content ${i}`))
  dovecot.deliver(mimeMail({ subject: 'Very many files' }, multipart('mixed', [part({ type: 'text/plain', content: 'All of them.' }), ...many])))
  dovecot.deliver(
    mimeMail(
      { subject: 'A large film' },
      multipart('mixed', [part({ type: 'text/plain', content: 'Watch it.' }), attached('film.mp4', Buffer.alloc(27_000_000, 7))]),
    ),
  )
  const { description } = await taskOf('Very many files')
  expect((description?.match(/\]\(\/attachments\//g) ?? []).length).toBe(50)
  expect(description).toContain('file 60.txt (0.1 MB; left out: the mail has more than 50 files)')
  expect((await taskOf('A large film')).description).toMatch(/film\.mp4 \(2\d(?:\.\d)? MB; left out: larger than 25 MB\)/)
  expect(stored()).toHaveLength(50)
})

// A desktop that watches a mailbox by itself, without any cloud, against a real Dovecot and a real SMTP server.
import { fileURLToPath } from 'node:url'
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest'
import type { OwnMailbox } from '../../../shared/schema/mail/own-mailbox.ts'
import type { Task } from '../../../shared/schema/task.ts'
import { type Dovecot, dovecotMissing, openDovecot } from '../../support/mail/dovecot.ts'
import { openTestSmtp, type TestSmtp } from '../../support/mail/smtp-server.ts'
import { serves } from '../../support/service/as-person.ts'
import { call } from '../../support/service/http.ts'
import { type Program, startProgram } from '../../support/service/program.ts'
import { temporaryFolder } from '../../support/service/service.ts'
import { until } from '../../support/until.ts'

let dovecot: Dovecot
let smtp: TestSmtp
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
  if (dovecotMissing) return
  dovecot = await openDovecot()
  smtp = await openTestSmtp({ user: dovecot.user, password: () => dovecot.password, taken: (raw) => dovecot.deliver(raw) })
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
  await dovecot.setPassword('app password of the test')
})
afterAll(async () => {
  await smtp?.close()
  await dovecot?.close()
})

const person = { 'X-Actor': 'person:Me' }
const ask = <T>(method: string, path: string, body?: unknown) => call<T>(service.url, method, path, body, person)
const servers = () => ({ imap: dovecot.imaps, smtp: smtp.server, user: dovecot.user })
const connect = (more: object = {}) => ask<OwnMailbox>('POST', '/mailboxes', { address: dovecot.user, password: dovecot.password, servers: servers(), ...more })
const titles = async () => (await ask<Task[]>('GET', '/tasks')).body.map(({ title }) => title)
const mailbox = async () => (await ask<OwnMailbox[]>('GET', '/mailboxes')).body[0] as OwnMailbox
const looked = () => until('the first look', async () => (await mailbox())?.looked_at)

it('[V25] makes a task of a new mail, in its sender’s name, and keeps the password where secrets are', async () => {
  for (let i = 0; i < 20; i++) dovecot.deliver({ subject: `old ${i}` })
  const { status, body } = await connect()
  expect([status, body.status, body.folders]).toEqual([201, 'active', ['INBOX']])
  await looked()
  dovecot.deliver({ subject: 'Buy cheese', from: 'Bo Baker <bo@example.org>', body: 'Please buy a kilo of cheese for Friday.' })
  await until('the task', async () => (await titles()).includes('Buy cheese'))
  expect(await titles()).toEqual(['Buy cheese'])
  const [task] = (await ask<Task[]>('GET', '/tasks')).body
  const { body: detail } = await ask<{ requesters: unknown[] }>('GET', `/tasks/${task?.id}`)
  expect(JSON.stringify(detail)).toMatch(/bo-baker|bo@example\.org/)
  expect(await mailbox()).toMatchObject({ healthy: true, cause: null, last_mail_at: expect.any(String) })
  expect(JSON.stringify([body, await mailbox()]) + service.output()).not.toContain(dovecot.password)
})

it('[V51] what a group passes on is its writer’s, of those in copy, too; what went to many waits for a person', async () => {
  await connect()
  await looked()
  const group = [
    'List-Id: <support.example.org>',
    'List-Post: <mailto:support@example.org>',
    'X-Original-From: Ana Silva <ana@example.com>',
    'Cc: Bo Lind <bo@example.com>',
  ]
  dovecot.deliver({ subject: 'Mend the gate', from: `"'Ana Silva' via Support" <support@example.org>`, body: 'It hangs askew.', headers: group })
  const task = await until('the task', async () => (await ask<Task[]>('GET', '/tasks')).body.find(({ title }) => title === 'Mend the gate'))
  expect(task.requesters).toEqual(['ana-silva', 'bo-lind'])
  dovecot.deliver({
    subject: 'Sommerware',
    from: 'Laden <laden@example.net>',
    body: 'Jetzt zugreifen!',
    headers: ['List-Unsubscribe: <https://example.net/u>'],
  })
  const waiting = await until('the question', async () => (await ask<{ arguments: { why: string } }[]>('GET', '/proposals')).body[0])
  expect(waiting.arguments.why).toMatch(/newsletter/)
})

it('[V25] survives kill -9 at any moment: no mail is lost, and none makes two tasks', async () => {
  await connect()
  await looked()
  for (let round = 0; round < 3; round++) {
    for (let i = 0; i < 12; i++)
      dovecot.deliver({ subject: `Order number ${round}-${i} of ${['apples', 'pears', 'plums'][round]}`, body: `This is about crate ${round * 100 + i * 7}.` })
    await until('the first of this round', async () => (await titles()).length > round * 12)
    await service.end('SIGKILL')
    service = await start()
  }
  await until('all mails', async () => (await ask<object[]>('GET', '/conversations')).body.length === 36)
  const all = await titles()
  expect(new Set(all).size).toBe(all.length)
})

it('[V26] says what is wrong and what to do, and connected again goes on where it stood', async () => {
  const refused = await connect({ password: 'wrong' })
  expect([refused.status, (refused.body as unknown as { fault: string }).fault]).toEqual([400, 'password'])
  expect((await ask<OwnMailbox[]>('GET', '/mailboxes')).body).toEqual([])
  await connect()
  await looked()
  await dovecot.stop()
  await dovecot.setPassword('another')
  await dovecot.start()
  await until('that it is given up', async () => (await mailbox()).cause === 'expired')
  expect(await mailbox()).toMatchObject({ healthy: false, status: 'auth_expired', problem: expect.stringContaining('app password') })
  dovecot.deliver({ subject: 'Meanwhile at the bakery', body: 'The oven is cold.' })
  expect((await connect()).status).toBe(201)
  await until('the mail of meanwhile', async () => (await titles()).includes('Meanwhile at the bakery'))
  expect((await mailbox()).healthy).toBe(true)
})

it('[V26] chooses folders, tests the way, and disconnects', async () => {
  dovecot.makeFolder('Kunden')
  const { id } = (await connect()).body
  await looked()
  const { body } = await ask<{ folders: object[] }>('GET', `/mailboxes/${id}/folders`)
  expect(body.folders).toEqual(
    expect.arrayContaining([
      { path: 'INBOX', use: 'inbox', watched: true },
      { path: 'Kunden', use: null, watched: false },
    ]),
  )
  expect((await ask('PUT', `/mailboxes/${id}/folders`, { folders: ['INBOX', 'Kunden'] })).status).toBe(200)
  const test = await ask<{ accepted_at: string | null }>('POST', `/mailboxes/${id}/test`)
  expect([test.status, test.body.accepted_at]).toEqual([202, expect.any(String)])
  await until('that the test was read', async () => (await mailbox()).test?.read_at)
  expect(await titles()).toEqual([])
  const writes = [
    ['POST', '/mailboxes', { address: 'a@example.org', password: 'x' }],
    ['DELETE', `/mailboxes/${id}`, undefined],
    ['POST', `/mailboxes/${id}/test`, undefined],
  ] as const
  for (const [method, path, sent] of writes) expect((await call(service.url, method, path, sent, { 'X-Actor': 'agent:claude' })).status, path).toBe(403)
  expect((await ask('DELETE', `/mailboxes/${id}`)).status).toBe(204)
  expect((await ask<OwnMailbox[]>('GET', '/mailboxes')).body).toEqual([])
  await until('that nobody watches', () => dovecot.connections() === 0)
})

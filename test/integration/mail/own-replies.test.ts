// Answers from a desktop through its own mailbox, without any cloud, against a real Dovecot and a real SMTP server.
import { fileURLToPath } from 'node:url'
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest'
import type { Comment } from '../../../shared/schema/comment.ts'
import type { OwnMailbox } from '../../../shared/schema/mail/own-mailbox.ts'
import type { Reply, ReplyDraft } from '../../../shared/schema/mail/reply.ts'
import type { Proposal } from '../../../shared/schema/proposal.ts'
import type { Task } from '../../../shared/schema/task.ts'
import { type Dovecot, dovecotMissing, openDovecot, type RawMail } from '../../support/mail/dovecot.ts'
import { openTestSmtp, type TestSmtp } from '../../support/mail/smtp-server.ts'
import { connectHttp } from '../../support/mcp/mcp-clients.ts'
import { headerOf, headersOf, threadedMail, threads } from '../../support/mail/threads.ts'
import { serves } from '../../support/service/as-person.ts'
import { call } from '../../support/service/http.ts'
import { type Program, startProgram } from '../../support/service/program.ts'
import { run } from '../../support/service/programs.ts'
import { temporaryFolder } from '../../support/service/service.ts'
import { until } from '../../support/until.ts'

let dovecot: Dovecot
let smtp: TestSmtp
let folder: ReturnType<typeof temporaryFolder>
let service: Program
let mailbox: string

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
  smtp = await openTestSmtp({ user: dovecot.user, password: () => dovecot.password })
})
beforeEach(async ({ skip }) => {
  if (dovecotMissing) skip(dovecotMissing)
  folder = temporaryFolder()
  service = await start()
  smtp.received.length = 0
  const servers = { imap: dovecot.imaps, smtp: smtp.server, user: dovecot.user }
  mailbox = (await ask<OwnMailbox>('POST', '/mailboxes', { address: dovecot.user, password: dovecot.password, servers })).body.id
  await until('the first look', async () => (await ask<OwnMailbox[]>('GET', '/mailboxes')).body[0]?.looked_at)
  expect((await set({})).body).toMatchObject({ can_send: true, answers })
})
afterEach(async () => {
  if (!service) return
  await service.end('SIGKILL')
  folder.remove()
  smtp.hold = undefined
})
afterAll(async () => {
  await smtp?.close()
  await dovecot?.close()
})

const person = { 'X-Actor': 'person:Me' }
const answers = { sends: true, name: 'Ana', signature: 'Ana', acknowledge: null as string | null, done: null as string | null }
const ask = <T>(method: string, path: string, body?: unknown) => call<T>(service.url, method, path, body, person)
const set = (more: object) => ask<OwnMailbox>('PUT', `/mailboxes/${mailbox}/answers`, { ...answers, ...more })
const tasks = async () => (await ask<Task[]>('GET', '/tasks')).body
const replies = async (id: number) => (await ask<Reply[]>('GET', `/tasks/${id}/replies`)).body
const inState = (id: number, state: string) => until(`a reply that is ${state}`, async () => (await replies(id)).find((one) => one.state === state))

async function taskOf(mail: RawMail): Promise<{ task: Task; messageId: string }> {
  const messageId = dovecot.deliver({ body: 'Please mend the lamp in room 7.', ...mail }) as string
  return { task: await until('the task', async () => (await tasks()).find(({ title }) => title === mail.subject)), messageId }
}

it('[V32] [W141] answers in the thread through its own mailbox, and finds its task again by what it sent', async () => {
  const { task, messageId } = await taskOf({ subject: 'Mend the lamp' })
  const { body: draft } = await ask<ReplyDraft>('GET', `/tasks/${task.id}/reply-draft`)
  expect(draft).toMatchObject({ to: ['bo@example.org'], subject: 'Re: Mend the lamp', from: dovecot.user, cannot: null })
  expect(draft.quote).toContain('> Please mend the lamp in room 7.')
  const { body: german } = await ask<ReplyDraft>('GET', `/tasks/${task.id}/reply-draft?language=de`)
  expect(german.text).toBe('Hallo Bo,\n\n„Mend the lamp“ steht auf unserer Liste.')
  expect(german.quote).toMatch(/Am \d\d\.\d\d\.\d{4} schrieb Bo <bo@example\.org>:\n> Please mend/)
  const uid = '0192f0c1-2345-7000-8000-0123456789ab'
  for (let n = 0; n < 2; n++) expect((await ask<Reply>('POST', `/tasks/${task.id}/replies`, { to: draft.to, body: 'It shines.', uid })).status).toBe(201)
  const sent = await inState(task.id, 'sent')
  expect(smtp.received).toHaveLength(1)
  const mail = threadedMail(smtp.received[0] as string)
  expect(mail.id).toBe(sent?.message_id)
  expect(threads([{ id: messageId, references: [] }, mail]).get(mail.id)).toBe(messageId)
  // Some programs name only what they answer, under another subject.
  dovecot.deliver({ subject: 'Thanks', body: 'It flickers a little.', headers: [`In-Reply-To: ${mail.id}`] })
  const comments = () => ask<Comment[]>('GET', `/tasks/${task.id}/comments`)
  await until('the comment', async () => (await comments()).body.some(({ body }) => body.includes('flickers')))
  expect(await tasks()).toHaveLength(1)
})

it('[V33] acknowledges and tells when done, once, and never a machine', async () => {
  await set({ acknowledge: 'We have “{title}”.', done: 'Done: {title}' })
  const { task } = await taskOf({ subject: 'Mend the lamp' })
  await until('the acknowledgment', () => smtp.received.length === 1)
  for (const status of ['done', 'todo', 'done']) await ask('PATCH', `/tasks/${task.id}`, { status })
  await until('both', () => smtp.received.length === 2)
  const { task: other } = await taskOf({ subject: 'Order paper', body: 'Please order paper.', headers: ['Auto-Submitted: auto-generated'] }).catch(() => ({
    task: undefined,
  }))
  if (other) expect(await replies(other.id)).toEqual([])
  expect((await replies(task.id)).filter(({ state }) => state !== 'canceled').map(({ cause }) => cause)).toEqual(['acknowledge', 'done'])
  for (const raw of smtp.received) expect(headerOf(raw, 'Auto-Submitted')).toBe('auto-replied')
})

it('[V34] what the server may have taken when the service was killed is not sent again, and says so', async () => {
  const { task } = await taskOf({ subject: 'Mend the lamp' })
  let go = (): void => undefined
  smtp.held = 0
  smtp.hold = { at: 'mail', until: new Promise<void>((resolve) => (go = resolve)) }
  await ask('POST', `/tasks/${task.id}/replies`, { to: ['bo@example.org'], body: 'It shines.' })
  await until('that the server has it', () => smtp.held > 0)
  await service.end('SIGKILL')
  smtp.hold = undefined
  go()
  service = await start()
  expect((await inState(task.id, 'uncertain'))?.problem).toContain('may not have been sent')
  smtp.hold = { at: 'recipient', until: new Promise<void>((resolve) => (go = resolve)) }
  smtp.held = 0
  await ask('POST', `/tasks/${task.id}/replies`, { to: ['cy@example.org'], body: 'It shines.' })
  await until('that the server is asked', () => smtp.held > 0)
  await service.end('SIGKILL')
  smtp.hold = undefined
  go()
  service = await start()
  await inState(task.id, 'sent')
  expect(smtp.received.map((raw) => headerOf(raw, 'To'))).toEqual(['bo@example.org', 'cy@example.org'])
})

it('[V35] an agent drafts over MCP, REST and the command line; a person accepts, and it is sent once; the policy may allow or deny it', async () => {
  const { task } = await taskOf({ subject: 'Mend the lamp' })
  const agent = await connectHttp('modern', service.url, 'writer')
  try {
    const drafted = await agent.call('draft_reply', { id: task.id, body: 'It shines.' })
    expect(drafted.answer).toMatchObject({ outcome: 'proposed', proposal: expect.any(Number) })
    const { proposal } = drafted.answer
    const waiting = (await ask<Proposal>('GET', `/proposals/${proposal}`)).body
    expect(waiting).toMatchObject({ tool: 'draft_reply', kinds: ['reply'], arguments: { id: task.id, to: ['bo@example.org'], body: 'It shines.' } })
    // The same call is the same proposal, whichever way it comes.
    const asAgent = (body: object) =>
      call<{ detail: string; proposal?: number }>(service.url, 'POST', `/tasks/${task.id}/replies`, body, { 'X-Actor': 'agent:writer' })
    expect((await asAgent({ to: ['bo@example.org'], body: 'It shines.' })).body.proposal).toBe(proposal)
    expect(await asAgent({ to: ['eve@example.org'], body: 'It shines.' })).toMatchObject({
      status: 400,
      body: { detail: expect.stringContaining('bo@example.org') },
    })
    const args = ['--as', 'writer', '--json', 'reply', String(task.id), '--text', 'It shines.', '--data-dir', folder.path]
    const shell = await run('electron/cli/tandem.mjs', args)
    expect([shell.code, JSON.parse(shell.out)]).toMatchObject([6, { outcome: 'proposed', proposal }])
    expect(await replies(task.id)).toEqual([])
    expect((await ask('POST', `/proposals/${proposal}/accept`)).status).toBe(200)
    expect((await ask('POST', `/proposals/${proposal}/accept`)).status).toBe(409)
    expect(await inState(task.id, 'sent')).toMatchObject({ cause: 'agent', by: 'writer', body: 'It shines.' })
    await ask('PUT', '/agents/writer/policy', { reply: 'allow' })
    expect((await agent.call('draft_reply', { id: task.id, body: 'Still.' })).answer).toMatchObject({ outcome: 'created', to: ['bo@example.org'] })
    await until('both', () => smtp.received.length === 2)
    await ask('PUT', '/agents/writer/policy', { reply: 'deny' })
    expect(await agent.call('draft_reply', { id: task.id, body: 'No more.' })).toMatchObject({ isError: true, text: expect.stringContaining('does not allow') })
    const { body: other } = await ask<Task>('POST', '/tasks', { title: 'By hand' })
    await ask('PUT', '/agents/writer/policy', { reply: 'propose' })
    expect(await agent.call('draft_reply', { id: other.id, body: 'Hello' })).toMatchObject({
      isError: true,
      text: expect.stringContaining('did not come by email'),
    })
    expect(smtp.received).toHaveLength(2)
  } finally {
    await agent.close()
  }
})

it('[V36] is offered to all who ask, those in copy included, and goes to them as one mail', async () => {
  const { task } = await taskOf({ subject: 'Mend the lamp', headers: [`Cc: Cy <cy@example.org>, Di <di@example.org>, ${dovecot.user}`] })
  expect(task.requesters).toHaveLength(3)
  const { body: draft } = await ask<ReplyDraft>('GET', `/tasks/${task.id}/reply-draft`)
  expect(draft.to).toEqual(['bo@example.org', 'cy@example.org', 'di@example.org'])
  const { body: reply } = await ask<Reply>('POST', `/tasks/${task.id}/replies`, { to: draft.to, body: 'It shines.' })
  await inState(task.id, 'sent')
  expect(smtp.received).toHaveLength(1)
  const [raw = ''] = smtp.received
  expect([headerOf(raw, 'To')?.split(/,\s*/), headersOf(raw, 'Message-ID')]).toEqual([draft.to, [reply.message_id]])
  // An agent answers who wrote.
  expect((await call<ReplyDraft>(service.url, 'GET', `/tasks/${task.id}/reply-draft`, undefined, { 'X-Actor': 'agent:writer' })).body.to).toEqual([
    'bo@example.org',
  ])
})

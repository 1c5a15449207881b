// Answers of a team through a mailbox over IMAP, against a real Dovecot, a real SMTP server and a real PostgreSQL.
import { randomUUID } from 'node:crypto'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Reply } from '../../../shared/schema/mail/reply.ts'
import { addMember, newPerson, newTeam, openCloud, type TestCloud, type TestPerson, type TestTeam } from '../../support/cloud/cloud.ts'
import { onDatabase, openDatabase, type TestDatabase, waitingForLock } from '../../support/cloud/postgres.ts'
import { type Dovecot, dovecotMissing, openDovecot, type RawMail, testCa } from '../../support/mail/dovecot.ts'
import { openTestSmtp, type TestSmtp } from '../../support/mail/smtp-server.ts'
import { headerOf, headersOf, threadedMail, threads } from '../../support/mail/threads.ts'
import { connectHttp } from '../../support/mcp/mcp-clients.ts'
import { callUrl } from '../../contract/target.ts'
import { startProgram } from '../../support/service/program.ts'
import { temporaryFolder } from '../../support/service/service.ts'
import { until } from '../../support/until.ts'

let dovecot: Dovecot
let smtp: TestSmtp
let database: TestDatabase
let cloud: TestCloud
let owner: TestPerson
let team: TestTeam
let mailbox: string

const options = (undoFor = 0) => ({
  email: {
    gmail: undefined,
    microsoft: undefined,
    imap: { hosts: [dovecot.imaps, smtp.server].map(({ host, port }) => `${host}:${port}`), ca: testCa[0], plain: false, max: 100 },
  },
  imap: {
    takeEvery: 50,
    leaseFor: 3,
    lookEvery: 200,
    pollEvery: 100,
    retries: { usual: [50, 100], password: [50, 50] },
    answers: { connect: 3000, answer: 3000 },
  },
  replies: { lookEvery: 50, leaseSeconds: 2, waits: [1], undoFor },
})

beforeAll(async () => {
  if (dovecotMissing) return
  dovecot = await openDovecot()
  smtp = await openTestSmtp({ user: dovecot.user, password: () => dovecot.password })
  database = await openDatabase()
  cloud = await openCloud(options(), database)
})
beforeEach(async ({ skip }) => {
  if (dovecotMissing) skip(dovecotMissing)
  await begin(cloud)
})
afterEach(async () => {
  if (!owner) return
  await cloud.call('POST', '/email/oauth/revoke', {}, asOwner())
  smtp.refusal = undefined
  smtp.hangUp = false
  await until('that nobody watches any more', () => dovecot.connections() === 0)
})
afterAll(async () => {
  await cloud?.close()
  await database?.drop()
  await smtp?.close()
  await dovecot?.close()
})

const asOwner = () => ({ ...owner.as, 'x-team-id': team.id })
const person = (method: string, path: string, body?: unknown) => cloud.call(method, path, body, asOwner())
const answers = { sends: true, name: 'Team “Käse”', signature: 'Yours\nThe team', acknowledge: null, done: null }

async function begin(where: TestCloud): Promise<void> {
  owner = await newPerson(where, 'ana')
  team = await newTeam(where, owner)
  smtp.received.length = 0
  const servers = { imap: dovecot.imaps, smtp: smtp.server, user: dovecot.user }
  const { status, body } = await person('POST', '/email/imap', { address: dovecot.user, password: dovecot.password, servers })
  expect([status, body.can_send, body.answers.sends]).toEqual([201, true, false])
  mailbox = body.id
  await until('the first look', async () => (await team.call('GET', '/email/health')).body[0]?.looked_at)
  expect((await person('PUT', `/email/mailboxes/${mailbox}/answers`, answers)).status).toBe(200)
}

interface ReadMail {
  external_id: string
  thread_id: string
  subject: string
}

/** All mails of the team until now, as a desktop is given them. */
async function given(): Promise<ReadMail[]> {
  const all: ReadMail[] = []
  const events = await onDatabase(database.url, (client) =>
    client.query("SELECT after FROM event_queue WHERE team_id = $1 AND kind = 'email.received' ORDER BY seq", [team.id]),
  )
  for (const { after } of events.rows) {
    const { status, body } = await team.call('GET', `/email/messages?history_id=${encodeURIComponent(after.history_id)}`)
    expect(status).toBe(200)
    all.push(...body.messages)
  }
  return all
}
const arrived = (subject: string) => until(`a mail ${subject}`, async () => (await given()).find((mail) => mail.subject === subject))

/** A mail comes, a desktop makes a task of it and says so. */
async function taskOf(mail: RawMail, more: object = {}): Promise<{ id: number; messageId: string; mail: ReadMail; uid: string }> {
  const messageId = dovecot.deliver({ subject: 'Broken lamp', ...mail }) as string
  const read = await until('the mail', async () => (await given()).find((one) => one.external_id === messageId))
  const made = { title: mail.subject ?? 'Broken lamp', description: mail.body ?? 'Text', ...more }
  const { status, body } = await team.call('POST', '/tasks', made)
  expect(status).toBe(201)
  await link(messageId, body.uid)
  return { id: body.id, messageId, mail: read, uid: body.uid }
}
const link = async (message_id: string, task_uid: string, made = true) =>
  expect((await team.call('POST', '/email/links', { mailbox: dovecot.user, provider: 'imap', links: [{ message_id, task_uid, made }] })).status).toBe(204)
const replies = async (id: number): Promise<Reply[]> => (await team.call('GET', `/tasks/${id}/replies`)).body
const inState = (id: number, state: string) => until(`a reply that is ${state}`, async () => (await replies(id)).find((one) => one.state === state))
function textOf(raw: string): string {
  const body = raw.slice(raw.search(/\r?\n\r?\n/)).trim()
  const encoding = headerOf(raw, 'Content-Transfer-Encoding') ?? ''
  if (/base64/i.test(encoding)) return Buffer.from(body, 'base64').toString()
  if (!/quoted/i.test(encoding)) return body
  const bytes = body.replaceAll(/=\r?\n/g, '').replaceAll(/=([\dA-F]{2})/g, (_, hex: string) => String.fromCodePoint(Number.parseInt(hex, 16)))
  return Buffer.from(bytes, 'latin1').toString()
}

/** A delivery report about what is in its last part. */
function returnedMail(messageId: string, type: string, original: readonly string[]): string {
  const part = (kind: string, lines: readonly string[]) => ['--x', `Content-Type: ${kind}`, '', ...lines, '']
  return [
    'From: MAILER-DAEMON@mx.example.org',
    `To: ${dovecot.user}`,
    'Subject: Undelivered Mail Returned to Sender',
    'Auto-Submitted: auto-replied',
    `Message-ID: ${messageId}`,
    'Content-Type: multipart/report; report-type=delivery-status; boundary="x"',
    '',
    ...part('text/plain', ['I am sorry.']),
    ...part('message/delivery-status', [
      'Reporting-MTA: dns; mx',
      '',
      'Final-Recipient: rfc822; bo@example.org',
      'Action: failed',
      'Status: 5.1.1',
      'Diagnostic-Code: smtp; 550 5.1.1 user unknown',
    ]),
    ...part(type, original),
    '--x--',
    '',
  ].join('\r\n')
}

it('[CL310] sends an answer in the thread, through the mailbox it came to, and keeps it among what was sent', async () => {
  const first = '<first@example.org>'
  dovecot.makeFolder('Sent')
  const { id, messageId } = await taskOf({
    from: 'Bo <bo@example.org>',
    subject: 'AW: Re: Broken lamp',
    body: 'The lamp is broken.\nPlease come.',
    headers: [`References: ${first} <second@example.org>`, 'In-Reply-To: <second@example.org>'],
  })
  // As a desktop brings it: in its sender's name.
  await onDatabase(cloud.database.url, (client) =>
    client.query("UPDATE event_queue SET actor_kind = 'email' WHERE team_id = $1 AND task_id = $2 AND kind = 'task.created'", [team.id, id]),
  )
  expect((await person('PATCH', `/tasks/${id}`, { description: 'He never pays.' })).status).toBe(200)
  const { body: draft } = await person('GET', `/tasks/${id}/reply-draft`)
  // What the team wrote to itself stays there.
  expect(draft.quote).not.toContain('pays')
  expect(draft).toMatchObject({ to: ['bo@example.org'], subject: 'Re: Broken lamp', from: dovecot.user, cannot: null })
  expect(draft.quote).toContain('> The lamp is broken.\n> Please come.')
  const { status, body: reply } = await person('POST', `/tasks/${id}/replies`, { to: draft.to, body: 'Dear Bo,\n\nit is on: ☀.' })
  expect([status, reply.state, reply.cause, reply.mailbox]).toEqual([201, 'waiting', 'person', dovecot.user])
  expect((await inState(id, 'sent')).problem).toBeNull()
  expect(smtp.received).toHaveLength(1)
  const [raw] = smtp.received as [string]
  expect(headersOf(raw, 'Message-ID')).toEqual([reply.message_id])
  expect([headerOf(raw, 'In-Reply-To'), headerOf(raw, 'References')]).toEqual([messageId, `${first} <second@example.org> ${messageId}`])
  expect([headerOf(raw, 'Subject'), headerOf(raw, 'To'), headerOf(raw, 'Auto-Submitted')]).toEqual(['Re: Broken lamp', 'bo@example.org', undefined])
  expect(headerOf(raw, 'From')).toMatch(/<team@example.org>$/)
  expect(textOf(raw)).toMatch(
    /it is on: ☀\.\r?\n\r?\n-- \r?\nYours\r?\nThe team\r?\n\r?\nOn \d{4}-\d\d-\d\d Bo <bo@example.org> wrote:\r?\n> The lamp is broken\./,
  )
  const asked = { id: messageId, references: [first, '<second@example.org>'] }
  expect(threads([asked, threadedMail(raw)]).get(reply.message_id)).toBe(messageId)
  // Where its person looks for it.
  await until('the copy', () => dovecot.filed('Sent').length === 1)
  expect(headerOf(dovecot.filed('Sent')[0] as string, 'Message-ID')).toBe(reply.message_id)
})

it('[CL311] waits, and can be taken back until it leaves', async () => {
  const patient = await openCloud(options(60), database)
  try {
    const { id } = await taskOf({})
    const there = (method: string, path: string, body?: unknown) => patient.call(method, path, body, asOwner())
    const { body: reply } = await there('POST', `/tasks/${id}/replies`, { to: ['bo@example.org'], body: 'Too early' })
    expect(Date.parse(reply.send_after) - Date.parse(reply.created_at)).toBe(60_000)
    expect((await person('POST', `/tasks/${id}/replies/${reply.id}/cancel`)).body.state).toBe('canceled')
    expect((await person('POST', `/tasks/${id}/replies/${reply.id}/send`)).status).toBe(409)
    const { body: next } = await person('POST', `/tasks/${id}/replies`, { to: ['bo@example.org'], body: 'Now' })
    await inState(id, 'sent')
    expect((await person('POST', `/tasks/${id}/replies/${next.id}/cancel`)).status).toBe(409)
    expect(smtp.received.map(textOf).join()).not.toContain('Too early')
  } finally {
    await patient.close()
  }
})

it('[CL312] says why it was not sent, and sends the same mail again on request', async () => {
  const { id } = await taskOf({})
  smtp.refusal = { code: 550, text: 'no such person' }
  const { body: reply } = await person('POST', `/tasks/${id}/replies`, { to: ['bo@example.org'], body: 'Hello' })
  expect((await inState(id, 'failed')).problem).toContain('no such person')
  smtp.refusal = undefined
  expect((await person('POST', `/tasks/${id}/replies/${reply.id}/send`)).body).toMatchObject({ state: 'waiting', message_id: reply.message_id })
  await inState(id, 'sent')
  expect(smtp.received.map((raw) => headerOf(raw, 'Message-ID'))).toEqual([reply.message_id])
})

it('[CL313] does not send a second time what the server may have taken: it says so, and a person decides', async () => {
  const { id } = await taskOf({})
  smtp.hangUp = true
  const { body: reply } = await person('POST', `/tasks/${id}/replies`, { to: ['bo@example.org'], body: 'Hello' })
  expect((await inState(id, 'uncertain')).problem).toContain('may not have been sent')
  expect(smtp.received).toHaveLength(1)
  smtp.hangUp = false
  await person('POST', `/tasks/${id}/replies/${reply.id}/send`)
  await inState(id, 'sent')
  expect(new Set(smtp.received.map((raw) => headerOf(raw, 'Message-ID')))).toEqual(new Set([reply.message_id]))
})

it('[CL314] finds the thread of an answer to an answer by its Message-ID, whatever else it refers to', async () => {
  const { id, mail } = await taskOf({})
  const { body: reply } = await person('POST', `/tasks/${id}/replies`, { to: ['bo@example.org'], body: 'Hello' })
  await inState(id, 'sent')
  // Some programs name only what they answer.
  dovecot.deliver({ subject: 'Re: Broken lamp', body: 'Thanks, but no.', headers: [`In-Reply-To: ${reply.message_id}`] })
  expect((await arrived('Re: Broken lamp')).thread_id).toBe(mail.thread_id)
})

it('[CL315] what comes back is said at the task, and is no mail of anybody', async () => {
  const { id } = await taskOf({})
  const { body: reply } = await person('POST', `/tasks/${id}/replies`, { to: ['bo@example.org'], body: 'Hello' })
  await inState(id, 'sent')
  dovecot.deliver(returnedMail('<bounce@mx.example.org>', 'text/rfc822-headers', [`Message-ID: ${reply.message_id}`, 'Subject: Re: Broken lamp']))
  await until('that it came back', async () => (await given(), (await replies(id))[0]?.state === 'bounced'))
  expect((await replies(id))[0]?.problem).toContain('550 5.1.1 user unknown')
  const comments = async () => (await team.call('GET', `/tasks/${id}/comments`)).body
  expect(await comments()).toMatchObject([{ author: { kind: 'email' }, body: expect.stringContaining('user unknown') }])
  expect((await given()).map(({ external_id }) => external_id)).not.toContain('<bounce@mx.example.org>')
  expect(await comments()).toHaveLength(1)
})

it('[CL345] what comes back is the answer that the report is about, not one before it in the thread', async () => {
  const { id, uid } = await taskOf({})
  const { body: first } = await person('POST', `/tasks/${id}/replies`, { to: ['bo@example.org'], body: 'The first' })
  await inState(id, 'sent')
  dovecot.deliver({
    subject: 'Re: Broken lamp',
    messageId: '<back@example.org>',
    date: new Date(Date.now() + 60_000),
    headers: [`References: ${first.message_id}`],
  })
  await arrived('Re: Broken lamp')
  await link('<back@example.org>', uid, false)
  await person('POST', `/tasks/${id}/replies`, { to: ['bo@example.org'], body: 'The second' })
  const [, raw = ''] = await until('both', () => (smtp.received.length === 2 ? smtp.received : undefined))
  expect(headerOf(raw, 'References')).toContain(first.message_id)
  await until('that both are sent', async () => (await replies(id)).every(({ state }) => state === 'sent'))
  dovecot.deliver(returnedMail('<bounce@mx.example.org>', 'message/rfc822', [raw]))
  await until('that it came back', async () => (await given(), (await replies(id)).some(({ state }) => state === 'bounced')))
  expect((await replies(id)).map(({ body, state }) => [body, state])).toEqual([
    ['The first', 'sent'],
    ['The second', 'bounced'],
  ])
})

it('[CL346] whatever strangers make it send by itself, people can answer', async () => {
  await person('PUT', `/email/mailboxes/${mailbox}/answers`, { ...answers, acknowledge: 'Hello' })
  const { id } = await taskOf({})
  await inState(id, 'sent')
  await onDatabase(database.url, (client) =>
    client.query(
      `INSERT INTO mail_replies SELECT (jsonb_populate_record(r, jsonb_build_object('id', gen_random_uuid(), 'task_uid', gen_random_uuid(),
         'message_id', '<' || n || '@example.org>', 'recipients', ARRAY['stranger' || n || '@example.org']))).* FROM mail_replies r, generate_series(1, 249) n WHERE r.team_id = $1`,
      [team.id],
    ),
  )
  const { id: unanswered } = await taskOf({ subject: 'One too many', from: 'Cy <cy@example.org>' })
  expect(await replies(unanswered)).toEqual([])
  expect((await person('POST', `/tasks/${unanswered}/replies`, { to: ['cy@example.org'], body: 'Hello' })).status).toBe(201)
  await inState(unanswered, 'sent')
})

describe('by itself', () => {
  const set = (more: object) => person('PUT', `/email/mailboxes/${mailbox}/answers`, { ...answers, ...more })

  it('[CL316] acknowledges once what became a task, and tells once when it is done', async () => {
    await set({ acknowledge: 'Hello {name}, we have “{title}”.', done: '“{title}” is done.' })
    const { id, messageId, uid } = await taskOf({ from: 'Bo Berg <bo@example.org>' })
    await until('the acknowledgment', () => smtp.received.length === 1)
    await link(messageId, uid)
    for (const status of ['done', 'todo', 'done']) expect((await person('PATCH', `/tasks/${id}`, { status })).status).toBe(200)
    await until('all', async () => (await replies(id)).filter(({ state }) => state === 'sent').length === 2)
    // One that left too late to be wrong is taken back by itself.
    expect((await replies(id)).filter(({ state }) => state !== 'canceled').map(({ cause }) => cause)).toEqual(['acknowledge', 'done'])
    expect(smtp.received.map(textOf).map((text) => text.split(/\r?\n/)[0])).toEqual(['Hello Bo Berg, we have “Broken lamp”.', '“Broken lamp” is done.'])
    for (const raw of smtp.received) expect([headerOf(raw, 'Auto-Submitted'), headerOf(raw, 'X-Auto-Response-Suppress')]).toEqual(['auto-replied', 'All'])
  })

  it('[CL347] a mail of which two tasks came is acknowledged once', async () => {
    await set({ acknowledge: 'Hello' })
    const { messageId, uid, id } = await taskOf({})
    const { body: other } = await team.call('POST', '/tasks', { title: 'The other thing in it' })
    await Promise.all([link(messageId, other.uid), link(messageId, uid), link(messageId, other.uid)])
    await inState(id, 'sent')
    expect([(await replies(other.id)).length, smtp.received.length]).toEqual([0, 1])
  })

  it('[CL317] never answers a machine, a list, what came back, or itself', async () => {
    await set({ acknowledge: 'Hello' })
    const machines: RawMail[] = [
      { headers: ['Auto-Submitted: auto-replied'] },
      { headers: ['Auto-Submitted: auto-generated (vacation)'] },
      { headers: ['Precedence: bulk'] },
      { headers: ['List-Id: <all.example.org>'] },
      { headers: ['Return-Path: <>'] },
      { headers: ['X-Auto-Response-Suppress: OOF, AutoReply'] },
      { from: 'MAILER-DAEMON@example.org' },
      { from: 'no-reply@example.org' },
      { from: dovecot.user },
      { headers: [`Reply-To: ${dovecot.user}`] },
    ]
    const ids: number[] = []
    for (const [n, mail] of machines.entries()) ids.push((await taskOf({ ...mail, subject: `machine ${n}` })).id)
    const { id } = await taskOf({ subject: 'a person' })
    await inState(id, 'sent')
    for (const one of ids) expect(await replies(one)).toEqual([])
    expect(smtp.received).toHaveLength(1)
  })

  it('[CL318] writes to one address by itself four times a day at most', async () => {
    await set({ acknowledge: 'Hello' })
    for (let n = 0; n < 6; n++) await taskOf({ subject: `many ${n}` })
    const { id } = await taskOf({ subject: 'somebody else', from: 'Cy <cy@example.org>' })
    await inState(id, 'sent')
    await until('all', () => smtp.received.length === 5)
    expect(smtp.received.filter((raw) => headerOf(raw, 'To') === 'bo@example.org')).toHaveLength(4)
  })

  it('[CL319] is switched on by an admin, and takes nothing when it is off', async () => {
    const member = await newPerson(cloud, 'member')
    await addMember(cloud, team, owner, member)
    const as = { 'x-team-id': team.id }
    expect((await member.call('PUT', `/email/mailboxes/${mailbox}/answers`, answers, as)).status).toBe(403)
    const { id } = await taskOf({})
    await set({ sends: false, acknowledge: 'Hello' })
    const refused = await person('POST', `/tasks/${id}/replies`, { to: ['bo@example.org'], body: 'Hello' })
    expect([refused.status, refused.body.detail]).toEqual([409, expect.stringContaining('does not send')])
    expect((await person('GET', `/tasks/${id}/reply-draft`)).body).toMatchObject({ from: null, cannot: expect.stringContaining('does not send') })
    await set({})
    expect((await member.call('POST', `/tasks/${id}/replies`, { to: ['bo@example.org'], body: 'Hello' }, as)).status).toBe(201)
    const stranger = await newPerson(cloud, 'stranger')
    expect((await stranger.call('GET', `/tasks/${id}/replies`, undefined, as)).status).toBe(403)
  })
})

it('[CL320] no text of a mail or a person begins a header', async () => {
  const { id } = await taskOf({
    subject: '=?utf-8?B?' + Buffer.from('Lamp\r\nBcc: evil@example.org\r\n\r\nbody').toString('base64') + '?=',
    from: '"Bo\\"\r\n Bcc: evil" <bo@example.org>',
  })
  await person('PUT', `/email/mailboxes/${mailbox}/answers`, { ...answers, name: 'Team\r\nBcc: evil@example.org', signature: '' })
  for (const to of [
    'bo@example.org\r\nBcc: evil@example.org',
    'bo@example.org, evil@example.org',
    'Bo <bo@example.org>',
    dovecot.user,
    'noreply@example.org',
    'b\u202Eo@example.org',
    'b\u200Bo@example.org',
    'b\u0001o@example.org',
  ])
    expect([to, (await person('POST', `/tasks/${id}/replies`, { to: [to], body: 'x' })).status]).toEqual([to, 400])
  await person('POST', `/tasks/${id}/replies`, { to: ['bo@example.org'], body: 'Hello\r\n.\r\nBcc: evil@example.org' })
  await inState(id, 'sent')
  const [raw] = smtp.received as [string]
  expect([headersOf(raw, 'Bcc'), headersOf(raw, 'To'), headersOf(raw, 'Subject').length]).toEqual([[], ['bo@example.org'], 1])
})

it('[CL321] an agent drafts, a person accepts, and it is sent once', async () => {
  const { id } = await taskOf({ from: 'Bo <bo@example.org>' })
  const agent = { 'x-actor': 'agent:writer' }
  const proposed = await team.call('POST', `/tasks/${id}/replies`, { to: ['bo@example.org'], body: 'From an agent' }, agent)
  expect([proposed.status, proposed.body.proposal]).toEqual([403, expect.any(Number)])
  expect(await replies(id)).toEqual([])
  expect((await person('POST', `/proposals/${proposed.body.proposal}/accept`)).status).toBe(200)
  expect(await inState(id, 'sent')).toMatchObject({ cause: 'agent', body: 'From an agent' })
  expect((await person('PUT', '/agents/writer/policy', { reply: 'allow' })).status).toBe(200)
  const elsewhere = await team.call('POST', `/tasks/${id}/replies`, { to: ['cy@example.org'], body: 'Hello' }, agent)
  expect([elsewhere.status, elsewhere.body.detail]).toEqual([400, expect.stringContaining('bo@example.org')])
  expect((await team.call('POST', `/tasks/${id}/replies`, { to: ['bo@example.org'], body: 'Again' }, agent)).status).toBe(201)
  await until('both', () => smtp.received.length === 2)
})

it('[CL324] two Tandems that acknowledge each other write once', async () => {
  const other = await openTestSmtp({ user: 'other@example.org', password: () => dovecot.password, taken: (raw) => dovecot.deliver(raw) })
  const there = await openCloud({
    ...options(),
    email: {
      ...options().email,
      imap: { ...options().email.imap, hosts: [dovecot.imaps, smtp.server, other.server].map(({ host, port }) => `${host}:${port}`) },
    },
  })
  try {
    const them = await newPerson(there, 'them')
    const theirs = await newTeam(there, them)
    const as = { ...them.as, 'x-team-id': theirs.id }
    const servers = { imap: dovecot.imaps, smtp: other.server, user: 'other@example.org' }
    const { body: box } = await there.call('POST', '/email/imap', { address: 'other@example.org', password: dovecot.password, servers }, as)
    await until('the first look', async () => (await theirs.call('GET', '/email/health')).body[0]?.looked_at)
    await there.call('PUT', `/email/mailboxes/${box.id}/answers`, { ...answers, acknowledge: 'We have it' }, as)
    await person('PUT', `/email/mailboxes/${mailbox}/answers`, { ...answers, acknowledge: 'So have we' })
    const { id } = await taskOf({ from: 'other@example.org' })
    await inState(id, 'sent')
    const [raw] = smtp.received as [string]
    dovecot.deliver(raw, { user: 'other@example.org' })
    // Their desktop makes a task of it, too.
    const events = () =>
      onDatabase(there.database.url, (client) => client.query("SELECT after FROM event_queue WHERE team_id = $1 AND kind = 'email.received'", [theirs.id]))
    const { rows } = await until('their event', async () => ((await events()).rows.length > 0 ? await events() : undefined))
    const { body: batch } = await theirs.call('GET', `/email/messages?history_id=${encodeURIComponent(rows[0].after.history_id)}`)
    const { body: task } = await theirs.call('POST', '/tasks', { title: 'An acknowledgment' })
    const links = [{ message_id: batch.messages[0].external_id, task_uid: task.uid, made: true }]
    expect((await theirs.call('POST', '/email/links', { mailbox: 'other@example.org', provider: 'imap', links })).status).toBe(204)
    expect((await theirs.call('GET', `/tasks/${task.id}/replies`)).body).toEqual([])
    expect([smtp.received.length, other.received.length]).toEqual([1, 0])
  } finally {
    await there.close()
    await other.close()
  }
})

describe('[CL325] kill -9', () => {
  const held = () => {
    let go = (): void => undefined
    const until = new Promise<void>((resolve) => (go = resolve))
    return { until, go }
  }

  /** A cloud of its own, an answer on its way, and what kills it. */
  async function killedAt(at: 'recipient' | 'mail' | 'row'): Promise<{ reply: Reply; received: string[] }> {
    const certificate = new URL('../../support/certificate/localhost.crt', import.meta.url).pathname
    const folder = temporaryFolder()
    const env = {
      DATABASE_URL: database.url,
      TANDEM_KEY: '7'.repeat(64),
      TANDEM_LOG: 'fatal',
      TANDEM_SIGN_INS_PER_MINUTE: '1000',
      TANDEM_MAIL_HOSTS: [dovecot.imaps, smtp.server].map(({ host, port }) => `${host}:${port}`).join(),
      TANDEM_MAIL_CA: certificate,
    }
    const start = () => startProgram(['test/support/cloud/impatient-cloud.ts', '--port', '0', '--data-dir', folder.path], env)
    const { id } = await taskOf({})
    // Nobody else sends meanwhile.
    await cloud.close()
    const { until: released, go } = held()
    smtp.held = 0
    smtp.hold = { at: at === 'row' ? 'mail' : at, until: released }
    let program = await start()
    try {
      const call = (method: string, path: string, body?: unknown) => callUrl(`${program.url}/api${path}`, method, body, asOwner())
      const { body: reply } = await call('POST', `/tasks/${id}/replies`, { to: ['bo@example.org'], body: 'Hello' })
      await until('that the server has it', () => smtp.held > 0)
      await onDatabase(database.url, async (lock) => {
        if (at === 'row') {
          // What the server answers is heard, and cannot be written.
          await lock.query('BEGIN')
          await lock.query('SELECT 1 FROM mail_replies WHERE id = $1 FOR UPDATE', [reply.id])
          go()
          await until('that it waits', async () => (await waitingForLock(lock)) > 0)
        }
        await program.end('SIGKILL')
      })
      smtp.hold = undefined
      go()
      program = await start()
      const end = await until('what is known', async () => {
        const [one] = (await call('GET', `/tasks/${id}/replies`)).body as [Reply]
        return one.state === 'sent' || one.state === 'uncertain' ? one : undefined
      })
      expect(end.message_id).toBe(reply.message_id)
      return { reply: end, received: [...smtp.received] }
    } finally {
      await program.end('SIGKILL')
      folder.remove()
      smtp.hold = undefined
      cloud = await openCloud(options(), database)
    }
  }

  it('before the server asks for the text: it is sent, once', async () => {
    const { reply, received } = await killedAt('recipient')
    expect([reply.state, received.length]).toEqual(['sent', 1])
  })
  it.each(['mail', 'row'] as const)('after the text left (%s): it is not sent again, and says that it may not have been', async (at) => {
    const { reply, received } = await killedAt(at)
    expect([reply.state, reply.problem, received.length]).toEqual(['uncertain', expect.stringContaining('may not have been sent'), 1])
  })
})

it('[CL322] two instances send each once', async () => {
  const second = await openCloud(options(), database)
  try {
    const { id } = await taskOf({})
    for (let n = 0; n < 8; n++) await person('POST', `/tasks/${id}/replies`, { to: [`bo${n}@example.org`], body: `Hello ${n}` })
    await until('all', async () => (await replies(id)).every(({ state }) => state === 'sent'))
    expect(smtp.received).toHaveLength(8)
    expect(new Set(smtp.received.map((raw) => headerOf(raw, 'Message-ID'))).size).toBe(8)
  } finally {
    await second.close()
  }
})

it('[CL323] a task without a mail, or with one that nobody has given, cannot be answered', async () => {
  const { body: task } = await person('POST', '/tasks', { title: 'By hand' })
  expect((await person('GET', `/tasks/${task.id}/reply-draft`)).status).toBe(404)
  await link('<never-read@example.org>', task.uid)
  expect((await person('POST', `/tasks/${task.id}/replies`, { to: ['bo@example.org'], body: 'x' })).status).toBe(404)
  expect((await person('POST', `/tasks/${task.id}/replies/${randomUUID()}/cancel`)).status).toBe(404)
})

it('[CL326] an agent drafts over /mcp, and a person of the team accepts', async () => {
  const { id } = await taskOf({ from: 'Bo <bo@example.org>' })
  const agent = await connectHttp('modern', cloud.url, 'writer', {
    headers: { authorization: `Bearer ${team.token}`, 'x-team-id': team.id, 'x-actor': 'agent:writer' },
  })
  try {
    const { answer } = await agent.call('draft_reply', { id, body: 'From an agent' })
    expect(answer).toMatchObject({ outcome: 'proposed', proposal: expect.any(Number) })
    expect((await person('GET', `/proposals/${answer.proposal}`)).body.arguments).toEqual({ id, to: ['bo@example.org'], body: 'From an agent' })
    expect(await replies(id)).toEqual([])
    expect((await person('POST', `/proposals/${answer.proposal}/accept`)).status).toBe(200)
    expect((await person('POST', `/proposals/${answer.proposal}/accept`)).status).toBe(409)
    expect(await inState(id, 'sent')).toMatchObject({ cause: 'agent', body: 'From an agent' })
    await person('PUT', '/agents/writer/policy', { reply: 'allow' })
    expect((await agent.call('draft_reply', { id, body: 'Allowed' })).answer).toMatchObject({ outcome: 'created', to: ['bo@example.org'] })
    await until('both', () => smtp.received.length === 2)
    const machine = await taskOf({ subject: 'Report', headers: ['Auto-Submitted: auto-generated'] })
    expect(await agent.call('draft_reply', { id: machine.id, body: 'Hello' })).toMatchObject({ isError: true, text: expect.stringContaining('only a person') })
  } finally {
    await agent.close()
  }
})

it('[CL327] is offered to all who ask, and goes to them as one mail', async () => {
  for (const name of ['Cy', 'Di']) await team.call('POST', '/contacts', { name, email: `${name.toLowerCase()}@example.org` })
  const { id } = await taskOf({ from: 'Bo <bo@example.org>' }, { requesters: ['cy', 'di', 'BO@example.org', dovecot.user] })
  const { body: draft } = await person('GET', `/tasks/${id}/reply-draft`)
  expect(draft.to).toEqual(['bo@example.org', 'cy@example.org', 'di@example.org'])
  const { body: reply } = await person('POST', `/tasks/${id}/replies`, { to: draft.to, body: 'Hello all' })
  await inState(id, 'sent')
  expect(smtp.received).toHaveLength(1)
  const [raw] = smtp.received as [string]
  expect([headerOf(raw, 'To')?.split(/,\s*/), headersOf(raw, 'Message-ID')]).toEqual([draft.to, [reply.message_id]])
})

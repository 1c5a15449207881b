// Answers through Gmail's and Microsoft's interfaces, at the wire: the consent that sending needs, what is sent, and what is known when they fail.
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Mailbox } from '../../../shared/schema/cloud/mailbox.ts'
import type { Reply } from '../../../shared/schema/mail/reply.ts'
import { newPerson, newTeam, openCloud, type TestCloud, type TestPerson, type TestTeam } from '../../support/cloud/cloud.ts'
import { onDatabase } from '../../support/cloud/postgres.ts'
import { connectMailbox, consent, type Gmail, type Graph, type Mail, openGmail, openGraph, push } from '../../support/mail/mail-stand-ins.ts'
import { headerOf, headersOf } from '../../support/mail/threads.ts'
import { until } from '../../support/until.ts'

let gmail: Gmail
let graph: Graph
let cloud: TestCloud
let owner: TestPerson
let team: TestTeam

beforeAll(async () => {
  gmail = await openGmail()
  graph = await openGraph()
  cloud = await openCloud({ email: { gmail: gmail.config, microsoft: graph.config }, replies: { lookEvery: 50, leaseSeconds: 20, waits: [1], undoFor: 0 } })
})
beforeEach(async () => {
  owner = await newPerson(cloud, 'ana')
  team = await newTeam(cloud, owner)
  gmail.sent.length = 0
  graph.sent.length = 0
})
afterAll(async () => {
  await cloud?.close()
  await gmail?.close()
  await graph?.close()
})

const as = () => ({ ...owner.as, 'x-team-id': team.id })
const person = (method: string, path: string, body?: unknown) => cloud.call(method, path, body, as())
const mailbox = async (): Promise<Mailbox> => (await person('GET', '/email/oauth/tokens')).body[0]
const answers = { sends: true, name: 'Ana', signature: '', acknowledge: null, done: null }

const ask: Mail = { subject: 'Lamp', from: 'bo@example.org', text: 'Broken.', messageId: '<ask@example.org>', thread: 't1' }

const providers = {
  gmail: {
    arrive: async (mail: Mail) => void (await push(cloud.url, gmail, gmail.arrive(mail))),
    sent: () => gmail.sent.map(({ raw }) => raw),
    /** Google gives what is sent another name, and bounces name that one. */
    nameOf: () => gmail.sent[0]?.id as string,
    api: () => gmail,
    scope: 'https://www.googleapis.com/auth/gmail.send',
    sending: '/messages/send',
  },
  microsoft: {
    arrive: async (mail: Mail) => void (await graph.tell(graph.arrive(mail))),
    sent: () => graph.sent,
    nameOf: (reply: Reply) => reply.message_id,
    api: () => graph,
    scope: 'https://graph.microsoft.com/Mail.Send',
    sending: '/me/sendMail',
  },
} as const

/** The mails of all events until now, as a desktop is given them. */
async function given(): Promise<{ external_id: string }[]> {
  const { rows } = await onDatabase(cloud.database.url, (client) =>
    client.query("SELECT after FROM event_queue WHERE team_id = $1 AND kind = 'email.received' ORDER BY seq", [team.id]),
  )
  const read = rows.map(({ after }) =>
    team.call('GET', `/email/messages?history_id=${encodeURIComponent(after.history_id)}&mailbox=${encodeURIComponent(after.mailbox)}`),
  )
  return (await Promise.all(read)).flatMap(({ body }) => body.messages)
}

async function taskOf(provider: 'gmail' | 'microsoft', mail: Mail = ask): Promise<number> {
  await providers[provider].arrive(mail)
  await until('the mail', async () => (await given()).find(({ external_id }) => external_id === mail.messageId))
  const { body: task } = await team.call('POST', '/tasks', { title: mail.subject, description: 'Broken.' })
  const links = [{ message_id: mail.messageId, task_uid: task.uid, made: true }]
  expect((await team.call('POST', '/email/links', { mailbox: providers[provider].api().address, provider, links })).status).toBe(204)
  return task.id
}
const inState = (id: number, state: string) =>
  until(`a reply that is ${state}`, async () => ((await person('GET', `/tasks/${id}/replies`)).body as Reply[]).find((one) => one.state === state))

describe.each(['gmail', 'microsoft'] as const)('[CL319] %s', (name) => {
  const provider = providers[name]

  it('asks for sending only when it is switched on, and sends only what was granted', async () => {
    expect(new URL((await consent(cloud.url, as(), name)).consent).searchParams.get('scope')).not.toContain(provider.scope)
    await connectMailbox(cloud.url, as(), name)
    const { id } = await mailbox()
    const refused = await person('PUT', `/email/mailboxes/${id}/answers`, answers)
    expect([refused.status, refused.body.detail]).toEqual([409, expect.stringContaining('sends=true')])
    provider.api().oauth.withheld = provider.scope
    await connectMailbox(cloud.url, as(), name, true)
    expect(await mailbox()).toMatchObject({ can_send: false, answers: { sends: false } })
    provider.api().oauth.withheld = undefined
    await connectMailbox(cloud.url, as(), name, true)
    expect(await mailbox()).toMatchObject({ id, can_send: true, answers: { sends: true } })
  })

  it('sends the mail as it is, and knows what it has sent', async () => {
    await connectMailbox(cloud.url, as(), name, true)
    const id = await taskOf(name)
    const { body: reply } = await person('POST', `/tasks/${id}/replies`, { to: ['bo@example.org'], body: 'Mended.' })
    await inState(id, 'sent')
    const [raw] = provider.sent() as [string]
    expect([headersOf(raw, 'Message-ID'), headerOf(raw, 'In-Reply-To'), headerOf(raw, 'References')]).toEqual([
      [reply.message_id],
      '<ask@example.org>',
      '<ask@example.org>',
    ])
    if (name === 'gmail') expect(gmail.sent[0]?.threadId).toBe('t1')
  })

  it('does not send again what it may have: it is asked, and else a person decides', async () => {
    await connectMailbox(cloud.url, as(), name, true)
    const id = await taskOf(name)
    provider.api().mood = (path) => (path.includes(provider.sending) ? { status: 503 } : undefined)
    const { body: reply } = await person('POST', `/tasks/${id}/replies`, { to: ['bo@example.org'], body: 'Mended.' })
    expect((await inState(id, 'uncertain'))?.problem).toContain('may not have been sent')
    provider.api().mood = (path) => (path.includes(provider.sending) ? { status: 403 } : undefined)
    await person('POST', `/tasks/${id}/replies/${reply.id}/send`)
    await inState(id, 'failed')
    provider.api().mood = () => undefined
    await person('POST', `/tasks/${id}/replies/${reply.id}/send`)
    await inState(id, 'sent')
    expect(provider.sent()).toHaveLength(1)
  })

  it('[CL328] what comes back is said at the task, and is no mail of anybody', async () => {
    await connectMailbox(cloud.url, as(), name, true)
    const id = await taskOf(name)
    await person('POST', `/tasks/${id}/replies`, { to: ['bo@example.org'], body: 'Mended.' })
    const reply = await inState(id, 'sent')
    const of = provider.nameOf(reply)
    const type = 'multipart/report; report-type=delivery-status; boundary="x"'
    const raw = ['Content-Type: ' + type, '', '--x', 'Content-Type: message/delivery-status', '', 'Action: failed', 'Status: 5.1.1']
    raw.push('Diagnostic-Code: smtp; 550 5.1.1 user unknown', '', '--x', 'Content-Type: text/rfc822-headers', '', `Message-ID: ${of}`, '', '--x--', '')
    const headers = { 'Content-Type': type, 'In-Reply-To': of, References: of, 'Auto-Submitted': 'auto-replied' }
    const bounce = {
      subject: 'Undeliverable',
      from: 'mailer-daemon@example.org',
      text: 'Sorry.',
      messageId: '<bounce@example.org>',
      headers,
      raw: raw.join('\r\n'),
    }
    await provider.arrive(bounce)
    await until('that it came back', async () => (await given(), ((await person('GET', `/tasks/${id}/replies`)).body as Reply[])[0]?.state === 'bounced'))
    const { body: comments } = await team.call('GET', `/tasks/${id}/comments`)
    expect(comments).toMatchObject([{ author: { kind: 'email' }, body: expect.stringContaining('user unknown') }])
    expect((await given()).map(({ external_id }) => external_id)).not.toContain('<bounce@example.org>')
    expect((await team.call('GET', `/tasks/${id}/comments`)).body).toHaveLength(1)
  })

  it('[CL329] answers no machine and no mailbox of its own by itself', async () => {
    await connectMailbox(cloud.url, as(), name, true)
    const { id } = await mailbox()
    expect((await person('PUT', `/email/mailboxes/${id}/answers`, { ...answers, acknowledge: 'We have it.' })).status).toBe(200)
    const machines: Partial<Mail>[] = [
      { headers: { 'Auto-Submitted': 'auto-replied' } },
      { headers: { Precedence: 'bulk' } },
      { headers: { 'List-Id': '<all.example.org>' } },
      { from: 'no-reply@example.org' },
      { from: provider.api().address },
    ]
    const ids: number[] = []
    for (const [n, mail] of machines.entries()) ids.push(await taskOf(name, { ...ask, subject: `machine ${n}`, messageId: `<m${n}@example.org>`, ...mail }))
    await inState(await taskOf(name, { ...ask, subject: 'a person', messageId: '<person@example.org>' }), 'sent')
    for (const one of ids) expect((await person('GET', `/tasks/${one}/replies`)).body).toEqual([])
    expect(provider.sent()).toHaveLength(1)
  })
})

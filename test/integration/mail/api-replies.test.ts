// Answers through Gmail's and Microsoft's interfaces, at the wire: the consent that sending needs, what is sent, and what is known when they fail.
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Mailbox } from '../../../shared/schema/cloud/mailbox.ts'
import type { Reply } from '../../../shared/schema/mail/reply.ts'
import { newPerson, newTeam, openCloud, type TestCloud, type TestPerson, type TestTeam } from '../../support/cloud/cloud.ts'
import { onDatabase } from '../../support/cloud/postgres.ts'
import { connectMailbox, consent, type Gmail, type Graph, openGmail, openGraph, push } from '../../support/mail/mail-stand-ins.ts'
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

const providers = {
  gmail: {
    arrive: async () =>
      void (await push(
        cloud.url,
        gmail,
        gmail.arrive({ subject: 'Lamp', from: 'Bo <bo@example.org>', text: 'Broken.', messageId: '<ask@example.org>', thread: 't1' }),
      )),
    sent: () => gmail.sent.map(({ raw }) => raw),
    api: () => gmail,
    scope: 'https://www.googleapis.com/auth/gmail.send',
    sending: '/messages/send',
  },
  microsoft: {
    arrive: async () => void (await graph.tell(graph.arrive({ subject: 'Lamp', from: 'bo@example.org', text: 'Broken.', messageId: '<ask@example.org>' }))),
    sent: () => graph.sent,
    api: () => graph,
    scope: 'https://graph.microsoft.com/Mail.Send',
    sending: '/me/sendMail',
  },
} as const

async function taskOf(provider: 'gmail' | 'microsoft'): Promise<number> {
  await providers[provider].arrive()
  const events = () =>
    onDatabase(cloud.database.url, (client) =>
      client.query("SELECT after FROM event_queue WHERE team_id = $1 AND kind = 'email.received' ORDER BY seq DESC", [team.id]),
    )
  const { history_id, mailbox: address } = (await until('the event', async () => (await events()).rows[0])).after
  const read = await team.call('GET', `/email/messages?history_id=${encodeURIComponent(history_id)}&mailbox=${encodeURIComponent(address)}`)
  expect(read.body.messages[0].external_id).toBe('<ask@example.org>')
  const { body: task } = await team.call('POST', '/tasks', { title: 'Lamp', description: 'Broken.' })
  const links = [{ message_id: '<ask@example.org>', task_uid: task.uid, made: true }]
  expect((await team.call('POST', '/email/links', { mailbox: address, provider, links })).status).toBe(204)
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
})

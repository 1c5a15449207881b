// Answers to the team's mails from a desktop: the cloud sends them. A real cloud, real services, Gmail at the wire.
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import type { Proposal } from '../../../shared/schema/proposal.ts'
import type { Reply } from '../../../shared/schema/mail/reply.ts'
import { newPerson, newTeam, openCloud, prove, type TestCloud, type TestPerson, type TestTeam } from '../../support/cloud/cloud.ts'
import { type Cable, openCable } from '../../support/cloud/cable.ts'
import { connectMailbox, type Gmail, openGmail, push } from '../../support/mail/mail-stand-ins.ts'
import { headersOf } from '../../support/mail/threads.ts'
import { connectHttp } from '../../support/mcp/mcp-clients.ts'
import { openDesktop, type SyncedDesktop } from '../../support/sync/synced.ts'
import { until } from '../../support/until.ts'

let gmail: Gmail
let cloud: TestCloud
let owner: TestPerson
let team: TestTeam
let cable: Cable
let ana: SyncedDesktop

beforeAll(async () => {
  gmail = await openGmail()
  cloud = await openCloud({
    email: { gmail: gmail.config, microsoft: undefined },
    streams: { leaseFor: 3000, pollEvery: 200 },
    replies: { lookEvery: 50, leaseSeconds: 20, waits: [1], undoFor: 0 },
  })
  cable = await openCable(cloud.url)
  owner = await newPerson(cloud, 'phone')
  await prove(cloud, owner)
  team = await newTeam(cloud, owner, 'ours')
  const as = { ...owner.as, 'x-team-id': team.id }
  await connectMailbox(cloud.url, as, 'gmail', true)
  ana = await openDesktop('ana', cable, team)
  await ana.connect()
  await ana.synced()
})
afterEach(() => {
  cable.mend()
  gmail.sent.length = 0
})
afterAll(async () => {
  await ana?.close()
  await cable?.close()
  await cloud?.close()
  await gmail?.close()
})

type Side = Pick<SyncedDesktop, 'call'>
const phone: Side = { call: (method, path, body) => owner.call(method, path, body, { 'x-team-id': team.id }) }
let mails = 0

async function arrives(subject: string, text: string): Promise<void> {
  const mail = { subject, text, thread: subject, from: 'Bo <bo@example.org>', messageId: `<${++mails}@example.org>` }
  expect((await push(cloud.url, gmail, gmail.arrive(mail))).status).toBe(204)
}
const titled = (side: Side, title: string) =>
  until(`the task ${title}`, async () => ((await side.call('GET', '/tasks')).body as { id: number; title: string }[]).find((one) => one.title === title))
async function taskOf(subject: string): Promise<{ here: number; there: number }> {
  await arrives(subject, `Please see to it: ${subject}.`)
  const [here, there] = await Promise.all([titled(ana, subject), titled(phone, subject)])
  await answerable(here.id)
  return { here: here.id, there: there.id }
}
/** The desktop has told the cloud which mail it came from. */
const answerable = (id: number) => until('that it can be answered', async () => (await ana.call('GET', `/tasks/${id}/reply-draft`)).body.from)
const inState = (side: Side, id: number, state: string) =>
  until(`a reply that is ${state}`, async () => ((await side.call('GET', `/tasks/${id}/replies`)).body as Reply[]).find((one) => one.state === state))
const sent = () => gmail.sent.map(({ raw }) => raw)

it('[V37] a desktop drafts, sends, lists and takes back through the team’s mailbox, under its own numbers', async () => {
  // Numbers differ here and there.
  await ana.call('POST', '/tasks', { title: 'Only to count' })
  const { here, there } = await taskOf('Mend the lamp')
  const { body: draft } = await ana.call('GET', `/tasks/${here}/reply-draft`)
  expect(draft).toMatchObject({ to: ['bo@example.org'], subject: 'Re: Mend the lamp', from: gmail.address, cannot: null })
  const { status, body: reply } = await ana.call('POST', `/tasks/${here}/replies`, { to: draft.to, body: 'It shines.' })
  expect([status, reply.task_id, reply.cause]).toEqual([201, here, 'person'])
  await inState(phone, there, 'sent')
  expect(await inState(ana, here, 'sent')).toMatchObject({ id: reply.id, task_id: here, message_id: reply.message_id })
  expect(sent().map((raw) => headersOf(raw, 'Message-ID'))).toEqual([[reply.message_id]])
  // What was sent is sent; what the cloud says to that is said here.
  expect((await ana.call('POST', `/tasks/${here}/replies/${reply.id}/cancel`)).status).toBe(409)
  expect((await ana.call('POST', `/tasks/${here}/replies`, { to: ['noreply@example.org'], body: 'x' })).status).toBe(400)
  const { body: own } = await ana.call('POST', '/tasks', { title: 'By hand' })
  await ana.synced()
  expect((await ana.call('POST', `/tasks/${own.id}/replies`, { to: ['bo@example.org'], body: 'x' })).status).toBe(404)
  cable.cut()
  await until('that it notices', async () => (await ana.call('POST', `/tasks/${here}/replies`, { to: draft.to, body: 'Offline' })).status === 409)
  expect(sent()).toHaveLength(1)
})

it('[V38] an agent’s draft on a team’s task is sent once by the cloud, accepted on the desktop or on the phone', async () => {
  const { here, there } = await taskOf('Order paper')
  const agent = await connectHttp('modern', ana.url(), 'writer')
  const drafts = async (body: string): Promise<number> => (await agent.call('draft_reply', { id: here, body })).answer.proposal
  try {
    const first = await drafts('Ordered.')
    expect((await ana.call('GET', `/proposals/${first}`)).body.arguments).toEqual({ id: here, to: ['bo@example.org'], body: 'Ordered.' })
    const waiting = () => until('it there', async () => ((await phone.call('GET', '/proposals')).body as Proposal[])[0])
    await waiting()
    expect((await ana.call('POST', `/proposals/${first}/accept`)).body.state).toBe('accepted')
    expect(await inState(ana, here, 'sent')).toMatchObject({ cause: 'agent', by: 'writer', body: 'Ordered.' })
    await until('nothing to wait', async () => ((await phone.call('GET', '/proposals')).body as Proposal[]).length === 0)
    const second = await drafts('It is here.')
    expect((await phone.call('POST', `/proposals/${(await waiting()).id}/accept`)).body.state).toBe('accepted')
    await until('that it is accepted here', async () => (await ana.call('GET', `/proposals/${second}`)).body.state === 'accepted')
    await until('both', async () => ((await phone.call('GET', `/tasks/${there}/replies`)).body as Reply[]).filter(({ state }) => state === 'sent').length === 2)
    expect(sent()).toHaveLength(2)
  } finally {
    await agent.close()
  }
})

it('[V39] what a person made of a mail in Review, or attached, can be answered at once, wherever the yes was said', async () => {
  for (const [side, subject] of [
    [ana, 'Spring offers'],
    [phone, 'Summer offers'],
  ] as const) {
    await arrives(subject, 'Buy now! Click here to unsubscribe.')
    const asked = await until('the question', async () => ((await side.call('GET', '/proposals')).body as Proposal[])[0])
    expect((await side.call('POST', `/proposals/${asked.id}/accept`)).status).toBe(200)
    const here = await titled(ana, subject)
    const there = await titled(phone, subject)
    await answerable(here.id)
    await phone.call('POST', `/tasks/${there.id}/replies`, { to: ['bo@example.org'], body: 'No, thanks.' })
    await inState(phone, there.id, 'sent')
  }
  await arrives('Autumn offers', 'Click here to unsubscribe.')
  const asked = await until('the question', async () => ((await ana.call('GET', '/proposals')).body as Proposal[])[0])
  const { body: task } = await ana.call('POST', '/tasks', { title: 'Look at offers' })
  expect((await ana.call('POST', `/conversations/${asked.conversation_id}/tasks`, { task_id: task.id })).status).toBe(200)
  await answerable(task.id)
})

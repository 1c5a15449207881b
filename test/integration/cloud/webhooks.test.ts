// Events of a team at an address of its own: signed, tried again, switched off when nobody is there.
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { createEndpointGuard } from '../../../cloud/push/endpoint-guard.ts'
import { createDatabase } from '../../../cloud/db/database.ts'
import { backlogStore } from '../../../cloud/watch/backlog-store.ts'
import { createBehind } from '../../../cloud/webhooks/behind.ts'
import { createSendWebhook } from '../../../cloud/webhooks/send-webhook.ts'
import { createAddressCheck } from '../../../cloud/webhooks/webhook-address.ts'
import { givenUp, pauseAfter } from '../../../cloud/webhooks/attempt.ts'
import type { WebhookDelivery } from '../../../shared/schema/cloud/webhook.ts'
import { newPerson, newTeam, openCloud, type TestCloud, type TestPerson, type TestTeam } from '../../support/cloud/cloud.ts'
import { onDatabase } from '../../support/cloud/postgres.ts'
import { until } from '../../support/until.ts'
import { authority, openReceiver, type Receiver } from '../../support/webhooks/receiver.ts'

let receiver: Receiver
let cloud: TestCloud
let second: TestCloud
let ana: TestPerson
let team: TestTeam

beforeAll(async () => {
  receiver = await openReceiver()
  const settings = {
    webhooks: { hosts: [receiver.host], ca: authority },
    postman: { lookEvery: 20 },
  }
  cloud = await openCloud(settings)
  second = await openCloud(settings, cloud.database)
  ana = await newPerson(cloud, 'Ana')
})
afterAll(async () => {
  await Promise.all([second.close(), receiver.close()])
  await cloud.close()
})
beforeEach(async () => {
  receiver.received.length = 0
  receiver.answers.length = 0
  receiver.mood = () => undefined
  team = await newTeam(cloud, ana, 'Kitchen')
})

const at = () => `/teams/${team.id}/webhooks`
const as = () => ({ ...ana.as, 'x-team-id': team.id })
async function hook(body: object = {}, path = '/hooks'): Promise<{ id: string; secret: string }> {
  const reply = await ana.call('POST', at(), { url: `${receiver.url}${path}`, ...body })
  expect([reply.status, reply.body.detail]).toEqual([201, undefined])
  receiver.secret = reply.body.secret
  return reply.body
}
const add = async (title: string) => (await ana.call('POST', '/tasks', { title }, as())).body
const log = async (id: string): Promise<WebhookDelivery[]> => (await ana.call('GET', `${at()}/${id}/deliveries`)).body
const settled = (id: string, status: string, count = 1) =>
  until(`${count} deliveries to be ${status}`, async () => {
    const found = (await log(id)).filter((one) => one.status === status)
    return found.length >= count ? found : undefined
  })

it('[CL240] [CL241] each event that was asked for comes once, signed, from two instances beside each other; others do not come', async () => {
  const { id, secret } = await hook({ kinds: ['task.created', 'comment.created'] })
  expect(secret).toMatch(/^whsec_/)
  const tasks = await Promise.all(Array.from({ length: 12 }, (_, n) => add(`Task ${n}`)))
  await second.call('POST', `/tasks/${tasks[0].id}/comments`, { body: 'Soon.' }, as())
  await ana.call('PATCH', `/tasks/${tasks[0].id}`, { status: 'done' }, as())
  const sent = await settled(id, 'sent', 13)
  expect(receiver.received.map(({ body }) => body.type).filter((kind) => kind === 'task.created')).toHaveLength(12)
  expect(new Set(receiver.received.map(({ id: one }) => one)).size).toBe(13)
  const first = receiver.received.find(({ body }) => body.data.task_id === tasks[3].id)
  expect(first?.body).toMatchObject({ type: 'task.created', data: { team_id: team.id, actor: { kind: 'person', name: 'Ana' }, after: { title: 'Task 3' } } })
  expect(sent.map(({ attempts }) => attempts)).toEqual(Array(13).fill(1))
  const listed = (await ana.call('GET', at())).body
  expect(listed).toMatchObject([{ id, enabled: true, failing_since: null, kinds: ['task.created', 'comment.created'] }])
  expect(listed[0].last_success_at).not.toBeNull()
  expect(JSON.stringify(listed)).not.toContain(secret)
})

it('[CL242] what fails is tried again with the same id, an address that answers 429 is given its time, and a delivery can be sent once more', async () => {
  const { id } = await hook({ kinds: ['task.created'] })
  receiver.mood = () => ({ status: 500 })
  await add('tried again')
  const [waiting] = await until('a first attempt', async () => {
    const found = await log(id)
    return found[0]?.reason === '500' ? found : undefined
  })
  expect(waiting).toMatchObject({ status: 'queued', attempts: 1 })
  expect((await ana.call('GET', at())).body[0].failing_since).not.toBeNull()
  receiver.mood = () => undefined
  // Nobody waits here until it is time.
  await onDatabase(cloud.database.url, (client) => client.query('UPDATE webhooks SET retry_at = NULL WHERE id = $1', [id]))
  await onDatabase(cloud.database.url, (client) => client.query('UPDATE webhook_deliveries SET next_attempt_at = now() WHERE webhook_id = $1', [id]))
  const [sent] = await settled(id, 'sent')
  expect([sent?.id, sent?.attempts]).toEqual([waiting?.id, 2])
  expect((await ana.call('GET', at())).body[0].failing_since).toBeNull()
  expect((await ana.call('POST', `${at()}/${id}/deliveries/${sent?.id}/redeliver`)).status).toBe(202)
  await until('it to come again', () => (receiver.received.length === 2 ? true : undefined))
  expect(receiver.received.map((one) => one.id)).toEqual([sent?.id, sent?.id])
  expect(pauseAfter(1, 0.5, 60_000)).toBe(60_000)
  expect(pauseAfter(3, 0.5, 60_000)).toBe(30 * 60_000)
})

it('[CL243] 410 switches it off at once, five days without success do, too; admins are told by mail, and what waits is dropped', async () => {
  const gone = await hook({ kinds: ['task.created'] })
  receiver.mood = () => ({ status: 410 })
  await add('gone')
  await until('it to be off', async () => ((await ana.call('GET', at())).body[0].enabled ? undefined : true))
  expect((await ana.call('GET', at())).body[0]).toMatchObject({ disabled_because: 'gone' })
  await until('a mail', () => (cloud.mails(ana.email).some((mail) => mail.includes('A webhook of your team was switched off')) ? true : undefined))
  expect((await ana.call('POST', `${at()}/${gone.id}/deliveries/${(await log(gone.id))[0]?.id}/redeliver`)).status).toBe(409)
  // A test is sent all the same; on again, it begins with what comes.
  receiver.mood = () => undefined
  await add('while it is off')
  await ana.call('POST', `${at()}/${gone.id}/test`)
  await until('the test', () => receiver.received.find(({ body }) => body.type === 'webhook.test'))
  expect((await ana.call('PATCH', `${at()}/${gone.id}`, { enabled: true })).body).toMatchObject({ enabled: true, disabled_because: null })
  await add('after that')
  await until('the next event', () => receiver.received.find(({ body }) => body.type === 'task.created'))
  expect(receiver.received.map(({ body }) => (body.data.after as { title?: string } | undefined)?.title)).toEqual([undefined, 'after that'])

  const now = new Date()
  const ago = (days: number) => ({ failing_since: new Date(now.getTime() - days * 86_400_000).toISOString() })
  expect(givenUp(ago(4.9), { kind: 'retry', reason: '500' }, now)).toBeUndefined()
  expect(givenUp(ago(5.1), { kind: 'retry', reason: '500' }, now)).toBe('failing')
  expect(givenUp(ago(5.1), { kind: 'sent' }, now)).toBeUndefined()
})

it('[CL244] addresses that lead inside are refused, when they are given and when they are called; redirects are not followed', async () => {
  const refused = [
    'http://example.org/x',
    'https://127.0.0.1/',
    'https://[::1]/',
    'https://2130706433/',
    'https://0x7f.1/',
    'https://me:pw@example.org/',
    'https://example.org:8443/',
    'nothing',
  ]
  for (const url of refused) {
    const reply = await ana.call('POST', at(), { url })
    expect([url, reply.status, reply.body.errors?.[0]?.pointer]).toEqual([url, 400, '/url'])
  }
  // A name that leads inside, which only the lookup can tell.
  const send = createSendWebhook({ check: createAddressCheck([]), lookup: createEndpointGuard([]).lookup, ca: authority, version: '0' })
  const message = { url: 'https://localhost/', secret: `whsec_${Buffer.alloc(32).toString('base64')}`, id: 'one', at: new Date(), body: '{}' }
  expect(await send(message)).toEqual({ kind: 'retry', reason: 'address_not_public' })
  expect(await send({ ...message, url: receiver.url })).toEqual({ kind: 'refused', reason: 'address_not_allowed' })
  await send.close()
  const moved = await hook({}, '/moved')
  receiver.mood = (path) => (path === '/moved' ? { status: 302, headers: { location: `${receiver.url}/elsewhere` } } : undefined)
  await ana.call('POST', `${at()}/${moved.id}/test`)
  await until('a redirect', async () => ((await log(moved.id))[0]?.reason === '302' ? true : undefined))
  expect(receiver.answers).toEqual([302])
})

it('[CL242] an address that hangs keeps no other waiting, and what an instance had taken when it died is sent by another', async () => {
  const slow = await hook({ kinds: ['task.created'] }, '/slow')
  receiver.mood = (path) => (path === '/slow' ? 'hang' : undefined)
  await Promise.all(Array.from({ length: 20 }, (_, n) => add(`slow ${n}`)))
  const quick = await hook({ kinds: ['task.created'] }, '/quick')
  await add('quick')
  await settled(quick.id, 'sent')
  expect((await log(slow.id)).filter(({ attempts }) => attempts > 0).length).toBeLessThanOrEqual(10)
  // As if its instance had died in the middle of it: taken until some moment, by nobody who is there.
  await onDatabase(cloud.database.url, (client) =>
    client.query(
      "UPDATE webhook_deliveries SET status = 'queued', attempts = 1, next_attempt_at = now() - interval '1 second', taken_until = now() - interval '1 second' WHERE webhook_id = $1",
      [quick.id],
    ),
  )
  const [again] = await settled(quick.id, 'sent')
  expect(again?.attempts).toBe(2)
  await ana.call('DELETE', `${at()}/${slow.id}`)
})

it('[CL242] a team whose receivers all hang keeps no other team waiting, not even one that comes after it', async () => {
  receiver.mood = (path) => (path.startsWith('/slow') ? 'hang' : undefined)
  const slow = await Promise.all(Array.from({ length: 20 }, (_, n) => hook({ kinds: ['task.created'] }, `/slow/${n}`)))
  await Promise.all(Array.from({ length: 10 }, (_, n) => add(`slow ${n}`)))
  const ofSlow = async () => (await Promise.all(slow.map(({ id }) => log(id)))).flat().filter(({ attempts }) => attempts > 0).length
  await until('a quarter of what may be under way is', async () => (await ofSlow()) >= 25)
  const crowded = team
  team = await newTeam(cloud, ana, 'Bakery')
  const quick = await hook({ kinds: ['task.created'] }, '/quick')
  for (let n = 0; n < 5; n++) await add(`quick ${n}`)
  await settled(quick.id, 'sent', 5)
  team = crowded
  // Each of both instances may have looked before it saw what the other had taken.
  expect(await ofSlow()).toBeLessThanOrEqual(50)
  for (const { id } of slow) await ana.call('DELETE', `${at()}/${id}`)
})

it('[OP5] what waits for a webhook of a team that is locked waits until it is unlocked, and no alarm is raised for it', async () => {
  await hook({ kinds: ['task.created'] })
  const set = (text: string, values: unknown[] = [team.id]) => onDatabase(cloud.database.url, (client) => client.query(text, values))
  receiver.mood = () => ({ status: 500 })
  await add('waits')
  // Noted, and not only begun.
  await until('a first attempt to have failed', async () => (await ana.call('GET', at())).body[0].failing_since)
  await set('UPDATE team_counters SET locked_at = now() WHERE team_id = $1')
  receiver.mood = () => undefined
  receiver.answers.length = 0
  // As if its time had come an hour ago.
  await set('UPDATE webhooks SET retry_at = NULL WHERE team_id = $1')
  await set("UPDATE webhook_deliveries SET next_attempt_at = now() - interval '1 hour', taken_until = NULL WHERE team_id = $1")
  const db = createDatabase({ url: cloud.database.url })
  const [backlog] = await db.asCourier((tx) => backlogStore.read(tx))
  await db.close()
  expect(backlog?.webhooks).toBeLessThan(1800)
  // Others come meanwhile.
  const locked = team
  team = await newTeam(cloud, ana, 'Bakery')
  const open = await hook({ kinds: ['task.created'] })
  await add('comes')
  await settled(open.id, 'sent')
  expect(receiver.received.map(({ body }) => body.data.team_id)).toEqual([team.id])
  team = locked
  await set('UPDATE team_counters SET locked_at = NULL WHERE team_id = $1')
  receiver.secret = ''
  await until('it is tried', () => receiver.answers.length > 1)
})

it('[CL241] of 2,500 webhooks each that is behind is taken once, a stretch with each look, and first those of teams that were heard of', async () => {
  // Its own postman looks once, before there are any.
  const settings = { webhooks: { hosts: [receiver.host], ca: authority }, postman: { lookEvery: 3_600_000 } }
  const quiet = await openCloud(settings)
  const db = createDatabase({ url: quiet.database.url })
  const olga = await newPerson(quiet, 'Olga')
  const query = (text: string, values: unknown[] = []) => onDatabase(quiet.database.url, async (client) => (await client.query(text, values)).rows)
  await query(
    `WITH made AS (INSERT INTO teams (id, name, created_at, updated_at) SELECT gen_random_uuid(), 'Team', now(), now() FROM generate_series(1, 2500) RETURNING id),
      counted AS (INSERT INTO team_counters (team_id, changed_at, events) SELECT id, now(), 3 FROM made RETURNING team_id)
      INSERT INTO webhooks (team_id, id, url, kinds, secret_sealed, created_by, created_at, updated_at, position)
        SELECT team_id, gen_random_uuid(), 'https://example.org', '{}', '\\x00', $1, now(), now(), 0 FROM counted`,
    [olga.id],
  )
  const [last] = await query('SELECT team_id FROM webhooks ORDER BY team_id DESC LIMIT 1')
  const taking = () => [new Date().toISOString(), new Date(Date.now() + 60_000).toISOString()] as const
  const behind = createBehind({ db, taking, lookEvery: 0 })
  behind.heard([last.team_id, 'user-of-a-session'])
  const taken = await behind.take(10)
  expect(taken[0]?.team_id).toBe(last.team_id)
  // Two who look at once, and one that ends a stretch without a full hand.
  const other = createBehind({ db, taking, lookEvery: 0 })
  for (let looks = 0; taken.length < 2500 && looks < 60; looks++) for (const more of await Promise.all([behind.take(70), other.take(70)])) taken.push(...more)
  expect(taken).toHaveLength(2500)
  expect(new Set(taken.map(({ id }) => id)).size).toBe(2500)
  expect(await behind.take(10)).toEqual([])
  await db.close()
  await quiet.close()
})

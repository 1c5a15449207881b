// The team's stream: what it carries, where it resumes, who gets the work, and what ends it. Two instances on one database.
import { request } from 'node:http'
import { connect } from 'node:net'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { expectProblem } from '../../contract/http.ts'
import { addMember, newPerson, newTeam, openCloud, type TestCloud, type TestPerson, type TestTeam } from '../../support/cloud/cloud.ts'
import { onDatabase } from '../../support/cloud/postgres.ts'
import { type Consumer, follow, type TeamEvent } from '../../support/cloud/team-events.ts'
import { until } from '../../support/until.ts'

let cloud: TestCloud
let second: TestCloud
let owner: TestPerson
let team: TestTeam
const open: Consumer[] = []

const soon = { pollEvery: 200, heartbeatEvery: 300, leaseFor: 2000 }

beforeAll(async () => {
  cloud = await openCloud({ streams: soon })
  second = await openCloud({ streams: soon }, cloud.database)
  owner = await newPerson(cloud, 'ana')
  team = await newTeam(cloud, owner, 'ours')
})
afterEach(() => {
  for (const one of open.splice(0)) one.close()
})
afterAll(async () => {
  await second.close()
  await cloud.close()
})

async function listen(instance: TestCloud, headers: Record<string, string> = team.as, query = ''): Promise<Consumer> {
  const consumer = await follow(instance.url, headers, query)
  open.push(consumer)
  return consumer
}

async function streamsOf(instance: TestCloud): Promise<number> {
  return Number(/^tandem_event_streams (\d+)$/m.exec(await (await fetch(`${instance.url}/metrics`)).text())?.[1])
}

/** Another API token of the team, and its headers. */
async function anotherToken(): Promise<{ id: string; as: Record<string, string> }> {
  const { body } = await owner.call('POST', `/teams/${team.id}/tokens`, { name: 'another' })
  return { id: body.id, as: { authorization: `Bearer ${body.token}`, 'x-team-id': team.id } }
}

/** Puts a mail event into the queue, as the webhook does. */
async function mailArrives(teamId = team.id): Promise<number> {
  return onDatabase(cloud.database.url, async (client) => {
    await client.query('BEGIN')
    const { rows } = await client.query('UPDATE team_counters SET events = events + 1 WHERE team_id = $1 RETURNING events', [teamId])
    const seq = Number(rows[0].events)
    await client.query(
      `INSERT INTO event_queue VALUES ($1, $2, 'email.received', now(), 'email', 'gmail', 'provider:gmail', 'email', 'box', NULL, NULL, '{"provider": "gmail"}', NULL)`,
      [teamId, seq],
    )
    await client.query('INSERT INTO event_leases (team_id, seq, created_at) VALUES ($1, $2, now())', [teamId, seq])
    await client.query('COMMIT')
    return seq
  })
}

describe('the stream', () => {
  it('[CL70] carries every write of the team, also of another instance, and nothing of others', async () => {
    const here = await listen(cloud)
    const there = await listen(second)
    expect(here.events[0]).toMatchObject({ event: 'hello', id: expect.stringMatching(/^\d+$/) })
    const other = await newTeam(cloud, await newPerson(cloud, 'bo'), 'theirs')
    await other.call('POST', '/tasks', { title: 'not ours' })
    await owner.call('POST', `/teams/${team.id}/tokens`, { name: 'hidden' })
    const { body } = await team.call('POST', '/tasks', { title: 'ours' }, { 'x-actor': 'agent:claude' })
    for (const consumer of [here, there]) {
      const event = await consumer.sees('the task', ({ kind }) => kind === 'task.created')
      expect(event).toEqual({
        id: expect.any(Number),
        kind: 'task.created',
        team_id: team.id,
        created_at: expect.stringMatching(/Z$/),
        data: {
          actor: { kind: 'agent', name: 'claude' },
          entity_id: String(body.id),
          task_id: body.id,
          before: null,
          after: expect.objectContaining({ title: 'ours' }),
          cause: null,
        },
      })
      expect(consumer.lastId()).toBe(String(event.id))
      expect(consumer.seen()).toHaveLength(1)
    }
  })

  it('[CL70][CL14] carries reminders as rules, through to their end with the task', async () => {
    const consumer = await listen(cloud)
    const { id } = (await team.call('POST', '/tasks', { title: 'to be reminded of' })).body
    const schedule = (await team.call('POST', `/tasks/${id}/schedules`, { type: 'weekly', day_of_week: 1, time: '09:00' })).body
    await team.call('PATCH', `/tasks/${id}/schedules/${schedule.id}`, { enabled: false })
    await team.call('DELETE', `/tasks/${id}`)
    const of = (kind: string) => consumer.sees(kind, (event) => event.kind === kind && event.data.task_id === id)
    const [created, updated, deleted, task] = [
      await of('schedule.created'),
      await of('schedule.updated'),
      await of('schedule.deleted'),
      await of('task.deleted'),
    ]
    const { uid } = (created.data as { after: { uid: string } }).after
    expect(created.data).toMatchObject({ entity_id: String(schedule.id), before: null, after: { type: 'weekly', day_of_week: 1, enabled: true } })
    expect(updated.data).toMatchObject({ before: { enabled: true }, after: { enabled: false } })
    expect(deleted.data).toMatchObject({ before: { uid, enabled: false, version: 2 }, after: null, cause: task.id })
  })

  it('[CL71] resumes after Last-Event-ID, after ?after=, and where the login stood', async () => {
    const token = await anotherToken()
    const first = await listen(cloud, token.as)
    const ids: number[] = []
    for (const title of ['a', 'b', 'c']) ids.push((await team.call('POST', '/tasks', { title })).body.id)
    const [a, b] = [await first.sees('a', ({ data }) => data.task_id === ids[0]), await first.sees('b', ({ data }) => data.task_id === ids[1])]
    await first.sees('c', ({ data }) => data.task_id === ids[2])
    first.close()
    const titles = (consumer: Consumer) => consumer.seen().map(({ data }) => (data.after as { title: string }).title)
    // Nothing was acknowledged: all comes again.
    const again = await listen(second, token.as)
    await until('all', () => again.seen().length === 3)
    again.close()
    const resumed = await listen(second, { ...token.as, 'last-event-id': String(a.id) })
    await until('the rest', () => resumed.seen().length === 2)
    expect(titles(resumed)).toEqual(['b', 'c'])
    const after = await listen(cloud, token.as, `?after=${b.id}`)
    await until('the last', () => after.seen().length === 1)
    // Last-Event-ID and ?after= have acknowledged what was before.
    const where = await listen(cloud, token.as)
    await until('what is left', () => where.seen().length === 1)
    expect(titles(where)).toEqual(['c'])
    const reply = await cloud.call('POST', '/events/ack', { id: (where.seen()[0] as { id: number }).id }, token.as)
    expect(reply.body).toMatchObject({ cursor: (where.seen()[0] as { id: number }).id, done: [], extended: [] })
    // An older position does not move it back.
    expect((await cloud.call('POST', '/events/ack', { id: a.id }, token.as)).body.cursor).toBe(reply.body.cursor)
    const done = await listen(cloud, token.as)
    expect(done.events[0]).toMatchObject({ event: 'hello', id: String(reply.body.cursor) })
    expectProblem(await cloud.call('POST', '/events/ack', {}, token.as), 400, /id|done|extend/)
    expectProblem(await cloud.call('POST', '/events/ack', { id: 9_007_199_254_740_991 }, token.as), 400, /no event/)
  })

  it('[CL72] says reset to a position of another life, or older than seven days', async () => {
    const lost = await newTeam(cloud, owner, 'lost')
    for (const id of ['999999', 'x', '-1']) {
      const consumer = await listen(cloud, { ...lost.as, 'last-event-id': id })
      expect([id, consumer.events[0]?.event]).toEqual([id, 'reset'])
      consumer.close()
    }
    const teller = await listen(cloud, lost.as)
    // An event has its place in the stream a moment after the write was acknowledged.
    for (const [n, title] of ['old', 'new'].entries()) {
      await lost.call('POST', '/tasks', { title })
      await until(title, () => teller.seen().filter(({ kind }) => kind === 'task.created').length > n)
    }
    const head = teller.lastId()
    const from = async (position: number) => (await listen(cloud, { ...lost.as, 'last-event-id': String(position) })).events[0]
    expect(await from(Number(head) - 2)).toMatchObject({ event: 'hello' })
    await onDatabase(cloud.database.url, (client) =>
      client.query("UPDATE event_queue SET created_at = now() - interval '8 days' WHERE team_id = $1 AND seq < $2", [lost.id, head]),
    )
    expect(await from(Number(head) - 1)).toMatchObject({ event: 'hello' })
    expect(await from(Number(head) - 2)).toMatchObject({ event: 'reset', id: head })
  })

  it('[CL72] says when the event was written that it goes on from: after a restore of the database that is another moment', async () => {
    const twice = await newTeam(cloud, owner, 'twice')
    const consumer = await listen(cloud, twice.as)
    await twice.call('POST', '/tasks', { title: 'of this life' })
    const { id, created_at: at } = await consumer.sees('the task', ({ kind }) => kind === 'task.created')
    await twice.call('POST', '/tasks', { title: 'after it' })
    const { event, data } = (await listen(cloud, { ...twice.as, 'last-event-id': String(id) })).events[0] as { event: string; data: string }
    expect({ event, ...JSON.parse(data) }).toMatchObject({ event: 'hello', at })
  })

  it('[CL72] says reset, too, where what was missed is gone already', async () => {
    const lost = await newTeam(cloud, owner, 'gone')
    const before = (await listen(cloud, lost.as)).lastId()
    await mailArrives(lost.id)
    const from = async () => (await listen(cloud, { ...lost.as, 'last-event-id': before })).events[0]
    // Old mails are deleted from the queue; the history of tasks stays.
    const forget = () => onDatabase(cloud.database.url, (client) => client.query("DELETE FROM event_queue WHERE team_id = $1 AND entity = 'email'", [lost.id]))
    expect(await from()).toMatchObject({ event: 'hello', id: before })
    await forget()
    expect(await from()).toMatchObject({ event: 'reset' })
    await lost.call('POST', '/tasks', { title: 'new' })
    expect(await from()).toMatchObject({ event: 'reset' })
  })

  it('[CL73] beats, so that proxies and clients see that it lives', async () => {
    const text = await new Promise<string>((resolve, reject) => {
      let got = ''
      const sent = request(`${cloud.url}/api/events/stream`, { headers: team.as }, (reply) => {
        expect(reply.headers).toMatchObject({ 'content-type': 'text/event-stream; charset=utf-8', 'x-accel-buffering': 'no' })
        reply.on('data', (chunk: Buffer) => {
          got += chunk.toString()
          if (!got.includes(': still here')) return
          sent.destroy()
          resolve(got)
        })
      })
      sent.once('error', reject).end()
    })
    expect(text).toMatch(/^retry: \d+\n/)
  })

  it('[CL74] a login may hold five', async () => {
    const token = await anotherToken()
    for (let i = 0; i < 5; i++) await listen(cloud, token.as)
    expectProblem(await cloud.call('GET', '/events/stream', undefined, token.as), 429, /5 streams/)
    open.at(-1)?.close()
    await until('room', async () => {
      const reply = await fetch(`${cloud.url}/api/events/stream`, { headers: token.as })
      await reply.body?.cancel()
      return reply.status === 200
    })
  })

  it.runIf(process.env.TANDEM_LONG)('[CL75] closes a client that takes nothing, and keeps the others up to date', async () => {
    // By itself: streams of the tests before may still be closing.
    await until('quiet', async () => (await streamsOf(cloud)) === 0)
    const quick = await listen(cloud)
    const before = await streamsOf(cloud)
    // It sends its request and then reads nothing at all.
    const slow = connect(Number(new URL(cloud.url).port), '127.0.0.1').pause()
    slow.on('error', () => undefined)
    slow.write(`GET /api/events/stream HTTP/1.1\r\nHost: localhost\r\nAuthorization: ${team.as.authorization}\r\nX-Team-Id: ${team.id}\r\n\r\n`)
    await until('it to be there', async () => (await streamsOf(cloud)) === before + 1)
    let written = 0
    await until('it to be closed', async () => {
      // More than the network between us holds.
      if (written < 60) await team.call('POST', '/tasks', { title: `big ${written++}`, description: 'x'.repeat(150_000) })
      return (await streamsOf(cloud)) === before
    })
    const big = () => quick.seen().filter(({ data }) => (data.after as { title?: string } | null)?.title?.startsWith('big'))
    await until('all of it', () => big().length === written)
    slow.destroy()
  })
})

describe('work for one', () => {
  it('[CL76] goes to one consumer, and to another when it is not done in time', async () => {
    const [a, b] = [await anotherToken(), await anotherToken()]
    const desktops = [await listen(cloud, a.as), await listen(second, b.as)]
    const browser = await listen(cloud, { ...owner.as, 'x-team-id': team.id })
    const watcher = await listen(cloud, (await anotherToken()).as, '?lease=false')
    const seq = await mailArrives()
    const holder = await until('one of them', () => desktops.find((one) => one.seen().some(({ id }) => id === seq)))
    const other = desktops.find((one) => one !== holder) as Consumer
    expect(other.seen()).toEqual([])
    await other.sees('the work', ({ id }) => id === seq)
    // Out of its turn it has no id of its own, so that nobody's position moves back.
    expect(Number(other.lastId())).toBeLessThanOrEqual(seq)
    const [mine, theirs] = other === desktops[0] ? [a, b] : [b, a]
    expect((await second.call('POST', '/events/ack', { done: [seq] }, theirs.as)).body.done).toEqual([])
    expect((await second.call('POST', '/events/ack', { extend: [seq] }, mine.as)).body.extended).toEqual([seq])
    expect((await second.call('POST', '/events/ack', { done: [seq] }, mine.as)).body.done).toEqual([seq])
    const deliveries = () => desktops.flatMap((one) => one.seen()).filter(({ id }) => id === seq).length
    const given = deliveries()
    // Long enough for it to come again, if it did.
    const next = await mailArrives()
    await until('the next, twice', () => desktops.every((one) => one.seen().some(({ id }) => id === next)))
    expect(deliveries()).toBe(given)
    for (const one of [browser, watcher]) expect(one.seen().filter(({ kind }) => kind === 'email.received')).toEqual([])
  })

  it('[CL76] waits for the first consumer, and is shared out in turns', async () => {
    const busy = await newTeam(cloud, owner, 'busy')
    const waiting = [await mailArrives(busy.id), await mailArrives(busy.id)]
    const b = (await owner.call('POST', `/teams/${busy.id}/tokens`, { name: 'b' })).body
    const first = await listen(cloud, busy.as)
    await until('what waited', () => first.seen().length === 2)
    expect(first.seen().map(({ id }) => id)).toEqual(waiting)
    await cloud.call('POST', '/events/ack', { id: waiting[1] }, busy.as)
    const other = await listen(cloud, { authorization: `Bearer ${b.token}`, 'x-team-id': busy.id })
    for (let i = 0; i < 6; i++) await mailArrives(busy.id)
    await until('all', () => first.seen().length + other.seen().length >= 8)
    expect(first.seen().length).toBeGreaterThan(2)
    expect(other.seen().length).toBeGreaterThan(0)
  })
})

describe('the end of a stream', () => {
  it('[CL77] comes at once when its token is revoked, on any instance', async () => {
    const token = await anotherToken()
    const streams = [await listen(cloud, token.as), await listen(second, token.as)]
    await owner.call('DELETE', `/teams/${team.id}/tokens/${token.id}`)
    await Promise.all(streams.map((one) => one.ended))
    expect((await cloud.call('GET', '/events/stream', undefined, token.as)).status).toBe(401)
  })

  it('[CL77] comes when the member is removed or signs out', async () => {
    const member = await newPerson(cloud, 'member')
    const { id } = await addMember(cloud, team, owner, member)
    const theirs = { ...member.as, 'x-team-id': team.id }
    const before = await listen(second, theirs)
    await owner.call('DELETE', `/teams/${team.id}/members/${id}`)
    await before.ended
    // Back again, they read of their removal without being thrown out by it.
    await addMember(cloud, team, owner, member)
    const back = await listen(second, { ...theirs, 'last-event-id': before.lastId() })
    await back.sees('the return', ({ kind, id }) => kind === 'member.created' && id > Number(before.lastId()))
    await member.call('POST', '/auth/sign-out')
    await back.ended
  })

  it('[CL77] comes with the team, and with the instance', async () => {
    const gone = await newTeam(cloud, owner, 'gone')
    const stream = await listen(second, gone.as)
    await owner.call('DELETE', `/teams/${gone.id}?now=true`)
    await stream.ended
    const third = await openCloud({}, cloud.database)
    const held = await listen(third)
    await third.close()
    await held.ended
  })

  it('[CL78] a lost wake-up costs seconds, not events', async () => {
    const there = await listen(second)
    await onDatabase(cloud.database.url, (client) =>
      client.query("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'tandem-cloud listener' AND datname = current_database()"),
    )
    const { body } = await team.call('POST', '/tasks', { title: 'unheard' })
    const isIt = ({ data }: TeamEvent) => data.task_id === body.id
    // On a busy machine the reader can be too slow for its heartbeats: it resumes, as every client does.
    await there.sees('it', isIt).catch(async () => (await listen(second, { ...team.as, 'last-event-id': there.lastId() })).sees('it', isIt))
  })
})

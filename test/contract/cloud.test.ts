// The contract, against a real cloud on a real PostgreSQL, once with an API token and once with a session.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { JournalEntry } from '../../shared/schema/journal.ts'
import { addMember, newPerson, newTeam, openCloud, type TestCloud, type TestPerson, type TestTeam } from '../support/cloud/cloud.ts'
import { onDatabase } from '../support/cloud/postgres.ts'
import { openService } from '../support/service/service.ts'
import { expectProblem, httpRules } from './http.ts'
import { claimRules } from './claims.ts'
import { listRules } from './lists.ts'
import { policyRules } from './policies.ts'
import { proposalRules } from './proposals.ts'
import { questionRules } from './questions.ts'
import { scheduleRules } from './schedules.ts'
import { searchRules } from './search.ts'
import { callUrl, type Target } from './target.ts'
import { taskRules } from './tasks.ts'
import { triageRules } from './triage.ts'
import { undoRules } from './undo.ts'

let cloud: TestCloud
let target: Target
let bySession: Target
let owner: TestPerson
let team: TestTeam

beforeAll(async () => {
  cloud = await openCloud()
  owner = await newPerson(cloud)
  team = await newTeam(cloud, owner)
  target = { prefix: '/api', close: cloud.close, call: team.call }
  bySession = { prefix: '/api', close: async () => undefined, call: owner.call }
})
afterAll(() => target.close())

describe('the cloud, with an API token', () => {
  httpRules(() => target)
  taskRules(() => target)
  triageRules(() => target)
  scheduleRules(() => target)
  listRules(() => target)
  claimRules(() => target)
  undoRules(() => target)
  searchRules(() => target)
})

describe('the cloud, with a session', () => {
  taskRules(() => bySession)
  triageRules(() => bySession)
  scheduleRules(() => bySession)
  listRules(() => bySession)
  claimRules(() => bySession, false)
})

describe('the cloud', () => {
  policyRules(
    () => bySession,
    () => target,
  )
  questionRules(
    () => bySession,
    () => target,
  )

  const refused = async (agent: string, method: string, path: string, body: object): Promise<number> => {
    const reply = await target.call(method, path, body, { 'x-actor': `agent:${agent}` })
    expectProblem(reply, 403, /as proposal \d+/)
    return reply.body.proposal
  }
  proposalRules({
    person: () => bySession,
    status: (agent, id, status) => refused(agent, 'PATCH', `/tasks/${id}`, { status }),
    comment: (agent, id, body) => refused(agent, 'POST', `/tasks/${id}/comments`, { body }),
    create: (agent, title) => refused(agent, 'POST', '/tasks', { title }),
  })

  it('[CL104] admins set policies, with limits, outside and proof as on a desktop', async () => {
    const given = { brake: { writes: 5, deletes: null }, outside: 'allow', status: 'proven' }
    expect((await bySession.call('PUT', '/agents/x/policy', given)).body).toEqual(given)
    const member = await newPerson(cloud, 'policy-member')
    await addMember(cloud, team, owner, member, 'member')
    expectProblem(await member.call('PUT', '/agents/x/policy', {}), 403, /admin or owner/)
    expectProblem(await target.call('PUT', '/agents/x/policy', {}), 403)
  })

  it('[CL104] counts the calls of each agent, and another instance knows a changed policy at once', async () => {
    const as = { 'x-actor': 'agent:counted' }
    for (let n = 0; n < 3; n++) await target.call('GET', '/tasks?limit=1', undefined, as)
    const counted = async () => ((await bySession.call('GET', '/agents')).body as { name: string; calls: number }[]).find(({ name }) => name === 'counted')
    expect(await counted()).toMatchObject({ calls: 3 })
    const second = await openCloud({}, cloud.database)
    try {
      const there = (body: object) => second.call('POST', '/tasks', body, { ...team.as, ...as })
      expect((await there({ title: 'x' })).status).toBe(201)
      await bySession.call('PUT', '/agents/counted/policy', { create: 'deny' })
      expectProblem(await there({ title: 'x' }), 403, /create/)
      await bySession.call('PUT', '/agents/counted/policy', {})
      expect((await there({ title: 'x' })).status).toBe(201)
    } finally {
      await second.close()
    }
  })

  it('[H14] serves its own description', async () => {
    expect((await callUrl(`${cloud.url}/openapi.json`, 'GET', undefined)).body).toMatchObject({
      openapi: '3.1.0',
      paths: {
        '/api/tasks/{id}': { get: expect.anything(), patch: expect.anything(), delete: expect.anything() },
        '/api/teams/{teamId}/tokens': expect.anything(),
      },
    })
    expect((await callUrl(`${cloud.url}/docs/`, 'GET', undefined)).status).toBe(200)
    expect((await callUrl(`${cloud.url}/health`, 'GET', undefined)).body).toMatchObject({ status: 'ok' })
    expect((await callUrl(`${cloud.url}/ready`, 'GET', undefined)).body).toMatchObject({ status: 'ready' })
  })

  it('[CL12] the journal of the team is read in order, page by page, without what is not in its list', async () => {
    const { id } = (await target.call('POST', '/tasks', { title: 'Journalled' })).body
    const all = async (after: number, limit: number) => (await target.call('GET', `/journal?after=${after}&limit=${limit}`)).body as JournalEntry[]
    await target.call('PATCH', `/tasks/${id}`, { status: 'todo' })
    await target.call('POST', `/tasks/${id}/comments`, { body: 'Noted' })
    const history = ((await target.call('GET', `/tasks/${id}/history`)).body as JournalEntry[]).toReversed()
    const first = history[0]?.seq ?? 0
    expect(history.map(({ entity, action }) => `${entity} ${action}`)).toEqual(['task created', 'task updated', 'comment created'])
    expect((await all(first - 1, 1000)).filter(({ task_id }) => task_id === id)).toEqual(history)
    const page = await target.call('GET', `/journal?after=${first - 1}&limit=1`)
    expect(page.body).toEqual(history.slice(0, 1))
    expect(page.headers.get('link')).toContain(`after=${first}`)
    expect(new Set((await all(0, 1000)).map(({ entity }) => entity))).not.toContain('member')
  })

  it('[T9][CL12] a delete takes comments and schedules along; the history stays', async () => {
    const { id } = (await target.call('POST', '/tasks', { title: 'short-lived' }, { 'x-actor': 'agent:claude' })).body
    await target.call('POST', `/tasks/${id}/comments`, { body: 'bye' })
    await target.call('POST', `/tasks/${id}/schedules`, { type: 'interval', interval_days: 1 })
    await bySession.call('PATCH', `/tasks/${id}`, { status: 'done' })
    await target.call('DELETE', `/tasks/${id}`)
    const history = (await target.call('GET', `/tasks/${id}/history`)).body
    expect(
      history.map((entry: { entity: string; action: string; actor: { kind: string; name: string } }) => [entry.entity, entry.action, entry.actor.name]),
    ).toEqual([
      ['schedule', 'deleted', 'test'],
      ['comment', 'deleted', 'test'],
      ['task', 'deleted', 'test'],
      ['task', 'updated', 'person'],
      ['schedule', 'created', 'test'],
      ['comment', 'created', 'test'],
      ['task', 'created', 'claude'],
    ])
    expect(history[3]).toMatchObject({ before: { status: 'backlog', completed_at: null }, after: { status: 'done', completed_at: expect.any(String) } })
    expect([history[0].cause, history[1].cause]).toEqual([history[2].seq, history[2].seq])
    expectProblem(await target.call('GET', '/tasks/9007199254740991/history'), 404)
  })

  it('[CL14] keeps reminders and fires none: what is due next follows from the rule and the present moment', async () => {
    const { id } = (await target.call('POST', '/tasks', { title: 'remind' })).body
    const remind = async (rule: object) => (await target.call('POST', `/tasks/${id}/schedules`, rule)).body
    const passed = await remind({ type: 'one_time', fire_at: '2001-01-01T00:00:00Z' })
    expect(passed).toMatchObject({ fire_at: '2001-01-01T00:00:00.000Z', next_fire_at: null, last_fired_at: null, timezone: 'UTC' })

    const { id: scheduleId } = await remind({ type: 'interval', interval_days: 5, time: '09:00' })
    const path = `/tasks/${id}/schedules/${scheduleId}`
    const read = () => target.call('GET', path)
    // As if it had been made in 2020 and changed since: its moments came and went.
    const aged = (column: string, moment: string) =>
      onDatabase(cloud.database.url, (client) => client.query(`UPDATE schedules SET ${column} = $1 WHERE id = $2`, [moment, scheduleId]))
    for (const column of ['created_at', 'anchor', 'updated_at']) await aged(column, '2020-01-01T08:00:00Z')
    const before = await read()
    const next = Date.parse(before.body.next_fire_at)
    const days = (next - Date.parse('2020-01-01T09:00:00Z')) / 86_400_000
    expect([days % 5, next > Date.now(), next <= Date.now() + 5 * 86_400_000]).toEqual([0, true, true])
    // A moment that passes changes the answer and its tag, and is nobody's change.
    await aged('anchor', '2020-01-02T08:00:00Z')
    const later = await read()
    expect(later.body.next_fire_at).not.toBe(before.body.next_fire_at)
    expect(later.headers.get('etag')).not.toBe(before.headers.get('etag'))
    // Another rule counts on from the last moment that came under this one.
    const changed = await target.call('PATCH', path, { interval_days: 7 }, { 'if-match': before.headers.get('etag') as string })
    const last = Date.parse(later.body.next_fire_at) - 5 * 86_400_000
    expect([changed.status, Date.parse(changed.body.next_fire_at) - last]).toEqual([200, 7 * 86_400_000])
  })

  it('[CL70][J1] the journal knows the rule, with the uid that it keeps everywhere', async () => {
    const { id } = (await target.call('POST', '/tasks', { title: 'remind' })).body
    const { id: scheduleId } = (await target.call('POST', `/tasks/${id}/schedules`, { type: 'weekly', day_of_week: 1, time: '09:00' })).body
    await target.call('PATCH', `/tasks/${id}/schedules/${scheduleId}`, { time: '10:00' })
    const [updated, created] = (await target.call('GET', `/tasks/${id}/history`)).body
    expect(updated).toMatchObject({ entity: 'schedule', entity_id: scheduleId, task_id: id, before: { time: '09:00' }, after: { time: '10:00' } })
    expect(created.after).toEqual({
      uid: expect.stringMatching(/^[0-9a-f-]{36}$/),
      task_id: id,
      type: 'weekly',
      fire_at: null,
      interval_days: null,
      day_of_week: 1,
      day_of_month: null,
      rule: null,
      starts_on: null,
      before_due_minutes: null,
      time: '09:00',
      timezone: 'UTC',
      enabled: true,
      created_at: expect.any(String),
    })
  })

  it('[H3] says the same as the local service about the same mistake', async () => {
    const local = await openService()
    const mistakes: [string, string, unknown?][] = [
      ['POST', '/tasks', {}],
      ['POST', '/tasks', { title: '', status: 'doing', colour: 1, labels: ['a', 'a'] }],
      ['POST', '/tasks', { title: 'x', dedupe_key: 'a::b' }],
      ['POST', '/tasks', '{"title":'],
      ['POST', '/tasks', '{"title":"\\u0000"}'],
      ['GET', '/tasks?status=doing'],
      ['GET', '/tasks?limit=0'],
      ['GET', '/tasks?cursor=x'],
      ['GET', '/tasks/0'],
      ['GET', '/tasks/9007199254740991'],
      ['PATCH', '/tasks/9007199254740991', { status: 'done' }],
      ['DELETE', '/tasks/9007199254740991'],
      ['PATCH', '/tasks/1', { title: null }],
      ['PUT', '/tasks/1', {}],
      ['GET', '/tasks/9007199254740991/comments'],
      ['POST', '/tasks/9007199254740991/comments', { body: 'x' }],
      ['GET', '/tasks/1/comments/9007199254740991'],
      ['POST', '/tasks/1/schedules', {}],
      ['POST', '/tasks/1/schedules', { type: 'weekly', day_of_week: 7, time: '9:00', fire_at: 'soon', timezone: '+02:00' }],
      ['POST', '/tasks/1/schedules', { type: 'monthly', interval_days: 3, timezone: 'Mars/Olympus' }],
      ['POST', '/tasks/9007199254740991/schedules', { type: 'interval', interval_days: 1 }],
      ['GET', '/tasks/9007199254740991/schedules'],
      ['GET', '/tasks/1/schedules/9007199254740991'],
      ['PATCH', '/tasks/1/schedules/9007199254740991', { enabled: false }],
      ['DELETE', '/tasks/1/schedules/9007199254740991'],
      ['PUT', '/tasks/1/schedules/1', {}],
      ['POST', '/contacts', { name: 'x', email: 'nobody' }],
      ['GET', '/contacts/nobody'],
      ['PATCH', '/contacts/nobody', { name: 'x' }],
      ['GET', '/tasks/9007199254740991/history'],
      ['GET', '/nothing'],
    ]
    try {
      await callUrl(`${local.url}/tasks`, 'POST', { title: 'first' })
      for (const [method, path, body] of mistakes) {
        const [here, there] = [await target.call(method, path, body), await callUrl(local.url + path, method, body)]
        // What the cloud adds to a path is the only difference.
        const said = JSON.parse(JSON.stringify(here.body).replaceAll('/api/', '/'))
        expect([method, path, here.status, said]).toEqual([method, path, there.status, there.body])
      }
    } finally {
      await local.close()
    }
  })
})

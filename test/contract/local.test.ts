// The contract, against a real local service.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { connectHttp } from '../support/mcp/mcp-clients.ts'
import { openService } from '../support/service/service.ts'
import { bulkRules } from './bulk.ts'
import { claimRules } from './claims.ts'
import { expectProblem, httpRules } from './http.ts'
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

let target: Target
let url: string

beforeAll(async () => {
  const service = await openService()
  url = service.url
  target = { prefix: '', close: service.close, call: (method, path, body, headers) => callUrl(service.url + path, method, body, headers) }
})
afterAll(() => target.close())

describe('the local service', () => {
  httpRules(() => target)
  taskRules(() => target)
  triageRules(() => target)
  bulkRules(() => target)
  scheduleRules(() => target)
  searchRules(() => target)
  listRules(() => target)
  undoRules(() => target)
  policyRules(
    () => target,
    () => target,
  )
  questionRules(
    () => target,
    () => target,
  )
  claimRules(() => target)

  const proposed = async (agent: string, tool: string, given: Record<string, unknown>): Promise<number> => {
    const client = await connectHttp('modern', url, agent)
    try {
      return (await client.call(tool, given)).answer.proposal
    } finally {
      await client.close()
    }
  }
  proposalRules({
    person: () => target,
    status: (agent, id, status) => proposed(agent, 'set_task_status', { id, status }),
    comment: (agent, id, body) => proposed(agent, 'add_comment', { id, body }),
    create: (agent, title) => proposed(agent, 'create_task', { title }),
  })

  it('[H6] paths below /tasks/ that are no id answer a wrong method with 405, too', async () => {
    expect((await target.call('POST', '/tasks/search', {})).headers.get('allow')).toContain('GET')
    expect((await target.call('GET', '/tasks/find-duplicates')).headers.get('allow')).toContain('POST')
  })

  it('[H6] what no route does is 405 before anybody asks what an agent may', async () => {
    for (const method of ['PUT', 'PATCH', 'DELETE']) expectProblem(await target.call(method, '/tasks/bulk'), 405, /use POST/)
    expect((await target.call('OPTIONS', '/tasks/bulk')).status).toBe(204)
  })

  it.each(['/docs', '/docs/', '/openapi.json', '/'])('[H6] POST %s answers 405', async (path) => {
    const reply = await target.call('POST', path, {})
    expectProblem(reply, 405)
    expect(reply.headers.get('allow')).toBe('GET, HEAD, OPTIONS')
  })

  it('[H14] serves its own description', async () => {
    expect((await target.call('GET', '/openapi.json')).body).toMatchObject({
      openapi: '3.1.0',
      paths: { '/tasks/{id}': { get: expect.anything(), patch: expect.anything(), delete: expect.anything() } },
    })
    expect((await target.call('GET', '/docs/')).status).toBe(200)
    expect((await target.call('GET', '/health')).body).toMatchObject({ status: 'ok' })
  })

  it('[T9][J5] a delete takes comments and schedules along; the history stays', async () => {
    const { id } = (await target.call('POST', '/tasks', { title: 'short-lived' })).body
    await target.call('POST', `/tasks/${id}/comments`, { body: 'bye' })
    await target.call('POST', `/tasks/${id}/schedules`, { type: 'interval', interval_days: 1 })
    await target.call('DELETE', `/tasks/${id}`)
    const history = (await target.call('GET', `/tasks/${id}/history`)).body
    expect(history.map((entry: { entity: string; action: string }) => `${entry.entity} ${entry.action}`)).toEqual([
      'schedule deleted',
      'comment deleted',
      'task deleted',
      'schedule created',
      'comment created',
      'task created',
    ])
    expectProblem(await target.call('GET', '/tasks/9007199254740991/history'), 404)
  })

  it('[S7] takes a moment that has passed, and fires at once', async () => {
    const { id } = (await target.call('POST', '/tasks', { title: 'remind me' })).body
    const made = await target.call('POST', `/tasks/${id}/schedules`, { type: 'one_time', fire_at: '2001-01-01T00:00:00Z' })
    expect([made.status, made.body.next_fire_at]).toEqual([201, '2001-01-01T00:00:00.000Z'])
    const path = `/tasks/${made.body.task_id}/schedules/${made.body.id}`
    await expect
      .poll(async () => (await target.call('GET', path)).body)
      .toMatchObject({ fire_at: '2001-01-01T00:00:00.000Z', next_fire_at: null, last_fired_at: '2001-01-01T00:00:00.000Z' })
  })

  it('[SL3] saved lists are in the journal, and undo takes each write back', async () => {
    const { journal } = (await target.call('GET', '/health')).body
    const list = (await target.call('POST', '/lists', { name: 'Bugs', query: { label: ['bug'] } })).body
    await target.call('PATCH', `/lists/${list.uid}`, { query: { label: ['bug'], priority: ['high'] }, position: 0.5 })
    await target.call('DELETE', `/lists/${list.uid}`)
    const written = (await target.call('GET', `/journal?after=${journal}`)).body
    expect(written).toMatchObject([
      { entity: 'list', action: 'created', after: { name: 'Bugs', query: { label: ['bug'] } }, task_id: null },
      { action: 'updated', before: { query: { label: ['bug'] } }, after: { query: { label: ['bug'], priority: ['high'] }, position: 0.5 } },
      { action: 'deleted' },
    ])
    const undo = async (seq: number) => (await target.call('POST', '/undo', { entry: seq })).body
    expect(await undo(written[2].seq)).toMatchObject({ conflicts: [], done: [{ action: 'restored' }] })
    expect((await target.call('GET', `/lists/${list.uid}`)).body).toMatchObject({ query: { label: ['bug'], priority: ['high'] }, position: 0.5 })
    expect(await undo(written[1].seq)).toMatchObject({ conflicts: [] })
    expect((await target.call('GET', `/lists/${list.uid}`)).body).toMatchObject({ query: { label: ['bug'] }, position: list.position })
    expect(await undo(written[0].seq)).toMatchObject({ conflicts: [] })
    expectProblem(await target.call('GET', `/lists/${list.uid}`), 404)
  })

  it.each([
    [{ 'x-actor': 'agent:claude' }, { kind: 'agent', name: 'claude' }],
    [{ 'x-actor': 'codex' }, { kind: 'agent', name: 'codex' }],
    [{ 'x-actor': 'person:Ana' }, { kind: 'person', name: 'Ana' }],
    [{ 'x-actor': 'person' }, { kind: 'person', name: 'person' }],
    [{ 'user-agent': 'curl/8.9.1' }, { kind: 'agent', name: 'curl' }],
    [{ 'user-agent': 'Mozilla/5.0 (X11; Linux x86_64)' }, { kind: 'person', name: 'person' }],
  ])('[J1][J2] %j writes as %j', async (headers, actor) => {
    const { id } = (await target.call('POST', '/tasks', { title: 'who' }, headers)).body
    await target.call('PATCH', `/tasks/${id}`, { status: 'todo', priority: 'medium' }, headers)
    expect((await target.call('GET', `/tasks/${id}/history`)).body).toMatchObject([
      { actor, action: 'updated', before: { status: 'backlog' }, after: { status: 'todo' } },
      { actor, action: 'created', before: null, after: { title: 'who' } },
    ])
  })

  it('[J2] refuses to write as mail or sync', async () =>
    expectProblem(await target.call('POST', '/tasks', { title: 'x' }, { 'x-actor': 'email:boss@example.org' }), 400, /X-Actor/))

  it('[H13] a refused write leaves no journal entry', async () => {
    const head = async () => (await target.call('GET', '/health')).body.journal
    const before = await head()
    await target.call('POST', '/tasks', { title: 5 })
    await target.call('PATCH', '/tasks/1', { status: 'x' })
    await target.call('POST', '/tasks/1/schedules', { type: 'weekly' })
    await target.call('PATCH', '/tasks/1', {})
    expect(await head()).toBe(before)
  })

  it.each([
    ['a foreign Origin', { origin: 'https://evil.example' }, 403],
    ['the origin null', { origin: 'null' }, 403],
    ['another port of this machine', { origin: 'http://127.0.0.1:1' }, 403],
    ['a cross-site fetch', { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'no-cors' }, 403],
  ])('[L1] %s is refused', async (_, headers, status) => {
    expectProblem(await target.call('GET', '/tasks', undefined, headers), status)
    expectProblem(await target.call('POST', '/tasks', { title: 'x' }, headers), status)
  })

  it('[L1] its own window may call', async () => {
    for (const origin of [url, url.replace('127.0.0.1', 'localhost')])
      expect((await target.call('POST', '/tasks', { title: 'own' }, { origin })).status).toBe(201)
  })
})

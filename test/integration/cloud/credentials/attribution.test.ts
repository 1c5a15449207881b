// Who it was: whatever a credential says of itself, at every door, history tells whose it is.
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { writeKinds } from '../../../../shared/schema/agent.ts'
import { addMember, newPerson, newTeam, openCloud, type Headers_, type TestCloud, type TestPerson, type TestTeam } from '../../../support/cloud/cloud.ts'
import { follow } from '../../../support/cloud/team-events.ts'

let cloud: TestCloud
let ana: TestPerson
let bo: TestPerson
let boId: string
let team: TestTeam

beforeAll(async () => {
  cloud = await openCloud({ streams: { pollEvery: 60_000, heartbeatEvery: 300 } })
  ana = await newPerson(cloud, 'Ana')
  bo = await newPerson(cloud, 'Bo')
  team = await newTeam(cloud, ana, 'Kitchen')
  boId = (await addMember(cloud, team, ana, bo, 'admin')).id
})
afterAll(() => cloud.close())

interface Made {
  id: string
  as: Headers_
}

async function tokenOf(person: TestPerson, fields: object): Promise<Made> {
  const { status, body } = await person.call('POST', `/teams/${team.id}/tokens`, { name: 'laptop', ...fields })
  expect([status, body.detail]).toEqual([201, undefined])
  return { id: body.id, as: { authorization: `Bearer ${body.token}`, 'x-team-id': team.id } }
}

const call = (as: Headers_, method: string, path: string, body?: unknown, more: Headers_ = {}) => cloud.call(method, path, body, { ...as, ...more })
const newest = async (id: number) => (await team.call('GET', `/tasks/${id}/history`)).body[0] as { actor: object; principal: object }

/** Names that are not this agent's. */
const forged = ['person:Ana', 'person', 'agent:gemini', 'gemini', 'agent:claude2', 'claude/reviewer']

describe('a token of an agent', () => {
  let agent: Made
  let task: { id: number; uid: string; version: number }

  beforeAll(async () => {
    agent = await tokenOf(ana, { name: 'build machine', agent: 'claude' })
    task = (await call(agent.as, 'POST', '/tasks', { title: 'Bread' })).body
  })

  it('[CL9] is that agent, however it says so', async () => {
    for (const [i, actor] of ['agent:claude', 'claude', 'Claude', ' CLAUDE ', ''].entries()) {
      expect((await call(agent.as, 'PATCH', `/tasks/${task.id}`, { title: `Bread ${i}` }, { 'x-actor': actor })).status).toBe(200)
      expect(await newest(task.id)).toMatchObject({
        actor: { kind: 'agent', name: 'claude' },
        principal: { kind: 'token', id: agent.id, name: 'build machine', owner: { id: ana.id, name: 'Ana' } },
      })
    }
  })

  it.each(forged)('[CL9] that says %j is refused at every door, and changes nothing', async (said) => {
    const before = (await team.call('GET', '/journal?limit=1000')).body.length
    const as = { ...agent.as, 'x-actor': said }
    const doors: [string, string, unknown?][] = [
      ['POST', '/tasks', { title: 'forged' }],
      ['PATCH', `/tasks/${task.id}`, { title: 'forged' }],
      ['DELETE', `/tasks/${task.id}`],
      ['POST', `/tasks/${task.id}/comments`, { body: 'forged' }],
      ['POST', `/tasks/${task.id}/schedules`, { type: 'one_time', fire_at: '2099-01-01T00:00:00Z' }],
      ['POST', '/contacts', { name: 'Forged' }],
      ['POST', '/lists', { name: 'Forged' }],
      ['POST', '/sync', { tasks: [{ key: 'a', action: 'create', uid: '019a9f3e-0000-7000-8000-000000000001', fields: { title: 'forged' } }] }],
      ['POST', '/events/ack', { id: 1 }],
      ['POST', '/notifications/send', { event: 'reminder.due', task_id: task.id, title: 'forged' }],
    ]
    for (const [method, path, body] of doors) expect([path, (await call(as, method, path, body)).status]).toEqual([path, 403])
    expect((await team.call('GET', '/journal?limit=1000')).body.length).toBe(before)
  })

  it('[CL9] does not sync: a device brings what others did, and no policy is asked there', async () => {
    const write = { key: 'a', action: 'update', uid: task.uid, id: task.id, version: task.version, fields: { title: 'forged' } }
    for (const actor of [undefined, { kind: 'person', name: 'Ana' }, { kind: 'agent', name: 'gemini' }, { kind: 'agent', name: 'claude' }]) {
      const { status, body } = await call(agent.as, 'POST', '/sync', { tasks: [{ ...write, ...(actor ? { actor } : {}) }] })
      expect([status, body.detail]).toEqual([403, expect.stringContaining('cannot sync')])
    }
    const open = { created_at: '2026-11-24T05:00:00Z', decided_at: null, decided_by: null, on: 0 }
    const decided = { decided_at: open.created_at, decided_by: { kind: 'person', name: 'Ana' } }
    const question = { ...open, task_uid: task.uid, asked_by: { kind: 'agent', name: 'gemini' }, question: 'Forged?', options: [], comment_uid: null }
    const proposal = {
      ...open,
      task_uid: task.uid,
      agent: 'gemini',
      kinds: ['delete'],
      tool: 'delete_task',
      arguments: { id: task.uid },
      reason: null,
      result: null,
    }
    const claim = { task_uid: task.uid, kind: 'claimed', criterion: null, text: 'Forged', envelope: null, public_key: null }
    for (const [path, body] of [
      ['questions', { ...question, state: 'open', answer: null }],
      ['questions', { ...question, ...decided, state: 'answered', answer: 'yes' }],
      ['proposals', { ...proposal, state: 'pending', carried_out: false }],
      ['proposals', { ...proposal, ...decided, state: 'accepted', carried_out: true }],
      ['evidence', { ...claim, by: { kind: 'agent', name: 'gemini' }, created_at: open.created_at }],
    ] as const) {
      const { status, body: reply } = await call(agent.as, 'PUT', `/sync/${path}/${randomUUID()}`, body)
      expect([path, status, reply.detail]).toEqual([path, 403, expect.stringContaining('cannot sync')])
    }
    for (const state of ['open', 'answered']) expect((await team.call('GET', `/questions?state=${state}`)).body).toEqual([])
    for (const state of ['pending', 'accepted']) expect((await team.call('GET', `/proposals?state=${state}`)).body).toEqual([])
    expect((await call(agent.as, 'GET', '/sync?entity=task')).status).toBe(200)
  })

  it('[CL9] a remembered reply is not given under another name', async () => {
    const key = { 'idempotency-key': 'once' }
    const first = await call(agent.as, 'POST', '/tasks', { title: 'Once' }, key)
    expect(first.status).toBe(201)
    expect((await call(agent.as, 'POST', '/tasks', { title: 'Once' }, { ...key, 'x-actor': 'person:Ana' })).status).toBe(403)
    const again = await call(agent.as, 'POST', '/tasks', { title: 'Once' }, { ...key, 'x-actor': 'claude' })
    expect(again.body.id).toBe(first.body.id)
    expect((await newest(first.body.id)).actor).toEqual({ kind: 'agent', name: 'claude' })
  })
})

describe('a token with a policy', () => {
  const policyOf = (agent: string, policy: object) => ana.call('PUT', `/agents/${encodeURIComponent(agent)}/policy`, policy, { 'x-team-id': team.id })
  const every = (verdict: string) => Object.fromEntries(writeKinds.map((kind) => [kind, verdict]))
  // An email that was sent is taken back by nobody.
  const usual = { ...every('allow'), reply: 'propose' }

  it('[CL123] narrows what its agent may, and never widens it; the stricter of both is shown, and follows the agent’s', async () => {
    await policyOf('codex', { delete: 'deny', update: 'propose' })
    const narrow = await tokenOf(ana, { agent: 'codex', policy: { create: 'propose', delete: 'allow', contact: 'deny' } })
    const shown = async () => (await ana.call('GET', `/teams/${team.id}/tokens/${narrow.id}`)).body
    const may = { ...usual, create: 'propose', delete: 'deny', update: 'propose', contact: 'deny' }
    expect(await shown()).toMatchObject({ policy: { create: 'propose', delete: 'allow', contact: 'deny' }, may })
    const { id } = (await team.call('POST', '/tasks', { title: 'Kept' })).body
    const answers = async (as: Headers_) => {
      const replies = [
        await call(as, 'POST', '/tasks', { title: 'New' }),
        await call(as, 'PATCH', `/tasks/${id}`, { title: 'Other' }),
        await call(as, 'DELETE', `/tasks/${id}`),
        await call(as, 'POST', '/contacts', { name: 'Zoe' }),
        await call(as, 'POST', `/tasks/${id}/comments`, { body: 'Said' }),
      ]
      return replies.map(({ status, body }) => (body?.proposal === undefined ? status : 'proposed'))
    }
    expect(await answers(narrow.as)).toEqual(['proposed', 'proposed', 403, 403, 201])
    // Another token of the same agent is bound by the agent's policy alone.
    expect(await answers((await tokenOf(ana, { agent: 'Codex' })).as)).toEqual([201, 'proposed', 403, 201, 201])
    await policyOf('codex', { comment: 'deny' })
    expect((await shown()).may).toEqual({ ...usual, create: 'propose', contact: 'deny', comment: 'deny' })
    expect(await answers(narrow.as)).toEqual(['proposed', 200, 204, 403, 403])
  })

  it('[CL123] is not shaken off by another name, a remembered reply, a sync or a policy of its own making', async () => {
    const shut = await tokenOf(ana, { agent: 'shut', policy: every('deny') })
    const { id } = (await team.call('POST', '/tasks', { title: 'Untouched' })).body
    const before = (await team.call('GET', '/journal?limit=1000')).body.length
    for (const actor of ['SHUT', 'agent:shut', 'agent:claude', 'person:Ana', '*'])
      for (const [method, path, body] of [
        ['POST', '/tasks', { title: 'forged' }],
        ['PATCH', `/tasks/${id}`, { title: 'forged' }],
        ['POST', `/tasks/${id}/finish`, { key: 'k', summary: 'forged' }],
        ['POST', '/tasks/next', {}],
        ['POST', '/undo', { actor: 'person:Ana' }],
        ['POST', '/sync', {}],
        ['PUT', '/agents/shut/policy', {}],
        ['POST', `/teams/${team.id}/tokens`, { name: 'wide', agent: 'shut' }],
      ] as const)
        expect([actor, path, (await call(shut.as, method, path, body, { 'x-actor': actor, 'idempotency-key': 'once' })).status]).toEqual([actor, path, 403])
    expect((await team.call('GET', '/journal?limit=1000')).body.length).toBe(before)
  })

  it('[CL123] is of one agent’s token only, in words that the cloud keeps', async () => {
    const make = async (fields: object) => (await ana.call('POST', `/teams/${team.id}/tokens`, { name: 'x', ...fields })).status
    expect(await make({ policy: { create: 'propose' } })).toBe(400)
    expect(await make({ agent: 'a', policy: { create: 'maybe' } })).toBe(400)
    expect(await make({ agent: 'a', policy: { brake: { writes: 1 } } })).toBe(400)
    expect(await make({ agent: 'a', policy: null })).toBe(400)
    expect(await make({ policy: {} })).toBe(201)
  })
})

describe('whose token it was', () => {
  it('[CL106] stands in history when the token was revoked and its owner has left', async () => {
    const laptop = await tokenOf(bo, { name: 'Bo’s laptop' })
    const { id } = (await call(laptop.as, 'POST', '/tasks', { title: 'Rolls' }, { 'x-actor': 'agent:codex' })).body
    const expected = {
      actor: { kind: 'agent', name: 'codex' },
      principal: { kind: 'token', id: laptop.id, name: 'Bo’s laptop', owner: { id: bo.id, name: 'Bo' } },
    }
    expect(await newest(id)).toMatchObject(expected)
    await ana.call('DELETE', `/teams/${team.id}/tokens/${laptop.id}`)
    await ana.call('DELETE', `/teams/${team.id}/members/${boId}`)
    expect(await newest(id)).toMatchObject(expected)
    const journal = (await team.call('GET', '/journal?limit=1000')).body as { task_id: number }[]
    expect(journal.find(({ task_id }) => task_id === id)).toMatchObject(expected)
  })

  it('[CL9] a person has no token, and speaks for nobody else', async () => {
    const as = { ...ana.as, 'x-team-id': team.id, 'x-actor': 'agent:claude' }
    const { id } = (await call(as, 'POST', '/tasks', { title: 'Cake' })).body
    expect(await newest(id)).toMatchObject({ actor: { kind: 'person', name: 'Ana' }, principal: { kind: 'person', id: ana.id, name: 'Ana' } })
  })
})

describe('a token that can only read', () => {
  it('[CL107] reads, and writes through no door', async () => {
    const reader = await tokenOf(ana, { read_only: true })
    const { id } = (await team.call('POST', '/tasks', { title: 'Look at me' })).body
    for (const path of [
      '/tasks',
      `/tasks/${id}`,
      `/tasks/${id}/history`,
      '/journal',
      '/lists',
      '/contacts',
      '/sync?entity=task',
      '/teams',
      `/teams/${team.id}/members`,
    ])
      expect([path, (await call(reader.as, 'GET', path)).status]).toEqual([path, 200])
    for (const [method, path, body] of [
      ['POST', '/tasks', { title: 'no' }],
      ['PATCH', `/tasks/${id}`, { title: 'no' }],
      ['DELETE', `/tasks/${id}`],
      ['POST', `/tasks/${id}/comments`, { body: 'no' }],
      ['POST', '/sync', {}],
      ['POST', '/events/ack', { id: 1 }],
      ['POST', '/notifications/send', { event: 'reminder.due', task_id: id, title: 'no' }],
    ] as const) {
      const reply = await call(reader.as, method, path, body)
      expect([path, reply.status, reply.body.detail]).toEqual([path, 403, expect.stringContaining('can only read')])
    }
    const stream = await follow(cloud.url, reader.as)
    expect(stream.events[0]).toMatchObject({ event: 'hello' })
    stream.close()
  })
})

describe('a token with an end', () => {
  it('[CL107] ends at that moment, and its streams with it', async () => {
    const expires_at = new Date(Date.now() + 2500).toISOString()
    const brief = await tokenOf(ana, { expires_at })
    const stream = await follow(cloud.url, brief.as)
    expect((await call(brief.as, 'GET', '/tasks')).status).toBe(200)
    await stream.ended
    expect(Date.now()).toBeGreaterThanOrEqual(Date.parse(expires_at))
    const refused = await call(brief.as, 'GET', '/tasks')
    expect([refused.status, refused.body.detail]).toEqual([401, expect.stringContaining(`expired on ${expires_at}`)])
    const { body: listed } = await ana.call('GET', `/teams/${team.id}/tokens/${brief.id}`)
    expect(listed).toMatchObject({ expires_at, agent: null, read_only: false })
  })

  it('[CL107] is not in the past, and no agent is called person', async () => {
    const make = async (fields: object) => (await ana.call('POST', `/teams/${team.id}/tokens`, { name: 'x', ...fields })).status
    expect(await make({ expires_at: '2020-01-01T00:00:00Z' })).toBe(400)
    expect(await make({ agent: 'person' })).toBe(400)
    expect(await make({ agent: ' ' })).toBe(400)
    for (const agent of ['*', ' * ', 'cla\nude', 'cla\tude', 'cla\u202eude', '\u200fclaude', 'cla\u200bude', 'cla\u0000ude', '\u2067claude\u2069']) {
      const { status, body } = await ana.call('POST', `/teams/${team.id}/tokens`, { name: 'x', agent })
      expect([agent, status, body.errors?.[0]?.pointer]).toEqual([agent, 400, '/agent'])
    }
    expect(await make({ agent: null, expires_at: null, read_only: false })).toBe(201)
  })
})

// The contract, against a real cloud on a real PostgreSQL, once with an API token and once with a session.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { newPerson, newTeam, openCloud, type TestCloud } from '../support/cloud.ts'
import { openService } from '../support/service.ts'
import { expectProblem, httpRules } from './http.ts'
import { callUrl, type Target } from './target.ts'
import { taskRules } from './tasks.ts'

let cloud: TestCloud
let target: Target
let bySession: Target

beforeAll(async () => {
  cloud = await openCloud()
  const owner = await newPerson(cloud)
  const team = await newTeam(cloud, owner)
  target = { prefix: '/api', close: cloud.close, call: team.call }
  bySession = { prefix: '/api', close: async () => undefined, call: owner.call }
})
afterAll(() => target.close())

describe('the cloud, with an API token', () => {
  httpRules(() => target)
  taskRules(() => target)
})

describe('the cloud, with a session', () => {
  taskRules(() => bySession)
})

describe('the cloud', () => {
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

  it('[T9][CL12] a delete takes the comments along; the history stays', async () => {
    const { id } = (await target.call('POST', '/tasks', { title: 'short-lived' }, { 'x-actor': 'agent:claude' })).body
    await target.call('POST', `/tasks/${id}/comments`, { body: 'bye' })
    await bySession.call('PATCH', `/tasks/${id}`, { status: 'done' })
    await target.call('DELETE', `/tasks/${id}`)
    const history = (await target.call('GET', `/tasks/${id}/history`)).body
    expect(
      history.map((entry: { entity: string; action: string; actor: { kind: string; name: string } }) => [entry.entity, entry.action, entry.actor.name]),
    ).toEqual([
      ['comment', 'deleted', 'test'],
      ['task', 'deleted', 'test'],
      ['task', 'updated', 'person'],
      ['comment', 'created', 'test'],
      ['task', 'created', 'claude'],
    ])
    expect(history[2]).toMatchObject({ before: { status: 'backlog', completed_at: null }, after: { status: 'done', completed_at: expect.any(String) } })
    expect(history[0].cause).toBe(history[1].seq)
    expectProblem(await target.call('GET', '/tasks/9007199254740991/history'), 404)
  })

  it('[CL13] has no on_duplicate: finding duplicates is the part of the local service', async () =>
    expectProblem(await target.call('POST', '/tasks?on_duplicate=return', { title: 'x' }), 400, /on_duplicate/))

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

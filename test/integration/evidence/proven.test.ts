// An agent's "done" where the person wants proof first.
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { expectProblem } from '../../contract/http.ts'
import { callUrl } from '../../contract/target.ts'
import { connectHttp } from '../../support/mcp/mcp-clients.ts'
import { run } from '../../support/service/programs.ts'
import { openService } from '../../support/service/service.ts'

let service: Awaited<ReturnType<typeof openService>>
beforeAll(async () => {
  service = await openService()
})
afterAll(() => service.close())

const person = { 'x-actor': 'person' }
const call = (method: string, path: string, body?: unknown, headers: Record<string, string> = { 'x-actor': 'agent:worker' }) =>
  callUrl(service.url + path, method, body, headers)
const create = async (fields: object = {}) => (await call('POST', '/tasks', { title: 'a task', ...fields }, person)).body
const statusOf = async (id: number) => (await call('GET', `/tasks/${id}`)).body.status
const hash = 'a'.repeat(40)
const passed = {
  kind: 'ran',
  run: {
    command: ['true'],
    exit_code: 0,
    started_at: '2026-11-20T10:00:00Z',
    duration_ms: 1,
    output: '',
    output_sha256: '0'.repeat(64),
    tree: { repository: null, commit: null, before: hash, after: hash, checkout: 'here' },
  },
}
const prove = (id: number, fields: object = {}) => call('POST', `/tasks/${id}/evidence`, { ...passed, ...fields }, person)
const cards = async (id: number, state = 'pending') =>
  (await call('GET', `/proposals?state=${state}`)).body.filter((one: { tool: string; task_id: number }) => one.tool === 'done_unproven' && one.task_id === id)

describe('[EV8] proven', () => {
  beforeEach(async () => {
    expect((await call('PUT', '/agents/worker/policy', { status: 'proven' }, person)).status).toBe(200)
  })

  it('is a verdict of status alone', async () => {
    expectProblem(await call('PUT', '/agents/worker/policy', { comment: 'proven' }, person), 400)
    expect((await call('GET', '/agents/worker/policy')).body).toEqual({ status: 'proven' })
  })

  it.each<[string, (id: number) => Promise<unknown>]>([
    ['REST', (id) => call('PATCH', `/tasks/${id}`, { status: 'done' })],
    ['bulk', (id) => call('POST', '/tasks/bulk', { changes: [{ ids: [id], patch: { status: 'done', priority: 'high' } }] })],
    [
      'finish',
      async (id) => {
        const { key } = (await call('POST', '/tasks/next', { id }, { 'x-actor': 'agent:worker', 'x-run': 'one' })).body
        const answer = await call('POST', `/tasks/${id}/finish`, { key, summary: 'did it' }, { 'x-actor': 'agent:worker', 'x-run': 'one' })
        expect(answer.body).toMatchObject({ outcome: 'finished', task: { status: 'in_review' }, note: expect.stringContaining('there is no evidence') })
      },
    ],
    [
      'the command line',
      async (id) => {
        const ran = await run('electron/cli/tandem.mjs', ['done', String(id), '--data-dir', service.dataDir], { env: { TANDEM_AGENT: 'worker' } })
        expect([ran.code, JSON.parse(ran.out)]).toEqual([1, expect.objectContaining({ status: 'in_review', note: expect.stringContaining('tandem prove') })])
      },
    ],
  ])('over %s: without evidence it is in review and a card asks once; with evidence it is done', async (_, done) => {
    const [id, other] = [(await create({ status: 'todo' })).id, (await create({ status: 'todo' })).id]
    await done(id)
    await call('PATCH', `/tasks/${id}`, { status: 'done' })
    expect([await statusOf(id), await cards(id)]).toEqual(['in_review', [expect.objectContaining({ agent: 'worker', kinds: ['status'] })]])
    await prove(id)
    await prove(other)
    await call('PATCH', `/tasks/${id}`, { status: 'done' })
    expect([await statusOf(id), await cards(id), (await cards(id, 'withdrawn')).length]).toEqual(['done', [], 1])
    await call('PATCH', `/tasks/${other}`, { status: 'done' })
    expect([await statusOf(other), await cards(other)]).toEqual(['done', []])
  })

  it('over MCP the answer says what is missing; each criterion needs its own, and neither a claim nor stale evidence counts', async () => {
    const { id } = await create({ criteria: [{ text: 'tests pass' }, { text: 'docs are true' }] })
    await prove(id, { criterion: 1 })
    await call('POST', `/tasks/${id}/evidence`, { kind: 'claimed', text: 'I read them', criterion: 2 })
    const agent = await connectHttp('modern', service.url, 'worker')
    const set = async () => (await agent.call('set_task_status', { id, status: 'done' })).answer
    expect(await set()).toMatchObject({ task: { status: 'in_review' }, note: expect.stringContaining('for "docs are true" there is only a claim') })
    await prove(id, { criterion: 2 })
    await call('PUT', '/evidence/tree', { checkout: 'here', tree: 'b'.repeat(40) }, person)
    expect(await set()).toMatchObject({ note: expect.stringContaining('only stale evidence') })
    await call('PUT', '/evidence/tree', { checkout: 'here', tree: hash }, person)
    const answer = await set()
    expect(answer).toMatchObject({ outcome: 'updated', task: { status: 'done' } })
    expect(answer).not.toHaveProperty('note')
    await agent.close()
  })

  it('a person accepts it as it is, or asks again; either can be taken back', async () => {
    const { id } = await create()
    await call('PATCH', `/tasks/${id}`, { status: 'done' })
    const [card] = await cards(id)
    expect((await call('POST', `/proposals/${card.id}/accept`, undefined, person)).body.state).toBe('accepted')
    expect(await statusOf(id)).toBe('done')
    expect((await call('POST', `/proposals/${card.id}/reopen`, undefined, person)).body).toMatchObject({ proposal: { state: 'pending' }, conflicts: [] })
    expect(await statusOf(id)).toBe('in_review')
    expect((await call('POST', `/proposals/${card.id}/reject`, { reason: 'run the tests' }, person)).body).toMatchObject({ state: 'rejected' })
    expect(await statusOf(id)).toBe('todo')
    await call('POST', `/proposals/${card.id}/reopen`, undefined, person)
    expect([await statusOf(id), (await cards(id)).length]).toEqual(['in_review', 1])
    // What a person does needs no proof, and settles the question.
    await call('PATCH', `/tasks/${id}`, { status: 'done' }, person)
    expect([await statusOf(id), await cards(id)]).toEqual(['done', []])
    expectProblem(await call('POST', `/proposals/${card.id}/accept`, undefined, person), 409, /not in review any more/)
  })

  it('what a person has accepted as a proposal is not asked again', async () => {
    await call('PUT', '/agents/worker/policy', { status: 'proven', update: 'propose' }, person)
    const { id } = await create()
    const agent = await connectHttp('modern', service.url, 'worker')
    const { answer } = await agent.call('update_task', { id, status: 'done', labels: ['shipped'] })
    expect([answer.outcome, await statusOf(id)]).toEqual(['proposed', 'backlog'])
    expect((await call('POST', `/proposals/${answer.proposal}/accept`, undefined, person)).body.state).toBe('accepted')
    expect([await statusOf(id), await cards(id)]).toEqual(['done', []])
    await agent.close()
  })

  it('holds for a task that is created as done, and for `*`; another agent is free', async () => {
    const { id, status } = (await call('POST', '/tasks', { title: 'quick one', status: 'done' })).body
    expect([status, (await cards(id)).length]).toEqual(['in_review', 1])
    const free = await create()
    await call('PATCH', `/tasks/${free.id}`, { status: 'done' }, { 'x-actor': 'agent:other' })
    expect(await statusOf(free.id)).toBe('done')
    await call('PUT', '/agents/*/policy', { status: 'proven' }, person)
    const bound = await create()
    await call('PATCH', `/tasks/${bound.id}`, { status: 'done' }, { 'x-actor': 'agent:other' })
    expect(await statusOf(bound.id)).toBe('in_review')
    await call('PUT', '/agents/*/policy', {}, person)
  })
})

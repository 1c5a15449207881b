// An agent's "done" where the person wants proof first.
import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
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
const token = () => readFileSync(join(service.dataDir, 'token'), 'utf8').trim()
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
        expect([ran.code, JSON.parse(ran.out)]).toEqual([7, expect.objectContaining({ status: 'in_review', note: expect.stringContaining('tandem prove') })])
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

  it('[A22] what a finish brings counts for it: one call is enough; the same again is unchanged, and with other evidence it is lost', async () => {
    const { id } = await create({ status: 'todo', criteria: [{ text: 'tests pass' }, { text: 'docs are true' }] })
    const agent = { 'x-actor': 'agent:worker', 'x-run': 'two' }
    const { key } = (await call('POST', '/tasks/next', { id }, agent)).body
    const [first, second] = [
      { ...passed, id: randomUUID(), criterion: 1 },
      { ...passed, id: randomUUID(), criterion: 2 },
    ]
    const finish = (evidence: object[], headers: Record<string, string> = { ...agent, authorization: `Bearer ${token()}` }) =>
      call('POST', `/tasks/${id}/finish`, { key, summary: 'both', evidence }, headers)
    expectProblem(await finish([first, second], { ...agent, authorization: '' }), 403, /token/)
    expectProblem(await finish([first, { kind: 'ran', id: second.id, criterion: 2 }]), 400, /must name signed evidence/)
    expectProblem(await finish([{ ...first, criterion: 3 }]), 400, /from 1 to 2/)
    expect([(await call('GET', `/tasks/${id}/evidence`)).body, await statusOf(id)]).toEqual([[], 'in_progress'])
    expect((await finish([first, second])).body).toMatchObject({ outcome: 'finished', task: { status: 'done', criteria: [{ evidence_id: first.id }, {}] } })
    expect((await finish([first, Object.fromEntries(Object.entries(second).reverse()) as object])).body.outcome).toBe('unchanged')
    expect((await finish([first])).body.outcome).toBe('lost')
    expect((await call('GET', `/tasks/${id}/evidence`)).body).toHaveLength(2)
  })

  it.each(['legacy', 'modern'] as const)('[A22] over MCP (%s) one run answers several criteria; a claim is kept and counts for nothing', async (era) => {
    const { id } = await create({ status: 'todo', criteria: [{ text: 'tests pass' }, { text: 'it is fast' }] })
    const agent = await connectHttp(era, service.url, 'worker')
    const { key } = (await agent.call('next_task', { id })).answer
    const evidence = (await prove(id)).body.id
    const other = (await prove((await create()).id)).body.id
    const finish = (some: object[]) => agent.call('finish_task', { id, key, summary: 'ran it', evidence: some })
    expect((await finish([{ criterion: 1 }])).text).toMatch(/either id .* or text/)
    expect((await finish([{ criterion: 1, id: other }])).text).toMatch(/must name signed evidence of task/)
    const claimed = await finish([
      { criterion: 1, id: evidence },
      { criterion: 2, text: 'it felt so' },
    ])
    expect(claimed.answer).toMatchObject({ outcome: 'finished', status: 'in_review', note: expect.stringContaining('for "it is fast" there is only a claim') })
    await call('PATCH', `/tasks/${id}`, { status: 'todo' }, person)
    const again = (await agent.call('next_task', { id })).answer
    const both = [1, 2].map((criterion) => ({ criterion, id: evidence }))
    const done = await agent.call('finish_task', { id, key: again.key, summary: 'measured', evidence: both })
    expect(done.answer).toEqual({ outcome: 'finished', status: 'done' })
    await agent.close()
  })

  it('[A22] on the command line', async () => {
    const { id } = await create({ status: 'todo', criteria: [{ text: 'tests pass' }, { text: 'it is fast' }] })
    const evidence = (await prove(id)).body.id
    const tandem = (...words: string[]) =>
      run('electron/cli/tandem.mjs', [...words, '--data-dir', service.dataDir], { env: { TANDEM_AGENT: 'worker', TANDEM_RUN: 'shell' } })
    await tandem('next', String(id))
    const wrong = await tandem('finish', String(id), '-m', 'x', '--evidence', '0=no')
    expect([wrong.code, wrong.err]).toEqual([2, expect.stringContaining('from 1 to 100')])
    const ran = await tandem('finish', String(id), '-m', 'did it', '--evidence', `1=${evidence}`, '--evidence', `2=${evidence}`, '--evidence', 'I looked at it')
    expect([ran.code, JSON.parse(ran.out)]).toEqual([0, expect.objectContaining({ outcome: 'finished', status: 'done' })])
    expect((await call('GET', `/tasks/${id}/evidence`)).body).toMatchObject([{ kind: 'claimed', text: 'I looked at it' }, { id: evidence }])
  })

  it('[A6] the command line tells a task that is in review instead of done by its exit code', async () => {
    const { id } = await create({ status: 'todo' })
    const tandem = (...words: string[]) => run('electron/cli/tandem.mjs', [...words, '--data-dir', service.dataDir], { env: { TANDEM_AGENT: 'worker' } })
    await tandem('next', String(id))
    const ran = await tandem('finish', String(id), '-m', 'did it')
    expect([ran.code, JSON.parse(ran.out)]).toEqual([7, expect.objectContaining({ outcome: 'finished', status: 'in_review' })])
  })

  it('[EV10] an import brings nothing that is done without proof; what is open, and what a person imports, comes in', async () => {
    const bring = (external_id: string, status: string, headers: Record<string, string> = { 'x-actor': 'agent:worker' }) =>
      call('POST', '/import', { source: 'elsewhere', records: [{ external_id, task: { title: external_id, status } }] }, headers)
    expect((await bring('finished', 'done')).body).toMatchObject({
      imported: 0,
      results: [{ outcome: 'refused', reason: expect.stringContaining('import it as todo') }],
    })
    expect((await bring('open', 'todo')).body).toMatchObject({ imported: 1 })
    expect((await bring('finished', 'done', person)).body).toMatchObject({ imported: 1 })
  })

  it('[EV10] criteria can be added, but neither removed nor reworded, by whatever way; a person and an accepted proposal can', async () => {
    const { id } = await create({ criteria: [{ text: 'tests pass' }, { text: 'docs are true' }] })
    const texts = async () => (await call('GET', `/tasks/${id}`)).body.criteria.map((one: { text: string }) => one.text)
    for (const criteria of [null, [], [{ text: 'tests pass' }], [{ text: 'tests pass, mostly' }, { text: 'docs are true' }]]) {
      expectProblem(await call('PATCH', `/tasks/${id}`, { criteria }), 403, /neither remove nor reword them/)
      expectProblem(await call('POST', '/tasks/bulk', { changes: [{ ids: [id], patch: { criteria, status: 'done' } }] }), 403, /neither remove nor reword/)
    }
    const agent = await connectHttp('modern', service.url, 'worker')
    const wanted = { id, criteria: [{ text: 'docs are true' }] }
    expect(await agent.call('update_task', wanted)).toMatchObject({ isError: true, text: expect.stringContaining('"tests pass"') })
    expect(await texts()).toEqual(['tests pass', 'docs are true'])
    await call('PATCH', `/tasks/${id}`, { criteria: [{ text: 'docs are true' }, { text: 'tests pass' }, { text: 'it is fast' }] })
    expect(await texts()).toEqual(['docs are true', 'tests pass', 'it is fast'])
    // Its own it may take back; not what the person has added, and not by an undo of many entries either.
    expect((await call('POST', '/undo', { entry: (await call('GET', '/health')).body.journal })).body.conflicts).toEqual([])
    expect(await texts()).toEqual(['tests pass', 'docs are true'])
    await call('PATCH', `/tasks/${id}`, { criteria: [{ text: 'tests pass' }, { text: 'docs are true' }, { text: 'Ana likes it' }] }, person)
    const { done, conflicts } = (await call('POST', '/undo', { entries: [(await call('GET', '/health')).body.journal] })).body
    expect([done, conflicts]).toEqual([[], [expect.objectContaining({ reason: expect.stringContaining('"Ana likes it"') })]])
    await call('PUT', '/agents/worker/policy', { status: 'proven', update: 'propose' }, person)
    const { answer } = await agent.call('update_task', wanted)
    await call('POST', `/proposals/${answer.proposal}/accept`, undefined, person)
    expect(await texts()).toEqual(['docs are true'])
    await agent.close()
  })

  it('[EV10] an undo makes no task done again without proof, with it and for a person it does', async () => {
    const { id } = await create({ status: 'done' })
    await call('PATCH', `/tasks/${id}`, { status: 'todo' }, person)
    const entry = (await call('GET', '/health')).body.journal
    const undo = (headers?: Record<string, string>, body: object = { entry }) => call('POST', '/undo', body, headers)
    const refused = [expect.objectContaining({ task_id: id, reason: expect.stringContaining('would be done without proof: there is no evidence') })]
    expect((await undo(undefined, { entry, preview: true })).body.conflicts).toEqual(refused)
    expect([(await undo()).body.conflicts, await statusOf(id)]).toEqual([refused, 'todo'])
    await prove(id)
    expect([(await undo()).body.conflicts, await statusOf(id)]).toEqual([[], 'done'])
    const other = await create({ status: 'done' })
    await call('PATCH', `/tasks/${other.id}`, { status: 'todo' }, person)
    await undo(person, { entry: (await call('GET', '/health')).body.journal })
    expect(await statusOf(other.id)).toBe('done')
  })

  it('[EV10] an open task merged into one that is done needs proof of both; undoing a merge gives back what there was', async () => {
    const open = await create({ status: 'todo', criteria: [{ text: 'tests pass' }] })
    const into = await create({ status: 'done', title: 'finished' })
    const merge = (id: number, target: number, headers?: Record<string, string>) => call('POST', `/tasks/${id}/merge`, { into: target }, headers)
    expectProblem(await merge(open.id, into.id), 403, /would be done without proof: for "tests pass" there is no evidence/)
    expect([await statusOf(open.id), await statusOf(into.id)]).toEqual(['todo', 'done'])
    await prove(open.id, { criterion: 1 })
    expect((await merge(open.id, into.id)).body).toMatchObject({ id: into.id, status: 'done' })
    const removed = (await call('GET', `/tasks/${open.id}/history`)).body.find((one: { action: string }) => one.action === 'deleted')
    expect((await call('POST', '/undo', { entry: removed.seq })).body.conflicts).toEqual([])
    expect([await statusOf(open.id), (await call('GET', `/tasks/${into.id}`)).body.criteria]).toEqual(['todo', []])
    expect((await merge(into.id, open.id)).body).toMatchObject({ id: open.id, status: 'todo' })
    const [third, last] = [await create(), await create({ status: 'done' })]
    expect((await merge(third.id, last.id, person)).status).toBe(200)
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

// Evidence over REST: what is believed, what is signed, and what becomes of it.
import { createPublicKey, randomUUID } from 'node:crypto'
import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openEnvelope } from '../../../shared/node/envelope.ts'
import { expectProblem } from '../../contract/http.ts'
import { callUrl } from '../../contract/target.ts'
import { openService, temporaryFolder } from '../../support/service/service.ts'

const folder = temporaryFolder()
let service: Awaited<ReturnType<typeof openService>>
beforeAll(async () => {
  service = await openService({ dataDir: folder.path })
})
afterAll(async () => {
  await service.close()
  folder.remove()
})

const agent = { 'x-actor': 'agent:tester', 'x-run': 'r1' }
const token = () => readFileSync(join(folder.path, 'token'), 'utf8').trim()
const call = (method: string, path: string, body?: unknown, headers: Record<string, string> = {}) =>
  callUrl(service.url + path, method, body, { ...agent, authorization: `Bearer ${token()}`, ...headers })
const create = async (fields: object = {}) => (await call('POST', '/tasks', { title: 'a task', ...fields })).body
const hash = (digit: string) => digit.repeat(40)
const run = (fields: object = {}) => ({
  command: ['npm', 'test'],
  exit_code: 0,
  started_at: '2026-11-20T10:00:00Z',
  duration_ms: 1200,
  output: '12 passed',
  output_sha256: '0'.repeat(64),
  tree: { repository: 'https://ana:secret@example.org/r.git', commit: hash('c'), before: hash('a'), after: hash('a'), checkout: 'here' },
  ...fields,
})
const states = async (id: number) => (await call('GET', `/tasks/${id}/evidence`)).body.map((one: { state: string }) => one.state)

describe('evidence', () => {
  it('[EV1] of a run is believed with the token of the data folder only; a claim from anybody, and it counts for nothing', async () => {
    const { id } = await create()
    const without: Record<string, string>[] = [{ authorization: '' }, { authorization: 'Bearer wrong' }, { authorization: '', 'x-actor': 'person' }]
    for (const headers of without)
      for (const kind of ['ran', 'ci'])
        expectProblem(await call('POST', `/tasks/${id}/evidence`, { kind, run: run() }, headers), 403, /token of the data folder/)
    expectProblem(await call('PUT', '/evidence/tree', { checkout: 'here', tree: hash('b') }, { authorization: '' }), 403, /token of the data folder/)
    expect(await states(id)).toEqual([])
    const claim = await call('POST', `/tasks/${id}/evidence`, { kind: 'claimed', text: 'works on my machine' }, { authorization: '' })
    expect(claim).toMatchObject({ status: 201, body: { state: 'claimed', text: 'works on my machine', key_id: null, by: { kind: 'agent', name: 'tester' } } })
    expectProblem(await call('GET', `/evidence/${claim.body.id}`), 404)
  })

  it('[EV1] that is not whole is refused in words, and changes nothing', async () => {
    const { id } = await create({ criteria: [{ text: 'one' }] })
    for (const [body, says] of [
      [{ kind: 'ran' }, /run must be given/],
      [{ kind: 'ran', run: run(), text: 'x' }, /text must be left out/],
      [{ kind: 'claimed' }, /text must be given/],
      [{ kind: 'claimed', text: 'x', run: run() }, /run must be left out/],
      [{ kind: 'ran', run: run({ exit_code: null }) }, /exit_code must be a number/],
      [{ kind: 'ran', run: run(), criterion: 2 }, /criterion must be from 1 to 1/],
      [{ kind: 'ran', run: run({ started_at: '2099-01-01T00:00:00Z' }) }, /started_at .* is over by now/],
      [{ kind: 'ran', run: run({ started_at: '2026-02-30T00:00:00Z' }) }, /started_at must be a moment that exists/],
      [{ kind: 'ran', run: run({ duration_ms: 9_000_000_000_000 }) }, /started_at .* is over by now/],
      [{ kind: 'ran', run: run({ duration_ms: -1 }) }, /duration_ms/],
    ] as const) {
      expectProblem(await call('POST', `/tasks/${id}/evidence`, body), 400, says)
    }
    expect(await states(id)).toEqual([])
    const ahead = { started_at: new Date(Date.now() + 60_000).toISOString(), duration_ms: 1000, tree: { ...run().tree, checkout: 'ahead' } }
    expect((await call('POST', `/tasks/${id}/evidence`, { kind: 'ci', run: run(ahead) })).status).toBe(201)
    expectProblem(await call('POST', '/tasks/99999/evidence', { kind: 'ran', run: run() }), 404)
  })

  it('[EV2] [EV3] is an in-toto Statement in an envelope that the public key fits', async () => {
    const { id, uid } = await create({ title: 'ship it' })
    const { body: added, headers } = await call('POST', `/tasks/${id}/evidence`, { kind: 'ran', run: run() })
    expect(headers.get('location')).toBe(`/evidence/${added.id}`)
    const file = await call('GET', `/evidence/${added.id}`)
    expect(file.headers.get('content-disposition')).toContain('.intoto.json')
    const key = (await call('GET', '/evidence/key')).body
    expect(added).toMatchObject({ state: 'valid', key_id: key.key_id })
    const statement = JSON.parse(String(openEnvelope(file.body, createPublicKey(key.public_key))))
    expect(statement).toMatchObject({
      _type: 'https://in-toto.io/Statement/v1',
      predicateType: 'https://in-toto.io/attestation/test-result/v0.1',
      subject: [{ digest: { gitTree: hash('a') } }],
      predicate: {
        result: 'PASSED',
        tandem_run: { task_uid: uid, task_title: 'ship it', by: { kind: 'agent', name: 'tester', run: expect.any(String) }, command: ['npm', 'test'] },
      },
    })
    expect(JSON.stringify(statement)).not.toContain('secret')
  })

  it('[EV3] the private key is made once, outlives a restart, and is in no file that others can read', async () => {
    const before = (await call('GET', '/evidence/key')).body
    await service.close()
    service = await openService({ dataDir: folder.path })
    expect((await call('GET', '/evidence/key')).body).toEqual(before)
    for (const name of readdirSync(folder.path).filter((one) => one.startsWith('secrets')))
      expect([name, statSync(join(folder.path, name)).mode & 0o077]).toEqual([name, 0])
  })

  it('[EV4] sent again under the same id is the same, and links its criterion', async () => {
    const { id } = await create({ criteria: [{ text: 'tests pass' }, { text: 'docs are true' }] })
    const body = { kind: 'ran', id: randomUUID(), run: run(), criterion: 2 }
    expect((await call('POST', `/tasks/${id}/evidence`, body)).status).toBe(201)
    expect((await call('POST', `/tasks/${id}/evidence`, body)).status).toBe(200)
    expect(await states(id)).toEqual(['valid'])
    const task = (await call('GET', `/tasks/${id}`)).body
    expect(task.criteria).toEqual([{ text: 'tests pass' }, { text: 'docs are true', evidence_id: body.id }])
    const other = await create()
    expectProblem(await call('POST', `/tasks/${other.id}/evidence`, body), 409, /another id/)
    // A claim does not take the place of what ran.
    await call('POST', `/tasks/${id}/evidence`, { kind: 'claimed', text: 'I checked', criterion: 2 })
    expect((await call('GET', `/tasks/${id}`)).body.criteria).toEqual(task.criteria)
  })

  it('[EV4] criteria name signed evidence of their own task only', async () => {
    const [{ id }, other] = [await create({ criteria: [{ text: 'tests pass' }] }), await create()]
    const evidenceOf = async (taskId: number, body: object) => (await call('POST', `/tasks/${taskId}/evidence`, body)).body.id as string
    const own = await evidenceOf(id, { kind: 'ran', run: run() })
    const foreign = await evidenceOf(other.id, { kind: 'ran', run: run() })
    const claim = await evidenceOf(id, { kind: 'claimed', text: 'I checked' })
    const named = (evidence_id: string, text = 'tests pass') => ({ criteria: [{ text, evidence_id }] })
    for (const [wrong, why] of [
      [foreign, /signed evidence of task \d+; .* is none/],
      [claim, /is a claim/],
    ] as const)
      expectProblem(await call('PATCH', `/tasks/${id}`, named(wrong)), 400, why)
    expectProblem(await call('POST', '/tasks', { title: 'new', ...named(own) }), 400, /a new task has no evidence/)
    expect((await call('PATCH', `/tasks/${id}`, named(own))).status).toBe(200)
    // What is named already stays so, also after a merge.
    expect((await call('PATCH', `/tasks/${id}`, named(own, 'all tests pass'))).body.criteria).toEqual(named(own, 'all tests pass').criteria)
    await call('POST', `/tasks/${id}/merge`, { into: other.id })
    expect((await call('PATCH', `/tasks/${other.id}`, named(own))).status).toBe(200)
  })

  it('[EV5] is stale once another tree is seen, also by what ran for another task', async () => {
    const [one, other] = [await create(), await create()]
    const tree = (digit: string) => ({ repository: null, commit: null, before: hash(digit), after: hash(digit), checkout: 'shared' })
    await call('POST', `/tasks/${one.id}/evidence`, { kind: 'ran', run: run({ tree: tree('1') }) })
    expect(await states(one.id)).toEqual(['valid'])
    expect((await call('PUT', '/evidence/tree', { checkout: 'shared', tree: hash('2') })).status).toBe(204)
    expect(await states(one.id)).toEqual(['stale'])
    await call('PUT', '/evidence/tree', { checkout: 'shared', tree: hash('1') })
    expect(await states(one.id)).toEqual(['valid'])
    // What ran long ago and is sent late says nothing about the present.
    await call('POST', `/tasks/${other.id}/evidence`, { kind: 'ran', run: run({ tree: tree('3') }) })
    expect(await states(one.id)).toEqual(['valid'])
    await call('POST', `/tasks/${other.id}/evidence`, { kind: 'ran', run: run({ tree: tree('4'), started_at: new Date(Date.now() + 60_000).toISOString() }) })
    expect(await states(one.id)).toEqual(['stale'])
  })

  it('[EV4] moves with a merge, of tasks that were merged before, too, and back when that is undone', async () => {
    const [first, second, last] = [await create(), await create(), await create()]
    const idsOf = async (id: number) =>
      (await call('GET', `/tasks/${id}/evidence`)).body.map((one: { task_id: number; kind: string }) => [one.task_id, one.kind])
    await call('POST', `/tasks/${first.id}/evidence`, { kind: 'ran', run: run() })
    await call('POST', `/tasks/${second.id}/evidence`, { kind: 'claimed', text: 'looked' })
    await call('POST', `/tasks/${first.id}/merge`, { into: second.id })
    await call('POST', `/tasks/${second.id}/merge`, { into: last.id })
    expect(await idsOf(last.id)).toEqual([
      [last.id, 'claimed'],
      [last.id, 'ran'],
    ])
    const gone = async (id: number): Promise<number> =>
      (await call('GET', `/tasks/${id}/history?limit=20`)).body.find((entry: { action: string; undone_by: number | null }) => entry.action === 'deleted').seq
    const undo = async (id: number) => (await call('POST', '/undo', { entry: await gone(id) })).body
    expect(await undo(second.id)).toMatchObject({ conflicts: [] })
    expect([await idsOf(last.id), (await idsOf(second.id)).length]).toEqual([[], 2])
    expect(await undo(first.id)).toMatchObject({ conflicts: [] })
    expect([await idsOf(second.id), await idsOf(first.id)]).toEqual([[[second.id, 'claimed']], [[first.id, 'ran']]])
  })

  it('[EV4] is out of sight while its task is deleted, and back with it', async () => {
    const { id } = await create()
    await call('POST', `/tasks/${id}/evidence`, { kind: 'ran', run: run() })
    await call('DELETE', `/tasks/${id}`)
    expectProblem(await call('GET', `/tasks/${id}/evidence`), 404)
    const [{ seq }] = (await call('GET', `/tasks/${id}/history?limit=1`)).body
    expect((await call('POST', '/undo', { entry: seq })).body).toMatchObject({ conflicts: [] })
    expect((await call('GET', `/tasks/${id}/evidence`)).body).toHaveLength(1)
  })
})

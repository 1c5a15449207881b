// What happens to the links between tasks when one is merged, undone, imported or claimed.
import { afterAll, beforeAll, expect, it } from 'vitest'
import { expectProblem } from '../contract/http.ts'
import { callUrl } from '../contract/target.ts'
import { openService } from '../support/service/service.ts'

let service: Awaited<ReturnType<typeof openService>>
beforeAll(async () => {
  service = await openService()
})
afterAll(() => service.close())

const call = (method: string, path: string, body?: unknown, headers?: Record<string, string>) => callUrl(service.url + path, method, body, headers)
const create = async (fields: object = {}) => (await call('POST', '/tasks', { title: 'a task', ...fields })).body
const get = async (id: number) => (await call('GET', `/tasks/${id}`)).body
const lastEntry = async (id: number) => (await call('GET', `/tasks/${id}/history?limit=1`)).body[0].seq as number

it('[D5] [T16] what waited for a task, or was a part of it, waits for the one that it is merged into; undo puts that back', async () => {
  const [copy, task] = [await create(), await create()]
  const waiting = await create({ blocked_by: [copy.id, task.id] })
  const part = await create({ parent_id: copy.id })
  await call('PATCH', `/tasks/${task.id}`, { blocked_by: [copy.id] })
  expect((await call('POST', `/tasks/${copy.id}/merge`, { into: task.id })).body).toMatchObject({ blocked_by: [], parts: { open: 1, total: 1 } })
  expect(await get(waiting.id)).toMatchObject({ blocked_by: [task.id], blocker_uids: [task.uid] })
  expect(await get(part.id)).toMatchObject({ parent_id: task.id })
  expect((await call('POST', '/undo', { entry: await lastEntry(copy.id) })).body).toMatchObject({ conflicts: [] })
  expect(await get(waiting.id)).toMatchObject({ blocked_by: [copy.id, task.id] })
  expect(await get(part.id)).toMatchObject({ parent_id: copy.id })
  expect(await get(task.id)).toMatchObject({ blocked_by: [copy.id] })
})

it('[T18] undo closes no circle: it says which link is in the way', async () => {
  const [a, b] = [await create(), await create()]
  await call('PATCH', `/tasks/${a.id}`, { blocked_by: [b.id] })
  const linked = await lastEntry(a.id)
  await call('PATCH', `/tasks/${a.id}`, { blocked_by: [] })
  const unlinked = await lastEntry(a.id)
  expect(unlinked).toBeGreaterThan(linked)
  await call('PATCH', `/tasks/${b.id}`, { blocked_by: [a.id] })
  const { conflicts } = (await call('POST', '/undo', { entry: unlinked })).body
  expect(conflicts).toMatchObject([{ reason: expect.stringContaining(`${a.id} → ${b.id} → ${a.id}`) }])
  expect(await get(a.id)).toMatchObject({ blocked_by: [] })
})

it('[T18] of an import only the record that would close a circle is refused', async () => {
  const uids = ['0198aaaa-0000-7000-8000-000000000001', '0198aaaa-0000-7000-8000-000000000002', '0198aaaa-0000-7000-8000-000000000003']
  const record = (n: number, blocker: number) => ({ external_id: String(n), task: { title: `t${n}`, uid: uids[n], blocker_uids: [uids[blocker]] } })
  const { results } = (await call('POST', '/import', { source: 'test', records: [record(0, 1), record(1, 0), record(2, 0)] })).body
  expect(results.map(({ outcome }: { outcome: string }) => outcome)).toEqual(['imported', 'refused', 'imported'])
  expect(results[1].reason).toMatch(/would wait for itself/)
})

it('[T19] what somebody else has claimed is not ready, also for who asks again with the ETag of the list', async () => {
  const task = await create({ labels: ['t19'] })
  const list = (etag?: string) => call('GET', '/tasks?label=t19&ready=true', undefined, etag ? { 'if-none-match': etag } : {})
  const before = await list()
  expect(before.body).toHaveLength(1)
  expect((await call('PUT', `/tasks/${task.id}/claim`, {}, { 'X-Actor': 'agent:a', 'X-Run': 'one' })).status).toBe(200)
  const after = await list(before.headers.get('etag') as string)
  expect([after.status, after.body]).toEqual([200, []])
  expect((await get(task.id)).waits_for).toEqual([{ for: 'claim', who: 'a' }])
  const own = await call('GET', `/tasks/${task.id}`, undefined, { 'X-Actor': 'agent:a', 'X-Run': 'one' })
  expect(own.body.ready).toBe(true)
  expectProblem(await call('GET', '/tasks?parent=987654321'), 404)
})

it('[Q6] search narrows to what is ready, and to what waits for other tasks', async () => {
  const blocker = await create({ labels: ['q6'] })
  const waiting = await create({ labels: ['q6'], blocked_by: [blocker.id] })
  const whole = await create({ labels: ['q6'] })
  const part = await create({ labels: ['q6'], parent_id: whole.id })
  const started = await create({ labels: ['q6'], status: 'in_progress' })
  const claimed = await create({ labels: ['q6'] })
  await call('PUT', `/tasks/${claimed.id}/claim`, {}, { 'x-actor': 'agent:ben' })
  const found = async (q: string) =>
    ((await call('GET', `/tasks/search?q=${encodeURIComponent(`label:q6 ${q}`)}`)).body as { id: number }[]).map(({ id }) => id).toSorted((a, b) => a - b)
  expect(await found('is:ready')).toEqual([blocker.id, part.id])
  expect(await found('is:blocked')).toEqual([waiting.id, whole.id])
  expect(await found('is:ready,blocked')).toEqual([blocker.id, waiting.id, whole.id, part.id])
  expect(await found('-is:ready -is:blocked')).toEqual([started.id, claimed.id])
  await call('PATCH', `/tasks/${blocker.id}`, { status: 'done' })
  expect(await found('is:ready')).toEqual([waiting.id, part.id])
})

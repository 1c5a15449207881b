// The loop of an agent over REST: the next task, and its end.
import { randomUUID } from 'node:crypto'
import { afterEach, beforeEach, expect, it } from 'vitest'
import type { JournalEntry } from '../../../shared/schema/journal.ts'
import { expectProblem } from '../../contract/http.ts'
import { callUrl } from '../../contract/target.ts'
import { mountSmallDisk, noSmallDisk } from '../../support/small-disk.ts'
import { openService } from '../../support/service/service.ts'

let service: Awaited<ReturnType<typeof openService>>
let monotonic: number
let wall: number
let waiters: number
beforeEach(async () => {
  monotonic = 1000
  waiters = 0
  wall = Date.parse('2026-11-20T09:00:00Z')
  service = await openService({ mcp: { monotonic: () => monotonic, waiting: (count) => (waiters = count) }, clock: { now: () => new Date(wall) } })
})
afterEach(() => service.close())

const call = (method: string, path: string, body?: unknown, headers: Record<string, string> = { 'x-actor': 'person' }) =>
  callUrl(service.url + path, method, body, headers)
const create = async (fields: object = {}) => (await call('POST', '/tasks', { title: 'a task', status: 'todo', ...fields })).body
const get = async (id: number) => (await call('GET', `/tasks/${id}`)).body
const entries = async (id: number): Promise<JournalEntry[]> => (await call('GET', `/tasks/${id}/history`)).body

/** An agent in a run of its own. */
function agent(name: string, run = randomUUID() as string) {
  const headers = { 'x-actor': `agent:${name}`, 'x-run': run }
  return {
    headers,
    next: async (body: object = {}) => (await call('POST', '/tasks/next', body, headers)).body,
    finish: async (id: number, body: object) => (await call('POST', `/tasks/${id}/finish`, body, headers)).body,
    call: (method: string, path: string, body?: unknown) => call(method, path, body, headers),
  }
}

it('[A16] gives the best that is ready: mine first, then by priority, due date and age; claimed and in progress in one step', async () => {
  const plain = await create()
  const due = await create({ due: '2026-12-24' })
  const high = await create({ priority: 'high' })
  const mine = await create({ priority: 'low', assignee: 'agent:a' })
  await create({ assignee: 'agent:b', priority: 'high' })
  await create({ blocked_by: [plain.id], priority: 'high' })
  const order: number[] = []
  for (let i = 0; i < 4; i++) {
    const got = await agent('a').next()
    expect(got).toMatchObject({ outcome: 'claimed', key: expect.any(String), task: { status: 'in_progress' } })
    expect(got.left).toEqual({ ready: 3 - i, blocked: 1, asked: 0, claimed: 0, assigned: 1 })
    order.push(got.task.id)
  }
  expect(order).toEqual([mine.id, high.id, due.id, plain.id])
  expect(await agent('a').next()).toEqual({
    outcome: 'none',
    left: { ready: 0, blocked: 1, asked: 0, claimed: 0, assigned: 1 },
    note: 'No task is ready: 1 waits for other tasks, 1 is assigned to somebody else, others work on 4. With wait_seconds the call waits until one is.',
  })
  expect((await entries(plain.id))[0]).toMatchObject({ actor: { kind: 'agent', name: 'a' }, after: { status: 'in_progress' } })
})

it('[A16] [T14] however a name is spelt, its tasks are offered, and to no one else', async () => {
  const [one, other] = [await create({ assignee: 'agent:claude' }), await create({ assignee: 'agent:Claude' })]
  expect(await agent('claudette').next()).toMatchObject({ outcome: 'none', left: { assigned: 2 } })
  const given = [await agent('Claude').next(), await agent('CLAUDE').next()]
  expect(given.map(({ task }) => task?.id)).toEqual([one.id, other.id])
  expect((await get(one.id)).assignee).toBe('agent:claude')
  expect(
    await agent('cLAUDE')
      .call('GET', '/tasks?assignee=me')
      .then(({ body }) => body.length),
  ).toBe(2)
})

it('[A16] a lost answer is harmless: the holder is given the same task again, by its run or by the key', async () => {
  const task = await create()
  await create()
  const a = agent('a')
  const first = await a.next()
  expect(await a.next()).toMatchObject({ outcome: 'resumed', key: first.key, task: { id: task.id } })
  expect(await agent('a').next({ key: first.key })).toMatchObject({ outcome: 'resumed', task: { id: task.id } })
  expect((await entries(task.id)).filter(({ after }) => after?.status === 'in_progress')).toHaveLength(1)
})

it('[A24] several agents in one run each have a task of their own, once they say who they are', async () => {
  const tasks = [await create(), await create()]
  const a = agent('a')
  const [first, second] = [await a.next({ worker: 'one' }), await a.next({ worker: 'two' })]
  expect([first, second]).toMatchObject(tasks.map(({ id }) => ({ outcome: 'claimed', task: { id } })))
  expect(await a.next({ worker: 'one' })).toMatchObject({ outcome: 'resumed', key: first.key })
  expect(await a.next({ worker: 'two', id: first.task.id })).toMatchObject({ outcome: 'none', waits_for: [{ for: 'claim', who: 'a' }] })
  expect(await a.next()).toMatchObject({ outcome: 'none', note: 'No task is ready: others work on 2. With wait_seconds the call waits until one is.' })
  expect(await a.finish(first.task.id, { key: first.key, summary: 'x' })).toMatchObject({ outcome: 'finished' })
  expect((await a.call('DELETE', '/claims')).status).toBe(204)
  expect((await call('GET', '/claims')).body).toEqual([])
})

it('[A16] says that nothing is left only where nothing is', async () => {
  expect((await agent('a').next()).note).toBe('No task is left to begin.')
  await create({ labels: ['x'] })
  await agent('a').next()
  expect((await agent('b').next()).note).toMatch(/others work on 1/)
  expect((await agent('b').next({ labels: ['other'] })).note).toBe('No task is left to begin.')
})

it('[A16] takes the task that is asked for, and says why it cannot', async () => {
  const blocker = await create()
  const task = await create({ blocked_by: [blocker.id] })
  const a = agent('a')
  expect(await a.next({ id: task.id })).toMatchObject({ outcome: 'none', waits_for: [{ for: 'blocker', id: blocker.id }] })
  expect(await a.next({ id: blocker.id })).toMatchObject({ outcome: 'claimed', task: { id: blocker.id } })
  expect(await agent('b').next({ id: blocker.id })).toMatchObject({ outcome: 'none', waits_for: [{ for: 'claim', who: 'a' }] })
  expect(await agent('b').next({ labels: ['no such'] })).toMatchObject({ outcome: 'none', left: { ready: 0 } })
  expectProblem(await a.call('POST', '/tasks/next', { id: 999_999 }), 404, /no task 999999/)
  expectProblem(await a.call('POST', '/tasks/next', { wait_seconds: 1000 }), 400, /at most 240|<= 240|240/)
})

it('[A17] finish writes comment, status and release together; the same again is unchanged, and a stale key is lost', async () => {
  const task = await create()
  const after = await create({ blocked_by: [task.id] })
  const a = agent('a')
  const { key } = await a.next({ id: task.id })
  expect(await agent('b').finish(task.id, { key: 'wrong', summary: 'x' })).toMatchObject({ outcome: 'lost', held_by: 'a' })
  expect(await get(task.id)).toMatchObject({ status: 'in_progress' })
  expect(await a.finish(task.id, { key, summary: 'It is **built**.' })).toMatchObject({ outcome: 'finished', task: { status: 'done' } })
  expect((await call('GET', '/claims')).body).toEqual([])
  const head = (await call('GET', '/health')).body.journal
  expect(await a.finish(task.id, { key, summary: 'It is **built**.' })).toMatchObject({ outcome: 'unchanged' })
  expect(await a.finish(task.id, { key, summary: 'Something else.' })).toMatchObject({ outcome: 'lost' })
  expect((await call('GET', '/health')).body.journal).toBe(head)
  const comments = (await call('GET', `/tasks/${task.id}/comments`)).body
  expect(comments).toMatchObject([{ body: 'It is **built**.', author: { name: 'a' } }])
  expect(await a.next()).toMatchObject({ task: { id: after.id }, builds_on: [{ id: task.id, summary: 'It is **built**.' }] })
})

it.each(['done', 'todo', 'in_review'] as const)('[A25] a run finishes as %s what it holds without its key, and the same again is unchanged', async (status) => {
  const { id } = await create()
  const a = agent('a')
  await a.next({ id })
  const asked = { own_run: true, summary: 'It is built.', status }
  expect(await agent('a').finish(id, asked)).toMatchObject({ outcome: 'lost', held_by: 'a' })
  expect(await a.finish(id, asked)).toMatchObject({ outcome: 'finished', task: { status } })
  expect(await a.finish(id, asked)).toMatchObject({ outcome: 'unchanged', task: { status } })
  expect(await agent('a').finish(id, asked)).toMatchObject({ outcome: 'lost' })
  expect(await a.finish(id, { ...asked, summary: 'Another.' })).toMatchObject({ outcome: 'lost' })
  expect((await call('GET', `/tasks/${id}/comments`)).body).toHaveLength(1)
})

it('[A17] tells a holder with another key that the key is wrong, not that its claim has ended', async () => {
  const { id } = await create()
  const a = agent('a')
  await a.next({ id })
  const { outcome, held_by, note } = await a.finish(id, { key: 'mistyped', summary: 'x' })
  expect([outcome, held_by, note]).toEqual(['lost', undefined, expect.stringContaining('not the key of your claim')])
})

it('[A17] without a key says where it is to be had', async () => {
  const { id } = await create()
  expectProblem(await agent('a').call('POST', `/tasks/${id}/finish`, { summary: 'x' }), 400, /take it from the answer of next_task .* or claim_task/)
  expectProblem(await call('GET', '/tasks?timezone=Mars'), 400, /IANA name, for example Europe/)
})

it.each(['in_review', 'todo'] as const)('[A17] finishes as %s', async (status) => {
  const task = await create()
  const a = agent('a')
  const { key } = await a.next()
  expect(await a.finish(task.id, { key, summary: 'A person should look.', status })).toMatchObject({ outcome: 'finished', task: { status } })
  expect((await call('GET', '/claims')).body).toEqual([])
})

it('[A18] what an agent left in silence goes back, as Tandem; what somebody else has set since stays', async () => {
  const [left, moved] = [await create({ priority: 'high' }), await create()]
  const [a, b] = [agent('a'), agent('b')]
  const { key } = await a.next()
  expect(await b.next()).toMatchObject({ task: { id: moved.id } })
  await call('PATCH', `/tasks/${moved.id}`, { status: 'in_review' })
  monotonic += 15 * 60_000
  wall += 15 * 60_000
  expect(await a.finish(left.id, { key, summary: 'late' })).toMatchObject({ outcome: 'lost', note: expect.stringContaining('next_task') })
  expect(await agent('c').next()).toMatchObject({ outcome: 'claimed', task: { id: left.id } })
  expect((await entries(left.id)).map(({ actor, after }) => [actor.kind, after?.status])).toMatchObject([
    ['agent', 'in_progress'],
    ['system', 'todo'],
    ['agent', 'in_progress'],
    ['person', 'todo'],
  ])
  expect(await get(moved.id)).toMatchObject({ status: 'in_review' })
  expect((await call('GET', '/claims')).body).toMatchObject([{ task_id: left.id, holder: { name: 'c' } }])
})

it('[A18] setting the clock ends no lease', async () => {
  const task = await create()
  const a = agent('a')
  await a.next()
  const claimed = await create({ title: 'claimed only' })
  expect(await agent('c').call('PUT', `/tasks/${claimed.id}/claim`, {})).toMatchObject({ status: 200 })
  const found = async () => (await call('GET', '/tasks/search?q=is:ready')).body.map(({ id }: { id: number }) => id)
  wall += 400 * 24 * 3_600_000
  expect(await found()).toEqual([])
  await call('DELETE', `/tasks/${claimed.id}/claim`)
  expect(await found()).toEqual([claimed.id])
  expect(await agent('b').next({ id: task.id })).toMatchObject({ outcome: 'none' })
  wall -= 800 * 24 * 3_600_000
  expect(await a.next()).toMatchObject({ outcome: 'resumed' })
  expect(await get(task.id)).toMatchObject({ status: 'in_progress' })
})

it('[A18] a task that is given back is what it was before, whoever gives it back', async () => {
  const task = await create({ status: 'backlog' })
  const a = agent('a')
  const { key } = await a.next()
  expect((await a.call('DELETE', `/tasks/${task.id}/claim?key=${key}`)).status).toBe(204)
  expect(await get(task.id)).toMatchObject({ status: 'backlog' })
  await a.next()
  expect((await call('DELETE', `/tasks/${task.id}/claim`)).status).toBe(204)
  expect(await get(task.id)).toMatchObject({ status: 'backlog' })
  await a.next()
  expect((await a.call('DELETE', '/claims')).status).toBe(204)
  expect(await get(task.id)).toMatchObject({ status: 'backlog' })
})

it('[A19] waits until a task becomes ready: one goes to exactly one', async () => {
  const blocker = await create()
  const { key } = await agent('a').next()
  const task = await create({ blocked_by: [blocker.id] })
  const waiting = ['b', 'c', 'd'].map((name) => agent(name).next({ wait_seconds: 60 }))
  await expect.poll(() => waiters).toBe(3)
  await agent('a').finish(blocker.id, { key, summary: 'Done.' })
  const won = await Promise.race(waiting)
  expect(won).toMatchObject({ outcome: 'claimed', task: { id: task.id } })
  expect(waiters).toBe(2)
  // A claim that ends frees its task for the next, without any change of a task by its holder.
  await call('DELETE', `/tasks/${task.id}/claim`)
  await expect.poll(() => waiters).toBe(1)
  await create()
  expect((await Promise.all(waiting)).map(({ outcome }) => outcome)).toEqual(['claimed', 'claimed', 'claimed'])
})

it('[A19] whoever hangs up while waiting claims nothing', async () => {
  const hangUp = new AbortController()
  const waiting = fetch(`${service.url}/tasks/next`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-actor': 'agent:a' },
    body: '{"wait_seconds":60}',
    signal: hangUp.signal,
  })
  await expect.poll(() => waiters).toBe(1)
  hangUp.abort()
  await expect(waiting).rejects.toThrow()
  await expect.poll(() => waiters).toBe(0)
  const task = await create()
  expect(await get(task.id)).toMatchObject({ status: 'todo' })
  expect((await call('GET', '/claims')).body).toEqual([])
})

it('[A19] waits no longer than it was asked to, and answers when the service ends', async () => {
  expect(await agent('a').next({ wait_seconds: 1 })).toMatchObject({ outcome: 'none' })
  const waiting = agent('a').next({ wait_seconds: 240 })
  await expect.poll(() => waiters).toBe(1)
  await service.close()
  expect(await waiting).toMatchObject({ outcome: 'none' })
})

it('[A3] next is a claim, finish a comment and a change of status: the policy says whether', async () => {
  const task = await create()
  await call('PUT', '/agents/a/policy', { claim: 'deny' })
  expectProblem(await agent('a').call('POST', '/tasks/next', {}), 403, /does not allow a/)
  await call('PUT', '/agents/a/policy', { status: 'deny' })
  const a = agent('a')
  const { key } = await a.next()
  expectProblem(await a.call('POST', `/tasks/${task.id}/finish`, { key, summary: 'x' }), 403, /does not allow a/)
})

it('[A16] ten agents at once take ten tasks, each one', async () => {
  for (let i = 0; i < 7; i++) await create()
  const got = await Promise.all(Array.from({ length: 10 }, (_, i) => agent(`a${i}`).next()))
  const ids = got.flatMap(({ task }) => (task ? [task.id] : []))
  expect(new Set(ids).size).toBe(7)
  expect(got.filter(({ outcome }) => outcome === 'none')).toHaveLength(3)
})

it("[A19] [QU9] a person's answer wakes whoever waits", async () => {
  const task = await create()
  const { question_id } = (await call('POST', `/tasks/${task.id}/questions`, { question: 'Which host?' }, agent('curious').headers)).body
  const waiting = agent('a').next({ wait_seconds: 60 })
  await expect.poll(() => waiters).toBe(1)
  await call('POST', `/questions/${question_id}/answer`, { answer: 'the old one' })
  expect(await waiting).toMatchObject({ outcome: 'claimed', task: { id: task.id } })
})

it.skipIf(noSmallDisk)("[A18] [P2] a claim that ends while the disk is full is nobody's, and goes back once there is room", async () => {
  const disk = mountSmallDisk(24)
  const small = await openService({ dataDir: disk.path, mcp: { monotonic: () => monotonic } })
  const ask = (method: string, path: string, body?: unknown, run = 'one') => callUrl(small.url + path, method, body, { 'x-actor': 'agent:a', 'x-run': run })
  try {
    const { id } = (await ask('POST', '/tasks', { title: 'a task', status: 'todo' })).body
    const { key } = (await ask('POST', '/tasks/next', {})).body
    disk.fill()
    monotonic += 16 * 60_000
    // Neither the end of the claim nor a new one can be written.
    expect((await ask('POST', '/tasks/next', {}, 'two')).status).not.toBe(500)
    expect((await ask('GET', '/claims')).body).toEqual([])
    expect((await ask('POST', `/tasks/${id}/finish`, { key, summary: 'late' })).body.outcome).not.toBe('finished')
    disk.free()
    expect((await ask('POST', `/tasks/${id}/finish`, { key, summary: 'late' })).body.outcome).toBe('lost')
    expect((await ask('POST', '/tasks/next', {}, 'two')).body).toMatchObject({ outcome: 'claimed', task: { id } })
    const written = (await ask('GET', `/tasks/${id}/history`)).body as JournalEntry[]
    expect(written.filter(({ actor }) => actor.kind === 'system')).toMatchObject([{ after: { status: 'todo' } }])
  } finally {
    await small.close()
    disk.remove()
  }
})

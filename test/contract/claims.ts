// Who works on what: claims, the next task and its end, wherever tasks are kept.
import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import type { JournalEntry } from '../../shared/schema/journal.ts'
import { expectProblem } from './http.ts'
import type { Target } from './target.ts'

/** `isToken`: whoever calls is an agent, who may say which one. */
export function claimRules(target: () => Target, isToken = true): void {
  const call: Target['call'] = (...args) => target().call(...args)
  const label = () => `l${Math.random().toString(36).slice(2)}`
  const create = async (fields: object = {}) => (await call('POST', '/tasks', { title: 'a task', status: 'todo', ...fields })).body
  const get = async (id: number) => (await call('GET', `/tasks/${id}`)).body
  const history = async (id: number): Promise<JournalEntry[]> => (await call('GET', `/tasks/${id}/history`)).body
  const claimed = async (): Promise<number[]> => (await call('GET', '/claims')).body.map(({ task_id }: { task_id: number }) => task_id)

  /** An agent in a run of its own. */
  function agent(name: string, run = randomUUID() as string) {
    const headers = { 'x-actor': `agent:${name}`, 'x-run': run }
    return {
      next: async (body: object = {}) => (await call('POST', '/tasks/next', body, headers)).body,
      finish: async (id: number, body: object) => (await call('POST', `/tasks/${id}/finish`, body, headers)).body,
      call: (method: string, path: string, body?: unknown) => call(method, path, body, headers),
    }
  }

  describe('claims', () => {
    it('[A1] [CL110] a claim is renewed with its key, and released with it', async () => {
      const { id } = await create()
      expectProblem(await call('GET', `/tasks/${id}/claim`), 404, /Nobody has claimed/)
      const { body: first, status } = await call('PUT', `/tasks/${id}/claim`, { ttl_minutes: 5 })
      expect([status, first]).toMatchObject([200, { task_id: id, key: expect.any(String), holder: { name: expect.any(String) } }])
      expect(Date.parse(first.expires_at) - Date.parse(first.claimed_at)).toBe(300_000)
      expect((await call('GET', `/tasks/${id}/claim`)).body).toEqual({ ...first, key: undefined })
      const again = (await call('PUT', `/tasks/${id}/claim`, { key: first.key, ttl_minutes: 10 })).body
      expect(again).toMatchObject({ key: first.key, claimed_at: first.claimed_at })
      expect(again.expires_at > first.expires_at).toBe(true)
      expect(await claimed()).toContain(id)
      expect((await call('DELETE', `/tasks/${id}/claim?key=${first.key}`)).status).toBe(204)
      expect((await call('DELETE', `/tasks/${id}/claim`)).status).toBe(204)
      expect(await claimed()).not.toContain(id)
      expectProblem(await call('PUT', '/tasks/9007199254740991/claim', {}), 404)
      await call('PATCH', `/tasks/${id}`, { status: 'done' })
      expectProblem(await call('PUT', `/tasks/${id}/claim`, {}), 409, /is done/)
    })

    it('[A2] [CL110] a claim ends with its task: done, or deleted', async () => {
      const [one, other] = [await create(), await create()]
      for (const { id } of [one, other]) await call('PUT', `/tasks/${id}/claim`, {})
      await call('PATCH', `/tasks/${one.id}`, { status: 'done' })
      await call('DELETE', `/tasks/${other.id}`)
      await expect.poll(claimed, { timeout: 20_000 }).not.toContain(one.id)
      expect(await claimed()).not.toContain(other.id)
    })

    it('[A16] [CL110] next claims a task and sets it in progress; the holder is given the same again, by the key', async () => {
      const labels = [label()]
      const low = await create({ labels, priority: 'low' })
      const high = await create({ labels, priority: 'high' })
      await create({ labels, blocked_by: [low.id] })
      const first = (await call('POST', '/tasks/next', { labels })).body
      expect(first).toMatchObject({ outcome: 'claimed', task: { id: high.id, status: 'in_progress' }, key: expect.any(String) })
      expect(first.left).toEqual({ ready: 1, blocked: 1, asked: 0, claimed: 0, assigned: 0 })
      expect((await call('POST', '/tasks/next', { labels, key: first.key })).body).toMatchObject({ outcome: 'resumed', key: first.key, task: { id: high.id } })
      expect((await history(high.id)).filter(({ after }) => after?.status === 'in_progress')).toHaveLength(1)
      expectProblem(await call('POST', '/tasks/next', { wait_seconds: 1000 }), 400)
      expectProblem(await call('POST', '/tasks/next', { id: 9007199254740991 }), 404)
      expect((await call('DELETE', `/tasks/${high.id}/claim?key=${first.key}`)).status).toBe(204)
      expect((await get(high.id)).status).toBe('todo')
    })

    it('[A16] [A18] [CL110] takes the task that is asked for, says why it cannot, and gives back what began when it is released', async () => {
      const blocker = await create({ status: 'backlog' })
      const task = await create({ blocked_by: [blocker.id] })
      expect((await call('POST', '/tasks/next', { id: task.id })).body).toMatchObject({ outcome: 'none', waits_for: [{ for: 'blocker', id: blocker.id }] })
      const { key } = (await call('POST', '/tasks/next', { id: blocker.id })).body
      expect(await get(blocker.id)).toMatchObject({ status: 'in_progress' })
      await call('DELETE', `/tasks/${blocker.id}/claim?key=${key}`)
      expect(await get(blocker.id)).toMatchObject({ status: 'backlog' })
      const again = (await call('POST', '/tasks/next', { id: blocker.id })).body
      // What somebody else has set since stays.
      await call('PATCH', `/tasks/${blocker.id}`, { status: 'in_review' })
      await call('DELETE', `/tasks/${blocker.id}/claim?key=${again.key}`)
      expect(await get(blocker.id)).toMatchObject({ status: 'in_review' })
    })

    it('[A17] [CL111] finish writes comment, status and release together; the same again is unchanged, a stale key is lost', async () => {
      const { id } = await create()
      const { key } = (await call('POST', '/tasks/next', { id })).body
      const finish = async (body: object) => (await call('POST', `/tasks/${id}/finish`, body)).body
      expect(await finish({ key: 'wrong', summary: 'x' })).toMatchObject({ outcome: 'lost', task: { status: 'in_progress' } })
      expect(await finish({ key, summary: 'It is **built**.' })).toMatchObject({ outcome: 'finished', task: { status: 'done' } })
      expect(await claimed()).not.toContain(id)
      const written = (await history(id)).length
      expect(await finish({ key, summary: 'It is **built**.' })).toMatchObject({ outcome: 'unchanged' })
      expect(await finish({ key, summary: 'Something else.' })).toMatchObject({ outcome: 'lost', note: expect.stringContaining('the task is done') })
      expect((await history(id)).length).toBe(written)
      expect((await call('GET', `/tasks/${id}/comments`)).body).toMatchObject([{ body: 'It is **built**.' }])
      expectProblem(await call('POST', `/tasks/${id}/finish`, { summary: 'x' }), 400, /key is required/)
    })

    it('[A22] [EV1] [CL112] a claim of evidence commits with the finish, is signed by nobody and answers nothing', async () => {
      const { id } = await create({ criteria: [{ text: 'It works' }] })
      const { key } = (await call('POST', '/tasks/next', { id })).body
      const evidence = [{ kind: 'claimed', text: 'I looked at it.', criterion: 1 }]
      expectProblem(await call('POST', `/tasks/${id}/finish`, { key, summary: 'x', evidence: [{ ...evidence[0], criterion: 2 }] }), 400, /from 1 to 1/)
      expect((await get(id)).status).toBe('in_progress')
      expect((await call('POST', `/tasks/${id}/finish`, { key, summary: 'x', evidence })).body).toMatchObject({ outcome: 'finished' })
      expect((await call('GET', `/tasks/${id}/evidence`)).body).toMatchObject([{ kind: 'claimed', state: 'claimed', criterion: 'It works', key_id: null }])
      expect((await get(id)).criteria).toEqual([{ text: 'It works' }])
      expectProblem(await call('POST', `/tasks/${id}/evidence`, { kind: 'claimed' }), 400, /text must be given/)
    })

    it.runIf(isToken)('[A1] [A2] [CL110] two runs of one name are two, and a run releases all that it holds', async () => {
      const labels = [label()]
      const tasks = [await create({ labels }), await create({ labels })]
      const [one, other] = [agent('claude'), agent('claude')]
      const first = await one.next({ labels })
      expect(await one.next({ labels })).toMatchObject({ outcome: 'resumed', key: first.key })
      expect(await other.next({ id: first.task.id })).toMatchObject({ outcome: 'none', waits_for: [{ for: 'claim', who: 'claude' }] })
      expectProblem(await other.call('PUT', `/tasks/${first.task.id}/claim`, {}), 409, /claimed by claude/)
      expectProblem(await other.call('DELETE', `/tasks/${first.task.id}/claim`), 409, /Only a person/)
      expect((await other.next({ labels })).task.id).toBe(tasks[1].id)
      expect(await other.finish(first.task.id, { own_run: true, summary: 'x' })).toMatchObject({ outcome: 'lost', held_by: 'claude' })
      expect((await one.call('DELETE', '/claims')).status).toBe(204)
      expect((await get(first.task.id)).status).toBe('todo')
      expect(await other.finish(tasks[1].id, { own_run: true, summary: 'x', status: 'in_review' })).toMatchObject({ outcome: 'finished' })
      expect(await other.finish(tasks[1].id, { own_run: true, summary: 'x', status: 'in_review' })).toMatchObject({ outcome: 'unchanged' })
    })

    it.runIf(isToken)('[A16] [CL110] mine first, then by priority, due date and age; nobody is given what is somebody else’s', async () => {
      const labels = [label()]
      const plain = await create({ labels })
      const due = await create({ labels, due: '2026-12-24' })
      const high = await create({ labels, priority: 'high' })
      const mine = await create({ labels, priority: 'low', assignee: 'agent:A' })
      await create({ labels, assignee: 'agent:b', priority: 'high' })
      const order: number[] = []
      for (let i = 0; i < 4; i++) order.push((await agent('a').next({ labels })).task.id)
      expect(order).toEqual([mine.id, high.id, due.id, plain.id])
      expect(await agent('a').next({ labels })).toMatchObject({
        outcome: 'none',
        left: { ready: 0, blocked: 0, asked: 0, claimed: 0, assigned: 1 },
        note: 'No task is ready: 1 is assigned to somebody else, others work on 4. With wait_seconds the call waits until one is.',
      })
    })

    it.runIf(isToken)('[A24] [CL110] several agents in one run each have a task of their own, once they say who they are', async () => {
      const labels = [label()]
      await create({ labels })
      await create({ labels })
      const a = agent('a')
      const [first, second] = [await a.next({ labels, worker: 'one' }), await a.next({ labels, worker: 'two' })]
      expect(first.task.id).not.toBe(second.task.id)
      expect(await a.next({ labels, worker: 'one' })).toMatchObject({ outcome: 'resumed', key: first.key })
      expect(await a.next({ worker: 'two', id: first.task.id })).toMatchObject({ outcome: 'none', waits_for: [{ for: 'claim', who: 'a' }] })
    })

    it.runIf(isToken)('[T19] [CL110] what another has claimed is not ready', async () => {
      const labels = [label()]
      const { id } = await create({ labels })
      await agent('a').call('PUT', `/tasks/${id}/claim`, {})
      expect(await get(id)).toMatchObject({ ready: false, waits_for: [{ for: 'claim', who: 'a' }] })
      expect((await call('GET', `/tasks?ready=true&label=${labels[0]}`)).body).toEqual([])
    })

    it.runIf(isToken)('[A19] [CL110] waits on the server until a task becomes ready; of two who wait one is given it', async () => {
      const labels = [label()]
      const answers = [agent('a'), agent('b')].map((one) => one.next({ labels, wait_seconds: 20 }))
      const blocker = await create({ labels: [label()] })
      const task = await create({ labels, blocked_by: [blocker.id] })
      await call('PATCH', `/tasks/${blocker.id}`, { status: 'done' })
      const first = await Promise.race(answers)
      expect(first).toMatchObject({ outcome: 'claimed', task: { id: task.id } })
      const other = await create({ labels })
      expect((await Promise.all(answers)).map((answer) => answer.task.id).toSorted((a, b) => a - b)).toEqual([task.id, other.id])
    })
  })
}

// What agents may write, wherever the policy is kept.
import { expect, it } from 'vitest'
import { expectProblem } from './http.ts'
import type { Called, Target } from './target.ts'

/** `person` sets policies; through `agents` call those for whom they are. */
export function policyRules(person: () => Target, agents: () => Target): void {
  const byPerson = (method: string, path: string, body?: unknown): Promise<Called> => person().call(method, path, body, { 'x-actor': 'person' })
  const as =
    (name: string) =>
    (method: string, path: string, body?: unknown): Promise<Called> =>
      agents().call(method, path, body, { 'x-actor': `agent:${name}` })
  const policy = (name: string, given: object) => byPerson('PUT', `/agents/${encodeURIComponent(name)}/policy`, given)
  const task = async (): Promise<number> => (await byPerson('POST', '/tasks', { title: 'Guarded' })).body.id
  const uid = '00000000-0000-4000-8000-000000000000'

  it('[A3] each kind of write is what the policy says, however the name is spelt', async () => {
    expect((await policy('narrow', { comment: 'deny', delete: 'deny', remind: 'deny', contact: 'deny' })).body).toMatchObject({ comment: 'deny' })
    expect((await byPerson('GET', '/agents/narrow/policy')).body).toEqual({ comment: 'deny', delete: 'deny', remind: 'deny', contact: 'deny' })
    const id = await task()
    for (const name of ['narrow', 'Narrow', ' NARROW']) {
      const call = as(name)
      expect((await call('PATCH', `/tasks/${id}`, { priority: 'high', title: name.trim() })).status).toBe(200)
      expectProblem(await call('POST', `/tasks/${id}/comments`, { body: 'x' }), 403, /does not allow .*comment/)
      expectProblem(await call('DELETE', `/tasks/${id}`), 403, /delete/)
      expectProblem(await call('POST', `/tasks/${id}/schedules`, { type: 'interval', interval_days: 1 }), 403, /remind/)
      expectProblem(await call('POST', '/contacts', { name: 'x' }), 403, /contact/)
      expectProblem(await call('DELETE', `/lists/${uid}`), 403, /delete/)
    }
    expect((await as('another')('POST', `/tasks/${id}/comments`, { body: 'x' })).status).toBe(201)
    expect((await byPerson('POST', `/tasks/${id}/comments`, { body: 'x' })).status).toBe(201)
    expect((await byPerson('GET', `/tasks/${id}/comments`)).body).toHaveLength(2)
  })

  it('[A3] `*` stands for whoever has no policy of their own; a kind left out follows it', async () => {
    const id = await task()
    await policy('own', { status: 'allow' })
    await policy('*', { status: 'deny', create: 'deny' })
    try {
      expectProblem(await as('nobody-said')('PATCH', `/tasks/${id}`, { status: 'todo' }), 403, /status/)
      expect((await as('own')('PATCH', `/tasks/${id}`, { status: 'todo' })).status).toBe(200)
      expectProblem(await as('own')('POST', '/tasks', { title: 'x' }), 403, /create/)
    } finally {
      await policy('*', {})
    }
    expect((await as('nobody-said')('PATCH', `/tasks/${id}`, { status: 'done' })).status).toBe(200)
  })

  it('[A3] [A9] agents set no policy, also not their own', async () => {
    await policy('climber', { create: 'deny' })
    expectProblem(await as('climber')('PUT', '/agents/climber/policy', {}), 403)
    expectProblem(await as('climber')('POST', '/tasks', { title: 'x' }), 403, /create/)
    expectProblem(await policy('climber', { create: 'maybe' }), 400)
    expectProblem(await byPerson('PUT', '/agents/cl%00imber/policy', {}), 400, /NUL/)
    expectProblem(await byPerson('GET', '/tasks?label=a%00b'), 400, /NUL/)
    expect((await byPerson('GET', '/agents/climber/policy')).body).toEqual({ create: 'deny' })
    expect((await byPerson('GET', '/agents/unheard-of/policy')).body).toEqual({})
  })

  it('[A3] the list of agents has those with a policy', async () => {
    await policy('Listed', { delete: 'propose' })
    const listed = (await byPerson('GET', '/agents')).body as { name: string }[]
    expect(listed.find(({ name }) => name === 'Listed')).toMatchObject({ policy: { delete: 'propose' }, brake: null, calls: 0 })
  })
}

// Writes that wait for a person, wherever they are kept.
import { expect, it } from 'vitest'
import type { Proposal } from '../../shared/schema/proposal.ts'
import { expectProblem } from './http.ts'
import type { Called, Target } from './target.ts'

/** How an agent comes to propose: over MCP on a desktop, by the refused call itself in the cloud. Each answers with the proposal's id. */
export interface Proposing {
  person: () => Target
  status(agent: string, task: number, status: string): Promise<number>
  comment(agent: string, task: number, body: string): Promise<number>
  create(agent: string, title: string): Promise<number>
}

export function proposalRules({ person, ...propose }: Proposing): void {
  const call = (method: string, path: string, body?: unknown): Promise<Called> => person().call(method, path, body, { 'x-actor': 'person' })
  const waiting = async (): Promise<Proposal[]> => (await call('GET', '/proposals')).body
  const one = async (id: number): Promise<Proposal> => (await call('GET', `/proposals/${id}`)).body
  const task = async (title: string): Promise<number> => (await call('POST', '/tasks', { title })).body.id
  const get = async (id: number) => (await call('GET', `/tasks/${id}`)).body
  const restrict = (name: string) => call('PUT', `/agents/${name}/policy`, { status: 'propose', comment: 'propose', create: 'propose' })

  it('[A4] waits until a person accepts, and is written once, as the agent', async () => {
    await restrict('asker')
    const id = await task('To be closed')
    const proposal = await propose.status('asker', id, 'done')
    expect((await get(id)).status).toBe('backlog')
    expect((await waiting()).find((each) => each.id === proposal)).toMatchObject({
      agent: 'asker',
      kinds: ['status'],
      tool: 'set_task_status',
      arguments: { id, status: 'done' },
      task_id: id,
      state: 'pending',
      decided_at: null,
    })
    expect(await propose.status('asker', id, 'done')).toBe(proposal)
    const accepted = await call('POST', `/proposals/${proposal}/accept`)
    expect([accepted.status, accepted.body.state, accepted.body.entries.length]).toEqual([200, 'accepted', 1])
    expect(accepted.body.decided_by.kind).toBe('person')
    expect((await get(id)).status).toBe('done')
    const [entry] = (await call('GET', `/tasks/${id}/history`)).body
    expect(entry).toMatchObject({ seq: accepted.body.entries[0], actor: { kind: 'agent', name: 'asker' }, after: { status: 'done' } })
    expect((await waiting()).some((each) => each.id === proposal)).toBe(false)
    expectProblem(await call('POST', `/proposals/${proposal}/accept`), 409, /already accepted/)
    expectProblem(await call('POST', `/proposals/${proposal}/reject`, {}), 409, /already accepted/)
    expect((await call('GET', '/proposals?state=accepted')).body[0].id).toBe(proposal)
  })

  it('[A4] accepted and rejected in the same moment by several, it is decided once', async () => {
    await restrict('racer')
    for (let round = 0; round < 3; round++) {
      const id = await task(`Race ${round}`)
      const proposal = await propose.comment('racer', id, `said ${round}`)
      const answers = await Promise.all(
        [1, 2, 3, 4].map((n) => (n === 4 ? call('POST', `/proposals/${proposal}/reject`, {}) : call('POST', `/proposals/${proposal}/accept`))),
      )
      expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409, 409, 409])
      const comments = (await call('GET', `/tasks/${id}/comments`)).body
      expect(comments).toHaveLength((await one(proposal)).state === 'accepted' ? 1 : 0)
    }
  })

  it('[A4] a rejection is told with its reason, stands for the same call, and can be taken back', async () => {
    await restrict('eager')
    const id = await task('Not so fast')
    const proposal = await propose.status('eager', id, 'done')
    const rejected = await call('POST', `/proposals/${proposal}/reject`, { reason: 'Ask Ana first.' })
    expect(rejected.body).toMatchObject({ state: 'rejected', reason: 'Ask Ana first.', entries: [] })
    expect(await propose.status('eager', id, 'done')).toBe(proposal)
    expect((await call('POST', `/proposals/${proposal}/reopen`)).body).toMatchObject({ proposal: { state: 'pending', reason: null }, conflicts: [] })
    expect((await call('POST', `/proposals/${proposal}/accept`)).body.state).toBe('accepted')
  })

  it('[A4] taking an acceptance back undoes what it wrote, unless somebody has written there since', async () => {
    await restrict('undone')
    const title = `Proposed ${crypto.randomUUID()}`
    const made = await propose.create('undone', title)
    const { result } = (await call('POST', `/proposals/${made}/accept`)).body
    expect((await get(result.task.id)).title).toBe(title)
    expect((await call('POST', `/proposals/${made}/reopen`)).body).toMatchObject({ proposal: { state: 'pending', result: null, entries: [] }, conflicts: [] })
    expectProblem(await call('GET', `/tasks/${result.task.id}`), 404)

    const id = await task('Changed since')
    const closed = await propose.status('undone', id, 'done')
    await call('POST', `/proposals/${closed}/accept`)
    await call('POST', `/proposals/${closed}/reopen`)
    expect(await get(id)).toMatchObject({ status: 'backlog', completed_at: null })
    await call('POST', `/proposals/${closed}/accept`)
    await call('PATCH', `/tasks/${id}`, { status: 'todo' })
    const left = (await call('POST', `/proposals/${closed}/reopen`)).body
    expect([left.proposal.state, left.conflicts.length]).toEqual(['accepted', 1])
    expect((await get(id)).status).toBe('todo')
  })

  it('[A4] while its task is gone it is withdrawn, and accepting says so', async () => {
    await restrict('late')
    const id = await task('Soon gone')
    const proposal = await propose.comment('late', id, 'too late')
    await call('DELETE', `/tasks/${id}`)
    expect((await waiting()).some((each) => each.id === proposal)).toBe(false)
    expect((await one(proposal)).state).toBe('withdrawn')
    expect((await call('GET', '/proposals?state=withdrawn')).body[0].id).toBe(proposal)
    expectProblem(await call('POST', `/proposals/${proposal}/accept`), 409, /task \d+ was deleted/)
  })

  it('[A4] what waits is decided by a person, whatever the policy has become', async () => {
    await restrict('promoted')
    const id = await task('Policy changes')
    const proposal = await propose.status('promoted', id, 'todo')
    await call('PUT', '/agents/promoted/policy', { status: 'deny' })
    expect((await one(proposal)).state).toBe('pending')
    expect((await call('POST', `/proposals/${proposal}/accept`)).body.state).toBe('accepted')
    expect((await get(id)).status).toBe('todo')
    expectProblem(await call('GET', '/proposals/9007199254740991'), 404)
    expectProblem(await call('POST', '/proposals/9007199254740991/accept'), 404)
  })
}

import { describe, expect, it } from 'vitest'
import type { Target } from './target.ts'

export function triageRules(target: () => Target): void {
  const call: Target['call'] = (...args) => target().call(...args)
  const create = async (fields: object = {}) => (await call('POST', '/tasks', { title: 'to triage', ...fields })).body
  const inInbox = async (label: string) => ((await call('GET', `/tasks?inbox=true&label=${label}`)).body as { id: number }[]).map(({ id }) => id)
  /** An API token of a team speaks for agents. */
  const isPerson = async () => {
    const { id } = await create()
    return (await call('POST', `/tasks/${id}/comments`, { body: 'who?' })).body.author.kind === 'person'
  }

  describe('triage', () => {
    it('[T22] a new task waits in the Inbox, and one to which a person gave values does not', async () => {
      const triaged = (await isPerson()) ? null : 'waiting'
      expect((await create()).triage).toBe('waiting')
      expect((await create({ status: 'backlog', priority: 'medium', labels: [], due: null, description: 'text' })).triage).toBe('waiting')
      for (const fields of [{ status: 'todo' }, { priority: 'high' }, { labels: ['bug'] }, { due: '2026-12-01' }, { assignee: 'ana' }])
        expect((await create(fields)).triage, JSON.stringify(fields)).toBe(triaged)
      expect((await create({ labels: ['bug'], triage: 'waiting' })).triage).toBe('waiting')
      expect((await create({ triage: null })).triage).toBe(null)
    })

    it('[T22] what a person decides takes it out, what an agent writes does not', async () => {
      const agent = { 'x-actor': 'agent:robot' }
      const byPerson = (await isPerson()) ? null : 'waiting'
      for (const change of [{ status: 'todo' }, { priority: 'medium' }, { labels: ['bug'] }, { due: '2026-12-01' }, { assignee: 'ana' }]) {
        const { id } = await create()
        expect((await call('PATCH', `/tasks/${id}`, { title: 'called otherwise', description: 'text' })).body.triage).toBe('waiting')
        expect((await call('PATCH', `/tasks/${id}`, change)).body.triage, JSON.stringify(change)).toBe(byPerson)
      }
      const { id } = await create()
      const changed = (await call('PATCH', `/tasks/${id}`, { labels: ['bug'] }, agent)).body
      // In the cloud a signed-in person is that person, whatever the call says.
      expect(changed.triage).toBe(changed.triage === null ? byPerson : 'waiting')
      expect((await call('PATCH', `/tasks/${id}`, { triage: null })).body.triage).toBe(null)
      expect((await call('PATCH', `/tasks/${id}`, { triage: 'waiting' })).body.triage).toBe('waiting')
    })

    it('[T22] ?inbox=true lists what waits and is not done', async () => {
      const label = `inbox${Math.random().toString(36).slice(2)}`
      const labels = [label]
      const { id } = await create({ labels, triage: 'waiting' })
      const { id: started } = await create({ labels, triage: 'waiting', status: 'in_progress' })
      const { id: done } = await create({ labels, triage: 'waiting', status: 'done' })
      await create({ labels, triage: null })
      expect(await inInbox(label)).toEqual([started, id])
      await call('PATCH', `/tasks/${done}`, { status: 'todo', triage: 'waiting' })
      await call('PATCH', `/tasks/${id}`, { triage: null })
      expect(await inInbox(label)).toEqual([done, started])
    })
  })
}

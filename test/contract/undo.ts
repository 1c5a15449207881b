// Taking back what was written, on both sides: entries, several, what an actor did, and what stands in the way.
import { describe, expect, it } from 'vitest'
import type { JournalEntry, UndoRequest, UndoResult } from '../../shared/schema/journal.ts'
import { expectProblem } from './http.ts'
import type { Target } from './target.ts'

export function undoRules(target: () => Target): void {
  const call: Target['call'] = (...args) => target().call(...args)
  const as = (name: string) => ({ 'x-actor': `agent:${name}` })
  let actors = 0
  /** One that has written nothing yet. */
  const newActor = () => `undone-${++actors}-${Math.random().toString(36).slice(2, 8)}`

  async function undo(request: UndoRequest): Promise<UndoResult> {
    const { status, body } = await call('POST', '/undo', request)
    expect([status, body.detail]).toEqual([200, undefined])
    return body
  }
  const history = async (id: number): Promise<JournalEntry[]> => (await call('GET', `/tasks/${id}/history`)).body
  const newest = async (id: number): Promise<JournalEntry> => (await history(id))[0] as JournalEntry
  const read = async (id: number) => (await call('GET', `/tasks/${id}`)).body
  const task = async (fields: object = {}, by = newActor()) => (await call('POST', '/tasks', { title: 'Bread', ...fields }, as(by))).body

  describe('undo', () => {
    it('[U1] [U5] [U12] puts a change back, and is undone itself', async () => {
      const { id } = await task({ status: 'todo' })
      await call('PATCH', `/tasks/${id}`, { status: 'done', title: 'Rolls' })
      const { seq } = await newest(id)
      const undone = await undo({ entry: seq })
      expect(undone).toMatchObject({ preview: false, conflicts: [], done: [{ seq, entity: 'task', action: 'reverted' }], left: 0, next: null })
      expect(await read(id)).toMatchObject({ title: 'Bread', status: 'todo', completed_at: null })
      expect(await newest(id)).toMatchObject({ seq: undone.entries[0], undo_of: seq })
      expect((await history(id)).find((entry) => entry.seq === seq)).toMatchObject({ undone_by: undone.entries[0] })
      expectProblem(await call('POST', '/undo', { entry: seq }), 409, /already undone/)
      await undo({ entries: undone.entries })
      expect(await read(id)).toMatchObject({ title: 'Rolls', status: 'done', completed_at: expect.any(String) })
      expect((await history(id)).find((entry) => entry.seq === seq)).toMatchObject({ undone_by: null })
    })

    it('[U2] brings back what was deleted, with what hung on it, and takes it away again', async () => {
      const { id } = await task({ labels: ['x'], description: 'crusty' })
      const comment = (await call('POST', `/tasks/${id}/comments`, { body: 'Noted' })).body
      const schedule = (await call('POST', `/tasks/${id}/schedules`, { type: 'interval', interval_days: 3 })).body
      const before = await read(id)
      await call('DELETE', `/tasks/${id}`)
      const deleted = (await history(id)).find(({ entity, action }) => entity === 'task' && action === 'deleted')
      const back = await undo({ entry: deleted?.seq })
      expect(back).toMatchObject({ conflicts: [], done: [{ entity: 'task', entity_id: id, action: 'restored' }] })
      const { version: _v, updated_at: _u, ...same } = before
      expect(await read(id)).toMatchObject(same)
      expect((await call('GET', `/tasks/${id}/comments/${comment.id}`)).body).toMatchObject({ body: 'Noted', created_at: comment.created_at })
      expect((await call('GET', `/tasks/${id}/schedules/${schedule.id}`)).body).toMatchObject({ interval_days: 3 })
      await undo({ entry: back.entries[0] })
      expect((await call('GET', `/tasks/${id}`)).status).toBe(404)
    })

    it('[U3] leaves what somebody else changed since, and says so', async () => {
      const { id } = await task({ status: 'todo' })
      await call('PATCH', `/tasks/${id}`, { title: 'Rolls', priority: 'high' }, as('claude'))
      const { seq } = await newest(id)
      await call('PATCH', `/tasks/${id}`, { title: 'Buns' }, as('codex'))
      const result = await undo({ entry: seq })
      expect(result.conflicts).toMatchObject([{ seq, field: 'title', reason: expect.stringContaining('codex changed title since') }])
      expect(result.done).toMatchObject([{ fields: ['priority'] }])
      expect(await read(id)).toMatchObject({ title: 'Buns', priority: 'medium' })
    })

    it('[U3] what others have worked on', async () => {
      const { id } = await task({}, 'claude')
      const { seq } = await newest(id)
      await call('POST', `/tasks/${id}/comments`, { body: 'Mine' }, as('codex'))
      expect((await undo({ entry: seq })).conflicts).toMatchObject([{ seq, reason: expect.stringContaining('codex has worked on it since') }])
      expect((await call('GET', `/tasks/${id}`)).status).toBe(200)
    })

    it('[U4] a preview is what would happen, and changes nothing', async () => {
      const { id } = await task()
      await call('PATCH', `/tasks/${id}`, { title: 'Rolls' })
      const { seq } = await newest(id)
      const preview = await undo({ entry: seq, preview: true })
      expect(preview).toMatchObject({ preview: true, entries: [], done: [{ seq, fields: ['title'] }] })
      const keyed = await call('POST', '/undo', { entry: seq, preview: true }, { 'idempotency-key': newActor() })
      expect(keyed.body).toEqual(preview)
      expect(await newest(id)).toMatchObject({ seq, undone_by: null })
    })

    it('[U1] [U8] everything that an actor did since a moment, newest first, and nothing of others', async () => {
      const [mine, other] = [newActor(), newActor()]
      const kept = await task({ title: 'Kept' }, other)
      const from = (await newest(kept.id)).seq
      const since = (await newest(kept.id)).at
      const made = await task({ title: 'Mine' }, mine)
      await call('PATCH', `/tasks/${kept.id}`, { title: 'Taken' }, as(mine))
      await call('POST', `/tasks/${kept.id}/comments`, { body: 'Here' }, as(mine))
      await call('POST', `/tasks/${kept.id}/comments`, { body: 'There' }, as(other))
      const preview = await undo({ actor: mine, from, preview: true })
      expect(preview.done).toHaveLength(3)
      const result = await undo({ actor: mine, kind: 'agent', since })
      expect(result).toMatchObject({ conflicts: [], left: 0, next: null })
      expect(result.done.map(({ action }) => action)).toEqual(['removed', 'reverted', 'removed'])
      expect((await call('GET', `/tasks/${made.id}`)).status).toBe(404)
      expect((await read(kept.id)).title).toBe('Kept')
      expect((await call('GET', `/tasks/${kept.id}/comments`)).body.map(({ body }: { body: string }) => body)).toEqual(['There'])
      expect((await undo({ actor: mine, from })).done).toEqual([])
    })

    it('[U2] contacts come back under their slug, unless it is taken', async () => {
      const name = `Ana ${newActor()}`
      const { slug } = (await call('POST', '/contacts', { name, email: 'ana@example.org' })).body
      const entries: JournalEntry[] = []
      const find = async (action: string) => {
        for (let after = 0; ; ) {
          const page = (await call('GET', `/journal?after=${after}&limit=1000`)).body as JournalEntry[]
          entries.push(...page)
          if (page.length === 0) break
          after = (page.at(-1) as JournalEntry).seq
        }
        const found = entries.findLast((entry) => entry.entity === 'contact' && entry.action === action && (entry.before ?? entry.after)?.slug === slug)
        return (found as JournalEntry).seq
      }
      await call('DELETE', `/contacts/${slug}`)
      const seq = await find('deleted')
      expect((await undo({ entry: seq })).done).toMatchObject([{ entity: 'contact', action: 'restored' }])
      expect((await call('GET', `/contacts/${slug}`)).body).toMatchObject({ name, email: 'ana@example.org' })
      await call('DELETE', `/contacts/${slug}`)
      const again = await find('deleted')
      await call('POST', '/contacts', { name })
      expect((await undo({ entry: again })).conflicts).toMatchObject([{ reason: expect.stringContaining('another contact is now called') }])
    })

    it('[U9] a request that means nothing, two things, or an entry that never was', async () => {
      for (const body of [{}, { entry: 1, actor: 'x' }, { actor: 'x' }, { actor: 'x', since: '2026-01-01T00:00:00Z', from: 1 }])
        expect([body, (await call('POST', '/undo', body)).status]).toEqual([body, 400])
      expect((await call('POST', '/undo', { entry: 9_007_199_254_740_991 })).status).toBe(404)
    })
  })
}

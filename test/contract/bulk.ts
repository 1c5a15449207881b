// Many tasks in one call, and taking it back in one.
import { expect, it } from 'vitest'
import type { JournalEntry } from '../../shared/schema/journal.ts'
import { expectProblem } from './http.ts'
import type { Target } from './target.ts'

export function bulkRules(target: () => Target): void {
  const call: Target['call'] = (...args) => target().call(...args)
  const task = async (title: string, more: object = {}): Promise<number> => (await call('POST', '/tasks', { title, ...more })).body.id
  const read = async (id: number) => (await call('GET', `/tasks/${id}`)).body
  const head = async (): Promise<number> => (await call('GET', '/health')).body.journal

  it('[T11] changes many as single writes would, one journal entry each, and says what was left', async () => {
    const [one, two, three, gone] = [await task('one'), await task('two', { labels: ['a'] }), await task('three', { status: 'done' }), await task('gone')]
    await call('DELETE', `/tasks/${gone}`)
    const before = await head()
    const reply = await call('POST', '/tasks/bulk', {
      changes: [
        { ids: [one, three, gone], patch: { status: 'done' } },
        { ids: [two], patch: { labels: null, description: 'said' } },
      ],
      delete: [gone],
    })
    expect(reply.status).toBe(200)
    expect(reply.body).toEqual({
      changed: [
        { id: one, version: 2, updated_at: expect.any(String), completed_at: expect.any(String), entry: before + 1 },
        { id: two, version: 2, updated_at: expect.any(String), completed_at: null, entry: before + 2 },
      ],
      deleted: [],
      left: [gone, gone].map((id) => ({ id, code: 'not_found', detail: `There is no task ${id}.` })),
    })
    expect(await read(two)).toMatchObject({ labels: [], description: 'said', version: 2 })
    const [entry] = (await call('GET', `/tasks/${one}/history`)).body as JournalEntry[]
    expect(entry).toMatchObject({ seq: before + 1, action: 'updated', before: { status: 'backlog', completed_at: null }, after: { status: 'done' } })
  })

  it('[T11] a body that is refused changes nothing', async () => {
    const id = await task('stays')
    const before = await head()
    const change = { ids: [id], patch: { title: 'changed' } }
    const refused: [unknown, string][] = [
      [{}, ''],
      [{ changes: [] }, ''],
      [{ changes: [change, { ids: [id], patch: { title: ' ' } }] }, '/changes/1/patch/title'],
      [{ changes: [change, { ids: [id], patch: { colour: 'red' } }] }, '/changes/1/patch/colour'],
      [{ changes: [change], delete: ['1'] }, '/delete/0'],
      [{ changes: [change], delete: Array.from({ length: 500 }, (_, n) => n + 1) }, ''],
    ]
    for (const [body, pointer] of refused) {
      const reply = await call('POST', '/tasks/bulk', body)
      expectProblem(reply, 400)
      expect(reply.body.errors?.[0]?.pointer ?? '', JSON.stringify(body).slice(0, 100)).toBe(pointer)
    }
    expect(await head()).toBe(before)
  })

  it('[T11] [H12] sent again with its key, it writes nothing more', async () => {
    const id = await task('once')
    const key = { 'Idempotency-Key': crypto.randomUUID() }
    const first = await call('POST', '/tasks/bulk', { delete: [id] }, key)
    const after = await head()
    expect((await call('POST', '/tasks/bulk', { delete: [id] }, key)).body).toEqual(first.body)
    expect(await head()).toBe(after)
  })

  it('[U9] several entries are undone at once, with what hung on them, and undoing that brings it back', async () => {
    const [one, two] = [await task('first'), await task('second')]
    await call('POST', `/tasks/${two}/comments`, { body: 'kept' })
    const { changed } = (await call('POST', '/tasks/bulk', { changes: [{ ids: [one, two], patch: { status: 'todo' } }] })).body
    const { deleted } = (await call('POST', '/tasks/bulk', { delete: [one, two] })).body
    const entries: number[] = [...changed, ...deleted].map(({ entry }: { entry: number }) => entry)
    const undone = await call('POST', '/undo', { entries })
    expect(undone.body.conflicts).toEqual([])
    expect([(await read(one)).status, (await read(two)).status]).toEqual(['backlog', 'backlog'])
    expect((await call('GET', `/tasks/${two}/comments`)).body).toHaveLength(1)

    const redone = await call('POST', '/undo', { entries: undone.body.entries })
    expect(redone.body.conflicts).toEqual([])
    expect((await call('GET', `/tasks/${two}`)).status).toBe(404)
    expect((await call('POST', '/undo', { entries: redone.body.entries })).body.conflicts).toEqual([])
    expect(await read(two)).toMatchObject({ title: 'second', status: 'backlog' })
    expect((await call('GET', `/tasks/${two}/comments`)).body).toHaveLength(1)
  })

  it('[U9] what is undone already is listed, what never was refuses all', async () => {
    const id = await task('third')
    await call('PATCH', `/tasks/${id}`, { priority: 'high' })
    await call('PATCH', `/tasks/${id}`, { status: 'todo' })
    const [status, priority] = (await call('GET', `/tasks/${id}/history`)).body as JournalEntry[]
    await call('POST', '/undo', { entry: status?.seq })
    expectProblem(await call('POST', '/undo', { entries: [priority?.seq, 999_999_999] }), 404)
    expect((await read(id)).priority).toBe('high')
    const { body } = await call('POST', '/undo', { entries: [priority?.seq, status?.seq] })
    expect([body.done.length, body.conflicts[0].seq]).toEqual([1, status?.seq])
    expect((await read(id)).priority).toBe('medium')
    expectProblem(await call('POST', '/undo', { entries: [priority?.seq], entry: priority?.seq }), 400)
  })
}

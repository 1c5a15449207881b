// Undo of everything that an actor did: in stretches, by positions, and nothing is left out unsaid.
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { JournalEntry, UndoResult } from '../../../shared/schema/journal.ts'
import type { Task } from '../../../shared/schema/task.ts'
import { type OpenApp, openApp } from '../../support/service/app.ts'
import { call } from '../../support/service/http.ts'

let clock: number
let app: OpenApp
beforeEach(async () => {
  clock = Date.UTC(2027, 0, 1)
  app = await openApp({ clock: { now: () => new Date(clock), zone: () => 'UTC' } })
})
afterEach(() => app.close())

const send = async <T>(method: string, path: string, body?: unknown, actor = 'claude') => call<T>(app.url, method, path, body, { 'X-Actor': actor })
const undo = async (request: object) => (await send<UndoResult>('POST', '/undo', request, 'person:ana')).body
const create = async (title: string, actor?: string) => (await send<Task>('POST', '/tasks', { title }, actor)).body
const titles = async () => (await send<Task[]>('GET', '/tasks')).body.map(({ title }) => title)
const iso = (time: number) => new Date(time).toISOString()

test('[U13] thousands of changes are taken back stretch by stretch; each answer says what is left and how to go on', async () => {
  const { id } = await create('kept', 'ana')
  const ids = (await Promise.all(Array.from({ length: 4 }, (_, n) => create(`task ${n}`, 'ana')))).map((task) => task.id)
  clock += 1000
  const since = iso(clock)
  const all = process.env.TANDEM_LONG ? 2400 : 1200
  for (let n = 0; n < all / ids.length; n++) {
    const patch = { title: `changed ${n}` }
    await send('POST', '/tasks/bulk', { changes: [{ ids, patch }] })
  }
  const preview = await undo({ actor: 'claude', since, preview: true })
  expect(preview.left).toBeGreaterThan(0)
  expect(preview.done.length + preview.left).toBe(all)
  const first = await undo({ actor: 'claude', since })
  expect(first.done.length).toBeLessThanOrEqual(1000)
  expect(first.done.length + first.left).toBe(all)
  // What the actor does meanwhile is not of this.
  await send('PATCH', `/tasks/${id}`, { priority: 'high' })
  let done = first.done.length
  for (let next = first.next; next !== null; ) {
    const result = await undo({ actor: 'claude', from: first.from, to: next })
    done += result.done.length
    expect(result.conflicts).toEqual([])
    expect(done + result.left).toBe(all)
    next = result.next
  }
  expect(done).toBe(all)
  expect((await titles()).sort()).toEqual(['kept', 'task 0', 'task 1', 'task 2', 'task 3'])
  expect((await send<Task>('GET', `/tasks/${id}`)).body.priority).toBe('high')
  expect(await undo({ actor: 'claude', from: first.from, to: first.to })).toMatchObject({ done: [], conflicts: [], left: 0, next: null })
})

test('[U11] a moment is a position in the journal: a clock that was wrong for a while neither hides changes nor takes older ones along', async () => {
  await create('before')
  clock += 60_000
  const since = iso(clock)
  await create('first')
  clock -= 3_600_000
  await create('while the clock was an hour behind')
  clock += 3_600_000 + 1000
  await create('last')
  clock += 1000
  const until = iso(clock)
  clock += 1000
  await create('after')
  const { done, from, to } = await undo({ actor: 'claude', since, until, preview: true })
  expect(done).toHaveLength(3)
  expect([from, to]).toEqual([2, 4])
  await undo({ actor: 'claude', since, until })
  expect(await titles()).toEqual(['after', 'before'])
})

test('[U11] what was dated in the future by a clock that ran ahead is not taken for new', async () => {
  const year = 365 * 86_400_000
  clock += 10 * year
  await create('from the future')
  clock -= 10 * year
  await create('old')
  clock += 60_000
  const since = iso(clock)
  await create('new')
  const { done } = await undo({ actor: 'claude', since })
  expect(done).toHaveLength(1)
  expect(await titles()).toEqual(['old', 'from the future'])
})

test('[U13] says what to send when the request is contradictory', async () => {
  const refused = async (request: object) => (await send<{ detail: string }>('POST', '/undo', request)).body.detail
  expect(await refused({ actor: 'claude' })).toContain('since')
  expect(await refused({ actor: 'claude', since: iso(clock), from: 1 })).toContain('since or from')
  expect(await refused({ actor: 'claude', from: 1, to: 2, until: iso(clock) })).toContain('until or to')
  expect(await refused({ entry: 1, from: 1 })).toContain('either')
})

test('[U12] a status that stays keeps its completed_at: only a task that is done has one', async () => {
  const { id } = await create('task', 'ana')
  await send('PATCH', `/tasks/${id}`, { status: 'done' }, 'ana')
  clock += 1000
  await send('PATCH', `/tasks/${id}`, { status: 'backlog' }, 'ana')
  const [reopened] = (await send<JournalEntry[]>('GET', `/tasks/${id}/history`)).body
  await send('PATCH', `/tasks/${id}`, { status: 'in_progress' }, 'ben')
  const { done, conflicts } = await undo({ entry: reopened?.seq })
  expect(done).toEqual([])
  expect(conflicts.map(({ field }) => field)).toEqual(['status'])
  expect((await send<Task>('GET', `/tasks/${id}`)).body).toMatchObject({ status: 'in_progress', completed_at: null })
})

test('[U12] a status that goes back takes its completed_at along', async () => {
  const { id } = await create('task', 'ana')
  await send('PATCH', `/tasks/${id}`, { status: 'done' }, 'ana')
  const finished = (await send<Task>('GET', `/tasks/${id}`)).body
  clock += 1000
  await send('PATCH', `/tasks/${id}`, { status: 'todo' }, 'ana')
  const [reopened] = (await send<JournalEntry[]>('GET', `/tasks/${id}/history`)).body
  const { entries } = await undo({ entry: reopened?.seq })
  expect((await send<Task>('GET', `/tasks/${id}`)).body).toMatchObject({ status: 'done', completed_at: finished.completed_at })
  await undo({ entries })
  expect((await send<Task>('GET', `/tasks/${id}`)).body).toMatchObject({ status: 'todo', completed_at: null })
})

// Reminders that come so long before their task is due, on a clock that the test holds.
import { describe, expect, it } from 'vitest'
import type { AnyJson } from '../../support/any-json.ts'
import { timedService } from '../../support/reminders/timed-service.ts'
import { call } from '../../support/service/http.ts'

const start = Date.parse('2026-11-20T08:00:00Z')
const halfAnHour = { type: 'one_time', before_due_minutes: 30, timezone: 'UTC' }

const timed = timedService(start)
const { to, ask } = timed

async function taskWith(fields: object, rule: object = halfAnHour): Promise<{ id: number; path: string }> {
  const { id } = await ask('POST', '/tasks', { title: 'board the train', ...fields })
  const schedule = await ask('POST', `/tasks/${id}/schedules`, rule)
  return { id, path: `/tasks/${id}/schedules/${schedule.id}` }
}
const next = async (path: string) => (await ask('GET', path)).next_fire_at
const change = (id: number, fields: object) => ask('PATCH', `/tasks/${id}`, fields)

describe('[S14] a reminder before a task is due', () => {
  it('comes so long before, once, and again only when it is due later', async () => {
    const { id, path } = await taskWith({ due: '2026-11-20T10:00:00Z' })
    await to('2026-11-20T09:29:59Z')
    expect(timed.notifier.titles()).toEqual([])
    await to('2026-11-20T09:30:00Z')
    expect(timed.notifier.titles()).toEqual(['board the train'])
    expect(await ask('GET', path)).toMatchObject({ next_fire_at: null, last_fired_at: '2026-11-20T09:30:00.000Z' })
    await change(id, { due: '2026-11-20T09:45:00Z' })
    await to('2026-11-20T09:50:00Z')
    expect([await next(path), timed.notifier.titles().length]).toEqual([null, 1])
    await change(id, { due: '2026-11-20T12:00:00Z' })
    await to('2026-11-20T11:30:00Z')
    expect(timed.notifier.titles().length).toBe(2)
  })

  it('waits while the task is due at no time, and comes at once where its moment has passed', async () => {
    const { id, path } = await taskWith({})
    expect(await next(path)).toBeNull()
    await to('2026-11-20T09:00:00Z')
    await change(id, { due: '2026-11-20T09:10:00Z' })
    await to('2026-11-20T09:00:01Z')
    expect(timed.notifier.shown).toMatchObject([{ title: 'board the train' }])
  })

  it('follows undo and a merge, and says that it moved', async () => {
    const { id, path } = await taskWith({ due: '2026-11-21' }, { ...halfAnHour, before_due_minutes: 60 })
    const etag = (await call(timed.service.url, 'GET', path)).headers.get('etag')
    await change(id, { due: '2026-11-22' })
    expect(await next(path)).toBe('2026-11-22T08:00:00.000Z')
    expect((await call(timed.service.url, 'GET', path)).headers.get('etag')).not.toBe(etag)
    const [entry] = await ask('GET', `/tasks/${id}/history`)
    await ask('POST', '/undo', { entries: [entry.seq] })
    expect(await next(path)).toBe('2026-11-21T08:00:00.000Z')
    const into = (await ask('POST', '/tasks', { title: 'board the night train', due: '2026-11-25' })).id
    const merged = await call(timed.service.url, 'POST', `/tasks/${id}/merge`, { into })
    expect(merged.status).toBe(200)
    expect((await ask('GET', `/tasks/${into}/schedules`))[0].next_fire_at).toBe('2026-11-25T08:00:00.000Z')
  })

  it('comes again with a task that a repetition brings back', async () => {
    const { id, path } = await taskWith({ due: '2026-11-20T10:00:00Z' })
    await ask('POST', `/tasks/${id}/schedules`, { type: 'weekly', day_of_week: 5, time: '07:00', timezone: 'UTC' })
    await to('2026-11-20T09:40:00Z')
    expect(timed.notifier.titles().length).toBe(1)
    await change(id, { status: 'done' })
    await to('2026-11-27T07:00:00Z')
    expect(await ask('GET', `/tasks/${id}`)).toMatchObject({ status: 'todo', due: '2026-11-27T10:00:00.000Z' })
    expect(await next(path)).toBe('2026-11-27T09:30:00.000Z')
  })

  it('is deleted and brought back with its task, as this is due then', async () => {
    const { id } = await taskWith({ due: '2026-11-21' })
    await ask('DELETE', `/tasks/${id}`)
    const entry = (await ask('GET', '/journal?limit=20')).findLast((one: AnyJson) => one.entity === 'task' && one.action === 'deleted')
    await ask('POST', '/undo', { entries: [entry.seq] })
    expect(await ask('GET', `/tasks/${id}/schedules`)).toMatchObject([{ before_due_minutes: 30, next_fire_at: '2026-11-21T08:30:00.000Z' }])
  })
})

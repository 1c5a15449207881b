// Reminders that come so long before their task is due, on a clock that the test holds.
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { AnyJson } from '../../support/any-json.ts'
import { createFakeClock, type FakeClock } from '../../support/reminders/fake-clock.ts'
import { createRecordingNotifier, type RecordingNotifier } from '../../support/reminders/recording-notifier.ts'
import { call } from '../../support/service/http.ts'
import { openService } from '../../support/service/service.ts'

const start = Date.parse('2026-11-20T08:00:00Z')
const halfAnHour = { type: 'one_time', before_due_minutes: 30, timezone: 'UTC' }

let clock: FakeClock
let notifier: RecordingNotifier
let service: Awaited<ReturnType<typeof openService>>

beforeEach(async () => {
  clock = createFakeClock(start)
  notifier = createRecordingNotifier()
  service = await openService({ clock, notifier })
})
afterEach(() => service.close())

/** Long enough for everything that was begun to be written down: no condition could tell that nothing more comes. */
const idle = async () => {
  for (let turn = 0; turn < 20; turn++) await new Promise((resolve) => setImmediate(resolve))
}
const to = (at: string) => clock.advanceTo(Date.parse(at), idle)
const ask = async <T = AnyJson>(method: string, path: string, body?: object) => (await call<T>(service.url, method, path, body)).body
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
    expect(notifier.titles()).toEqual([])
    await to('2026-11-20T09:30:00Z')
    expect(notifier.titles()).toEqual(['board the train'])
    expect(await ask('GET', path)).toMatchObject({ next_fire_at: null, last_fired_at: '2026-11-20T09:30:00.000Z' })
    await change(id, { due: '2026-11-20T09:45:00Z' })
    await to('2026-11-20T09:50:00Z')
    expect([await next(path), notifier.titles().length]).toEqual([null, 1])
    await change(id, { due: '2026-11-20T12:00:00Z' })
    await to('2026-11-20T11:30:00Z')
    expect(notifier.titles().length).toBe(2)
  })

  it('waits while the task is due at no time, and comes at once where its moment has passed', async () => {
    const { id, path } = await taskWith({})
    expect(await next(path)).toBeNull()
    await to('2026-11-20T09:00:00Z')
    await change(id, { due: '2026-11-20T09:10:00Z' })
    await to('2026-11-20T09:00:01Z')
    expect(notifier.shown).toMatchObject([{ title: 'board the train' }])
  })

  it('follows undo and a merge, and says that it moved', async () => {
    const { id, path } = await taskWith({ due: '2026-11-21' }, { ...halfAnHour, before_due_minutes: 60 })
    const etag = (await call(service.url, 'GET', path)).headers.get('etag')
    await change(id, { due: '2026-11-22' })
    expect(await next(path)).toBe('2026-11-22T08:00:00.000Z')
    expect((await call(service.url, 'GET', path)).headers.get('etag')).not.toBe(etag)
    const [entry] = await ask('GET', `/tasks/${id}/history`)
    await ask('POST', '/undo', { entries: [entry.seq] })
    expect(await next(path)).toBe('2026-11-21T08:00:00.000Z')
    const into = (await ask('POST', '/tasks', { title: 'board the night train', due: '2026-11-25' })).id
    const merged = await call(service.url, 'POST', `/tasks/${id}/merge`, { into })
    expect(merged.status).toBe(200)
    expect((await ask('GET', `/tasks/${into}/schedules`))[0].next_fire_at).toBe('2026-11-25T08:00:00.000Z')
  })

  it('comes again with a task that a repetition brings back', async () => {
    const { id, path } = await taskWith({ due: '2026-11-20T10:00:00Z' })
    await ask('POST', `/tasks/${id}/schedules`, { type: 'weekly', day_of_week: 5, time: '07:00', timezone: 'UTC' })
    await to('2026-11-20T09:40:00Z')
    expect(notifier.titles().length).toBe(1)
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

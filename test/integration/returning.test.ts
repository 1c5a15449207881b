// Tasks that repeat come back, on a clock that the test holds.
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { describe, expect, it } from 'vitest'
import type { AnyJson } from '../support/any-json.ts'
import { idle, timedService } from '../support/reminders/timed-service.ts'

/** A Friday. */
const start = Date.parse('2026-11-20T08:00:00Z')
const weekly = { type: 'weekly', day_of_week: 5, time: '09:00' }
const daily = { type: 'interval', interval_days: 1, time: '09:00' }

const timed = timedService(start)
const { to, ask } = timed
const taskWith = async (fields: object, ...rules: object[]) => {
  const task = await ask('POST', '/tasks', { title: 'water the plants', ...fields })
  for (const rule of rules) await ask('POST', `/tasks/${task.id}/schedules`, { timezone: 'UTC', ...rule })
  return task.id as number
}
const complete = (id: number) => ask('PATCH', `/tasks/${id}`, { status: 'done' })
const stands = async (id: number) => {
  const { status, due } = await ask('GET', `/tasks/${id}`)
  return [status, due]
}
/** What was written of the task itself, oldest first: by whom, and which status. */
const story = async (id: number) =>
  (await ask('GET', `/tasks/${id}/history`))
    .reverse()
    .flatMap((entry: AnyJson) => (entry.entity === 'task' && entry.after?.status ? [[entry.actor.kind, entry.after.status]] : []))

describe('[S11] a completed task whose reminder repeats', () => {
  it('stays done until the next moment, is opened again by Tandem then, due a week later, and reminds', async () => {
    const id = await taskWith({ due: '2026-11-20' }, weekly)
    await to('2026-11-20T10:00:00Z')
    await complete(id)
    await to('2026-11-27T08:59:59Z')
    expect([await stands(id), timed.notifier.titles()]).toEqual([['done', '2026-11-20'], ['water the plants']])
    await to('2026-11-27T09:00:00Z')
    expect(await stands(id)).toEqual(['todo', '2026-11-27'])
    expect(timed.notifier.shown[1]).toMatchObject({ title: 'water the plants', late: false })
    expect(await ask('GET', `/tasks/${id}`)).toMatchObject({ completed_at: null })
    await complete(id)
    await to('2026-12-04T09:00:00Z')
    expect(await story(id)).toEqual([
      ['agent', 'backlog'],
      ['agent', 'done'],
      ['system', 'todo'],
      ['agent', 'done'],
      ['system', 'todo'],
    ])
  })

  it('completed before its day, stays done over that day', async () => {
    const id = await taskWith({ due: '2026-11-27' }, weekly)
    await to('2026-11-25T10:00:00Z')
    await complete(id)
    await to('2026-12-04T08:00:00Z')
    expect(await stands(id)).toEqual(['done', '2026-11-27'])
    await to('2026-12-04T09:00:00Z')
    expect(await stands(id)).toEqual(['todo', '2026-12-04'])
  })

  it('comes back once where Tandem was off for a week, as it would have then', async () => {
    const id = await taskWith({ due: '2026-11-20T17:00:00Z' }, daily)
    await to('2026-11-20T18:00:00Z')
    await complete(id)
    timed.clock.jumpTo(Date.parse('2026-11-28T12:00:00Z'))
    timed.service.replanReminders('wake')
    await idle()
    expect(await stands(id)).toEqual(['todo', '2026-11-21T17:00:00.000Z'])
    expect(timed.notifier.shown).toMatchObject([{ late: true }])
    expect((await story(id)).filter(([kind]: string[]) => kind === 'system')).toHaveLength(1)
    await complete(id)
    await to('2026-11-29T09:00:00Z')
    expect(await stands(id)).toEqual(['todo', '2026-11-29T17:00:00.000Z'])
  })

  it('is due at the time of its reminder again on the day after a gap of the clock', async () => {
    timed.clock.jumpTo(Date.parse('2027-03-26T12:00:00Z'))
    const id = await taskWith({ due: '2027-03-27T01:30:00Z' }, { ...daily, time: '02:30', timezone: 'Europe/Berlin' })
    await to('2027-03-27T02:00:00Z')
    for (const [moment, due] of [
      ['2027-03-28T01:00:00Z', '2027-03-28T01:00:00.000Z'],
      ['2027-03-29T00:30:00Z', '2027-03-29T00:30:00.000Z'],
    ] as const) {
      await complete(id)
      await to(moment)
      expect(await stands(id)).toEqual(['todo', due])
    }
  })

  it('is due on the moment that brings it back where its rule was changed or made meanwhile', async () => {
    const changed = await taskWith({ due: '2026-11-20' }, daily)
    const moved = await taskWith({ due: '2026-11-20T17:00:00Z' }, daily)
    const made = await taskWith({ due: '2026-11-20' })
    const disabled = await taskWith({ due: '2026-11-20T17:00:00Z' }, daily)
    for (const id of [changed, moved, made, disabled]) await complete(id)
    timed.clock.jumpTo(start + 60_000)
    const patch = async (id: number, fields: object) => ask('PATCH', `/tasks/${id}/schedules/${(await ask('GET', `/tasks/${id}/schedules`))[0].id}`, fields)
    const wednesdays = { type: 'weekly', day_of_week: 3, time: '10:00', interval_days: null }
    for (const id of [changed, moved]) await patch(id, wednesdays)
    await ask('POST', `/tasks/${made}/schedules`, { ...weekly, day_of_week: 3, timezone: 'UTC' })
    for (const enabled of [false, true]) await patch(disabled, { enabled })
    await to('2026-11-21T09:00:00Z')
    expect(await stands(disabled)).toEqual(['todo', '2026-11-21T17:00:00.000Z'])
    await to('2026-11-25T10:00:00Z')
    expect([await stands(changed), await stands(moved), await stands(made)]).toEqual([
      ['todo', '2026-11-25'],
      ['todo', '2026-11-25T10:00:00.000Z'],
      ['todo', '2026-11-25'],
    ])
    await complete(changed)
    await to('2026-12-02T10:00:00Z')
    expect(await stands(changed)).toEqual(['todo', '2026-12-02'])
  })

  it('put back to done by undo, stays so until the moment after', async () => {
    const id = await taskWith({ due: '2026-11-20' }, daily)
    await complete(id)
    await to('2026-11-21T09:00:00Z')
    const entry = (await ask('GET', `/tasks/${id}/history`)).find((one: AnyJson) => one.actor.kind === 'system' && one.entity === 'task')
    timed.clock.jumpTo(Date.parse('2026-11-21T10:00:00Z'))
    expect(await ask('POST', '/undo', { entry: entry.seq })).toMatchObject({ conflicts: [] })
    timed.service.replanReminders('wake')
    await to('2026-11-22T08:00:00Z')
    expect(await ask('GET', `/tasks/${id}`)).toMatchObject({ status: 'done', due: '2026-11-20', completed_at: '2026-11-21T10:00:00.000Z' })
    await to('2026-11-22T09:00:00Z')
    expect(await stands(id)).toEqual(['todo', '2026-11-22'])
  })

  it('stays done where nothing repeats any more: once, over, disabled, removed', async () => {
    const rules = [{ type: 'one_time', fire_at: '2026-11-22T09:00:00Z' }, { type: 'rule', rule: 'FREQ=DAILY;COUNT=1', time: '08:30' }, daily, daily]
    const ids: number[] = []
    for (const rule of rules) ids.push(await taskWith({}, rule))
    await to('2026-11-20T08:30:00Z')
    for (const id of ids) await complete(id)
    const [, , disabled, removed] = ids
    const scheduleOf = async (id: number) => `/tasks/${id}/schedules/${(await ask('GET', `/tasks/${id}/schedules`))[0].id}`
    await ask('PATCH', await scheduleOf(disabled as number), { enabled: false })
    await ask('DELETE', await scheduleOf(removed as number))
    await to('2026-12-20T09:00:00Z')
    for (const id of ids) expect(await stands(id)).toEqual(['done', null])
  })

  it.runIf(process.env.TANDEM_LONG)('a blocker that comes back blocks again', async () => {
    const blocker = await taskWith({}, daily)
    const waiting = await taskWith({ blocked_by: [blocker] })
    await complete(blocker)
    expect(await ask('GET', `/tasks/${waiting}`)).toMatchObject({ ready: true })
    await to('2026-11-21T09:00:00Z')
    expect(await ask('GET', `/tasks/${waiting}`)).toMatchObject({ ready: false, waits_for: [{ for: 'blocker', id: blocker }] })
  })
})

it('[S11] what was completed before Tandem brought anything back stays done', async () => {
  const before = await taskWith({}, daily)
  await complete(before)
  timed.clock.jumpTo(start + 60_000)
  const after = await taskWith({}, daily)
  await complete(after)
  const db = new Database(join(timed.service.dataDir, 'tandem.db'))
  db.prepare("INSERT INTO meta VALUES ('tasks_return_since', ?)").run(timed.clock.now().toISOString())
  db.close()
  await to('2026-11-22T10:00:00Z')
  expect([await stands(before), await stands(after)]).toEqual([
    ['done', null],
    ['todo', null],
  ])
})

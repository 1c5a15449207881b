// Reminders from their moment to their end, on a clock that the test holds.
import { afterEach, describe, expect, it } from 'vitest'
import type { Reminder } from '../../shared/schema/reminder.ts'
import { type EventReader, readEvents } from '../support/service/event-reader.ts'
import { call } from '../support/service/http.ts'
import { idle, timedService } from '../support/reminders/timed-service.ts'

const minute = 60_000
const hour = 60 * minute
const day = 24 * hour
const start = Date.parse('2026-11-20T08:00:00Z')

const timed = timedService(start)
const { to, ask } = timed
const reminders = (query = '') => ask<Reminder[]>('GET', `/reminders${query}`)
const states = async () => (await reminders()).map((reminder) => reminder.state).reverse()
const taskWith = async (title: string, ...rules: object[]) => {
  const task = await ask('POST', '/tasks', { title })
  for (const rule of rules) await ask('POST', `/tasks/${task.id}/schedules`, { timezone: 'UTC', ...rule })
  return task.id as number
}
const at = (moment: number | string) => ({ type: 'one_time', fire_at: new Date(moment).toISOString() })
const iso = (moment: number) => new Date(moment).toISOString()

describe('[R1] a moment that comes', () => {
  it('fires, is shown at once, and is acknowledged', async () => {
    const id = await taskWith('pay rent', at(start + hour))
    await to(start + hour - 1)
    expect([timed.notifier.titles(), await reminders()]).toEqual([[], []])
    await to(start + hour)
    expect(timed.notifier.shown).toEqual([
      { key: 'reminder-1-1', title: 'pay rent', body: `Task ${id}`, late: false, reminders: [{ id: 1, task_id: id, title: 'pay rent' }] },
    ])
    expect(await reminders()).toMatchObject([
      { id: 1, task_id: id, title: 'pay rent', due_at: iso(start + hour), state: 'delivered', late: false, fired_at: iso(start + hour), delivered_via: 'test' },
    ])
    expect(await ask('GET', `/tasks/${id}/schedules`)).toMatchObject([{ next_fire_at: null, last_fired_at: iso(start + hour) }])
    expect(await ask('POST', '/reminders/1/acknowledge')).toMatchObject({ state: 'acknowledged', acknowledged_by: { kind: 'agent' } })
    await idle()
    expect(timed.notifier.withdrawn).toEqual(['reminder-1-1'])
    await to(start + 30 * day)
    expect(timed.notifier.shown).toHaveLength(1)
  })

  it('of a recurring schedule is followed by the next, which overtakes it', async () => {
    await taskWith('stand-up', { type: 'weekly', day_of_week: 5, time: '09:00' }, { type: 'interval', interval_days: 3, time: '10:00' })
    await to(start + 7 * day + 3 * hour)
    expect(timed.notifier.titles()).toHaveLength(4)
    expect((await reminders()).map((one) => [one.type, one.due_at, one.state])).toEqual([
      ['weekly', '2026-11-27T09:00:00.000Z', 'delivered'],
      ['interval', '2026-11-26T10:00:00.000Z', 'delivered'],
      ['interval', '2026-11-23T10:00:00.000Z', 'missed'],
      ['weekly', '2026-11-20T09:00:00.000Z', 'missed'],
    ])
  })

  it('more than three at once share a notice', async () => {
    for (let n = 1; n <= 6; n++) await taskWith(`task ${n}`, at(start + hour))
    await to(start + hour)
    expect(timed.notifier.shown).toMatchObject([{ title: '6 reminders', body: 'task 1\ntask 2\ntask 3\ntask 4\ntask 5\nand 1 more', late: false }])
    for (let n = 1; n <= 5; n++) await ask('POST', `/reminders/${n}/acknowledge`)
    await idle()
    expect(timed.notifier.withdrawn).toEqual([])
    await ask('POST', '/reminders/6/acknowledge')
    await idle()
    expect(timed.notifier.withdrawn).toEqual(['digest-1-1'])
  })

  it('[J1] is in the journal as Tandem’s own doing; nothing that people did is harder to undo for it', async () => {
    const id = await taskWith('undo me', at(start + hour))
    await to(start + hour)
    const history = await ask('GET', `/tasks/${id}/history`)
    expect(history[0]).toMatchObject({
      actor: { kind: 'system', name: 'Tandem' },
      entity: 'schedule',
      action: 'updated',
      after: { last_fired_at: iso(start + hour) },
    })
    expect(await ask('POST', '/undo', { entry: history[0].seq })).toMatchObject({ done: [], conflicts: [{ reason: expect.stringMatching(/fired/) }] })
    expect(await ask('POST', '/undo', { actor: 'Tandem', since: iso(start - day) })).toMatchObject({ done: [], conflicts: [] })
    expect(await ask('POST', '/undo', { entry: history.at(-1).seq })).toMatchObject({ conflicts: [] })
    expect(await ask('GET', '/tasks')).toEqual([])
  })
})

describe('[R2] what was missed', () => {
  it('comes once on return, several in one notice, each marked late', async () => {
    await taskWith('daily', { type: 'interval', interval_days: 1, time: '09:00' })
    await taskWith('once', at(start + 2 * day))
    await taskWith('to come', at(start + 9 * day))
    timed.clock.jumpTo(start + 5 * day)
    timed.service.replanReminders('wake')
    await idle()
    expect(timed.notifier.shown).toMatchObject([
      { title: '2 reminders from earlier', late: true, body: 'once (was due Sun 22 Nov 08:00)\ndaily (was due Tue 24 Nov 09:00)' },
    ])
    expect(await states()).toEqual(['missed', 'missed', 'missed', 'delivered', 'delivered'])
    expect((await reminders()).every((one) => one.late)).toBe(true)
    await to(start + 5 * day + 2 * hour)
    expect(timed.notifier.shown.slice(1)).toMatchObject([{ title: 'daily', late: false }])
  })

  it('a single one stands alone and says when it was', async () => {
    await taskWith('once', at(start + hour))
    timed.clock.jumpTo(start + 5 * hour)
    timed.service.replanReminders('wake')
    await idle()
    expect(timed.notifier.shown).toMatchObject([{ title: 'once', late: true, body: expect.stringContaining('was due Fri 20 Nov 09:00') }])
  })

  it('is noticed without anybody saying so, when the clock has jumped', async () => {
    await timed.watching()
    await taskWith('once', at(start + hour))
    timed.clock.jumpTo(start + 5 * hour)
    await to(start + 5 * hour + 15_000)
    expect(timed.notifier.shown).toMatchObject([{ title: 'once', late: true }])
  })
})

it('[R2] of decades that nobody was there for, only the last 400 days are listed', async () => {
  const rules = [
    { type: 'interval', interval_days: 3, next_fire_at: '1980-01-01T09:30:00Z', created_at: '1980-01-01T09:30:00Z' },
    { type: 'interval', interval_days: 900, next_fire_at: '2025-01-01T09:00:00Z', created_at: '2025-01-01T09:00:00Z' },
    { type: 'monthly', day_of_month: 31, time: '09:00', next_fire_at: '0001-01-31T09:00:00Z' },
  ]
  const schedules = rules.map((rule) => ({ timezone: 'UTC', ...rule }))
  await ask('POST', '/import', { source: 'old', records: [{ external_id: '1', task: { title: 'old', schedules } }] })
  await to(start + minute)
  const kept = await reminders()
  expect(kept.filter(({ type }) => type === 'monthly')).toHaveLength(13)
  expect(kept.filter(({ type }) => type === 'interval')).toHaveLength(135)
  expect(timed.notifier.shown).toMatchObject([{ title: '3 reminders from earlier' }])
  // 17,124 days after the first is the last; the next is three days on.
  expect(await ask('GET', `/reminders?state=upcoming&until=${iso(start + 4 * day)}`)).toMatchObject([{ due_at: '2026-11-22T09:30:00.000Z' }])
})

describe('[R3] an answer that is taken back', () => {
  it('leaves the reminder on the list as it was, and shows nothing again', async () => {
    await taskWith('pay rent', at(start + hour))
    await to(start + hour)
    for (const [path, body] of [
      ['acknowledge', undefined],
      ['snooze', { minutes: 10 }],
    ] as const) {
      await ask('POST', `/reminders/1/${path}`, body)
      expect(await ask('POST', '/reminders/1/reopen')).toMatchObject({ state: 'delivered', acknowledged_at: null, acknowledged_by: null, snoozed_until: null })
    }
    // One that nobody answered stays as it is.
    expect(await ask('POST', '/reminders/1/reopen')).toMatchObject({ state: 'delivered' })
    await to(start + day)
    expect(timed.notifier.shown).toHaveLength(1)
    expect((await call(timed.service.url, 'POST', '/reminders/99/reopen')).status).toBe(404)
  })

  it('of one that waited for the end of the quiet hours comes at their end', async () => {
    await ask('PATCH', '/settings', { reminders: { do_not_disturb: { enabled: true, from: '09:00', until: '12:00' } } })
    await taskWith('pay rent', at(start + hour))
    await to(start + hour)
    expect(await states()).toEqual(['due'])
    await ask('POST', '/reminders/1/acknowledge')
    expect(await ask('POST', '/reminders/1/reopen')).toMatchObject({ state: 'due' })
    await to(start + 5 * hour)
    expect(timed.notifier.titles()).toEqual(['pay rent'])
  })
})

describe('[R3] snooze', () => {
  it('comes again after so many minutes, or at a moment', async () => {
    await taskWith('later', at(start + hour))
    await to(start + hour)
    expect(await ask('POST', '/reminders/1/snooze', { minutes: 10 })).toMatchObject({ state: 'snoozed', snoozed_until: iso(start + hour + 10 * minute) })
    await idle()
    expect(timed.notifier.withdrawn).toEqual(['reminder-1-1'])
    await to(start + hour + 10 * minute - 1)
    expect(timed.notifier.shown).toHaveLength(1)
    await to(start + hour + 10 * minute)
    expect(timed.notifier.shown[1]).toMatchObject({ key: 'reminder-1-2', late: false })
    await ask('POST', '/reminders/1/snooze', { until: '2026-11-21 09:00' })
    await to(Date.parse('2026-11-21T09:00:00Z'))
    expect(timed.notifier.shown[2]).toMatchObject({ key: 'reminder-1-3' })
    expect(await reminders()).toMatchObject([{ state: 'delivered', due_at: iso(start + hour), snoozed_until: null }])
  })

  it('refuses what makes no sense, and changes nothing', async () => {
    await taskWith('later', at(start))
    await idle()
    const before = await reminders()
    for (const [body, about] of [
      [{}, /either minutes/],
      [{ minutes: 5, until: '2027-01-01T00:00:00Z' }, /either minutes/],
      [{ minutes: 0 }, /minutes/],
      [{ until: '2026-11-20T07:00:00Z' }, /in the future/],
      [{ until: '2026-02-30T07:00:00Z' }, /valid moment/],
      [{ until: 'tomorrow' }, /ISO 8601/],
      [{ minutes: 5, hours: 1 }, /unknown field/],
    ] as const) {
      const answer = await call<{ detail: string }>(timed.service.url, 'POST', '/reminders/1/snooze', body)
      expect([answer.status, answer.body.detail], JSON.stringify(body)).toEqual([400, expect.stringMatching(about)])
      expect(await reminders()).toEqual(before)
    }
    expect((await call(timed.service.url, 'POST', '/reminders/99/snooze', { minutes: 5 })).status).toBe(404)
  })
})

describe('[R4] quiet', () => {
  it('while its task is done; late when the task is opened again', async () => {
    const id = await taskWith('done early', at(start + hour), at(start + day))
    await ask('PATCH', `/tasks/${id}`, { status: 'done' })
    await to(start + 3 * day)
    expect([timed.notifier.shown, await reminders()]).toEqual([[], []])
    await ask('PATCH', `/tasks/${id}`, { status: 'todo' })
    await idle()
    expect(timed.notifier.shown).toMatchObject([{ late: true, reminders: [{}, {}] }])
  })

  it('while its schedule is disabled, snoozed ones too', async () => {
    const id = await taskWith('off', at(start + hour), { type: 'interval', interval_days: 1, time: '09:30' })
    await to(start + hour)
    await ask('POST', '/reminders/1/snooze', { minutes: 10 })
    for (const schedule of await ask('GET', `/tasks/${id}/schedules`)) await ask('PATCH', `/tasks/${id}/schedules/${schedule.id}`, { enabled: false })
    await to(start + 3 * day)
    expect(timed.notifier.shown).toHaveLength(1)
    await ask('PATCH', `/tasks/${id}/schedules/1`, { enabled: true })
    await idle()
    expect(timed.notifier.shown).toHaveLength(2)
  })

  it('once its schedule or task is deleted, until the delete is undone', async () => {
    const id = await taskWith('gone', at(start + hour), at(start + 2 * hour))
    await to(start + hour)
    await ask('POST', '/reminders/1/snooze', { minutes: 120 })
    await ask('DELETE', `/tasks/${id}`)
    await to(start + 4 * hour)
    expect(timed.notifier.shown).toHaveLength(1)
    expect(await reminders()).toEqual([])
    const entry = (await ask('GET', `/tasks/${id}/history`)).find((one: { entity: string }) => one.entity === 'task')
    await ask('POST', '/undo', { entry: entry.seq })
    await idle()
    expect(timed.notifier.shown.slice(1)).toMatchObject([{ late: true, reminders: [{ id: 1 }, { id: 2 }] }])
  })

  it('in the hours of do-not-disturb, at whose end everything comes as one', async () => {
    await ask('PATCH', '/settings', { reminders: { do_not_disturb: { enabled: true, from: '09:00', until: '12:00' } } })
    await taskWith('one', at(start + hour))
    await taskWith('two', at(start + 2 * hour))
    await to(start + 3 * hour)
    expect(timed.notifier.shown).toEqual([])
    expect(await states()).toEqual(['due', 'due'])
    await to(start + 4 * hour)
    expect(timed.notifier.shown).toMatchObject([{ title: '2 reminders from earlier', late: true }])
  })

  it('which follow the zone, and end when they are switched off', async () => {
    await ask('PATCH', '/settings', { reminders: { do_not_disturb: { enabled: true, from: '09:00', until: '12:00' } } })
    await taskWith('one', at(start + 2 * hour))
    await to(start + 2 * hour)
    expect(timed.notifier.shown).toEqual([])
    timed.clock.setZone('Asia/Tokyo')
    timed.service.replanReminders('zone')
    await idle()
    expect(timed.notifier.titles()).toEqual(['one'])
    timed.clock.setZone('UTC')
    await taskWith('two', at(start + 2 * hour + minute))
    await to(start + 2 * hour + 10 * minute)
    expect(timed.notifier.titles()).toEqual(['one'])
    await ask('PATCH', '/settings', { reminders: { do_not_disturb: { enabled: false } } })
    await idle()
    expect(timed.notifier.titles()).toEqual(['one', 'two'])
  })

  it('which is noticed without anybody saying so, too', async () => {
    await timed.watching()
    await ask('PATCH', '/settings', { reminders: { do_not_disturb: { enabled: true, from: '07:00', until: '12:00' } } })
    await taskWith('one', at(start + 60_000))
    await to(start + 2 * minute)
    expect(timed.notifier.shown).toEqual([])
    timed.clock.setZone('Asia/Tokyo')
    await to(start + 3 * minute)
    expect(timed.notifier.titles()).toEqual(['one'])
  })

  it('settings that make no sense are refused', async () => {
    for (const [reminders, about] of [
      [{ do_not_disturb: { enabled: true, from: '09:00', until: '09:00' } }, /must differ/],
      [{ do_not_disturb: { from: '9:00' } }, /09:00|22:00/],
      [{ kinds: { loud: true } }, /unknown field/],
    ] as const) {
      const answer = await call<{ detail: string }>(timed.service.url, 'PATCH', '/settings', { reminders })
      expect([answer.status, answer.body.detail], JSON.stringify(reminders)).toEqual([400, expect.stringMatching(about)])
      expect(await ask('GET', '/settings')).toMatchObject({ reminders: { do_not_disturb: { enabled: false, from: '22:00', until: '07:00' } } })
    }
  })

  it('for kinds that are switched off: they are only on the list', async () => {
    await ask('PATCH', '/settings', { reminders: { kinds: { recurring: false } } })
    await taskWith('both', at(start + hour), { type: 'interval', interval_days: 1, time: '09:00' }, { type: 'weekly', day_of_week: 5, time: '09:00' })
    await to(start + hour)
    expect(timed.notifier.shown).toHaveLength(1)
    expect((await reminders()).map((one) => `${one.type} ${one.state} ${one.delivered_via}`).sort()).toEqual([
      'one_time delivered test',
      'weekly delivered none',
    ])
    expect(await ask('GET', '/settings')).toMatchObject({ reminders: { kinds: { one_time: true, recurring: false, late: true } } })
  })
})

describe('[R3] [R4] a notice on the screen that nobody needs any more', () => {
  it('goes when its task is done or its schedule deleted, and a done task asks for nothing on the list', async () => {
    const done = await taskWith('done', at(start + hour))
    const deleted = await taskWith('deleted', at(start + 2 * hour))
    const both = [await taskWith('a', at(start + 3 * hour)), await taskWith('b', at(start + 3 * hour)), await taskWith('c', at(start + 3 * hour)), done]
    await ask('POST', `/tasks/${done}/schedules`, at(start + 3 * hour))
    await to(start + 3 * hour)
    const keys = timed.notifier.shown.map(({ key }) => key)
    expect(keys).toEqual(['reminder-1-1', 'reminder-2-1', 'digest-3-1'])
    const open = () => ask<Reminder[]>('GET', '/reminders?state=due&state=fired&state=delivered')
    await ask('PATCH', `/tasks/${done}`, { status: 'done' })
    await idle()
    expect([timed.notifier.withdrawn, (await open()).map(({ title }) => title)]).toEqual([['reminder-1-1'], ['c', 'b', 'a', 'deleted']])
    await ask('DELETE', `/tasks/${deleted}/schedules/2`)
    await idle()
    expect(timed.notifier.withdrawn.slice(1)).toEqual(['reminder-2-1'])
    for (const id of both) await ask('PATCH', `/tasks/${id}`, { status: 'done' })
    await idle()
    expect([timed.notifier.withdrawn.slice(2), await open()]).toEqual([['digest-3-1'], []])
    expect(await ask('GET', `/reminders?task_id=${done}`)).toHaveLength(2)
    await ask('PATCH', `/tasks/${done}`, { status: 'todo' })
    expect((await open()).map(({ title }) => title)).toEqual(['done', 'done'])
  })

  it('goes when it was answered while it was on its way there', async () => {
    const show = timed.notifier.show.bind(timed.notifier)
    let arrive = () => {}
    timed.notifier.show = async (notice) => {
      await new Promise<void>((resolve) => (arrive = resolve))
      await show(notice)
    }
    await taskWith('quick', at(start + hour))
    await to(start + hour)
    await ask('POST', '/reminders/1/acknowledge')
    await idle()
    timed.notifier.withdrawn.length = 0
    arrive()
    await idle()
    expect([timed.notifier.titles(), timed.notifier.withdrawn, await states()]).toEqual([['quick'], ['reminder-1-1'], ['acknowledged']])
  })
})

describe('[R5] changes at the last moment', () => {
  it('a schedule that is moved after its moment, before anybody looked, has fired all the same', async () => {
    const id = await taskWith('moved', { type: 'weekly', day_of_week: 5, time: '09:00' })
    timed.clock.jumpTo(start + hour + 5)
    await ask('PATCH', `/tasks/${id}/schedules/1`, { time: '15:00' })
    await idle()
    expect(await reminders()).toMatchObject([{ due_at: iso(start + hour), state: 'delivered' }])
    await to(start + 7 * hour)
    expect(timed.notifier.shown).toHaveLength(2)
  })

  it('a one-time reminder that is moved fires again; moved back, it does not', async () => {
    const id = await taskWith('moved', at(start + hour))
    await to(start + hour)
    await ask('PATCH', `/tasks/${id}/schedules/1`, { fire_at: iso(start + 2 * hour) })
    await to(start + 2 * hour)
    expect(timed.notifier.shown).toHaveLength(2)
    await ask('PATCH', `/tasks/${id}/schedules/1`, { fire_at: iso(start + hour) })
    await to(start + 3 * hour)
    expect(timed.notifier.shown).toHaveLength(2)
  })

  it('a clock that ran ahead by years, and was put right, costs no reminder', async () => {
    await taskWith('weekly', { type: 'weekly', day_of_week: 5, time: '10:00' })
    await taskWith('once', at(start + 3 * day))
    timed.clock.jumpTo(start + 5000 * day)
    timed.service.replanReminders('clock')
    await idle()
    expect(timed.notifier.shown).toMatchObject([{ late: true }])
    timed.clock.jumpTo(start)
    timed.service.replanReminders('clock')
    await to(start + 8 * day)
    expect(timed.notifier.titles().slice(1)).toEqual(['weekly', 'once', 'weekly'])
  })

  it('nor one that was snoozed while the clock ran ahead', async () => {
    await taskWith('once', at(start + hour))
    await to(start + hour)
    timed.clock.jumpTo(start + 300 * day)
    await ask('POST', '/reminders/1/snooze', { minutes: 10 })
    await idle()
    timed.clock.jumpTo(start + 2 * hour)
    timed.service.replanReminders('clock')
    await to(start + 3 * hour)
    expect(timed.notifier.titles()).toEqual(['once', 'once'])
  })
})

describe('[A3] an agent', () => {
  it('acknowledges and snoozes only if it may remind', async () => {
    await taskWith('mine', at(start))
    await idle()
    await call(timed.service.url, 'PUT', '/agents/bot/policy', { remind: 'deny' }, { 'X-Actor': 'person' })
    for (const [path, body] of [
      ['acknowledge', undefined],
      ['snooze', { minutes: 5 }],
    ] as const)
      expect((await call(timed.service.url, 'POST', `/reminders/1/${path}`, body, { 'X-Actor': 'agent:bot' })).status).toBe(403)
    expect((await call(timed.service.url, 'POST', '/reminders/1/acknowledge', undefined, { 'X-Actor': 'person:Ana' })).body).toMatchObject({
      state: 'acknowledged',
      acknowledged_by: { kind: 'person', name: 'Ana' },
    })
  })
})

describe('[R6] a notifier', () => {
  it('that refuses is asked again later: nothing is lost', async () => {
    timed.notifier.refuse = new Error('no bus')
    await taskWith('stubborn', at(start + hour))
    await to(start + hour + 45_000)
    expect(await states()).toEqual(['due'])
    timed.notifier.refuse = undefined
    await to(start + hour + 2 * minute)
    expect(timed.notifier.titles()).toEqual(['stubborn'])
    expect(await states()).toEqual(['delivered'])
  })

  it('that is not available leaves it to the log', async () => {
    timed.notifier.available = async () => false
    await taskWith('logged', at(start + hour))
    await to(start + hour)
    expect(await reminders()).toMatchObject([{ state: 'delivered', delivered_via: 'log' }])
  })
})

it('[R2] a title steers neither the lines of its notice nor the terminal of a log', async () => {
  await taskWith('pay\n\u001b[31mrent\u2028', at(start + hour))
  await to(start + hour)
  expect(timed.notifier.titles()).toEqual(['pay [31mrent'])
})

describe('[R7] the list', () => {
  let events: EventReader | undefined
  afterEach(() => events?.close())

  it('filters, pages, and looks ahead', async () => {
    const one = await taskWith('one', at(start + hour), { type: 'weekly', day_of_week: 6, time: '09:00' })
    const two = await taskWith('two', { type: 'interval', interval_days: 1, time: '09:30' })
    const done = await taskWith('done', at(start + 2 * day))
    await ask('PATCH', `/tasks/${done}`, { status: 'done' })
    expect((await reminders('?state=upcoming')).map((each) => [each.title, each.due_at.slice(0, 16)])).toEqual(
      [
        ['one', '2026-11-20T09:00'],
        ['two', '2026-11-21T09:30'],
        ['one', '2026-11-21T09:00'],
        ['two', '2026-11-22T09:30'],
        ['two', '2026-11-23T09:30'],
        ['two', '2026-11-24T09:30'],
        ['two', '2026-11-25T09:30'],
        ['two', '2026-11-26T09:30'],
      ].sort((a, b) => ((a[1] as string) < (b[1] as string) ? -1 : 1)),
    )
    expect(await reminders(`?state=upcoming&task_id=${two}&until=2026-11-22T00:00:00Z`)).toMatchObject([{ id: null, state: 'upcoming', task_id: two }])
    await to(start + 4 * day)
    expect(await reminders(`?task_id=${one}`)).toHaveLength(2)
    expect(await reminders('?state=delivered&state=missed')).toHaveLength(5)
    expect(await reminders('?state=missed')).toHaveLength(2)
    expect(await reminders('?from=2026-11-22T00:00:00Z&until=2026-11-23T00:00:00%2B00:00')).toMatchObject([
      { title: 'two', due_at: '2026-11-22T09:30:00.000Z' },
    ])
    for (const query of ['?limit=2', '?state=upcoming&limit=3']) {
      const seen: unknown[] = []
      let next: string | undefined = `/reminders${query}`
      while (next) {
        const reply: Response = await fetch(timed.service.url + next)
        const page = (await reply.json()) as Reminder[]
        seen.push(...page)
        next = /<(.*)>; rel="next"/.exec(reply.headers.get('link') ?? '')?.[1]
        expect(Number(reply.headers.get('x-total-count'))).toBeGreaterThanOrEqual(page.length)
      }
      expect(seen).toEqual(await reminders(query.replace(/[?&]limit=\d/, '')))
    }
  })

  it('says what is wrong with a question', async () => {
    for (const [query, status] of [
      ['?state=sometimes', 400],
      ['?state=upcoming&state=due', 400],
      ['?state=upcoming&until=2099-01-01T00:00:00Z', 400],
      ['?from=9999-12-31T23:59:59-23:59', 400],
      ['?task_id=99', 404],
      ['?when=now', 400],
      ['?cursor=x', 400],
      ['/7', 404],
    ] as const)
      expect((await call(timed.service.url, 'GET', `/reminders${query}`)).status, query).toBe(status)
  })

  it('tells everybody who listens', async () => {
    events = await readEvents(`${timed.service.url}/events`)
    await taskWith('heard', at(start + hour))
    await to(start + hour)
    await ask('POST', '/reminders/1/acknowledge')
    await expect
      .poll(() => events?.events.filter((event) => event.event === 'reminder').map((event) => JSON.parse(event.data) as Reminder))
      .toMatchObject([{ title: 'heard', state: 'delivered' }, { state: 'acknowledged' }])
    const seen = events.events.filter((event) => event.event === 'reminder').map((event) => JSON.parse(event.data) as object)
    expect(Object.keys(seen[0] as object).sort()).toEqual(Object.keys((await reminders())[0] as object).sort())
  })
})

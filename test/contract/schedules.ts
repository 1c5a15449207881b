import { describe, expect, it } from 'vitest'
import { expectProblem } from './http.ts'
import type { Target } from './target.ts'

export function scheduleRules(target: () => Target): void {
  const call: Target['call'] = (...args) => target().call(...args)
  const task = async () => (await call('POST', '/tasks', { title: 'remind me' })).body.id as number
  const schedule = async (body: object) => call('POST', `/tasks/${await task()}/schedules`, body)

  describe('schedules', () => {
    it.each([
      [{ type: 'one_time', fire_at: '2031-01-31T09:00:00Z' }, { next_fire_at: '2031-01-31T09:00:00.000Z' }],
      [{ type: 'one_time', fire_at: '2031-01-31T09:00:00+02:00' }, { fire_at: '2031-01-31T07:00:00.000Z' }],
      [
        { type: 'one_time', fire_at: '2031-06-30 09:00', timezone: 'Europe/Berlin' },
        { fire_at: '2031-06-30T07:00:00.000Z', timezone: 'Europe/Berlin' },
      ],
      [
        { type: 'interval', interval_days: 3 },
        { interval_days: 3, time: null },
      ],
      [{ type: 'interval', interval_days: 1, time: '07:30' }, { time: '07:30' }],
      [
        { type: 'weekly', day_of_week: 0, time: '00:00' },
        { day_of_week: 0, fire_at: null },
      ],
      [{ type: 'monthly', day_of_month: 31, time: '23:59', timezone: 'America/New_York' }, { day_of_month: 31 }],
      [
        { type: 'rule', rule: 'FREQ=YEARLY;BYMONTH=5;BYMONTHDAY=5', starts_on: '2031-05-06', time: '09:00', timezone: 'Europe/Berlin' },
        { rule: 'FREQ=YEARLY;BYMONTH=5;BYMONTHDAY=5', starts_on: '2031-05-06', next_fire_at: '2032-05-05T07:00:00.000Z', interval_days: null },
      ],
      [
        { type: 'rule', rule: 'rrule:freq=monthly;byday=1mo;', starts_on: '2031-01-01', time: '09:00', timezone: 'UTC' },
        { rule: 'FREQ=MONTHLY;BYDAY=1MO', next_fire_at: '2031-01-06T09:00:00.000Z' },
      ],
      [
        { type: 'one_time', before_due_minutes: 30 },
        { before_due_minutes: 30, fire_at: null, next_fire_at: null, enabled: true },
      ],
      [
        { type: 'weekly', day_of_week: 6, time: '12:00', enabled: false },
        { enabled: false, next_fire_at: null },
      ],
    ])('[S1][S3][S4][S7] accepts %j', async (body, expected) => {
      const reply = await schedule(body)
      expect([reply.status, reply.body]).toEqual([201, expect.objectContaining({ ...expected, type: body.type, last_fired_at: null })])
      expect((await call('GET', (reply.headers.get('location') as string).slice(target().prefix.length))).body).toEqual(reply.body)
    })

    it('[S12] a completed task says when its repeating reminder brings it back', async () => {
      const due = new Date(Date.now() + 3 * 86_400_000).toISOString().slice(0, 10)
      const { id } = (await call('POST', '/tasks', { title: 'water the plants', due })).body
      const path = `/tasks/${id}/schedules`
      await call('POST', path, { type: 'one_time', fire_at: '2031-01-31T09:00:00Z' })
      const daily = (await call('POST', path, { type: 'interval', interval_days: 1, time: '09:00', timezone: 'UTC' })).body
      expect((await call('GET', `/tasks/${id}`)).body.comes_back_at).toBeUndefined()
      const done = (await call('PATCH', `/tasks/${id}`, { status: 'done' })).body
      const after = new Date(Date.parse(`${due}T09:00:00Z`) + 86_400_000).toISOString()
      expect(done.comes_back_at).toBe(after)
      const read = await call('GET', `/tasks/${id}`)
      expect(read.body.comes_back_at).toBe(after)
      expect((await call('GET', '/tasks?status=done')).body.find((task: { id: number }) => task.id === id).comes_back_at).toBe(after)
      await call('PATCH', `${path}/${daily.id}`, { enabled: false })
      expect((await call('GET', `/tasks/${id}`, undefined, { 'if-none-match': read.headers.get('etag') as string })).status).toBe(200)
      expect((await call('GET', `/tasks/${id}`)).body.comes_back_at).toBeUndefined()
    })

    it('[S14] comes so long before its task is due, moves along with it, and waits while it is due at no time', async () => {
      const { id } = (await call('POST', '/tasks', { title: 'board the train', due: '2031-07-01T12:00:00Z' })).body
      const made = (await call('POST', `/tasks/${id}/schedules`, { type: 'one_time', before_due_minutes: 90, timezone: 'Europe/Berlin' })).body
      expect(made).toMatchObject({ fire_at: null, next_fire_at: '2031-07-01T10:30:00.000Z' })
      const path = `/tasks/${id}/schedules/${made.id}`
      const read = await call('GET', path)
      const whenDue = async (due: string | null) => {
        expect((await call('PATCH', `/tasks/${id}`, { due })).status).toBe(200)
        const [one, all] = [
          await call('GET', path, undefined, { 'if-none-match': read.headers.get('etag') as string }),
          await call('GET', `/tasks/${id}/schedules`),
        ]
        expect(all.body).toEqual([one.body])
        return one.body.next_fire_at
      }
      expect(await whenDue('2031-07-02T12:00:00+02:00')).toBe('2031-07-02T08:30:00.000Z')
      // A day counts from nine o'clock there, in summer and in winter.
      expect(await whenDue('2031-07-03')).toBe('2031-07-03T05:30:00.000Z')
      expect(await whenDue('2031-12-03')).toBe('2031-12-03T06:30:00.000Z')
      expect(await whenDue(null)).toBeNull()
      expect(await whenDue('2031-12-04')).toBe('2031-12-04T06:30:00.000Z')
      // One way to say it takes the place of the other.
      const moved = async (patch: object) => (await call('PATCH', path, patch)).body
      expect(await moved({ before_due_minutes: 0 })).toMatchObject({ next_fire_at: '2031-12-04T08:00:00.000Z' })
      expect(await moved({ fire_at: '2031-01-31T09:00:00Z' })).toMatchObject({ before_due_minutes: null, next_fire_at: '2031-01-31T09:00:00.000Z' })
      expect(await moved({ before_due_minutes: 60 })).toMatchObject({ fire_at: null, next_fire_at: '2031-12-04T07:00:00.000Z' })
      expectProblem(await call('PATCH', path, { before_due_minutes: null }), 400, /fire_at is required/)
      expect(await moved({ enabled: false })).toMatchObject({ before_due_minutes: 60, next_fire_at: null })
    })

    it.each([
      [{}, /type is required/],
      [{ type: 'yearly' }, /one_time, interval, weekly, monthly/],
      [{ type: 'one_time' }, /fire_at is required/],
      [{ type: 'one_time' }, /or before_due_minutes, for example 30/],
      [{ type: 'one_time', before_due_minutes: -1 }, /between 0 and 525600/],
      [{ type: 'one_time', before_due_minutes: 1.5 }, /integer/],
      [{ type: 'one_time', before_due_minutes: 30, fire_at: '2031-01-31T09:00:00Z' }, /send one of them/],
      [{ type: 'weekly', day_of_week: 1, time: '09:00', before_due_minutes: 30 }, /before_due_minutes does not belong/],
      [{ type: 'one_time', fire_at: '2031-01-01T09:00:00+05:00[Europe/Berlin]' }, /ISO 8601/],
      [{ type: 'one_time', fire_at: '2031-01-01T09:00:60Z' }, /ISO 8601/],
      [{ type: 'one_time', fire_at: 'tomorrow' }, /ISO 8601/],
      [{ type: 'one_time', fire_at: '2031-02-30T09:00:00Z' }, /valid moment/],
      [{ type: 'one_time', fire_at: '0000-01-01T00:00:00Z' }, /valid moment/],
      [{ type: 'one_time', fire_at: '0001-01-01T00:00:00+14:00' }, /valid moment/],
      [{ type: 'one_time', fire_at: '2031-01-01T09:00:00Z', time: '09:00' }, /time does not belong/],
      [{ type: 'interval' }, /interval_days is required/],
      [{ type: 'interval', interval_days: 0 }, /between 1 and/],
      [{ type: 'interval', interval_days: 1.5 }, /integer/],
      [{ type: 'weekly', day_of_week: 7, time: '09:00' }, /between 0 and 6/],
      [{ type: 'weekly', day_of_week: 1 }, /time is required/],
      [{ type: 'weekly', time: '09:00' }, /day_of_week is required/],
      [{ type: 'monthly', day_of_month: 32, time: '09:00' }, /between 1 and 31/],
      [{ type: 'monthly', day_of_month: 0, time: '09:00' }, /between 1 and 31/],
      [{ type: 'monthly', day_of_month: 1, time: '24:00' }, /00:00 to 23:59/],
      [{ type: 'monthly', day_of_month: 1, time: '9:00' }, /09:00/],
      [{ type: 'weekly', day_of_week: '1', time: '09:00' }, /integer/],
      [{ type: 'weekly', day_of_week: 1, time: '09:00', timezone: 'Mars/Olympus' }, /IANA/],
      [{ type: 'weekly', day_of_week: 1, time: '09:00', timezone: '+02:00' }, /IANA/],
      [{ type: 'weekly', day_of_week: 1, time: '09:00', rule: 'FREQ=DAILY' }, /rule does not belong/],
      [{ type: 'rule', time: '09:00' }, /rule is required for a rule schedule, for example "FREQ=WEEKLY/],
      [{ type: 'rule', rule: 'FREQ=DAILY' }, /time is required/],
      [{ type: 'rule', rule: 'every friday', time: '09:00' }, /RRULE of RFC 5545, for example FREQ=/],
      [{ type: 'rule', rule: 'FREQ=HOURLY', time: '09:00' }, /at most once a day/],
      [{ type: 'rule', rule: 'FREQ=DAILY;BYHOUR=9', time: '09:00' }, /goes into time/],
      [{ type: 'rule', rule: 'FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=30', time: '09:00' }, /never comes/],
      [{ type: 'rule', rule: 'FREQ=DAILY;COUNT=1000000', time: '09:00' }, /COUNT must be a whole number from 1 to 1000/],
      [{ type: 'rule', rule: 'FREQ=DAILY;UNTIL=20300101', starts_on: '2031-01-01', time: '09:00' }, /its end is before the first one/],
      [{ type: 'rule', rule: 'FREQ=DAILY', starts_on: '2031-02-30', time: '09:00' }, /day of the calendar/],
      [{ type: 'rule', rule: 'FREQ=DAILY', starts_on: '31.1.2031', time: '09:00' }, /must be a day/],
      [{ type: 'weekly', day_of_week: 1, time: '09:00', next_fire_at: '2031-01-01T00:00:00Z' }, /unknown field/],
    ])('[S1][S2] refuses %j', async (body, about) => expectProblem(await schedule(body), 400, about))

    it('[S5] is due next on the right weekday', async () => {
      const { next_fire_at } = (await schedule({ type: 'weekly', day_of_week: 5, time: '09:00', timezone: 'UTC' })).body
      const next = new Date(next_fire_at)
      expect([next.getUTCDay(), next.getUTCHours(), next.getTime() > Date.now(), next.getTime() <= Date.now() + 7 * 86_400_000]).toEqual([5, 9, true, true])
    })

    it('[S9] counts a rule from its first day, by default the day it is made, and ends it', async () => {
      const made = (await schedule({ type: 'rule', rule: 'FREQ=WEEKLY;INTERVAL=2;BYDAY=FR', time: '09:00', timezone: 'UTC' })).body
      expect(made.starts_on).toBe(new Date(made.created_at).toISOString().slice(0, 10))
      const path = `/tasks/${made.task_id}/schedules/${made.id}`
      const moved = async (patch: object) => (await call('PATCH', path, patch)).body
      expect(await moved({ starts_on: '2031-01-03' })).toMatchObject({ rule: made.rule, next_fire_at: '2031-01-03T09:00:00.000Z' })
      expect(await moved({ starts_on: '2031-01-04' })).toMatchObject({ next_fire_at: '2031-01-17T09:00:00.000Z' })
      expect(await moved({ rule: 'FREQ=DAILY;COUNT=3', starts_on: '2020-01-01' })).toMatchObject({ next_fire_at: null, enabled: true })
      expectProblem(await call('PATCH', path, { rule: 'FREQ=SECONDLY' }), 400, /at most once a day/)
      expect(await moved({ type: 'weekly', day_of_week: 2 })).toMatchObject({ type: 'weekly', rule: null, starts_on: null, time: '09:00' })
    })

    it('[S8] changes what is given, and checks the whole', async () => {
      const id = await task()
      const made = (await call('POST', `/tasks/${id}/schedules`, { type: 'weekly', day_of_week: 1, time: '09:00' })).body
      const path = `/tasks/${id}/schedules/${made.id}`
      expect((await call('PATCH', path, { time: '10:00' })).body).toMatchObject({ day_of_week: 1, time: '10:00' })
      expect((await call('PATCH', path, { type: 'monthly', day_of_month: 3 })).body).toMatchObject({
        type: 'monthly',
        day_of_week: null,
        day_of_month: 3,
        time: '10:00',
      })
      expectProblem(await call('PATCH', path, { type: 'one_time' }), 400, /fire_at is required/)
      expectProblem(await call('PATCH', path, { time: null }), 400, /time is required/)
      expectProblem(await call('PATCH', path, { day_of_week: 3 }), 400, /day_of_week does not belong/)
      expect((await call('PATCH', path, { enabled: false })).body).toMatchObject({ enabled: false, next_fire_at: null })
      expect((await call('PATCH', path, { enabled: true })).body.next_fire_at).not.toBeNull()
      expect((await call('DELETE', path)).status).toBe(204)
      expectProblem(await call('GET', path), 404)
      expectProblem(await call('PATCH', path, {}), 404)
    })

    it('[H2][H8][H9][H10] are listed newest first, and guarded like everything else', async () => {
      const id = await task()
      const ids: number[] = []
      for (let days = 1; days <= 3; days++) ids.unshift((await call('POST', `/tasks/${id}/schedules`, { type: 'interval', interval_days: days })).body.id)
      const all = await call('GET', `/tasks/${id}/schedules`)
      expect([all.body.map((one: { id: number }) => one.id), all.headers.get('x-total-count')]).toEqual([ids, '3'])
      const first = await call('GET', `/tasks/${id}/schedules?limit=2`)
      expect(first.body).toEqual(all.body.slice(0, 2))
      const link = /<([^>]+)>; rel="next"/.exec(first.headers.get('link') ?? '')?.[1] as string
      expect((await call('GET', link.slice(target().prefix.length))).body).toEqual(all.body.slice(2))

      const path = `/tasks/${id}/schedules/${ids[0]}`
      const etag = (await call('GET', path)).headers.get('etag') as string
      expect((await call('GET', path, undefined, { 'if-none-match': etag })).status).toBe(304)
      expect((await call('PATCH', path, {}, { 'if-match': etag })).headers.get('etag')).toBe(etag)
      expect((await call('PATCH', path, { interval_days: 9 }, { 'if-match': etag })).status).toBe(200)
      expectProblem(await call('PATCH', path, { interval_days: 8 }, { 'if-match': etag }), 412)
      expectProblem(await call('DELETE', path, undefined, { 'if-match': etag }), 412)
      expect((await call('GET', path, undefined, { 'if-none-match': etag })).body.interval_days).toBe(9)
    })

    it('[H12] are set once for one Idempotency-Key', async () => {
      const id = await task()
      const send = () => call('POST', `/tasks/${id}/schedules`, { type: 'interval', interval_days: 1 }, { 'idempotency-key': `remind-${id}` })
      expect((await send()).body).toEqual((await send()).body)
      expect((await call('GET', `/tasks/${id}/schedules`)).body).toHaveLength(1)
    })

    it('[S1] belongs to its own task', async () => {
      const made = (await schedule({ type: 'interval', interval_days: 2 })).body
      expectProblem(await call('GET', `/tasks/${await task()}/schedules/${made.id}`), 404)
      expectProblem(await call('POST', '/tasks/9007199254740991/schedules', { type: 'interval', interval_days: 2 }), 404)
    })
  })
}

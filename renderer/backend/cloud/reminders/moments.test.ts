import { expect, test } from 'vitest'
import type { NewSchedule, Schedule } from '../../../../shared/schema/schedule.ts'
import { unsentSchedule } from '../outbox/write.ts'
import { lastMoment, loadFor, momentsIn } from './moments.ts'

const made = '2026-11-02T10:00:00.000Z'
const now = '2026-11-18T12:00:00.000Z'
const until = '2026-12-02T12:00:00.000Z'
const schedule = (body: NewSchedule, next_fire_at: string | null = null) => ({
  ...unsentSchedule(1, 1, { timezone: 'Europe/Berlin', ...body }, made),
  next_fire_at,
})

test('[PW13] every few days counts on from the moment that the cloud named, else from the day on which it was made', () => {
  const every = { type: 'interval', interval_days: 3, time: '09:00' } as const
  const named = schedule(every, '2026-11-19T08:00:00.000Z')
  expect(momentsIn(named, null, now, until, 2)).toEqual(['2026-11-19T08:00:00.000Z', '2026-11-22T08:00:00.000Z'])
  expect(lastMoment(named, null, made, now)).toBe('2026-11-16T08:00:00.000Z')
  const { next_fire_at: _none, ...unnamed } = schedule(every)
  expect(momentsIn(unnamed as Schedule, null, now, until, 1)).toEqual(['2026-11-20T08:00:00.000Z'])
})

test('[PW13] a rule, a moment before the due date, and one that has none', async () => {
  const rule = schedule({ type: 'rule', rule: 'FREQ=WEEKLY;INTERVAL=2;BYDAY=FR', starts_on: '2026-11-06', time: '17:00' })
  await loadFor([rule])
  expect(momentsIn(rule, null, now, until, 5)).toEqual(['2026-11-20T16:00:00.000Z'])
  const before = schedule({ type: 'one_time', before_due_minutes: 60 })
  expect(momentsIn(before, '2026-11-18T15:00:00.000Z', now, until, 5)).toEqual(['2026-11-18T14:00:00.000Z'])
  expect(lastMoment(before, '2026-11-18T12:30:00.000Z', made, now)).toBe('2026-11-18T11:30:00.000Z')
  expect(momentsIn(before, null, now, until, 5)).toEqual([])
})

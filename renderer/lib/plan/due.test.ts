import { beforeEach, expect, test } from 'vitest'
import { clock } from '../dates.ts'
import { dueGroupOf, dueText, dueWords, isInRange, isLate, nextWeek, tomorrow } from './due.ts'
import { locale } from '../messages.ts'
import { firstWeekday } from '../when/habits.ts'

beforeEach(() => firstWeekday.set(1))

/** A Wednesday, at noon of this machine. */
const now = new Date(2026, 10, 18, 12).getTime()
const at = (day: number, hour: number) => new Date(2026, 10, day, hour).toISOString()
const due = (due: string | null, status: 'todo' | 'done' = 'todo') => ({ due, status })

test('a due date is said as people say it', () => {
  expect([dueText('2026-11-18', now), dueText('2026-11-19', now), dueWords('2026-11-17', now)]).toEqual(['Today', 'Tomorrow', 'yesterday'])
  const written = (day: Date, options: Intl.DateTimeFormatOptions) =>
    new Intl.DateTimeFormat(locale, { weekday: 'short', day: 'numeric', month: 'short', ...options }).format(day)
  expect(dueText('2026-11-27', now)).toBe(written(new Date(2026, 10, 27), {}))
  expect(dueText('2027-11-26', now)).toBe(written(new Date(2027, 10, 26), { year: 'numeric' }))
  expect(dueText(at(19, 17), now)).toBe(`Tomorrow, ${clock(at(19, 17))}`)
})

test('a day is late when it is over, a moment when it has passed, and what is done never', () => {
  expect([due('2026-11-18'), due('2026-11-17'), due(at(18, 13)), due(at(18, 11)), due(null)].map((task) => isLate(task, now))).toEqual([
    false,
    true,
    false,
    true,
    false,
  ])
  expect(isLate(due('2026-11-17', 'done'), now)).toBe(false)
})

test('the ranges that a list is filtered by', () => {
  const ranges = (task: ReturnType<typeof due>) => (['overdue', 'today', 'week', 'none'] as const).filter((range) => isInRange(task, range, now))
  expect(ranges(due('2026-11-17'))).toEqual(['overdue'])
  expect(ranges(due('2026-11-18'))).toEqual(['today', 'week'])
  expect(ranges(due(at(18, 9)))).toEqual(['overdue', 'today', 'week'])
  expect(ranges(due('2026-11-22'))).toEqual(['week'])
  expect(ranges(due('2026-11-23'))).toEqual([])
  expect(ranges(due(null))).toEqual(['none'])
})

test('each task stands in one group', () => {
  const groups = ['2026-11-01', '2026-11-18', '2026-11-19', '2026-11-22', '2026-11-23', null].map((day) => dueGroupOf(due(day), now))
  expect(groups).toEqual(['overdue', 'today', 'tomorrow', 'week', 'later', 'none'])
})

test('next week begins on its Monday, also on a Sunday and on a Monday', () => {
  expect(nextWeek(now)).toBe('2026-11-23')
  expect(nextWeek(new Date(2026, 10, 22, 8).getTime())).toBe('2026-11-23')
  expect(nextWeek(new Date(2026, 10, 23, 8).getTime())).toBe('2026-11-30')
  expect(tomorrow(new Date(2026, 11, 31, 23).getTime())).toBe('2027-01-01')
})

test('[W63] or on a Sunday, where the week begins there: and this week ends on the Saturday', () => {
  firstWeekday.set(0)
  expect(nextWeek(now)).toBe('2026-11-22')
  expect([isInRange(due('2026-11-21'), 'week', now), isInRange(due('2026-11-22'), 'week', now)]).toEqual([true, false])
})

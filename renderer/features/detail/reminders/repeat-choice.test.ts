import { expect, test } from 'vitest'
import { placesFor, type RepeatChoice, ruleFrom } from './repeat-choice.ts'

// 27 November 2026 is a Friday, the fourth and last of its month.
const choice = (fields: Partial<RepeatChoice>): RepeatChoice => ({
  every: 1,
  unit: 'week',
  days: [5],
  place: 'date',
  start: '2026-11-27',
  time: '09:00',
  ...fields,
})

test.each([
  [{ every: 2 }, 'FREQ=WEEKLY;INTERVAL=2;BYDAY=FR'],
  [{ days: [0, 5, 1] }, 'FREQ=WEEKLY;BYDAY=MO,FR,SU'],
  [{ unit: 'day', every: 10 }, 'FREQ=DAILY;INTERVAL=10'],
  [{ unit: 'month' }, 'FREQ=MONTHLY;BYMONTHDAY=27'],
  [{ unit: 'month', place: 'nth' }, 'FREQ=MONTHLY;BYDAY=4FR'],
  [{ unit: 'month', place: 'lastWeekday', every: 3 }, 'FREQ=MONTHLY;INTERVAL=3;BYDAY=-1FR'],
  [{ unit: 'month', place: 'lastDay', start: '2026-11-30' }, 'FREQ=MONTHLY;BYMONTHDAY=-1'],
  [{ unit: 'month', place: 'lastDay' }, 'FREQ=MONTHLY;BYMONTHDAY=27'],
  [{ unit: 'year' }, 'FREQ=YEARLY;BYMONTH=11;BYMONTHDAY=27'],
  [{ unit: 'year', place: 'nth' }, 'FREQ=YEARLY;BYMONTH=11;BYDAY=4FR'],
] as const)('%j', (fields, rule) => {
  const chosen = choice(fields)
  expect(ruleFrom(chosen)).toEqual({ type: 'rule', rule, starts_on: chosen.start, time: '09:00' })
})

test.each([{ every: 0 }, { every: Number.NaN }, { every: 41 }, { days: [] }, { start: '' }, { start: '2026-13-01' }, { time: '' }])(
  '%j is not whole yet',
  (fields) => expect(ruleFrom(choice(fields))).toBeUndefined(),
)

test('every other week begins with the first of its days', () => {
  expect(ruleFrom(choice({ every: 2, start: '2026-11-22' }))).toMatchObject({ starts_on: '2026-11-27' })
  expect(ruleFrom(choice({ every: 2, start: '2026-11-30', days: [0, 1] }))).toMatchObject({ starts_on: '2026-11-30' })
})

test('a start says which places it can have', () => {
  expect(placesFor('2026-11-27', 'month')).toEqual(['date', 'nth', 'lastWeekday'])
  expect(placesFor('2026-11-30', 'month')).toEqual(['date', 'lastWeekday', 'lastDay'])
  expect(placesFor('2026-11-30', 'year')).toEqual(['date', 'lastWeekday'])
  expect(placesFor('2026-11-03', 'month')).toEqual(['date', 'nth'])
})

import { expect, it } from 'vitest'
import { dayIn, isOverdue, requireDue } from './due.ts'

it.each([
  ['2026-11-27', '2026-11-27'],
  ['2028-02-29', '2028-02-29'],
  ['2026-11-27T17:00:00+02:00', '2026-11-27T15:00:00.000Z'],
  ['2026-11-27t17:00Z'.toUpperCase(), '2026-11-27T17:00:00.000Z'],
])('[T13] takes %s', (given, due) => expect(requireDue('/due', given)).toBe(due))

it.each(['2026-02-30', '2026-02-30T10:00:00Z', '2027-02-29', '2026-13-01', '2026-11-27T25:00:00Z', '0000-01-01', '2026-02-28T24:00:00Z'])(
  '[T13] refuses %s',
  (given) => expect(() => requireDue('/due', given)).toThrow(/due must be a day or a moment that exists/),
)

it('[T13] a day is overdue when it is over where one is, a moment when it has passed', () => {
  const now = new Date('2026-11-27T23:30:00Z')
  const inBerlin = { today: dayIn('Europe/Berlin', now), now: now.toISOString() }
  const inUtc = { today: dayIn('UTC', now), now: now.toISOString() }
  expect(inBerlin.today).toBe('2026-11-28')
  expect(isOverdue('2026-11-27', inBerlin)).toBe(true)
  expect(isOverdue('2026-11-27', inUtc)).toBe(false)
  expect(isOverdue('2026-11-27T23:00:00.000Z', inUtc)).toBe(true)
  expect(isOverdue('2026-11-28T00:00:00.000Z', inBerlin)).toBe(false)
  expect(() => dayIn('Mars/Olympus', now)).toThrow(/IANA/)
})

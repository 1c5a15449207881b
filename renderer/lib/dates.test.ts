import { expect, test } from 'vitest'
import { ago, dayName, fromNow, shortMoment, timeOfDay } from './dates.ts'
import { locale } from './messages.ts'

const now = Date.parse('2026-11-20T10:00:00Z')
const after = (seconds: number) => fromNow(new Date(now + seconds * 1000).toISOString(), now)

test('a moment reads well in the middle of a sentence', () => {
  expect([-1, -90, -3 * 3600, -26 * 3600].map(after)).toEqual(['just now', '1 minute ago', '3 hours ago', 'yesterday'])
  expect(ago(new Date(now + 20_000).toISOString(), now)).toBe('just now')
  expect([20, 180, 24 * 3600, 6 * 86_400].map(after)).toEqual(['in a moment', 'in 3 minutes', 'tomorrow', 'in 6 days'])
})

test('a time of day is written as people in that place write it', () => {
  const own = new Intl.DateTimeFormat(locale, { timeStyle: 'short' })
  expect(timeOfDay('09:05')).toBe(own.format(new Date(2000, 0, 1, 9, 5)))
  expect(timeOfDay('18:00')).toBe(own.format(new Date(2000, 0, 1, 18)))
})

test('a day says its year where that is another one', () => {
  const said = [
    dayName('2026-11-05T10:00:00Z', now),
    dayName('2027-11-05T10:00:00Z', now),
    shortMoment('2026-11-05T10:00:00Z', now),
    shortMoment('2025-11-05T10:00:00Z', now),
  ]
  expect(said.map((text) => /\d{4}/.exec(text)?.[0])).toEqual([undefined, '2027', undefined, '2025'])
})

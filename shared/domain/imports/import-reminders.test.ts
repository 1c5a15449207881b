import { expect, test } from 'vitest'
import { clockOf, everyDays, repeatOf, writtenDate } from './import-reminders.ts'

const weekly = (day_of_week: number, time = '09:00') => ({ type: 'weekly', day_of_week, time })

test.each([
  ['every day', [{ type: 'interval', interval_days: 1 }]],
  ['Every Other Day at 7pm', [{ type: 'interval', interval_days: 2, time: '19:00' }]],
  ['every 3 weeks', [{ type: 'interval', interval_days: 21 }]],
  ['daily', [{ type: 'interval', interval_days: 1 }]],
  ['weekly', [{ type: 'interval', interval_days: 7 }]],
  ['every! 10 days', [{ type: 'interval', interval_days: 10 }]],
  ['every monday at 9am', [weekly(1)]],
  ['every mon, fri at 18:30', [weekly(1, '18:30'), weekly(5, '18:30')]],
  ['every Tuesday and Thursday', [weekly(2), weekly(4)]],
  ['every weekday', [1, 2, 3, 4, 5].map((day) => weekly(day))],
  ['every 15th', [{ type: 'monthly', day_of_month: 15, time: '09:00' }]],
  ['every month on the 1st', [{ type: 'monthly', day_of_month: 1, time: '09:00' }]],
])('%s', (text, schedules) => expect(repeatOf(text, undefined)).toEqual(schedules))

test('every month is the day on which it is due next', () => {
  expect(repeatOf('every month', '2096-02-07T08:15')).toEqual([{ type: 'monthly', day_of_month: 7, time: '08:15' }])
  expect(repeatOf('every month', undefined)).toBeUndefined()
})

test.each(['every 3rd friday', 'every year', 'every hour', 'every jan 5', 'jeden Montag', 'everything', 'every 99th', 'every day at noon', 'every'])(
  '%s is none',
  (text) => expect(repeatOf(text, undefined)).toBeUndefined(),
)

test('days are counted so that the first one is the due day', () => {
  expect(everyDays(14, '2096-05-15T10:00:00.000Z', '10:00', 'UTC')).toMatchObject({ created_at: '2096-05-01T10:00:00.000Z' })
  expect(everyDays(1, '2096-05-15T23:30', undefined)).toMatchObject({ time: '23:30', created_at: '2096-05-14T12:00:00.000Z' })
})

test('clocks and dates as people write them', () => {
  expect(['9am', '12am', '12:30 pm', '18:00', '9', '25:00', undefined].map(clockOf)).toEqual([
    '09:00',
    '00:00',
    '12:30',
    '18:00',
    undefined,
    undefined,
    undefined,
  ])
  expect(['Oct 5 2026', '5 October, 2026', '1st May 2026', 'Aug 5', '2026-10-05', '5 Foo 2026'].map(writtenDate)).toEqual([
    '2026-10-05',
    '2026-10-05',
    '2026-05-01',
    undefined,
    undefined,
    undefined,
  ])
})

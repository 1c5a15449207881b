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
  ['every other friday at 9am', [{ type: 'rule', rule: 'FREQ=WEEKLY;INTERVAL=2;BYDAY=FR', time: '09:00' }]],
  ['every 3rd friday', [{ type: 'rule', rule: 'FREQ=MONTHLY;BYDAY=3FR', time: '09:00' }]],
  ['every last day', [{ type: 'rule', rule: 'FREQ=MONTHLY;BYMONTHDAY=-1', time: '09:00' }]],
  ['every first monday of the month at 8:30', [{ type: 'rule', rule: 'FREQ=MONTHLY;BYDAY=1MO', time: '08:30' }]],
  ['every last workday', [{ type: 'rule', rule: 'FREQ=MONTHLY;BYDAY=MO,TU,WE,TH,FR;BYSETPOS=-1', time: '09:00' }]],
  ['every jan 5', [{ type: 'rule', rule: 'FREQ=YEARLY;BYMONTH=1;BYMONTHDAY=5', time: '09:00' }]],
  ['every 5th of may at 18:00', [{ type: 'rule', rule: 'FREQ=YEARLY;BYMONTH=5;BYMONTHDAY=5', time: '18:00' }]],
])('%s', (text, schedules) => expect(repeatOf(text, undefined)).toEqual(schedules))

test.each([
  ['every year', 'FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=7'],
  ['yearly', 'FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=7'],
  ['every 2 months', 'FREQ=MONTHLY;INTERVAL=2;BYMONTHDAY=7'],
  ['quarterly', 'FREQ=MONTHLY;INTERVAL=3;BYMONTHDAY=7'],
  ['every other friday', 'FREQ=WEEKLY;INTERVAL=2;BYDAY=FR'],
])('%s is counted from the day on which it is due next', (text, rule) => {
  expect(repeatOf(text, '2096-02-07T08:15')).toEqual([{ type: 'rule', rule, starts_on: '2096-02-07', time: '08:15' }])
  expect(repeatOf(text, '2096-02-07T23:30:00.000Z', 'Asia/Tokyo')).toEqual([
    { type: 'rule', rule: rule.replace('BYMONTHDAY=7', 'BYMONTHDAY=8'), starts_on: '2096-02-08', time: '08:30', timezone: 'Asia/Tokyo' },
  ])
})

test('every month is the day on which it is due next', () => {
  expect(repeatOf('every month', '2096-02-07T08:15')).toEqual([{ type: 'monthly', day_of_month: 7, time: '08:15' }])
  expect(repeatOf('every month', undefined)).toBeUndefined()
})

test.each([
  'every 6th friday',
  'every year',
  'every hour',
  'every feb 30',
  'every 3 months',
  'jeden Montag',
  'everything',
  'every 99th',
  'every day at noon',
  'every',
])('%s is none', (text) => expect(repeatOf(text, undefined)).toBeUndefined())

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

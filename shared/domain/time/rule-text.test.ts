import { expect, test } from 'vitest'
import { ruleDays } from '../../node/rule-days.ts'
import { comesOnce } from './rule-days.ts'
import { asStored, readRule } from './rule-text.ts'

test.each([
  ['FREQ=WEEKLY;INTERVAL=2;BYDAY=FR', { freq: 'WEEKLY', interval: 2, byDay: [{ nth: 0, day: 'FR' }] }],
  ['RRULE:freq=monthly;byday=-1fr;', { freq: 'MONTHLY', interval: 1, byDay: [{ nth: -1, day: 'FR' }] }],
  ['FREQ=YEARLY;BYMONTH=5;BYMONTHDAY=5,5', { byMonth: [5], byMonthDay: [5] }],
  ['FREQ=DAILY;COUNT=10', { count: 10 }],
  ['FREQ=DAILY;UNTIL=20271231T225959Z', { until: '20271231T225959Z' }],
  ['FREQ=MONTHLY;BYDAY=MO,TU,WE,TH,FR;BYSETPOS=-1;WKST=SU', { bySetPos: [-1], wkst: 'SU' }],
])('[S9] reads %s', (text, expected) => expect(readRule(asStored(text))).toMatchObject(expected))

test.each([
  ['', /must be an RRULE/],
  ['every other friday', /must be an RRULE.*for example FREQ=WEEKLY/],
  ['INTERVAL=2', /needs FREQ=DAILY, WEEKLY/],
  ['FREQ=FORTNIGHTLY', /needs FREQ=DAILY, WEEKLY/],
  ['FREQ=SECONDLY', /at most once a day/],
  ['FREQ=DAILY;BYMINUTE=1', /goes into time/],
  ['DTSTART=20270101;FREQ=DAILY', /goes into starts_on/],
  ['FREQ=DAILY;RSCALE=HEBREW', /no part 'RSCALE'; it takes FREQ, INTERVAL/],
  ['FREQ=DAILY;FREQ=DAILY', /twice/],
  ['FREQ=DAILY;INTERVAL=0', /from 1 to 14600/],
  ['FREQ=YEARLY;INTERVAL=999999999', /from 1 to 40 \(40 years\)/],
  ['FREQ=DAILY;INTERVAL=1e3', /whole number/],
  ['FREQ=DAILY;COUNT=1000000000', /from 1 to 1000; leave it out/],
  ['FREQ=DAILY;COUNT=1;UNTIL=20270101', /send one of them/],
  ['FREQ=DAILY;UNTIL=20270231', /last day, for example 20271231/],
  ['FREQ=WEEKLY;BYDAY=FRIDAY', /weekdays such as MO,FR/],
  ['FREQ=WEEKLY;BYDAY=1FR', /needs FREQ=MONTHLY/],
  ['FREQ=MONTHLY;BYDAY=6FR', /at most five/],
  ['FREQ=MONTHLY;BYDAY=0FR', /weekdays such as/],
  ['FREQ=MONTHLY;BYDAY=1MO,FR', /two reminders/],
  ['FREQ=MONTHLY;BYMONTHDAY=32', /from 1 to 31 or from -1 to -31/],
  ['FREQ=MONTHLY;BYMONTHDAY=0', /from 1 to 31/],
  ['FREQ=WEEKLY;BYMONTHDAY=3', /send FREQ=MONTHLY/],
  ['FREQ=MONTHLY;BYYEARDAY=3', /needs FREQ=YEARLY/],
  ['FREQ=YEARLY;BYWEEKNO=20', /needs BYDAY/],
  ['FREQ=MONTHLY;BYSETPOS=1', /send one with it/],
  ['FREQ=DAILY;WKST=XX', /WKST must be a weekday/],
  [`FREQ=YEARLY;BYMONTHDAY=${'1,'.repeat(5000)}1`, /at most 500 characters/],
  [`FREQ=DAILY${';'.repeat(400)}X`, /is no part of one/],
  ['FREQ=DAILY\nEXDATE:20270101', /no part/],
  ['FREQ=DAILY;BYDAY=\u{1F600}', /weekdays such as/u],
])('[S9] refuses %s in words that say what to send', (text, words) => expect(() => readRule(asStored(text))).toThrow(words))

test('[S9] a rule whose days do not exist is found out in bounded time', () => {
  const never = [
    'FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=30',
    'FREQ=MONTHLY;BYMONTH=2;BYMONTHDAY=31',
    'FREQ=DAILY;BYMONTH=2;BYMONTHDAY=30',
    'FREQ=DAILY;INTERVAL=7;BYDAY=TU',
    'FREQ=DAILY;INTERVAL=2;BYMONTH=4;BYMONTHDAY=31',
    'FREQ=WEEKLY;BYDAY=MO,TU;BYSETPOS=5;BYMONTH=2',
    'FREQ=MONTHLY;BYDAY=MO,TU;BYMONTHDAY=3;BYSETPOS=5',
    'FREQ=YEARLY;INTERVAL=4;BYMONTH=2;BYMONTHDAY=29',
    'FREQ=YEARLY;BYDAY=53MO;BYSETPOS=300;COUNT=1000',
    `FREQ=YEARLY;BYSETPOS=366;BYMONTHDAY=${Array.from({ length: 30 }, (_, i) => i + 1).join(',')};BYMONTH=1,2,3,4,5,6,7,8,9,10,11,12`,
    'FREQ=MONTHLY;BYMONTH=2;BYMONTHDAY=30;COUNT=1000',
  ]
  for (const rule of never) {
    readRule(rule)
    const before = process.cpuUsage()
    expect([rule, comesOnce(rule, '2026-01-05', ruleDays)]).toEqual([rule, false])
    // A tenth of it is usual.
    expect(process.cpuUsage(before).user / 1000).toBeLessThan(1000)
  }
})

test.each([
  ['FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=29', '2096-03-01', '2104-02-29'],
  ['FREQ=DAILY;BYMONTH=2;BYMONTHDAY=29', '2026-01-01', '2028-02-29'],
  ['FREQ=YEARLY;INTERVAL=40', '2026-01-05', '2066-01-05'],
  ['FREQ=DAILY;INTERVAL=14600', '2026-01-05', '2065-12-26'],
  ['FREQ=MONTHLY;BYMONTH=2;BYMONTHDAY=29;BYDAY=MO', '2026-01-05', '2044-02-29'],
])('[S9] %s comes once in a long while', (rule, startsOn, second) => {
  const first = ruleDays.next(rule, startsOn, startsOn) as string
  expect([first, ruleDays.next(rule, startsOn, new Date(Date.parse(startsOn) + 86_400_000).toISOString().slice(0, 10))]).toContain(second)
})

import { describe, expect, it } from 'vitest'
import { ruleDays } from '../../node/rule-days.ts'
import * as recurrence from './recurrence.ts'
import { isTimeZone, type Recurrence, readMoment } from './recurrence.ts'

const nextFire = (rule: Recurrence, after: string) => recurrence.nextFire(rule, after, ruleDays)
const lastFire = (rule: Recurrence, since: string, until: string) => recurrence.lastFire(rule, since, until, ruleDays)

const rule = (fields: Partial<Recurrence>): Recurrence => ({
  type: 'weekly',
  fire_at: null,
  interval_days: null,
  day_of_week: null,
  day_of_month: null,
  time: null,
  timezone: 'UTC',
  anchor: '2026-01-01T08:30:15.500Z',
  ...fields,
})

describe('nextFire', () => {
  it.each([
    ['the coming Friday', { day_of_week: 5, time: '09:00' }, '2026-11-20T08:59:59Z', '2026-11-20T09:00:00.000Z'],
    ['strictly after', { day_of_week: 5, time: '09:00' }, '2026-11-20T09:00:00Z', '2026-11-27T09:00:00.000Z'],
    ['Sunday is 0', { day_of_week: 0, time: '00:00' }, '2026-11-20T12:00:00Z', '2026-11-22T00:00:00.000Z'],
    ['the weekday where the person is', { day_of_week: 6, time: '01:00', timezone: 'Pacific/Auckland' }, '2026-11-20T10:00:00Z', '2026-11-20T12:00:00.000Z'],
  ])('[S5] weekly: %s', (_, fields, after, expected) => expect(nextFire(rule(fields), after)).toBe(expected))

  it.each([
    ['the last day of a short month', { day_of_month: 31 }, '2026-02-01T00:00:00Z', '2026-02-28T09:00:00.000Z'],
    ['a leap day', { day_of_month: 30 }, '2028-02-15T00:00:00Z', '2028-02-29T09:00:00.000Z'],
    ['and the 31st again after it', { day_of_month: 31 }, '2026-02-28T09:00:00Z', '2026-03-31T09:00:00.000Z'],
    ['over the year', { day_of_month: 1 }, '2026-12-01T09:00:00Z', '2027-01-01T09:00:00.000Z'],
  ])('[S5] monthly: %s', (_, fields, after, expected) => expect(nextFire(rule({ type: 'monthly', time: '09:00', ...fields }), after)).toBe(expected))

  it.each([
    ['counts from the anchor, at its time of day', {}, '2026-01-01T09:00:00Z', '2026-01-04T08:30:15.000Z'],
    ['at a time of its own', { time: '07:00' }, '2026-01-01T09:00:00Z', '2026-01-04T07:00:00.000Z'],
    ['never before the anchor', {}, '2020-01-01T00:00:00Z', '2026-01-04T08:30:15.000Z'],
    ['made in the last half second of a day', { anchor: '2026-01-01T23:59:59.700Z' }, '2026-01-01T23:59:59.700Z', '2026-01-04T23:59:59.000Z'],
    ['years later', { time: '07:00' }, '2029-05-05T00:00:00Z', '2029-05-06T07:00:00.000Z'],
  ])('[S5] interval: %s', (_, fields, after, expected) => expect(nextFire(rule({ type: 'interval', interval_days: 3, ...fields }), after)).toBe(expected))

  it.each([
    ['before', '2026-11-20T00:00:00Z', '2026-11-20T09:00:00.000Z'],
    ['after', '2026-11-20T09:00:00Z', null],
  ])('[S5] one_time: %s its moment', (_, after, expected) =>
    expect(nextFire(rule({ type: 'one_time', fire_at: '2026-11-20T09:00:00Z' }), after)).toBe(expected),
  )

  it.each([
    ['a gap: the first moment after it', 'Europe/Berlin', 0, '02:30', '2026-03-28T12:00:00Z', '2026-03-29T01:00:00.000Z'],
    ['the very start of a gap', 'Europe/Berlin', 0, '02:00', '2026-03-28T12:00:00Z', '2026-03-29T01:00:00.000Z'],
    ['an overlap: the earlier', 'Europe/Berlin', 0, '02:30', '2026-10-24T12:00:00Z', '2026-10-25T00:30:00.000Z'],
    ['an overlap: once', 'Europe/Berlin', 0, '02:30', '2026-10-25T00:30:00Z', '2026-11-01T01:30:00.000Z'],
    ['half an hour (Lord Howe)', 'Australia/Lord_Howe', 0, '02:15', '2026-10-03T00:00:00Z', '2026-10-03T15:30:00.000Z'],
    ['a whole day that Samoa skipped', 'Pacific/Apia', 5, '10:00', '2011-12-29T12:00:00Z', '2011-12-30T10:00:00.000Z'],
  ])('[S6] %s', (_, timezone, day_of_week, time, after, expected) => expect(nextFire(rule({ day_of_week, time, timezone }), after)).toBe(expected))
})

describe('moments and zones', () => {
  it.each([
    ['2027-01-31T09:00:00Z', '2027-01-31T09:00:00.000Z'],
    ['2027-01-31T09:00:00+05:30', '2027-01-31T03:30:00.000Z'],
    ['2027-01-31T09:00', '2027-01-31T08:00:00.000Z'],
    ['2027-01-31 09:00:30', '2027-01-31T08:00:30.000Z'],
    ['2027-02-30T09:00:00Z', undefined],
    ['2027-01-31T25:00', undefined],
    ['soon', undefined],
  ])('[S3] reads %s', (text, expected) => expect(readMoment(text, 'Europe/Berlin')).toBe(expected))

  it.each([
    ['Europe/Berlin', true],
    ['UTC', true],
    ['+02:00', false],
    ['Mars/Base', false],
    ['', false],
  ])('[S4] knows the zone %j: %s', (name, expected) => expect(isTimeZone(name)).toBe(expected))
})

describe('lastFire', () => {
  const monday = { day_of_week: 1, time: '09:00' }
  it.each([
    ['the moment of this week', monday, '2026-01-01T00:00:00.000Z', '2026-11-18T00:00:00.000Z', '2026-11-16T09:00:00.000Z'],
    ['a moment that is just now', monday, '2026-01-01T00:00:00.000Z', '2026-11-16T09:00:00.000Z', '2026-11-16T09:00:00.000Z'],
    ['none since then', monday, '2026-11-16T09:00:00.000Z', '2026-11-18T00:00:00.000Z', null],
    ['of an interval', { type: 'interval', interval_days: 3 }, '2026-01-01T08:30:15.500Z', '2026-01-09T00:00:00.000Z', '2026-01-07T08:30:15.000Z'],
    [
      'of a month that ends early',
      { type: 'monthly', day_of_month: 31, time: '09:00' },
      '2026-01-01T00:00:00.000Z',
      '2026-03-30T00:00:00.000Z',
      '2026-02-28T09:00:00.000Z',
    ],
    [
      'of what comes once',
      { type: 'one_time', fire_at: '2026-05-01T09:00:00.000Z' },
      '2026-01-01T00:00:00.000Z',
      '2026-11-18T00:00:00.000Z',
      '2026-05-01T09:00:00.000Z',
    ],
    ['of what is still to come', { type: 'one_time', fire_at: '2027-05-01T09:00:00.000Z' }, '2026-01-01T00:00:00.000Z', '2026-11-18T00:00:00.000Z', null],
  ] as const)('[S5] %s', (_, fields, since, until, expected) => expect(lastFire(rule(fields), since, until)).toBe(expected))
})

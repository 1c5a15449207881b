// When a schedule is due next, against an independent implementation: random schedules, all zones, random moments.
import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { comesBackAt, dueAfterReturn } from '../../shared/domain/time/returning.ts'
import * as recurrence from '../../shared/domain/time/recurrence.ts'
import type { Recurrence } from '../../shared/domain/time/recurrence.ts'
import { readRule } from '../../shared/domain/time/rule-text.ts'
import { ruleDays } from '../../shared/node/rule-days.ts'
import { dueMoments, wallAt } from '../support/reminders/due-moments.ts'
import { chooseSeed } from '../support/fuzz/random.ts'

const seed = chooseSeed()
console.log(`recurrence seed ${seed} (TANDEM_SEED=${seed} repeats it)`)
const runs = process.env.TANDEM_LONG ? 25_000 : 120
const day = 86_400_000
const nextFire = (rule: Recurrence, after: string) => recurrence.nextFire(rule, after, ruleDays)

const zones = Intl.supportedValuesOf('timeZone')
// Where clocks do the strangest things: half-hour changes, at midnight, a day left out, in Ramadan, none at all.
const strange = ['Australia/Lord_Howe', 'Africa/Cairo', 'America/Sao_Paulo', 'Asia/Beirut', 'Pacific/Apia', 'Pacific/Kwajalein', 'Africa/Casablanca']
const known = ['America/Havana', 'America/St_Johns', 'Asia/Tehran', 'Europe/Berlin', 'America/New_York', 'America/Asuncion', 'Atlantic/Azores', 'UTC']

const moment = fc.integer({ min: Date.UTC(1991), max: Date.UTC(2040) })
const timeOfDay = fc
  .oneof(fc.integer({ min: 0, max: 1439 }), fc.integer({ min: 0, max: 210 }), fc.constantFrom(0, 1, 59, 60, 119, 120, 150, 179, 180, 1380, 1439))
  .map((minutes) => `${String(Math.floor(minutes / 60)).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`)

const cases = fc
  .record({
    type: fc.constantFrom('one_time' as const, 'interval' as const, 'weekly' as const, 'monthly' as const),
    timezone: fc.oneof(fc.constantFrom(...zones), fc.constantFrom(...strange, ...known)),
    after: moment,
    /** Near a change of the clocks, where there is one within so many days. */
    nearChange: fc.boolean(),
    offset: fc.integer({ min: -3 * day, max: 3 * day }),
    time: timeOfDay,
    ownTime: fc.boolean(),
    day_of_week: fc.integer({ min: 0, max: 6 }),
    day_of_month: fc.oneof(fc.integer({ min: 1, max: 31 }), fc.integer({ min: 28, max: 31 })),
    interval_days: fc.oneof(fc.integer({ min: 1, max: 10 }), fc.integer({ min: 1, max: 400 })),
    anchorAgo: fc.integer({ min: -20 * day, max: 800 * day }),
    createdBefore: fc.oneof(fc.constant(0), fc.integer({ min: 0, max: 400 * day })),
  })
  .map((one) => {
    const after = one.nearChange ? nearChange(one.after, one.timezone) + one.offset : one.after
    const anchor = after - one.anchorAgo
    const rule: Recurrence = {
      type: one.type,
      fire_at: one.type === 'one_time' ? new Date(after + one.offset).toISOString() : null,
      interval_days: one.type === 'interval' ? one.interval_days : null,
      day_of_week: one.type === 'weekly' ? one.day_of_week : null,
      day_of_month: one.type === 'monthly' ? one.day_of_month : null,
      time: one.type === 'one_time' || (one.type === 'interval' && !one.ownTime) ? null : one.time,
      timezone: one.timezone,
      anchor: new Date(anchor).toISOString(),
      created_at: new Date(anchor - one.createdBefore).toISOString(),
    }
    return { rule, after }
  })

/** The next change of the clocks in a zone within a year, else the moment itself. */
function nearChange(moment: number, zone: string): number {
  const offset = (at: number) => wallAt(at, zone) - Math.floor(at / 1000) * 1000
  const before = offset(moment)
  for (let week = 1; week <= 52; week++) if (offset(moment + week * 7 * day) !== before) return moment + week * 7 * day - 3 * day
  return moment
}

const horizon = ({ type, interval_days, anchor }: Recurrence, after: number) =>
  type === 'interval' ? Math.max(Date.parse(anchor), after) + ((interval_days as number) + 3) * day : after + (type === 'weekly' ? 10 : 35) * day

test('[S5] [S6] the next moment is the one that an independent implementation finds', () => {
  fc.assert(
    fc.property(cases, ({ rule, after }) => {
      const [expected] = dueMoments(rule, after, horizon(rule, after))
      expect(nextFire(rule, new Date(after).toISOString())).toBe(expected === undefined ? null : new Date(expected).toISOString())
    }),
    { seed, numRuns: runs },
  )
}, 900_000)

test('[S5] [S6] following it from moment to moment leaves none out and repeats none', () => {
  fc.assert(
    fc.property(cases, ({ rule, after }) => {
      const until = horizon(rule, after) + 70 * day
      const found: string[] = []
      for (let at = nextFire(rule, new Date(after).toISOString()); at !== null && Date.parse(at) <= until; at = nextFire(rule, at)) found.push(at)
      expect(found).toEqual(dueMoments(rule, after, until).map((moment) => new Date(moment).toISOString()))
    }),
    { seed, numRuns: Math.round(runs / 20) },
  )
}, 900_000)

const weekday = fc.constantFrom('SU', 'MO', 'TU', 'WE', 'TH', 'FR', 'SA')
const signed = (max: number) => fc.integer({ min: 1, max }).chain((n) => fc.constantFrom(n, n, -n))
const part = (name: string, value: fc.Arbitrary<unknown>, max = 3) =>
  fc.uniqueArray(value, { minLength: 1, maxLength: max }).map((list): string | undefined => `${name}=${list.join(',')}`)
const sometimes = (one: fc.Arbitrary<string | undefined>, freq = 2) => fc.option(one, { nil: undefined, freq })
const end = fc.oneof(
  fc.integer({ min: 1, max: 60 }).map((count) => `COUNT=${count}`),
  fc.integer({ min: 0, max: 900 }).map((days) => (start: string) => `UNTIL=${date(Date.parse(start) + days * day).replaceAll('-', '')}`),
)
const date = (at: number) => new Date(at).toISOString().slice(0, 10)

/** Rules of any kind that a schedule takes; what readRule refuses is not among them. */
const rrules = fc
  .record({
    freq: fc.constantFrom('DAILY', 'WEEKLY', 'MONTHLY', 'YEARLY'),
    interval: sometimes(fc.oneof(fc.integer({ min: 1, max: 4 }), fc.integer({ min: 1, max: 40 })).map((n) => `INTERVAL=${n}`)),
    days: sometimes(
      fc.oneof(
        part('BYDAY', weekday, 5),
        part(
          'BYDAY',
          fc.tuple(signed(5), weekday).map(([nth, one]) => `${nth}${one}`),
        ),
      ),
    ),
    months: sometimes(part('BYMONTH', fc.integer({ min: 1, max: 12 })), 3),
    monthDays: sometimes(part('BYMONTHDAY', signed(31), 4), 3),
    yearDays: sometimes(part('BYYEARDAY', signed(366), 4), 8),
    weeks: sometimes(part('BYWEEKNO', signed(53), 4), 8),
    positions: sometimes(part('BYSETPOS', signed(4), 2), 4),
    wkst: sometimes(
      weekday.map((one) => `WKST=${one}`),
      4,
    ),
    end: fc.option(end, { nil: undefined, freq: 2 }),
    startsOn: fc.integer({ min: Date.UTC(2018), max: Date.UTC(2028) }).map(date),
  })
  .map(({ freq, end: last, startsOn, ...parts }) => {
    const ends = typeof last === 'function' ? last(startsOn) : last
    return { startsOn, rule: [`FREQ=${freq}`, ...Object.values(parts), ends].filter(Boolean).join(';') }
  })
  .filter(({ rule }) => {
    try {
      return Boolean(readRule(rule))
    } catch {
      return false
    }
  })

const ruleCases = fc
  .record({
    rrule: rrules,
    timezone: fc.oneof(fc.constantFrom(...zones), fc.constantFrom(...strange, ...known)),
    time: timeOfDay,
    late: fc.integer({ min: -40, max: 900 }),
  })
  .map(({ rrule: { rule, startsOn }, timezone, time, late }) => {
    const made: Recurrence = {
      type: 'rule',
      rule,
      starts_on: startsOn,
      fire_at: null,
      interval_days: null,
      day_of_week: null,
      day_of_month: null,
      time,
      timezone,
      anchor: `${startsOn}T00:00:00.000Z`,
    }
    return { rule: made, after: Date.parse(startsOn) + late * day }
  })

test('[S9] a year of any RRULE is the one that RFC 5545 says, day by day', () => {
  fc.assert(
    fc.property(ruleCases, ({ rule, after }) => {
      const until = after + 366 * day
      const expected = dueMoments(rule, after, until).map((moment) => new Date(moment).toISOString())
      const found: string[] = []
      for (let at = nextFire(rule, new Date(after).toISOString()); at !== null && Date.parse(at) <= until; at = nextFire(rule, at)) found.push(at)
      expect(found).toEqual(expected)
      const last = recurrence.lastFire(rule, new Date(after).toISOString(), new Date(until).toISOString(), ruleDays)
      expect(last).toBe(expected.at(-1) ?? null)
    }),
    { seed, numRuns: Math.round(runs / 4) },
  )
}, 900_000)

const dayAt = (moment: number, zone: string) => date(wallAt(moment, zone))

test('[S11] a completed task comes back at the first moment after the day on which it was due, as many days before its next one', () => {
  const completed = fc.record({ of: fc.oneof(cases, ruleCases), dueIn: fc.option(fc.integer({ min: -30, max: 30 }), { freq: 4 }) })
  fc.assert(
    fc.property(completed, ({ of: { rule, after }, dueIn }) => {
      const due = dueIn === null ? null : date(after + dueIn * day)
      const next = nextFire(rule, new Date(after).toISOString())
      if (rule.type === 'one_time' || next === null) return
      const task = { due, completed_at: new Date(after).toISOString() }
      const back = comesBackAt(task, { ...rule, anchor: next }, next, ruleDays)
      const until = back === null ? after + 400 * day : Date.parse(back)
      const expected = dueMoments(rule, after, until).find((moment) => due === null || dayAt(moment, rule.timezone) > due)
      expect(back).toBe(expected === undefined ? null : new Date(expected).toISOString())
      if (back === null || due === null) return
      const dueThen = dueAfterReturn(due, rule, back, ruleDays)
      expect(dueThen?.length).toBe(10)
      // Counted from the previous moment, an interval has no past.
      if (rule.type === 'interval') return
      const from = rule.type === 'rule' ? Date.parse(`${rule.starts_on}T00:00:00Z`) - 2 * day : after - 100 * day
      const last = dueMoments(rule, from, after + 40 * day).findLast((moment) => dayAt(moment, rule.timezone) <= due)
      const days = last === undefined ? 0 : (Date.parse(due) - Date.parse(dayAt(last, rule.timezone))) / day
      expect(dueThen).toBe(date(Date.parse(dayAt(expected as number, rule.timezone)) + days * day))
    }),
    { seed, numRuns: Math.round(runs / 4) },
  )
}, 900_000)

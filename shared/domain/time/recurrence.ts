// When does a reminder fire next? Pure: the moment, the zone and the anchor are arguments. Wall-clock time holds across DST:
// in a gap the first moment after it, in an overlap once, the earlier.
import { Temporal } from 'temporal-polyfill'
import type { ScheduleType } from '../../schema/schedule.ts'
import { utcOf } from './instant.ts'
import { nextOfRule, previousOfRule, type RuleDays } from './rule-days.ts'

export interface Recurrence {
  type: ScheduleType
  /** one_time: the moment, ISO 8601 with offset; null while it has none. */
  fire_at: string | null
  interval_days: number | null
  /** 0 is Sunday. */
  day_of_week: number | null
  /** A day that a month lacks means its last day. */
  day_of_month: number | null
  /** rule: an RRULE, as it is stored; days are counted from `starts_on`. */
  rule?: string | null
  starts_on?: string | null
  /** HH:MM. */
  time: string | null
  timezone: string
  /** interval: the previous due moment, or the creation; days are counted from here. ISO 8601 with offset. */
  anchor: string
  /** interval without a time: what gives it its time of day (an anchor that a gap had moved would move it for good). Default: the anchor. */
  created_at?: string
}

/** The first due moment strictly after `after` (ISO 8601 with offset), as RFC 3339 UTC; null when there is none. `days`: for the type `rule`. */
export function nextFire(rule: Recurrence, after: string, days: RuleDays): string | null {
  const from = Temporal.Instant.from(after)
  const next = nextInstant(rule, from, days)
  return next ? utc(next) : null
}

const longestPause = { weekly: 7, monthly: 31 } as const

/** The last due moment after `since` and not after `until`; null when none came. Who does not keep the moments that came can count on from there. */
export function lastFire(rule: Recurrence, since: string, until: string, ruleDays: RuleDays): string | null {
  if (rule.type === 'rule') {
    const found = previousOfRule(dayRule(rule), Temporal.Instant.from(until), rule.timezone, (day) => moment(Temporal.PlainDate.from(day), rule), ruleDays)
    return found && utc(found) > since ? utc(found) : null
  }
  const days = rule.type === 'interval' ? (rule.interval_days as number) : rule.type === 'one_time' ? undefined : longestPause[rule.type]
  // A day more than the pause: clocks that change move moments.
  const near = days === undefined ? since : new Date(Date.parse(until) - (days + 1) * 86_400_000).toISOString()
  let last: string | null = null
  let next = nextFire(rule, near > since ? near : since, ruleDays)
  while (next !== null && next <= until) {
    last = next
    next = nextFire(rule, next, ruleDays)
  }
  return last
}

/** RFC 3339 UTC with milliseconds, as Date.toISOString writes it. */
export function utc(instant: Temporal.Instant): string {
  return instant.toString({ smallestUnit: 'millisecond' })
}

const dayRule = ({ rule = null, starts_on = null }: Recurrence) => ({ rule, starts_on })

function nextInstant(rule: Recurrence, from: Temporal.Instant, days: RuleDays): Temporal.Instant | null {
  const today = from.toZonedDateTimeISO(rule.timezone).toPlainDate()
  switch (rule.type) {
    case 'one_time': {
      if (rule.fire_at === null) return null
      const moment = Temporal.Instant.from(rule.fire_at)
      return Temporal.Instant.compare(moment, from) > 0 ? moment : null
    }
    case 'weekly': {
      const ahead = ((rule.day_of_week as number) - (today.dayOfWeek % 7) + 7) % 7
      const first = today.add({ days: ahead })
      return firstAfter(
        from,
        [first, first.add({ days: 7 })].map((date) => moment(date, rule)),
      )
    }
    case 'monthly': {
      const month = today.toPlainYearMonth()
      return firstAfter(
        from,
        [0, 1].map((months) => moment(dayOf(month.add({ months }), rule.day_of_month as number), rule)),
      )
    }
    case 'rule':
      return nextOfRule(dayRule(rule), from, rule.timezone, (day) => moment(Temporal.PlainDate.from(day), rule), days)
    case 'interval': {
      const anchor = Temporal.Instant.from(rule.anchor).toZonedDateTimeISO(rule.timezone)
      const created = Temporal.Instant.from(rule.created_at ?? rule.anchor).toZonedDateTimeISO(rule.timezone)
      const step = rule.interval_days as number
      const start = anchor.toPlainDate()
      const elapsed = Math.floor(start.until(today, { largestUnit: 'days' }).days / step)
      const times = Math.max(1, elapsed)
      return firstAfter(
        from,
        [times, times + 1].map((n) => moment(start.add({ days: n * step }), rule, wholeSecond(created.toPlainTime()))),
      )
    }
  }
}

/** Cut, not rounded: the last half second of a day would become its first. */
function wholeSecond(time: Temporal.PlainTime): Temporal.PlainTime {
  return time.round({ smallestUnit: 'second', roundingMode: 'trunc' })
}

function firstAfter(from: Temporal.Instant, candidates: Temporal.Instant[]): Temporal.Instant | null {
  return candidates.find((candidate) => Temporal.Instant.compare(candidate, from) > 0) ?? null
}

function dayOf(month: Temporal.PlainYearMonth, day: number): Temporal.PlainDate {
  return month.toPlainDate({ day: Math.min(day, month.daysInMonth) })
}

function moment(date: Temporal.PlainDate, rule: Recurrence, otherwise?: Temporal.PlainTime): Temporal.Instant {
  const time = rule.time ? Temporal.PlainTime.from(rule.time) : (otherwise ?? Temporal.PlainTime.from('00:00'))
  return atWallClock(date.toPlainDateTime(time), rule.timezone)
}

/** A wall-clock time as a moment: in a gap the first moment after it, in an overlap the earlier. */
export function atWallClock(wall: Temporal.PlainDateTime, timezone: string): Temporal.Instant {
  const earlier = wall.toZonedDateTime(timezone, { disambiguation: 'earlier' })
  const inGap = !earlier.toPlainDateTime().equals(wall)
  return (inGap ? (earlier.getTimeZoneTransition('next') ?? earlier) : earlier).toInstant()
}

/** Reads "2027-01-31T09:00:00+01:00" or, as a wall-clock time in `timezone`, "2027-01-31 09:00". Undefined when it is no moment. */
export function readMoment(text: string, timezone: string): string | undefined {
  try {
    const moment = utc(/(?:[Zz]|[+-]\d\d:?\d\d)$/.test(text) ? Temporal.Instant.from(text) : atWallClock(Temporal.PlainDateTime.from(text), timezone))
    // RFC 3339 has four digits for the year, and PostgreSQL no year 0; an offset can lead out of them.
    return utcOf(moment) === undefined ? undefined : moment
  } catch {
    return undefined
  }
}

/** The day that it is somewhere, YYYY-MM-DD. */
export function dayIn(timezone: string, at: string): string {
  return Temporal.Instant.from(at).toZonedDateTimeISO(timezone).toPlainDate().toString()
}

export function isDay(text: string): boolean {
  try {
    return Temporal.PlainDate.from(text).toString() === text
  } catch {
    return false
  }
}

export function isTimeZone(name: string): boolean {
  try {
    Temporal.Instant.fromEpochMilliseconds(0).toZonedDateTimeISO(name)
    // Offsets such as "+02:00" are accepted by Temporal but know no DST: a reminder needs a place.
    return /^[A-Za-z]/.test(name)
  } catch {
    return false
  }
}

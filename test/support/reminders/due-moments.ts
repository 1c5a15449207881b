// When a schedule is due, worked out in another way than the product does: dates from an independent recurrence library (RFC 5545), those of an
// RRULE, for which the product has that library, day by day; and
// "the first moment at which a clock on the wall there shows that time or a later one of that day" from the platform's own zone tables.
import { RRuleTemporal } from 'rrule-temporal'
import type { Recurrence } from '../../../shared/domain/time/recurrence.ts'
import { daysOfRule } from './rule-days.ts'

const day = 86_400_000
const formats = new Map<string, Intl.DateTimeFormat>()

/** What clocks in a zone show at a moment, as if it were UTC: epoch milliseconds. */
export function wallAt(moment: number, zone: string): number {
  let format = formats.get(zone)
  if (!format) {
    format = new Intl.DateTimeFormat('en-US', {
      timeZone: zone,
      hourCycle: 'h23',
      year: 'numeric',
      month: 'numeric',
      day: 'numeric',
      hour: 'numeric',
      minute: 'numeric',
      second: 'numeric',
    })
    formats.set(zone, format)
  }
  const part = Object.fromEntries(format.formatToParts(moment).map(({ type, value }) => [type, Number(value)])) as Record<string, number>
  return Date.UTC(part.year as number, (part.month as number) - 1, part.day, part.hour, part.minute, part.second)
}

/** The first moment at which the wall shows `wall` or, in a gap, more. */
function firstMomentShowing(wall: number, zone: string): number {
  const offsets = new Set<number>()
  for (let near = wall - 2 * day; near <= wall + 2 * day; near += day / 4) offsets.add(wallAt(near, zone) - near)
  const exact = [...offsets].map((offset) => wall - offset).filter((moment) => wallAt(moment, zone) === wall)
  if (exact.length > 0) return Math.min(...exact)
  // A gap: between a moment that shows less and one that shows more lies the jump.
  let [low, high] = [wall - Math.max(...offsets) - day / 24, wall - Math.min(...offsets) + day / 24]
  while (high - low > 1) {
    const middle = Math.floor((low + high) / 2)
    if (wallAt(middle, zone) >= wall) high = middle
    else low = middle
  }
  return high
}

const date = (moment: number) => new Date(moment).toISOString().slice(0, 10)
const weekdays = ['SU', 'MO', 'TU', 'WE', 'TH', 'FR', 'SA']

/** RFC 5545; the dates are reckoned in UTC, as plain dates. */
function ruleOf(rule: Recurrence): string {
  if (rule.type === 'weekly') return `FREQ=WEEKLY;BYDAY=${weekdays[rule.day_of_week as number]}`
  if (rule.type === 'interval') return `FREQ=DAILY;INTERVAL=${rule.interval_days}`
  const wanted = rule.day_of_month as number
  // Of the days up to the wanted one, the last that the month has.
  const days = wanted <= 28 ? [wanted] : [28, 29, 30, 31].filter((one) => one <= wanted)
  return `FREQ=MONTHLY;BYMONTHDAY=${days.join(',')};BYSETPOS=-1`
}

/** Every moment after `after` (exclusive) up to `until` (inclusive), in epoch milliseconds. */
export function dueMoments(rule: Recurrence, after: number, until: number): number[] {
  const zone = rule.timezone
  const isDue = (moment: number) => moment > after && moment <= until
  if (rule.type === 'one_time') return [Date.parse(rule.fire_at as string)].filter(isDue)
  if (rule.type === 'rule') {
    const time = (Number(rule.time?.slice(0, 2)) * 60 + Number(rule.time?.slice(3))) * 60_000
    const days = daysOfRule(rule.rule as string, rule.starts_on as string, date(until + 3 * day)).filter((one) => Date.parse(one) > after - 3 * day)
    return [...new Set(days.map((one) => firstMomentShowing(Date.parse(one) + time, zone)))].filter(isDue)
  }
  const created = wallAt(Date.parse(rule.created_at ?? rule.anchor), zone)
  const time = rule.time ? (Number(rule.time.slice(0, 2)) * 60 + Number(rule.time.slice(3))) * 60_000 : ((created % day) + day) % day
  const first = rule.type === 'interval' ? wallAt(Date.parse(rule.anchor), zone) : wallAt(after, zone) - 40 * day
  const recurrence = new RRuleTemporal({ rruleString: `DTSTART;TZID=UTC:${date(first).replaceAll('-', '')}T000000\nRRULE:${ruleOf(rule)}` })
  const dates = recurrence.between(new Date(Math.min(first, after) - 2 * day), new Date(until + 3 * day), true).map((one) => one.epochMilliseconds)
  const counted = rule.type === 'interval' ? dates.filter((one) => date(one) > date(first)) : dates
  return [...new Set(counted.map((one) => firstMomentShowing(one + time, zone)))].filter(isDue)
}

// When a completed task with a repeating reminder comes back, and when it is due then. Pure, and from what is stored alone: two devices that
// bring the same task back make the same of it, whenever each of them came to it.
import { Temporal } from 'temporal-polyfill'
import { isDay } from './due.ts'
import { atWallClock, dayIn, lastFire, type Recurrence, utc } from './recurrence.ts'
import type { RuleDays } from './rule-days.ts'

/** A task as it was completed. */
export interface Completed {
  due: string | null
  completed_at: string | null
}

const dueDay = (due: string, timezone: string) => (isDay(due) ? due : dayIn(timezone, due))

/**
 * Whether a moment brings it back: one after it was completed. Who was early has done what was to be done by `due`: the moments up to that
 * day bring nothing back.
 */
export function bringsBack({ due, completed_at }: Completed, moment: string, timezone: string): boolean {
  if (completed_at === null || moment <= completed_at) return false
  return due === null || dayIn(timezone, moment) > dueDay(due, timezone)
}

/**
 * When it is due once a moment has brought it back: as many days after that moment as it was after the last one before, a day as a day, a moment
 * at the same time of the same clock. Null where it was not due.
 */
export function dueAfterReturn(due: string | null, rule: Recurrence, moment: string, days: RuleDays): string | null {
  if (due === null) return null
  const was = dueDay(due, rule.timezone)
  const day = Temporal.PlainDate.from(dayIn(rule.timezone, moment)).add({ days: daysAfterMoment(was, rule, moment, days) })
  if (isDay(due)) return day.toString()
  const time = Temporal.Instant.from(due).toZonedDateTimeISO(rule.timezone).toPlainTime()
  return utc(atWallClock(day.toPlainDateTime(time), rule.timezone))
}

const between = (from: string, to: string) => Temporal.PlainDate.from(from).until(Temporal.PlainDate.from(to), { largestUnit: 'days' }).days

/** How many days after the last moment of the rule a day is. One before the first moment counts as that moment's own. */
function daysAfterMoment(day: string, rule: Recurrence, moment: string, days: RuleDays): number {
  // All of its moments are whole steps apart, whatever it counts from.
  if (rule.type === 'interval') {
    const step = rule.interval_days as number
    return ((between(dayIn(rule.timezone, moment), day) % step) + step) % step
  }
  const end = atWallClock(Temporal.PlainDate.from(day).add({ days: 1 }).toPlainDateTime('00:00'), rule.timezone).subtract({ milliseconds: 1 })
  const last = lastFire(rule, longAgo, utc(end), days)
  return last === null ? 0 : between(dayIn(rule.timezone, last), day)
}

const longAgo = '1900-01-01T00:00:00.000Z'

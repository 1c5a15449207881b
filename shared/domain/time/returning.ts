// When a completed task with a repeating reminder comes back, and when it is due then. Pure, and from what is stored alone: two devices that
// bring the same task back make the same of it, whenever each of them came to it.
import { Temporal } from 'temporal-polyfill'
import { isDay } from './due.ts'
import { atWallClock, dayIn, lastFire, nextFire, type Recurrence, utc } from './recurrence.ts'
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

/** When it comes back, as it stands now. `next` is the moment that its reminder has next. */
export function comesBackAt(task: Completed, rule: Recurrence, next: string | null, days: RuleDays): string | null {
  if (next === null || rule.type === 'one_time' || task.completed_at === null) return null
  if (bringsBack(task, next, rule.timezone)) return next
  const over = task.due === null ? next : utc(endOf(dueDay(task.due, rule.timezone), rule.timezone))
  const after = [next, task.completed_at, over].sort().at(-1) as string
  return nextFire({ ...rule, anchor: next }, after, days)
}

/** The last moment of a day. */
const endOf = (day: string, timezone: string) =>
  atWallClock(Temporal.PlainDate.from(day).add({ days: 1 }).toPlainDateTime('00:00'), timezone).subtract({ milliseconds: 1 })

/** The first of several moments for each task. */
export function firstOfEach(moments: Iterable<readonly [taskId: number, moment: string | null]>): Map<number, string> {
  const first = new Map<number, string>()
  for (const [taskId, moment] of moments) if (moment !== null && moment < (first.get(taskId) ?? '\uffff')) first.set(taskId, moment)
  return first
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
  const time = timeOfDue(due, was, rule)
  return utc(atWallClock(day.toPlainDateTime(time), rule.timezone))
}

/** The same where its rule is another one since it was completed: how its due date stood to the old one says nothing of the new one. */
export function dueAtReturn(due: string | null, moment: string, timezone: string): string | null {
  if (due === null) return null
  return isDay(due) ? dayIn(timezone, moment) : moment
}

/** By the clock on the wall. One that the reminder's own time gave, and a gap of that day had moved, would stay moved for good. */
function timeOfDue(due: string, day: string, { time, timezone }: Recurrence): Temporal.PlainTime {
  const moment = Temporal.Instant.from(due)
  const own = time === null ? undefined : Temporal.PlainTime.from(time)
  if (own && atWallClock(Temporal.PlainDate.from(day).toPlainDateTime(own), timezone).equals(moment)) return own
  return moment.toZonedDateTimeISO(timezone).toPlainTime()
}

const between = (from: string, to: string) => Temporal.PlainDate.from(from).until(Temporal.PlainDate.from(to), { largestUnit: 'days' }).days

/** How many days after the last moment of the rule a day is. One before the first moment counts as that moment's own. */
function daysAfterMoment(day: string, rule: Recurrence, moment: string, days: RuleDays): number {
  // All of its moments are whole steps apart, whatever it counts from.
  if (rule.type === 'interval') {
    const step = rule.interval_days as number
    return ((between(dayIn(rule.timezone, moment), day) % step) + step) % step
  }
  const last = lastFire(rule, longAgo, utc(endOf(day, rule.timezone)), days)
  return last === null ? 0 : between(dayIn(rule.timezone, last), day)
}

const longAgo = '1900-01-01T00:00:00.000Z'

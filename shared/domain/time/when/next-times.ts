// The next moments of a reminder that is not made yet: what the person is shown before they say yes.
import type { NewSchedule } from '../../../schema/schedule.ts'
import { dayIn, nextFire } from '../recurrence.ts'
import type { RuleDays } from '../rule-days.ts'

/** At most `many`, from `now` on (RFC 3339 UTC). One before the due date has none of its own. */
export function nextTimes(schedule: NewSchedule, now: string, timezone: string, many: number, days: RuleDays): string[] {
  if (schedule.type === 'one_time') return typeof schedule.fire_at === 'string' ? [new Date(schedule.fire_at).toISOString()] : []
  const rule = {
    type: schedule.type,
    fire_at: null,
    interval_days: schedule.interval_days ?? null,
    day_of_week: schedule.day_of_week ?? null,
    day_of_month: schedule.day_of_month ?? null,
    rule: schedule.rule ?? null,
    starts_on: schedule.starts_on ?? dayIn(timezone, now),
    time: schedule.time ?? null,
    timezone: schedule.timezone ?? timezone,
    anchor: now,
  }
  const times: string[] = []
  let at: string | null = now
  while (times.length < many) {
    at = nextFire({ ...rule, anchor: times.at(-1) ?? now }, at, days)
    if (at === null) break
    times.push(at)
  }
  return times
}

// When the reminders of a team come, reckoned on the device: the cloud fires none. Loaded when somebody asks: it brings the calendar along.
import { momentBeforeDue } from '../../../../shared/domain/time/before-due.ts'
import { lastFire, nextFire, type Recurrence } from '../../../../shared/domain/time/recurrence.ts'
import { createRuleDays, type RuleLibrary } from '../../../../shared/domain/time/rule-library.ts'
import type { Schedule } from '../../../../shared/schema/schedule.ts'

let library: RuleLibrary | undefined
const ruleDays = createRuleDays(() => library as RuleLibrary)

/** The library for rules is large, and loaded for the first rule. */
export async function loadFor(schedules: readonly Schedule[]): Promise<void> {
  if (schedules.some(({ type }) => type === 'rule')) library ??= await import('rrule-temporal')
}

/** From where an interval counts only the cloud knows: all of its moments are whole steps from the next one, where it said that, else from its creation. */
function anchorOf({ type, interval_days, next_fire_at, created_at }: Schedule, near: string): string {
  // All of a team, read in one go, comes without it.
  if (type !== 'interval' || typeof next_fire_at !== 'string') return created_at
  const step = (interval_days ?? 1) * 86_400_000
  const steps = Math.max(1, Math.ceil((Date.parse(next_fire_at) - Date.parse(near)) / step) + 1)
  return new Date(Date.parse(next_fire_at) - steps * step).toISOString()
}

/** `due`: of its task. */
function recurrenceOf(schedule: Schedule, due: string | null, near: string): Recurrence {
  const { before_due_minutes: minutes, fire_at, timezone } = schedule
  return {
    ...schedule,
    fire_at: typeof minutes === 'number' ? momentBeforeDue(due, minutes, timezone) : fire_at,
    anchor: anchorOf(schedule, near),
  }
}

/** Its moments after `from` and before `until`, the first `many`. */
export function momentsIn(schedule: Schedule, due: string | null, from: string, until: string, many: number): string[] {
  const rule = recurrenceOf(schedule, due, from)
  const moments: string[] = []
  for (let at = nextFire(rule, from, ruleDays); at !== null && at < until && moments.length < many; at = nextFire(rule, at, ruleDays)) moments.push(at)
  return moments
}

/** The last one after `since` and not after `until`. */
export const lastMoment = (schedule: Schedule, due: string | null, since: string, until: string): string | null =>
  lastFire(recurrenceOf(schedule, due, since), since, until, ruleDays)

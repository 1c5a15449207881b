// The times of what is imported: all in UTC, and no reminder that would ring for something long over.
import { requireUtc } from '../../../shared/domain/time/instant.ts'
import { momentBeforeDue } from '../../../shared/domain/time/before-due.ts'
import { isDay } from '../../../shared/domain/time/due.ts'
import { nextFire, readMoment } from '../../../shared/domain/time/recurrence.ts'
import { ruleDays } from '../../../shared/node/rule-days.ts'
import type { ImportedSchedule, ImportedTask } from '../../../shared/schema/import.ts'

const times = ['created_at', 'updated_at', 'completed_at', 'next_fire_at', 'last_fired_at', 'sent_at', 'last_message_at']

/** A copy with its uid in lower case and its times in UTC. Throws `invalid` for a moment that cannot be stored. */
export function inUtc<T extends { uid?: string }>(input: T): T {
  const copy: Record<string, unknown> = { ...input }
  if (input.uid !== undefined) copy.uid = input.uid.toLowerCase()
  for (const field of times) {
    const value = copy[field]
    if (typeof value === 'string') copy[field] = requireUtc(`/${field}`, value)
  }
  return copy as T
}

/** A time without an offset is one on the clocks here; the zone is asked for only then, as asking takes 30 µs. What is no day and no moment at all, the task's own rules refuse. */
export function withDue<T extends Pick<ImportedTask, 'due'>>(task: T, zone: () => string): T {
  const { due } = task
  if (due === undefined || due === null || isDay(due) || /(?:z|[+-]\d\d:\d\d)$/i.test(due)) return task
  return { ...task, due: readMoment(due.toUpperCase(), zone()) ?? due }
}

/**
 * A reminder of a finished task, or of a moment that has passed, comes switched off: it still says when it was due, but hundreds of old
 * dates must not ring at once. One that says itself when it is due next (another Tandem's) is left as it is.
 */
export function importedReminder(schedule: ImportedSchedule, task: ImportedTask, now: Date, zone: string): ImportedSchedule {
  if (schedule.next_fire_at !== undefined) return schedule
  const moment = onceAt(schedule, task, schedule.timezone ?? zone)
  const isBegun = schedule.type !== 'interval' || schedule.created_at === undefined || schedule.created_at <= now.toISOString()
  if (!isBegun && task.status !== 'done') return notBegun(schedule, zone)
  const isOver = task.status === 'done' || (moment !== undefined && moment <= now.toISOString())
  return isOver ? { ...schedule, enabled: false } : schedule
}

function onceAt({ type, fire_at, before_due_minutes: minutes }: ImportedSchedule, { due }: ImportedTask, timezone: string): string | undefined {
  if (type !== 'one_time') return undefined
  if (typeof minutes === 'number') return momentBeforeDue(due ?? null, minutes, timezone) ?? undefined
  return fire_at ? readMoment(fire_at, timezone) : undefined
}

/** Its days are counted from a moment that is still to come: it is created now, and due for the first time one step after that moment. */
function notBegun({ created_at: anchor, ...schedule }: ImportedSchedule, timezone: string): ImportedSchedule {
  if (anchor === undefined || !schedule.interval_days) return schedule
  const { type, interval_days, time = null } = schedule
  const rule = { type, interval_days, time, timezone: schedule.timezone ?? timezone, fire_at: null, day_of_week: null, day_of_month: null, anchor }
  return { ...schedule, next_fire_at: schedule.enabled === false ? null : nextFire(rule, anchor, ruleDays) }
}

// When a schedule is due.
import { momentBeforeDue } from '../../../shared/domain/time/before-due.ts'
import { nextFire } from '../../../shared/domain/time/recurrence.ts'
import type { ScheduleRule } from '../../../shared/domain/time/schedule-rules.ts'
import { ruleDays } from '../../../shared/node/rule-days.ts'
import type { Schedule } from '../../../shared/schema/schedule.ts'
import type { StoredSchedule } from './schedule-store.ts'

/** Of so many days every moment that has passed is kept. */
const keptDays = 400

type Fired = Pick<Schedule, 'created_at' | 'last_fired_at'>

/** A one-time reminder that has not fired stays due, also when its moment has passed: it must not vanish. `due`: when its task is due. */
export function nextMomentOf(schedule: ScheduleRule & Fired, at: string, due: string | null): string | null {
  if (!schedule.enabled) return null
  if (schedule.type === 'one_time') return onceAt(schedule, due)
  const anchor = schedule.last_fired_at ?? schedule.created_at
  // A clock that is set back must not make it wait for the day from which it counts.
  return nextFire({ ...schedule, anchor: anchor < at ? anchor : at }, at, ruleDays)
}

function onceAt({ fire_at, before_due_minutes: minutes, timezone, last_fired_at: last }: ScheduleRule & Fired, due: string | null): string | null {
  // History of before there were such reminders does not say that one is none.
  if (typeof minutes !== 'number') return last ? null : fire_at
  const moment = momentBeforeDue(due, minutes, timezone)
  // Of what was said already nobody is told again because it would have come earlier; a later moment is another one.
  return last !== null && moment !== null && moment <= last ? null : moment
}

/** Where taking begins. A clock that ran ahead, or an import, may leave moments of decades: of the older ones nobody needs a list. */
function firstKept(schedule: StoredSchedule, at: string): string | null {
  const { type, next_fire_at: next } = schedule
  const oldest = new Date(Date.parse(at) - keptDays * 86_400_000).toISOString()
  if (next === null || next > oldest || type === 'one_time') return next
  const first = nextFire({ ...schedule, anchor: next }, oldest, ruleDays)
  return first !== null && first <= at ? first : next
}

/** The moment that follows one. */
export function momentAfter(schedule: StoredSchedule, moment: string): string | null {
  return schedule.type === 'one_time' ? null : nextFire({ ...schedule, anchor: moment }, moment, ruleDays)
}

/** Every moment that has come and was not taken yet, oldest first, and the one that follows. */
export function momentsUntil(schedule: StoredSchedule, at: string): { moments: string[]; next: string | null } {
  const moments: string[] = []
  let next = firstKept(schedule, at)
  while (next !== null && next <= at) {
    moments.push(next)
    next = momentAfter(schedule, next)
  }
  return { moments, next }
}

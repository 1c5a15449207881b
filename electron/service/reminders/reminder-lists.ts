// Which reminders there are, and which are to come.
import { invalidField } from '../../../shared/domain/app-error.ts'
import { upcomingReminder } from '../../../shared/domain/time/upcoming-reminder.ts'
import { type Reminder, reminderStates } from '../../../shared/schema/reminder.ts'
import type { Schedules } from '../schedules/schedules.ts'
import type { ReminderFilter, ReminderStore, StoredReminder } from './reminder-store.ts'

const day = 86_400_000

export interface ReminderListDeps {
  store: ReminderStore
  schedules: Pick<Schedules, 'upcoming'>
  now: () => Date
  requireTask: (id: number) => { title: string }
}

export function createReminderLists({ store, schedules, now, requireTask }: ReminderListDeps) {
  return {
    /** Newest first. */
    list(filter: Partial<ReminderFilter>, below?: number, limit?: number): { rows: StoredReminder[]; total: number } {
      if (filter.taskId !== undefined) requireTask(filter.taskId)
      const whole: ReminderFilter = { states: reminderStates, taskId: undefined, from: undefined, until: undefined, ...filter }
      return { rows: store.list(whole, below, limit), total: store.count(whole) }
    },

    /** What is to come, soonest first: computed, so without ids. */
    upcoming({ taskId, from, until: end }: Pick<Partial<ReminderFilter>, 'taskId' | 'from' | 'until'>): Reminder[] {
      const at = now()
      const last = end === undefined ? at.getTime() + 7 * day : Date.parse(end)
      if (last > at.getTime() + 366 * day) throw invalidField('?until', `until must be at most 366 days from now for upcoming; got '${end}'`)
      if (taskId !== undefined) requireTask(taskId)
      const first = from !== undefined && from > at.toISOString() ? from : at.toISOString()
      return schedules
        .upcoming(first, new Date(last).toISOString(), taskId)
        .map(({ schedule, due_at }) => upcomingReminder(schedule, requireTask(schedule.task_id).title, due_at))
    },
  }
}

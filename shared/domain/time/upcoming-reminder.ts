// A moment of a schedule that is still to come, as a reminder that nothing has happened to: for the service and for the browser's copy.
import type { Reminder } from '../../schema/reminder.ts'
import type { Schedule } from '../../schema/schedule.ts'

/** `due_at`: RFC 3339, UTC. It has no id before it comes due. */
export const upcomingReminder = (schedule: Schedule, title: string, due_at: string): Reminder => ({
  id: null,
  schedule_id: schedule.id,
  task_id: schedule.task_id,
  title,
  type: schedule.type,
  due_at,
  state: 'upcoming',
  late: false,
  fired_at: null,
  delivered_at: null,
  delivered_via: null,
  notice: null,
  snoozed_until: null,
  acknowledged_at: null,
  acknowledged_by: null,
  created_at: schedule.created_at,
  updated_at: schedule.updated_at,
})

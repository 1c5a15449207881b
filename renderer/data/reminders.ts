// The moments at which schedules reminded, and those that are to come.
import { queryOptions } from '@tanstack/react-query'
import type { Reminder } from '../../shared/schema/reminder.ts'
import type { NewSchedule, Schedule } from '../../shared/schema/schedule.ts'
import { api, once } from '../api.ts'
import { explain } from '../errors.ts'
import { m } from '../messages.ts'
import { notify } from '../notices.ts'
import { queryClient } from '../query-client.ts'
import { didAction } from './own-actions.ts'

const daysAhead = 14
const dayMs = 86_400_000

/** What was shown and nobody has answered yet, newest first. */
export const openReminders = queryOptions({
  queryKey: ['reminders', 'open'] as const,
  queryFn: ({ signal }) => api.listReminders({ query: { state: ['due', 'fired', 'delivered'] } }, { signal }),
})

/** Soonest first. */
export const upcomingReminders = queryOptions({
  queryKey: ['reminders', 'upcoming'] as const,
  queryFn: ({ signal }) => api.listReminders({ query: { state: ['upcoming'], until: new Date(Date.now() + daysAhead * dayMs).toISOString() } }, { signal }),
})

/** The next times of one task. */
export function nextTimes(taskId: number) {
  return queryOptions({
    queryKey: ['reminders', 'next', taskId] as const,
    queryFn: ({ signal }) =>
      api.listReminders({ query: { state: ['upcoming'], task_id: taskId, until: new Date(Date.now() + 366 * dayMs).toISOString(), limit: 12 } }, { signal }),
  })
}

export function remindersChanged(): void {
  void queryClient.invalidateQueries({ queryKey: ['reminders'] })
}

function leave(reminder: Reminder): void {
  queryClient.setQueryData(openReminders.queryKey, (known) => known?.filter(({ id }) => id !== reminder.id))
}

export async function acknowledge(reminder: Reminder): Promise<void> {
  if (reminder.id === null) return
  leave(reminder)
  try {
    await api.acknowledgeReminder({ params: { id: reminder.id } }, once())
  } catch (error) {
    notify({ kind: 'problem', text: explain(m.today.notAcknowledged, error) })
  }
  remindersChanged()
}

export async function snooze(reminder: Reminder, until: Date): Promise<void> {
  if (reminder.id === null) return
  leave(reminder)
  try {
    await api.snoozeReminder({ params: { id: reminder.id }, body: { until: until.toISOString() } }, once())
  } catch (error) {
    notify({ kind: 'problem', text: explain(m.today.notSnoozed, error) })
  }
  remindersChanged()
}

export async function addReminder(taskId: number, body: NewSchedule): Promise<void> {
  try {
    const schedule = await api.createSchedule({ params: { id: taskId }, body }, once())
    didAction({
      said: m.reminder.added(taskId),
      writes: [{ taskId, is: (entry) => entry.entity === 'schedule' && entry.entity_id === schedule.id && entry.action === 'created' }],
    })
  } catch (error) {
    notify({ kind: 'problem', text: explain(m.reminder.notAdded, error) })
  }
}

export async function removeReminder({ id, task_id }: Schedule): Promise<void> {
  const key = ['schedules', task_id]
  queryClient.setQueryData<Schedule[]>(key, (known) => known?.filter((one) => one.id !== id))
  try {
    await api.deleteSchedule({ params: { id: task_id, scheduleId: id } })
    didAction({
      said: m.reminder.removed(task_id),
      writes: [{ taskId: task_id, is: (entry) => entry.entity === 'schedule' && entry.entity_id === id && entry.action === 'deleted' }],
    })
  } catch (error) {
    void queryClient.invalidateQueries({ queryKey: key })
    notify({ kind: 'problem', text: explain(m.reminder.notRemoved, error) })
  }
}

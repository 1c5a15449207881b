// The moments at which schedules reminded, and those that are to come.
import { queryOptions } from '@tanstack/react-query'
import type { Reminder } from '../../../shared/schema/reminder.ts'
import type { NewSchedule, Schedule } from '../../../shared/schema/schedule.ts'
import { can } from '../../backend/abilities.ts'
import { ApiError, once, Withdrawn } from '../../backend/api.ts'
import { api } from '../../backend/backend.ts'
import { clock, shortMoment } from '../../lib/dates.ts'
import { dayKey } from '../../lib/moments.ts'
import { explain } from '../../backend/explain.ts'
import { m } from '../../lib/messages.ts'
import { notify } from '../../lib/notices.ts'
import { queryClient } from '../query-client.ts'
import { didAction, doAction, forgetAction, type OwnAction, willBeDone } from '../tasks/own-actions.ts'
import { send } from '../tasks/sending.ts'
import { taskById } from '../tasks/task-queries.ts'
import { changeTask, laneOf } from '../tasks/task-writes.ts'

const daysAhead = 14
const dayMs = 86_400_000
/** Where nobody says when one has come. */
const askAgain = { refetchInterval: can.remind ? (false as const) : 60_000 }

/** What was shown and nobody has answered yet, newest first. */
export const openReminders = queryOptions({
  queryKey: ['reminders', 'open'] as const,
  queryFn: ({ signal }) => api.listReminders({ query: { state: ['due', 'fired', 'delivered'] } }, { signal }),
  ...askAgain,
})

/** Soonest first. */
export const upcomingReminders = queryOptions({
  queryKey: ['reminders', 'upcoming'] as const,
  queryFn: ({ signal }) => api.listReminders({ query: { state: ['upcoming'], until: new Date(Date.now() + daysAhead * dayMs).toISOString() } }, { signal }),
  ...askAgain,
})

/** The next times of one task. */
export function nextTimes(taskId: number) {
  return queryOptions({
    queryKey: ['reminders', 'next', taskId] as const,
    queryFn: ({ signal }) =>
      api.listReminders({ query: { state: ['upcoming'], task_id: taskId, until: new Date(Date.now() + 366 * dayMs).toISOString(), limit: 60 } }, { signal }),
  })
}

export function remindersChanged(): void {
  void queryClient.invalidateQueries({ queryKey: ['reminders'] })
}

/** What was put off, by the moment at which it comes again, soonest first. */
export const snoozedReminders = queryOptions({
  queryKey: ['reminders', 'snoozed'] as const,
  queryFn: async ({ signal }) =>
    (await api.listReminders({ query: { state: ['snoozed'] } }, { signal })).sort((a, b) =>
      momentOf(a) < momentOf(b) ? -1 : momentOf(a) > momentOf(b) ? 1 : 0,
    ),
  ...askAgain,
})

/** When it comes, or came: of one that was put off, when it comes again. */
export const momentOf = ({ state, snoozed_until, due_at }: Reminder): string => (state === 'snoozed' ? (snoozed_until ?? due_at) : due_at)

function leave(reminder: Reminder): void {
  for (const { queryKey } of [openReminders, snoozedReminders])
    queryClient.setQueryData(queryKey as typeof openReminders.queryKey, (known) => known?.filter(({ id }) => id !== reminder.id))
}

/** A reminder as it stood before somebody answered it. */
async function putBack({ id, state, snoozed_until }: Reminder): Promise<void> {
  if (id === null) return
  const isStillAhead = state === 'snoozed' && snoozed_until !== null && Date.parse(snoozed_until) > Date.now()
  if (isStillAhead) await api.snoozeReminder({ params: { id }, body: { until: snoozed_until } }, once())
  else await api.reopenReminder({ params: { id } }, once())
  remindersChanged()
}

async function answer(reminder: Reminder, said: string, failed: string, call: (id: number) => Promise<unknown>): Promise<void> {
  const { id } = reminder
  if (id === null) return
  leave(reminder)
  const again = () => void answer(reminder, said, failed, call)
  const takeBack = () => putBack(reminder).then(() => ({ conflicts: [], again }))
  await doAction({ said, writes: [], takeBack }, () => call(id), failed)
  remindersChanged()
}

/** It was seen; the task stays as it is. */
export const dismiss = (reminder: Reminder): Promise<void> =>
  answer(reminder, m.today.dismissed(reminder.task_id), m.today.notAcknowledged, (id) => api.acknowledgeReminder({ params: { id } }, once()))

/** "14:30" today, "Fri 28 Nov, 09:00" later. */
export const whenText = (iso: string): string => (dayKey(iso) === dayKey(new Date().toISOString()) ? clock(iso) : `${shortMoment(iso)}, ${clock(iso)}`)

export const snooze = (reminder: Reminder, until: Date): Promise<void> =>
  answer(reminder, m.today.snoozed(reminder.task_id, whenText(until.toISOString())), m.today.notSnoozed, (id) =>
    api.snoozeReminder({ params: { id }, body: { until: until.toISOString() } }, once()),
  )

/** What Done on the notification does: the task is done, and the reminder answered. Undo brings back both. */
export async function finish(reminder: Reminder): Promise<void> {
  const { id, task_id } = reminder
  if (id === null) return
  try {
    await willBeDone(queryClient.fetchQuery(taskById(task_id)))
  } catch (error) {
    return void notify({ kind: 'problem', text: explain(m.taskNotSaved(task_id), error) })
  }
  let acknowledged: Promise<unknown> = Promise.resolve()
  function acknowledge(): Promise<void> {
    leave(reminder)
    acknowledged = api.acknowledgeReminder({ params: { id: id as number } }, once())
    return acknowledged
      .catch((error: unknown) => void notify({ kind: 'problem', text: explain(m.today.notAcknowledged, error) }))
      .then(() => remindersChanged())
  }
  const undone = () =>
    void acknowledged.then(() => putBack(reminder)).catch((error: unknown) => void notify({ kind: 'problem', text: explain(m.undoFailed, error) }))
  const redone = () => void acknowledge()
  leave(reminder)
  // Only where the task is done: what failed leaves the reminder as it was.
  if (await changeTask(task_id, { status: 'done' }, m.movedTo(task_id, m.status.done), 'overwritten', { undone, redone })) await acknowledge()
  remindersChanged()
}

/** Another moment, or another repetition; it stays the same reminder. */
export async function changeReminder({ id, task_id }: Schedule, body: NewSchedule): Promise<void> {
  const action: OwnAction = {
    said: m.when.changed(task_id),
    writes: [{ taskId: task_id, is: (entry) => entry.entity === 'schedule' && entry.entity_id === id && entry.action === 'updated' }],
  }
  // From the first moment on: z right after it means this.
  didAction(action)
  try {
    const params = { id: task_id, scheduleId: id }
    const changed = await send(laneOf(task_id), () => api.updateSchedule({ params, body: { ...body, enabled: true } }))
    queryClient.setQueryData<Schedule[]>(['schedules', task_id], (known) => known?.map((one) => (one.id === id ? changed : one)))
    void queryClient.invalidateQueries({ queryKey: ['schedules', task_id] })
    remindersChanged()
  } catch (error) {
    if (error instanceof Withdrawn) return
    forgetAction(action)
    notify({ kind: 'problem', text: explain(m.when.notChanged, error) })
  }
}

export async function removeReminder({ id, task_id }: Schedule): Promise<void> {
  const key = ['schedules', task_id]
  queryClient.setQueryData<Schedule[]>(key, (known) => known?.filter((one) => one.id !== id))
  const action: OwnAction = {
    said: m.reminder.removed(task_id),
    writes: [{ taskId: task_id, is: (entry) => entry.entity === 'schedule' && entry.entity_id === id && entry.action === 'deleted' }],
  }
  didAction(action)
  try {
    await send(laneOf(task_id), () => api.deleteSchedule({ params: { id: task_id, scheduleId: id } }))
  } catch (error) {
    // Taken back already; or somebody removed it before, and it is gone, as was wanted.
    if (error instanceof Withdrawn || (error instanceof ApiError && error.problem.code === 'not_found')) return
    forgetAction(action)
    void queryClient.invalidateQueries({ queryKey: key })
    notify({ kind: 'problem', text: explain(m.reminder.notRemoved, error) })
  }
}

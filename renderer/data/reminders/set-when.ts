// Due dates and reminders that are set in one step. Apart from reminders.ts, which the first paint needs.
import type { NewSchedule, Schedule } from '../../../shared/schema/schedule.ts'
import { once } from '../../backend/api.ts'
import { api } from '../../backend/backend.ts'
import { explain } from '../../backend/explain.ts'
import { m } from '../../messages/late.ts'
import { notify } from '../../lib/notices.ts'
import { changeTasks } from '../tasks/many-writes.ts'
import { type ActionWrite, didAction, forgetAction, type OwnAction, sayAction } from '../tasks/own-actions.ts'
import { setDues } from '../tasks/set-fields.ts'
import { cachedTasks } from '../tasks/task-cache.ts'
import { whenText } from './reminders.ts'

/** The same reminders for several tasks, each its own. What could not be added is explained. */
async function makeReminders(taskIds: readonly number[], reminders: readonly NewSchedule[]): Promise<Schedule[]> {
  const added: Schedule[] = []
  try {
    for (const id of taskIds) for (const body of reminders) added.push(await api.createSchedule({ params: { id }, body }, once()))
  } catch (error) {
    notify({ kind: 'problem', text: explain(m.reminder.notAdded, error) })
  }
  return added
}

const writesOf = (added: readonly Schedule[]): ActionWrite[] =>
  added.map(({ id, task_id: taskId }) => ({
    taskId,
    is: (entry) => entry.entity === 'schedule' && entry.entity_id === id && entry.action === 'created',
  }))

/** Of one that comes once, when. */
function addedText(id: number, reminders: readonly NewSchedule[]): string {
  const [only, ...more] = reminders
  const at = more.length === 0 ? only?.fire_at : undefined
  return typeof at === 'string' ? m.reminder.addedAt(id, whenText(at)) : m.reminder.added(id)
}

/** Remembered before it is answered: the key that undoes means this, and not what was done before it. */
async function addRemindersTo(taskIds: readonly number[], reminders: readonly NewSchedule[]): Promise<void> {
  const [only = 0] = taskIds
  const saying = (ids: ReadonlySet<number>) => (ids.size === 1 ? addedText([...ids][0] ?? only, reminders) : m.many.reminded(ids.size))
  const adding = makeReminders(taskIds, reminders)
  const action: OwnAction = { said: saying(new Set(taskIds)), writes: [], further: adding.then(writesOf) }
  didAction(action, true)
  const added = await adding
  if (added.length === 0) forgetAction(action)
  else sayAction(action, saying(new Set(added.map(({ task_id }) => task_id))))
}

/** Who wants to be reminded has decided about what waits in the Inbox. */
function remindAndKeep(taskIds: readonly number[], reminders: readonly NewSchedule[]): void {
  const [only = 0] = taskIds
  const said = () => (taskIds.length === 1 ? addedText(only, reminders) : m.many.reminded(taskIds.length))
  void changeTasks(
    taskIds,
    () => ({ triage: null }),
    said,
    () => makeReminders(taskIds, reminders).then(writesOf),
  )
}

/** A due date, reminders, or both: one message, and one key that takes all of it back. */
export function setWhen(taskIds: readonly number[], due: string | null | undefined, reminders: readonly NewSchedule[]): void {
  const isMoved = due !== undefined && cachedTasks(taskIds).some((task) => task.due !== due)
  if (!isMoved && reminders.length > 0 && cachedTasks(taskIds).some(({ triage }) => triage !== null)) return remindAndKeep(taskIds, reminders)
  if (!isMoved) return void addRemindersTo(taskIds, reminders)
  if (reminders.length === 0) return setDues(taskIds, due)
  const further = () => makeReminders(taskIds, reminders).then(writesOf)
  void changeTasks(
    taskIds,
    () => ({ due }),
    (n, first) => (n === 1 ? m.reminder.scheduled(first) : m.many.scheduled(n)),
    further,
  )
}

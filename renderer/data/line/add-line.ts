// A line as somebody types it, made into a task with its reminders: in quick add and in the palette.
import type { NewSchedule } from '../../../shared/schema/schedule.ts'
import type { NewTask, Task } from '../../../shared/schema/task.ts'
import { once } from '../../backend/api.ts'
import { api } from '../../backend/backend.ts'
import { explain } from '../../backend/explain.ts'
import { m } from '../../lib/messages.ts'
import { notify } from '../../lib/notices.ts'
import { type ReadLine, readQuickAdd } from '../../lib/quick-add/read-quick-add.ts'
import { loadWhen, type WhenReader } from '../../lib/when/use-when.ts'
import { type ListValues, withListValues } from '../lists/list-values.ts'
import { assigneeNamed } from '../people/assignees.ts'
import { knowContacts, requesterNamed } from '../people/contact-list.ts'
import { send } from '../tasks/sending.ts'
import { addTask } from '../tasks/task-writes.ts'

/** As it is read now: while the reader of dates is on its way, dates are text. */
export const readLine = (line: string, reader: WhenReader | undefined, dismissed?: ReadonlySet<string>): ReadLine =>
  readQuickAdd(line, dismissed, reader && ((text) => reader.readHere(text, 'task')))

const newTaskOf = ({ title, priority, labels, requesters, assignee }: ReadLine, due: string | undefined): NewTask => ({
  title,
  ...(priority ? { priority } : {}),
  ...(labels.length > 0 ? { labels } : {}),
  ...(requesters.length > 0 ? { requesters: [...new Set(requesters.map(requesterNamed))] } : {}),
  ...(assignee === undefined ? {} : { assignee: assigneeNamed(assignee) }),
  ...(due === undefined ? {} : { due }),
})

/** The task that a line means, and its reminders. */
export async function meantBy(line: string, reader: WhenReader | undefined, dismissed?: ReadonlySet<string>) {
  const meant = readLine(line, reader, dismissed)
  if (meant.requesters.length > 0) await knowContacts()
  const due = meant.when?.isDueRepeating ? await reader?.dueOf(meant.when) : meant.due
  const input = newTaskOf(meant, due)
  // Who wants to be reminded of it has decided about it.
  return { input: meant.schedules.length > 0 ? { ...input, triage: null } : input, schedules: meant.schedules }
}

/** `given`: what it gets besides, from the list that it is made in. Undefined where the task was refused, which has been said. Whoever types faster than the reader loads gets what it would have read, too. */
export async function addLine(
  line: string,
  reader: WhenReader | undefined,
  dismissed?: ReadonlySet<string>,
  given: ListValues & Pick<NewTask, 'description'> = {},
): Promise<Task | undefined> {
  const { input, schedules } = await meantBy(line, reader ?? (await loadWhen()), dismissed)
  const task = await addTask(withListValues(input, given))
  if (task) void addReminders(task.id, schedules)
  return task
}

/** Undoing the task takes them along. */
export async function addReminders(taskId: number, schedules: readonly NewSchedule[]): Promise<void> {
  for (const schedule of schedules) {
    const options = once()
    try {
      await send(`task ${taskId}`, () => api.createSchedule({ params: { id: taskId }, body: schedule }, options))
    } catch (error) {
      notify({ kind: 'problem', text: explain(m.reminderNotSet(taskId), error) })
    }
  }
}

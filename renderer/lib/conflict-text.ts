// A field that both sides wrote, in words; and what an undo left alone.
import type { UndoConflict } from '../../shared/schema/journal.ts'
import type { RemoteConflict } from '../../shared/schema/remote.ts'
import { type Priority, priorities, type Status, statuses } from '../../shared/schema/task.ts'
import { assigneeOf } from './plan/assignee.ts'
import { fullTime } from './dates.ts'
import { dueText } from './plan/due.ts'
import { m } from './messages.ts'
import { reminderText, type ReminderRule } from './reminders/reminder-text.ts'

const says = m.cloud.conflict

/** "Task 12", "Comment". */
export function aboutText({ entity, task_id }: RemoteConflict): string {
  if (task_id === null || entity === 'contact') return says.entity.contact
  return entity === 'task' ? says.task(task_id) : `${says.task(task_id)}, ${says.entity[entity]}`
}

const fieldNames: Readonly<Record<string, string>> = { ...m.people.fields, ...m.fields }

/** The name that people see, never that of the API. */
export function fieldText({ field }: Pick<RemoteConflict, 'field'>): string {
  return fieldNames[field] ?? says.field(field)
}

/** In the web UI's own words; the service's are for programs. */
export function leftAloneText({ task_id, field }: UndoConflict): string {
  const what = field === null ? m.undoAll.gone : m.undoAll.since(fieldText({ field }))
  return task_id === null ? what : `#${task_id}: ${what}`
}

/** `field`: what it is the value of, where it is shown in words of its own. */
export function valueText(value: unknown, field?: string): string {
  if (value === null || value === undefined || value === '' || (Array.isArray(value) && value.length === 0)) return says.empty
  if (Array.isArray(value)) return value.map(listed).join(', ')
  if (field === 'due' && typeof value === 'string') return dueText(value)
  if (field === 'assignee' && typeof value === 'string') return assigneeOf(value).name
  if (isRule(value)) return reminderText(value)
  if (typeof value !== 'string') return JSON.stringify(value)
  if (statuses.includes(value as Status)) return m.status[value as Status]
  if (priorities.includes(value as Priority)) return m.priority[value as Priority]
  return /^\d{4}-\d\d-\d\dT[\d:.]+Z$/.test(value) ? fullTime(value) : value
}

/** Words, or criteria with their text. */
export const listed = (one: unknown): string => (typeof one === 'object' && one !== null && 'text' in one ? String(one.text) : String(one))

const isRule = (value: unknown): value is ReminderRule => typeof value === 'object' && value !== null && 'interval_days' in value

/** Whether two values are the same text. */
export const isSame = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other)

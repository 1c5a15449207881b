// A field that both sides wrote, in words; and what an undo left alone.
import type { UndoConflict } from '../../shared/schema/journal.ts'
import type { RemoteConflict } from '../../shared/schema/remote.ts'
import { type Priority, priorities, type Status, statuses } from '../../shared/schema/task.ts'
import { assigneeOf } from './plan/assignee.ts'
import { calendarMoment } from './dates.ts'
import { dueText } from './plan/due.ts'
import { m } from './messages.ts'
import { taskName, uidsIn } from './plan/task-names.ts'
import { reminderText, type ReminderRule } from './reminders/reminder-text.ts'

const says = m.cloud.conflict

/** "Task 12", "Comment". */
export function aboutText({ entity, task_id }: RemoteConflict): string {
  if (task_id === null || entity === 'contact') return says.entity[entity]
  return entity === 'task' ? says.task(task_id) : `${says.task(task_id)}, ${says.entity[entity]}`
}

const fieldNames: Readonly<Record<string, string>> = { ...m.people.fields, ...m.fields, ...says.ofList }

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
  const linked = field === undefined ? [] : uidsIn(field, value)
  if (linked.length > 0) return linked.map((uid) => taskName(uid) ?? m.links.another).join(', ')
  if (Array.isArray(value)) return value.map(listed).join(', ')
  if (field === 'due' && typeof value === 'string') return dueText(value)
  if (field === 'assignee' && typeof value === 'string') return assigneeOf(value).name
  if (isRule(value)) return reminderText(value)
  if (field === 'query' && typeof value === 'object') return queryText(value)
  if (typeof value !== 'string') return JSON.stringify(value)
  if (statuses.includes(value as Status)) return m.status[value as Status]
  if (priorities.includes(value as Priority)) return m.priority[value as Priority]
  return /^\d{4}-\d\d-\d\dT[\d:.]+Z$/.test(value) ? calendarMoment(new Date(value)) : value
}

/** One condition a line, in the words in which filters are typed. */
const queryText = (query: object): string =>
  Object.entries(query)
    .map(([field, value]) => (field === 'where' ? (value as string[]).join('\n') : `${field}:${[value].flat().join(',')}`))
    .join('\n') || says.empty

/** Words, criteria with their text, or evidence: a claim, or the id of what ran, behind the number of its criterion. */
export function listed(one: unknown): string {
  if (typeof one !== 'object' || one === null) return String(one)
  const { text, id, criterion } = one as { text?: unknown; id?: unknown; criterion?: unknown }
  const said = String(text ?? id)
  return criterion === undefined ? said : `${String(criterion)}. ${said}`
}

const isRule = (value: unknown): value is ReminderRule => typeof value === 'object' && value !== null && 'interval_days' in value

/** Whether two values are the same text. */
export const isSame = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other)

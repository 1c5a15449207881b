// What an agent wants to write, in words and as differences.
import type { Proposal } from '../../../shared/schema/proposal.ts'
import type { Priority, Status, Task } from '../../../shared/schema/task.ts'
import { furtherFields } from '../../../shared/sync/synced-fields.ts'
import { fieldText, listed, valueText } from '../../lib/conflict-text.ts'
import { m } from '../../messages/late.ts'
import { reminderText, type ReminderRule } from '../../lib/reminders/reminder-text.ts'

export interface Difference {
  field: string
  before: string | undefined
  after: string | undefined
  /** A whole text, to be shown as one. */
  isText?: boolean
  /** As it is sent: no markdown. */
  isPlain?: boolean
}

type Given = Record<string, unknown>

const text = (value: unknown): string | undefined => {
  if (value === null || value === undefined || value === '') return undefined
  if (Array.isArray(value)) return value.map(listed).join(', ') || undefined
  return typeof value === 'string' ? value : JSON.stringify(value)
}

/** "wants to close 14 tasks": follows the agent's name. */
export function proposalSentence({ tool, arguments: given }: Proposal, n: number): string {
  const says = m.review.wants
  if (given.status === 'done' && Object.keys(given).length === 2) return says.close(n)
  const known = (says as unknown as Record<string, ((n: number) => string) | undefined>)[tool]
  return known ? known(n) : says.other(tool)
}

/** Why it waits although its policy allows it. */
export function becauseText({ what, title, from }: NonNullable<Proposal['because']>): string {
  if (what === 'brake') return m.brake.because.brake
  return title === null ? m.brake.because.outsideText(from) : m.brake.because.outside(title, from)
}

export function differences({ tool, arguments: given }: Proposal, task: Task | undefined): Difference[] {
  switch (tool) {
    case 'change_task':
      return [...titleOf(given, task), ...fieldsOf(given, task), ...textOf(given)]
    case 'create_task':
    case 'update_task':
    case 'set_task_status':
      return [...fieldsOf(given, task), ...textOf(given)]
    case 'change_comment':
    case 'add_comment':
      return [{ field: m.review.comment, before: undefined, after: text(given.body), isText: true }]
    case 'draft_reply':
      return [
        { field: m.cloud.replies.to, before: undefined, after: text(given.to) },
        { field: m.cloud.replies.text, before: undefined, after: text(given.body), isPlain: true },
      ]
    case 'schedule_reminder':
      return [{ field: m.fields.reminder, before: undefined, after: reminderText(given as unknown as ReminderRule) }]
    case 'delete_task':
    case 'delete_comment':
    case 'delete_reminder':
    case 'delete_contact':
    case 'delete_list':
    case 'done_unproven':
      return []
    case 'finish_task':
      return [
        ...fieldsOf({ status: given.status ?? 'done' }, task),
        { field: m.fields.summary, before: undefined, after: text(given.summary), isText: true },
        ...(text(given.evidence) === undefined ? [] : [{ field: m.fields.evidence, before: undefined, after: text(given.evidence) }]),
      ]
    default:
      return Object.entries(given).flatMap(([name, value]) =>
        name === 'id' || name === 'key' || text(value) === undefined ? [] : [{ field: fieldText({ field: name }), before: undefined, after: text(value) }],
      )
  }
}

function fieldsOf(given: Given, task: Task | undefined): Difference[] {
  const said = {
    status: (value: unknown) => m.status[value as Status] ?? text(value),
    priority: (value: unknown) => m.priority[value as Priority] ?? text(value),
    labels: text,
    requesters: text,
  }
  const further = furtherFields.map((field) => ({ field, name: fieldText({ field }), say: (value: unknown) => text(value) && valueText(value, field) }))
  const named = (['status', 'priority', 'labels', 'requesters'] as const).map((field) => ({ field, name: m.fields[field], say: said[field] }))
  return [...named, ...further].flatMap(({ field, name, say }) => {
    if (given[field] === undefined) return []
    const [before, after] = [task && say(task[field]), say(given[field])]
    return before === after && task ? [] : [{ field: name, before, after: after ?? m.review.none }]
  })
}

/** A task is named by its title anyway: only another one is a difference. */
const titleOf = ({ title }: Given, task: Task | undefined): Difference[] =>
  title === undefined || title === task?.title ? [] : [{ field: m.fields.title, before: task?.title, after: text(title) }]

function textOf(given: Given): Difference[] {
  const added = text(given.description)
  return added === undefined ? [] : [{ field: m.fields.description, before: undefined, after: added, isText: true }]
}

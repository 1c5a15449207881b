// One condition of a list, in the words of the search language: -label:bug, created:7d, due:<2026-12-01, part:12, is:blocked, or a text that must occur.
// As text it is kept in addresses and saved lists; relative days stay relative.
import { priorities, type Status, statuses, type Task } from '../../schema/task.ts'
import { isOneOf } from '../people/same-name.ts'
import { isInInbox } from '../tasks/triage.ts'
import { dayAfter, daysFrom, isOverdue, isRealDay } from '../time/due.ts'
import { type QueryField, type QueryToken, readTokens, valuesIn } from './query-tokens.ts'

export interface Condition {
  isNot: boolean
  /** Undefined: a text that must occur. */
  field: QueryField | undefined
  /** Any of them; lower case but for texts. */
  values: string[]
}

/** What is asked besides the task itself. */
export interface Around {
  today: string
  /** RFC 3339, UTC. */
  now: string
  /** The last day of this week. */
  endOfWeek: string
  /** The day of a moment, by the calendar of whoever looks. */
  dayOf(moment: string): string
  /** As whom whoever looks is assigned. */
  me: readonly string[]
  isReady(task: Task): boolean
  isBlocked(task: Task): boolean
}

const dayWords = new Set(['today', 'yesterday', 'tomorrow', 'week'])
const states = new Set(['ready', 'blocked', 'overdue', 'inbox'])
const isDayValue = (value: string) => dayWords.has(value) || /^\d{1,3}d$/.test(value) || isRealDay(value.replace(/^[<>]/, ''))

/** Which values a field takes; a field that is not here takes any. */
const takes: Partial<Record<QueryField, (value: string) => boolean>> = {
  status: (value) => (statuses as readonly string[]).includes(value),
  priority: (value) => (priorities as readonly string[]).includes(value),
  is: (value) => states.has(value),
  due: (value) => ['none', 'any', 'overdue'].includes(value) || isDayValue(value),
  created: isDayValue,
  updated: isDayValue,
  part: (value) => /^[0-9a-f]{8}-[0-9a-f-]{27}$/.test(value),
}

/** Undefined for a field with a value that it does not have. */
export function conditionOf({ field, value, isNot }: Pick<QueryToken, 'field' | 'value' | 'isNot'>): Condition | undefined {
  if (field === undefined) return value.trim() === '' ? undefined : { isNot, field, values: [value.trim()] }
  const isWord = field === 'status' || field === 'priority'
  const values = valuesIn(value.toLowerCase()).map((one) => (isWord ? one.replaceAll(/[- ]/g, '_') : one))
  return values.length > 0 && values.every((one) => takes[field]?.(one) ?? true) ? { isNot, field, values } : undefined
}

/** Undefined where it is not exactly one that we know. */
export function readCondition(source: string): Condition | undefined {
  const [token, ...more] = readTokens(source.trim())
  return token && more.length === 0 ? conditionOf(token) : undefined
}

/** The way in which it is kept, and read again. */
export function writeCondition({ isNot, field, values }: Condition): string {
  const value = values.join(',').replaceAll('"', '')
  const quoted = field === undefined || /\s/.test(value) ? `"${value}"` : value
  return `${isNot ? '-' : ''}${field === undefined ? '' : `${field}:`}${quoted}`
}

const folded = (text: string) => text.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase()

/** "ana" means ana, ana@example.org and "Ana Silva" alike. */
function isNamed(name: string, wanted: string): boolean {
  const lower = name.toLowerCase()
  return lower === wanted || lower.startsWith(`${wanted}@`) || lower.startsWith(`${wanted} `)
}

function isOnDay(day: string, value: string, { today, endOfWeek }: Around, direction: -1 | 1): boolean {
  if (value === 'today') return day === today
  if (value === 'tomorrow') return day === dayAfter(today)
  if (value === 'yesterday') return dayAfter(day) === today
  if (value === 'week') return day > daysFrom(endOfWeek, -7) && day <= endOfWeek
  const days = /^(\d+)d$/.exec(value)?.[1]
  if (days !== undefined) {
    const other = daysFrom(today, direction * Number(days))
    return direction < 0 ? day > other && day <= today : day >= today && day < other
  }
  const named = value.replace(/^[<>]/, '')
  if (value.startsWith('<')) return day < named
  return value.startsWith('>') ? day > named : day === named
}

function isDue(task: Pick<Task, 'due' | 'status'>, value: string, around: Around): boolean {
  const { due, status } = task
  if (due === null) return value === 'none'
  if (value === 'overdue') return status !== 'done' && isOverdue(due, around)
  if (value === 'any' || value === 'none') return value === 'any'
  return isOnDay(due.length === 10 ? due : around.dayOf(due), value, around, 1)
}

function isSaid({ title, description, labels, requesters }: Task, text: string): boolean {
  const wanted = folded(text)
  return [title, description ?? '', ...labels, ...requesters].some((one) => folded(one).includes(wanted))
}

const reads: Record<QueryField, (task: Task, value: string, around: Around) => boolean> = {
  status: (task, value) => task.status === (value as Status),
  priority: (task, value) => task.priority === value,
  label: (task, value) => task.labels.some((label) => folded(label) === folded(value)),
  requester: (task, value) => task.requesters.some((name) => isNamed(name, value)),
  assignee: ({ assignee }, value, { me }) =>
    value === 'none' ? assignee === null : assignee !== null && (value === 'me' ? isOneOf(me, assignee) : isNamed(assignee, value)),
  due: isDue,
  is(task, value, around) {
    if (value === 'inbox') return isInInbox(task)
    if (value === 'overdue') return isDue(task, value, around)
    return value === 'ready' ? around.isReady(task) : around.isBlocked(task)
  },
  created: (task, value, around) => isOnDay(around.dayOf(task.created_at), value, around, -1),
  updated: (task, value, around) => isOnDay(around.dayOf(task.updated_at), value, around, -1),
  part: (task, value) => task.parent_uid === value,
}

export function fits({ isNot, field, values }: Condition, task: Task, around: Around): boolean {
  const isIn = values.some((value) => (field === undefined ? isSaid(task, value) : reads[field](task, value, around)))
  return isIn !== isNot
}

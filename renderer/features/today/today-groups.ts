// What Today lists, in groups: what is open, what is due, then a group for each day on which something comes. Each task stands once in what is
// now or today, and each repetition once in all: a daily task is one row, not fourteen.
import type { Reminder } from '../../../shared/schema/reminder.ts'
import type { Task } from '../../../shared/schema/task.ts'
import { momentOf } from '../../data/reminders/reminders.ts'
import { dayName } from '../../lib/dates.ts'
import { m } from '../../messages/late.ts'
import { dayKey } from '../../lib/moments.ts'

/** A reminder, or a task that is due; that one says when it reminds today. */
export type Row = { key: string; taskId: number } & (
  | { reminder: Reminder; task?: undefined }
  | { task: Task; reminder?: undefined; remindsAt?: string | undefined }
)

export interface Group {
  name: string
  rows: Row[]
}

interface Due {
  overdue: readonly Task[]
  today: readonly Task[]
}

const reminderRow = (reminder: Reminder): Row => {
  const { id, schedule_id, due_at, task_id } = reminder
  return { key: id === null ? `${schedule_id} ${due_at}` : `${id}`, taskId: task_id, reminder }
}

/** Soonest first, and of what repeats the next one alone. What is shown already as open, due or snoozed is not shown again, unless it comes once on another day. */
function comingUp(upcoming: readonly Reminder[], isShown: ReadonlySet<number>, today: string): Reminder[] {
  const seen = new Set<number>()
  return upcoming.filter((one) => {
    const isAgain = seen.has(one.schedule_id)
    seen.add(one.schedule_id)
    if (isAgain) return false
    return !isShown.has(one.task_id) || (one.type === 'one_time' && dayKey(momentOf(one)) !== today)
  })
}

const soonestFirst = (reminders: readonly Reminder[]) => reminders.toSorted((a, b) => Date.parse(momentOf(a)) - Date.parse(momentOf(b)))

/** A task whose reminder is open stands there. */
export function groupsOf(open: readonly Reminder[], due: Due, upcoming: readonly Reminder[], snoozed: readonly Reminder[], now: number): Group[] {
  const today = dayKey(new Date(now).toISOString())
  const isOpen = new Set(open.map(({ task_id }) => task_id))
  const isDue = new Set([...due.overdue, ...due.today].map(({ id }) => id))
  const isSnoozed = new Set(snoozed.map(({ task_id }) => task_id))
  const sorted = soonestFirst(upcoming)
  const dueRows = (tasks: readonly Task[]) =>
    tasks.flatMap((task): Row[] => {
      if (isOpen.has(task.id)) return []
      const next = sorted.find(({ task_id, due_at }) => task_id === task.id && dayKey(due_at) === today)
      return [{ key: `due ${task.id}`, taskId: task.id, task, remindsAt: next?.due_at }]
    })
  const ahead = soonestFirst([...comingUp(sorted, new Set([...isOpen, ...isDue, ...isSnoozed]), today), ...snoozed])
  const groups: Group[] = [
    { name: m.today.now, rows: open.map(reminderRow) },
    { name: m.due.groups.overdue, rows: dueRows(due.overdue) },
    { name: m.today.due, rows: dueRows(due.today) },
  ].filter(({ rows }) => rows.length > 0)
  for (const [day, some] of Map.groupBy(ahead, (one) => dayKey(momentOf(one))))
    groups.push({ name: day === today ? m.today.later : dayName(some[0] ? momentOf(some[0]) : ''), rows: some.map(reminderRow) })
  return groups
}

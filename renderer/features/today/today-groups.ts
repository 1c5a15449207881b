// What Today lists, in groups: what is open, what is due, what comes later today, what is in progress, what else is one's own, a group for each day on which something comes, and
// what was done today. Each task stands once in what is now or today, and each repetition once in all: a daily task is one row, not fourteen.
import type { Reminder } from '../../../shared/schema/reminder.ts'
import type { Task } from '../../../shared/schema/task.ts'
import { momentOf } from '../../data/reminders/reminders.ts'
import { dayName } from '../../lib/dates.ts'
import { m } from '../../messages/late.ts'
import { dayKey } from '../../lib/moments.ts'

/** A reminder, or a task; that one says when it reminds. */
export type Row = { key: string; taskId: number } & (
  | { reminder: Reminder; task?: undefined }
  | { task: Task; reminder?: undefined; remindsAt?: string | undefined }
)

export interface Group {
  name: string
  rows: Row[]
  /** Only the first of them are shown until somebody asks for all. */
  isLong?: true
  /** How many more there are. */
  hidden?: number
}

export interface Lists {
  /** Reminders that nobody has answered. */
  open: readonly Reminder[]
  due: { overdue: readonly Task[]; today: readonly Task[] }
  upcoming: readonly Reminder[]
  snoozed: readonly Reminder[]
  inProgress: readonly Task[]
  /** What else is assigned to the person. */
  assigned: readonly Task[]
  /** Today, the last one first. */
  done: readonly Task[]
}

/** How many of what may be many are shown unasked. */
const few = 5

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

const idsOf = (reminders: readonly Reminder[]) => reminders.map(({ task_id }) => task_id)

/** A task stands in the first of the groups that has it; one that is done keeps its next repetition to itself. */
export function groupsOf({ open, due, upcoming, snoozed, inProgress, assigned, done }: Lists, now: number): Group[] {
  const today = dayKey(now)
  const isToday = (one: Reminder) => dayKey(momentOf(one)) === today
  const sorted = soonestFirst(upcoming)
  const isOpen = new Set(idsOf(open))
  const isDue = new Set([...due.overdue, ...due.today].map(({ id }) => id))
  const doneRows = done.filter(({ id }) => !isOpen.has(id) && !idsOf(snoozed).includes(id))
  const isElsewhere = new Set([...isOpen, ...isDue, ...idsOf(snoozed), ...doneRows.map(({ id }) => id)])
  const ahead = soonestFirst([...comingUp(sorted, isElsewhere, today), ...snoozed])
  const isBefore = new Set([...isOpen, ...isDue, ...idsOf(ahead.filter(isToday))])
  const begun = inProgress.filter(({ id }) => !isBefore.has(id))
  const isBegun = new Set(begun.map(({ id }) => id))
  const isListed = new Set([...isBefore, ...isBegun, ...idsOf(ahead)])
  const taskRow = (task: Task, reminds?: Reminder): Row => ({ key: `task ${task.id}`, taskId: task.id, task, remindsAt: reminds?.due_at })
  const dueRows = (tasks: readonly Task[]) =>
    tasks
      .filter(({ id }) => !isOpen.has(id))
      .map((task) =>
        taskRow(
          task,
          sorted.find((one) => one.task_id === task.id && dayKey(one.due_at) === today),
        ),
      )
  const groups: Group[] = [
    { name: m.today.now, rows: open.map(reminderRow) },
    { name: m.due.groups.overdue, rows: dueRows(due.overdue) },
    { name: m.today.due, rows: dueRows(due.today) },
    { name: m.today.later, rows: ahead.filter(isToday).map(reminderRow) },
    {
      name: m.status.in_progress,
      rows: begun.map((task) =>
        taskRow(
          task,
          sorted.find(({ task_id }) => task_id === task.id),
        ),
      ),
    },
  ]
  groups.push({ name: m.today.assigned, rows: assigned.filter(({ id }) => !isListed.has(id)).map((task) => taskRow(task)), isLong: true })
  const laterOn = ahead.filter((one) => !isToday(one) && (!isBegun.has(one.task_id) || one.type === 'one_time' || one.state === 'snoozed'))
  for (const some of Map.groupBy(laterOn, (one) => dayKey(momentOf(one))).values())
    groups.push({ name: dayName(some[0] ? momentOf(some[0]) : ''), rows: some.map(reminderRow) })
  groups.push({ name: m.today.done, rows: doneRows.map((task) => taskRow(task)), isLong: true })
  return groups.filter(({ rows }) => rows.length > 0)
}

/** Of what may be many only the first few. */
export function folded(groups: readonly Group[]): Group[] {
  return groups.map((group) => (group.isLong ? { ...group, rows: group.rows.slice(0, few), hidden: Math.max(0, group.rows.length - few) } : group))
}

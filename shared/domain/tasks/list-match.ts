// Whether a saved list has a task, asked of the task itself: for places that look at a few tasks, not for the stores.
import { type Around, type Condition, fits, readCondition } from '../search/condition.ts'
import { plainWord } from '../search/plain-words.ts'
import { isOneOf, isSameName } from '../people/same-name.ts'
import { isOverdue } from '../time/due.ts'
import type { ListQuery } from '../../schema/saved-list.ts'
import type { Task } from '../../schema/task.ts'

type Range = NonNullable<ListQuery['due']>[number]

function isDueIn({ due, status }: Task, range: Range, around: Around): boolean {
  if (due === null) return range === 'none'
  if (range === 'overdue') return status !== 'done' && isOverdue(due, around)
  const day = due.length === 10 ? due : around.dayOf(due)
  return range !== 'none' && day >= around.today && day <= (range === 'today' ? around.today : around.endOfWeek)
}

/** Whether `around.isReady` or `around.isBlocked` will be asked. */
export const asksForReadiness = ({ scope, where = [] }: ListQuery): boolean =>
  scope === 'ready' || where.some((one) => readCondition(one)?.values.some((value) => value === 'ready' || value === 'blocked'))

export function createListMatch(query: ListQuery, around: Around): (task: Task) => boolean {
  const { scope = 'all', status, priority, label, requester, assignee, due } = query
  const labels = label?.map(plainWord)
  const conditions = (query.where ?? []).map(readCondition).filter((one): one is Condition => one !== undefined)
  const isOf = (task: Task) => (one: string) =>
    one === 'none' ? task.assignee === null : task.assignee !== null && (one === 'me' ? isOneOf(around.me, task.assignee) : isSameName(one, task.assignee))
  return (task) =>
    (scope === 'all' || (scope === 'ready' ? around.isReady(task) : (scope === 'done') === (task.status === 'done'))) &&
    (!status?.length || status.includes(task.status)) &&
    (!priority?.length || priority.includes(task.priority)) &&
    (!labels?.length || task.labels.some((one) => labels.includes(plainWord(one)))) &&
    (!requester?.length || task.requesters.some((one) => requester.includes(one))) &&
    (!assignee?.length || assignee.some(isOf(task))) &&
    (!due?.length || due.some((range) => isDueIn(task, range, around))) &&
    conditions.every((one) => fits(one, task, around))
}

// What a task that is made in a list gets from it: what all its tasks have.
import { readCondition } from '../../../shared/domain/search/condition.ts'
import type { NewTask } from '../../../shared/schema/task.ts'
import { isRealDay } from '../../../shared/domain/time/due.ts'
import type { Place } from '../../lib/navigation.ts'
import { endOfWeek, today, tomorrow } from '../../lib/plan/due.ts'
import { myWords } from '../people/assignees.ts'

export type ListValues = Pick<NewTask, 'status' | 'priority' | 'labels' | 'requesters' | 'assignee' | 'parent_uid' | 'due'>

const only = <T>(values: readonly T[] | undefined): T | undefined => (values?.length === 1 ? values[0] : undefined)

/** The last day on which it would still be in the list. */
const days: Readonly<Record<string, (now: number) => string>> = { today, tomorrow, week: endOfWeek }
const dayOf = (value: string): string | undefined => (isRealDay(value) ? value : days[value]?.(Date.now()))

/** Where one of several values would do, it gets none of them. */
export function listValues({ filter }: Pick<Place, 'filter'>): ListValues {
  const [status, priority, label, requester] = [only(filter.status), only(filter.priority), only(filter.label), only(filter.requester)]
  const word = only(filter.assignee)
  const assignee = word === 'me' ? myWords()[0] : word === 'none' ? undefined : word
  const conditions = (filter.where ?? []).map(readCondition)
  const valueOf = (field: 'part' | 'due') => only(only(conditions.flatMap((one) => (one?.field === field && !one.isNot ? [one.values] : []))))
  const parent_uid = valueOf('part')
  const range = only(filter.due) ?? valueOf('due')
  const due = range === undefined ? undefined : dayOf(range)
  return {
    ...(status ? { status } : {}),
    ...(priority ? { priority } : {}),
    ...(label === undefined ? {} : { labels: [label] }),
    ...(requester === undefined ? {} : { requesters: [requester] }),
    ...(assignee === undefined ? {} : { assignee }),
    ...(parent_uid === undefined ? {} : { parent_uid }),
    ...(due === undefined ? {} : { due }),
  }
}

/** What the line says itself stands; labels and requesters of both count. */
export function withListValues(task: NewTask, given: ListValues): NewTask {
  const both = (field: 'labels' | 'requesters') => [...new Set([...(task[field] ?? []), ...(given[field] ?? [])])]
  const words = { labels: both('labels'), requesters: both('requesters') }
  return {
    ...given,
    ...task,
    ...(words.labels.length > 0 ? { labels: words.labels } : {}),
    ...(words.requesters.length > 0 ? { requesters: words.requesters } : {}),
  }
}

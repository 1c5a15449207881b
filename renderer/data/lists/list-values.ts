// What a task that is made in a list gets from it: what all its tasks have.
import { readCondition } from '../../../shared/domain/search/condition.ts'
import type { NewTask } from '../../../shared/schema/task.ts'
import type { Place } from '../../lib/navigation.ts'
import { myWords } from '../people/assignees.ts'

export type ListValues = Pick<NewTask, 'status' | 'priority' | 'labels' | 'requesters' | 'assignee' | 'parent_uid'>

const only = <T>(values: readonly T[] | undefined): T | undefined => (values?.length === 1 ? values[0] : undefined)

/** Where one of several values would do, it gets none of them. */
export function listValues({ filter }: Pick<Place, 'filter'>): ListValues {
  const [status, priority, label, requester] = [only(filter.status), only(filter.priority), only(filter.label), only(filter.requester)]
  const word = only(filter.assignee)
  const assignee = word === 'me' ? myWords()[0] : word === 'none' ? undefined : word
  const parents = (filter.where ?? []).map(readCondition).flatMap((one) => (one?.field === 'part' && !one.isNot ? [one.values] : []))
  const parent_uid = only(only(parents))
  return {
    ...(status ? { status } : {}),
    ...(priority ? { priority } : {}),
    ...(label === undefined ? {} : { labels: [label] }),
    ...(requester === undefined ? {} : { requesters: [requester] }),
    ...(assignee === undefined ? {} : { assignee }),
    ...(parent_uid === undefined ? {} : { parent_uid }),
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

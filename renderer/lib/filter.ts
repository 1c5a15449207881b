import { plainWord } from '../../shared/domain/search/plain-words.ts'
import type { Priority, Status, Task } from '../../shared/schema/task.ts'

/** In which order a list stands; newest first if nothing is said. */
export const sorts = ['updated', 'oldest', 'priority', 'title'] as const
export type Sort = (typeof sorts)[number]

export const groupings = ['status', 'priority', 'label', 'requester'] as const
export type Grouping = (typeof groupings)[number]

/** A field that is missing or empty lets everything through. `sort` and `group` say how it is shown. */
export interface Filter {
  status?: readonly Status[] | undefined
  priority?: readonly Priority[] | undefined
  label?: readonly string[] | undefined
  requester?: readonly string[] | undefined
  sort?: Sort | undefined
  group?: Grouping | undefined
}

export function matches(filter: Filter, task: Pick<Task, 'status' | 'priority' | 'labels' | 'requesters'>): boolean {
  const among = <T>(wanted: readonly T[] | undefined, values: readonly T[]) => !wanted?.length || values.some((value) => wanted.includes(value))
  return (
    among(filter.status, [task.status]) &&
    among(filter.priority, [task.priority]) &&
    among(filter.label?.map(plainWord), task.labels.map(plainWord)) &&
    among(filter.requester, task.requesters)
  )
}

export function isFiltered(filter: Filter): boolean {
  return Boolean(filter.status?.length || filter.priority?.length || filter.label?.length || filter.requester?.length)
}

/** What decides which tasks are in it, not how they stand; one cache entry for one meaning. */
export function contentOf({ sort: _sort, group: _group, ...filter }: Filter): Filter {
  return Object.fromEntries(Object.entries(filter).filter(([, values]) => values?.length))
}

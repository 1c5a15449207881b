import { listGroups, listOrders } from '../../shared/schema/saved-list.ts'
import { plainWord } from '../../shared/domain/search/plain-words.ts'
import type { DueRange } from './plan/due.ts'
import { isInInbox } from '../../shared/domain/tasks/triage.ts'
import { isReady } from './plan/links.ts'
import type { Priority, Status, Task } from '../../shared/schema/task.ts'

/** In which order a list stands; newest first if nothing is said. */
export const sorts = listOrders
export type Sort = (typeof sorts)[number]

export const groupings = listGroups
export type Grouping = (typeof groupings)[number]

/** A task by both its names: the stores are asked by the one, and tasks name each other by the other. */
export type Linked = Pick<Task, 'id' | 'uid'>

/** A field that is missing or empty lets everything through. `sort` and `group` say how it is shown. */
export interface Filter {
  status?: readonly Status[] | undefined
  priority?: readonly Priority[] | undefined
  label?: readonly string[] | undefined
  requester?: readonly string[] | undefined
  /** `me` and `none` besides words. */
  assignee?: readonly string[] | undefined
  /** By the calendar and the clock of this machine: no store is asked for it. */
  due?: readonly DueRange[] | undefined
  /** Earlier than this day; days and moments as both stores compare them. */
  due_before?: string | undefined
  /** Done at this moment or later. */
  completed_after?: string | undefined
  /** Whoever asks can begin. */
  ready?: true | undefined
  /** In the Inbox. */
  inbox?: boolean | undefined
  /** Parts of this task. */
  parent?: Linked | undefined
  /** What this task blocks. */
  blocker?: Linked | undefined
  id?: readonly number[] | undefined
  uid?: readonly string[] | undefined
  /** Further conditions, each in the words of the search (shared/domain/search/condition.ts). */
  where?: readonly string[] | undefined
  sort?: Sort | undefined
  group?: Grouping | undefined
}

/** All but `due`, which changes with the clock (data/lists/sift.ts), and the conditions. `assignee` has no `me` any more. */
export function matches(filter: Filter, task: Task): boolean {
  const among = <T>(wanted: readonly T[] | undefined, values: readonly T[]) => !wanted?.length || values.some((value) => wanted.includes(value))
  return (
    among(filter.status, [task.status]) &&
    among(filter.priority, [task.priority]) &&
    among(filter.label?.map(plainWord), task.labels.map(plainWord)) &&
    among(filter.requester, task.requesters) &&
    among(filter.assignee, [task.assignee ?? 'none']) &&
    among(filter.id, [task.id]) &&
    among(filter.uid, [task.uid]) &&
    (!filter.ready || isReady(task)) &&
    (!filter.inbox || isInInbox(task)) &&
    (!filter.parent || task.parent_uid === filter.parent.uid) &&
    (!filter.blocker || task.blocker_uids.includes(filter.blocker.uid)) &&
    (filter.due_before === undefined || (task.due !== null && task.due < filter.due_before)) &&
    // What was done here a moment ago has no moment until the service answers.
    (filter.completed_after === undefined || (task.status === 'done' && (task.completed_at ?? filter.completed_after) >= filter.completed_after))
  )
}

export function isFiltered(filter: Filter): boolean {
  return Boolean(
    filter.status?.length ||
      filter.priority?.length ||
      filter.label?.length ||
      filter.requester?.length ||
      filter.assignee?.length ||
      filter.due?.length ||
      filter.where?.length,
  )
}

/** What decides which tasks are in it, not how they stand; one cache entry for one meaning. */
export function contentOf({ sort: _sort, group: _group, due: _due, where: _where, ...filter }: Filter): Filter {
  return Object.fromEntries(Object.entries(filter).filter(([, values]) => (Array.isArray(values) || typeof values === 'string' ? values.length : values)))
}

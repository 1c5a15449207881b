import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import { api } from '../../backend/backend.ts'
import { contentOf, type Filter, type Linked } from '../../lib/filter.ts'
import { dueBound } from '../../lib/plan/due.ts'
import { myWords } from '../people/assignees.ts'
import type { TaskPage, TaskPages } from './place-task.ts'
import { queryClient } from '../query-client.ts'
import { cachedTask, cachedTasks, withUnanswered } from './task-cache.ts'

/** The first fills any screen, also a phone's on a slow line soon; who scrolls on reads more at a time. */
const firstPage = 50
const pageSize = 100
/** In the place of a cursor: one page with all of it, also when it is read again. */
const whole = '*'

/** As the stores know it: `me` is whoever asks, by name and address. */
export const askedFilter = (filter: Filter): Filter =>
  contentOf({
    ...filter,
    assignee: filter.assignee?.flatMap((word) => (word === 'me' ? myWords() : [word])),
    due_before: dueBound(filter.due, Date.now()),
  })

/** Lists are asked for page by page, never whole. */
export function taskList(filter: Filter) {
  return infiniteQueryOptions({
    queryKey: ['tasks', filter] as const,
    queryFn: async ({ pageParam, signal }) => {
      if (pageParam !== undefined && pageParam !== whole) return readPage(filter, pageSize, pageParam, signal)
      return withUnanswered(await (pageParam === whole ? readWhole(filter, signal) : readPage(filter, firstPage, undefined, signal)), filter)
    },
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (last: TaskPage) => last.next,
  })
}

/** All of it at once, for another order than newest first. The same shape, so that changes are placed in it like in every list. */
export function wholeList(filter: Filter) {
  return queryOptions({
    queryKey: ['tasks', filter, 'whole'] as const,
    queryFn: async ({ signal }): Promise<TaskPages> => ({ pages: [withUnanswered(await readWhole(filter, signal), filter)], pageParams: [whole] }),
    gcTime: 60_000,
    // Comparing ten thousand tasks with ten thousand tasks costs more than drawing the thirty that are in sight.
    structuralSharing: false,
  })
}

/** All pages of a list that is read page by page: for whoever wants to pick every row. */
export async function readAllPages(filter: Filter): Promise<void> {
  const { queryKey } = taskList(filter)
  const readOf = () => queryClient.getQueryState(queryKey)?.dataUpdatedAt
  const before = readOf()
  const read = await api.listTasks({ query: asQuery(filter) })
  const isOlder = readOf() !== before
  await queryClient.cancelQueries({ queryKey, exact: true })
  // What is being written just now is newer than what was read.
  const known = new Map(cachedTasks(read.map(({ id }) => id)).map((task) => [task.id, task]))
  const tasks = read.map((task) => {
    const shown = known.get(task.id)
    return shown && shown.version >= task.version ? shown : task
  })
  const page = withUnanswered({ tasks, next: undefined, total: tasks.length }, filter)
  queryClient.setQueryData(queryKey, { pages: [page], pageParams: [whole] })
  // Something was written meanwhile that the answer may not have.
  if (isOlder) void queryClient.invalidateQueries({ queryKey, exact: true })
}

async function readWhole(filter: Filter, signal: AbortSignal): Promise<TaskPage> {
  const tasks = await api.listTasks({ query: asQuery(filter) }, { signal })
  return { tasks, next: undefined, total: tasks.length }
}

async function readPage(filter: Filter, limit: number, cursor: string | undefined, signal: AbortSignal): Promise<TaskPage> {
  const { body, headers } = await api.full.listTasks({ query: { ...asQuery(filter), limit, ...(cursor ? { cursor } : {}) } }, { signal })
  const next = /[?&]cursor=([^&>]+)[^>]*>; rel="next"/.exec(headers.get('link') ?? '')?.[1]
  const asOf = headers.get('x-journal-seq')
  return {
    tasks: body,
    next: next && decodeURIComponent(next),
    total: Number(headers.get('x-total-count') ?? body.length),
    asOf: asOf === null ? undefined : Number(asOf),
  }
}

function asQuery(filter: Filter) {
  return {
    status: filter.status && [...filter.status],
    priority: filter.priority && [...filter.priority],
    label: filter.label && [...filter.label],
    requester: filter.requester && [...filter.requester],
    assignee: filter.assignee && [...filter.assignee],
    due_before: filter.due_before,
    completed_after: filter.completed_after,
    ready: filter.ready,
    inbox: filter.inbox,
    parent: filter.parent?.id,
    blocker: filter.blocker?.id,
    uid: filter.uid && [...filter.uid],
  }
}

/** How many tasks a filter has. */
export function taskCount(filter: Filter) {
  return queryOptions({
    queryKey: ['count', filter] as const,
    queryFn: async ({ signal }) => (await readPage(filter, 1, undefined, signal)).total,
  })
}

/** The tasks that are parts of one; as they stand, newest first. */
export const partsOf = ({ id, uid }: Linked) => wholeList({ parent: { id, uid } })

/** The tasks that name one as a blocker; as they stand, newest first. */
export const waitingFor = ({ id, uid }: Linked) => wholeList({ blocker: { id, uid } })

export function taskById(id: number) {
  return queryOptions({
    queryKey: ['task', id] as const,
    queryFn: ({ signal }) => api.getTask({ params: { id } }, { signal }),
    // A task that a list holds is there at once; lists are kept up to date.
    initialData: () => cachedTask(id),
  })
}

export function commentsOf(id: number) {
  return queryOptions({ queryKey: ['comments', id] as const, queryFn: ({ signal }) => api.listComments({ params: { id } }, { signal }) })
}

export function schedulesOf(id: number) {
  return queryOptions({ queryKey: ['schedules', id] as const, queryFn: ({ signal }) => api.listSchedules({ params: { id } }, { signal }) })
}

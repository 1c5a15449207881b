// A list as groups. As it comes (newest first) it is read page by page; in another order or other groups it is read whole, once, and
// then kept up to date like every list.
import { type InfiniteData, type UseInfiniteQueryResult, useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import type { Status, Task } from '../../../shared/schema/task.ts'
import { myWords } from '../../data/people/assignees.ts'
import { createSift, isSifted } from '../../data/lists/sift.ts'
import type { Filter } from '../../lib/filter.ts'
import { askedIn, withinView } from '../../data/lists/list-filter.ts'
import type { TaskPage } from '../../data/tasks/place-task.ts'
import { askedFilter, readAllPages, taskList, wholeList } from '../../data/tasks/task-queries.ts'
import { m } from '../../lib/messages.ts'
import { listViews, type Place, type View } from '../../lib/navigation.ts'
import { queryClient } from '../../data/query-client.ts'
import { useMinute } from '../../lib/use-minute.ts'
import { createOrder, groupedBy } from './arrange.ts'

export interface Group {
  /** Undefined: a group without a heading. */
  key: string | undefined
  title: string
  tasks: Task[]
  total: number
  hasMore: boolean
  loadMore: () => void
}

export interface Groups {
  groups: Group[]
  total: number
  isLoading: boolean
  error: Error | null
  retry: () => void
  /** Reads the rows that no page has brought yet. */
  loadAll: () => Promise<void>
}

const maxGroups = 4
const nothing = () => undefined

function filtersOf(view: View, filter: Filter): { status: Status | undefined; filter: Filter }[] {
  const wanted = withinView(view, filter)
  if (view !== 'open') return [{ status: undefined, filter: askedIn(view, filter) }]
  return (wanted ?? []).map((status) => ({ status, filter: askedFilter({ ...filter, status: [status] }) }))
}

/** Asks for the rows of this place before the web UI is drawn, which takes as long as the answer. */
export function readRowsAhead({ view, filter }: Place): void {
  if (!listViews.includes(view)) return
  if (isArranged(view, filter)) void queryClient.prefetchQuery(wholeListOf(view, filter))
  else for (const group of filtersOf(view, filter).slice(0, maxGroups)) void queryClient.prefetchInfiniteQuery(taskList(group.filter))
}

/** What is due when changes with the clock: the stores are only asked for what may be. */
const isArranged = (view: View, filter: Filter) => view === 'next' || filter.sort !== undefined || filter.group !== undefined || isSifted(filter)
const wholeListOf = (view: View, filter: Filter) => wholeList(askedIn(view, filter))

type GroupQuery = UseInfiniteQueryResult<InfiniteData<TaskPage>>

export function useGroups({ view, filter, list }: Place): Groups {
  const isInOtherOrder = isArranged(view, filter)
  const arranged = useArranged({ view, filter, list }, isInOtherOrder)
  const paged = usePaged(view, filter, !isInOtherOrder)
  return isInOtherOrder ? arranged : paged
}

function useArranged({ view, filter, list }: Pick<Place, 'view' | 'filter' | 'list'>, isOn: boolean): Groups {
  const now = useMinute()
  const { data, isPending, error, refetch } = useQuery({ ...wholeListOf(view, filter), enabled: isOn })
  const [inOrder] = useState(createOrder)
  const groups = useMemo(() => {
    const read = data?.pages.flatMap((page) => page.tasks) ?? []
    const tasks = inOrder(filter.sort ?? (view === 'next' ? 'next' : undefined), isSifted(filter) ? read.filter(createSift(filter, now)) : read, list)
    const parts = groupedBy(filter.group ?? (view === 'open' ? 'status' : undefined), tasks, now, myWords())
    return parts.map((part): Group => ({ ...part, total: part.tasks.length, hasMore: false, loadMore: nothing }))
  }, [data, filter, inOrder, view, list, now])
  return {
    groups,
    total: groups.reduce((sum, group) => sum + group.total, 0),
    isLoading: isPending,
    error,
    retry: () => void refetch(),
    loadAll: async () => undefined,
  }
}

/** One group of what is read page by page. Its object changes only with what it shows. */
function useGroup(status: Status | undefined, filter: Filter | undefined): { query: GroupQuery; group: Group } {
  const query = useInfiniteQuery({ ...taskList(filter ?? {}), enabled: filter !== undefined, ...(filter ? {} : { queryKey: ['no tasks'] as never }) })
  const { data, hasNextPage, isFetching, fetchNextPage } = query
  const group = useMemo(
    (): Group => ({
      key: status,
      title: status ? m.status[status] : '',
      tasks: data?.pages.flatMap((page) => page.tasks) ?? [],
      total: data?.pages[0]?.total ?? 0,
      hasMore: hasNextPage,
      loadMore: () => void (isFetching || fetchNextPage()),
    }),
    [status, data, hasNextPage, isFetching, fetchNextPage],
  )
  return { query, group }
}

function usePaged(view: View, filter: Filter, isOn: boolean): Groups {
  const wanted = isOn ? filtersOf(view, filter).slice(0, maxGroups) : []
  const at = (index: number) => [wanted[index]?.status, wanted[index]?.filter] as const
  // Hooks want a fixed number: there are never more groups than open statuses.
  const [one, two, three, four] = [useGroup(...at(0)), useGroup(...at(1)), useGroup(...at(2)), useGroup(...at(3))]
  const count = wanted.length
  const groups = useMemo(() => [one.group, two.group, three.group, four.group].slice(0, count), [one.group, two.group, three.group, four.group, count])
  const active = [one, two, three, four].slice(0, count).map(({ query }) => query)
  return {
    groups,
    total: groups.reduce((sum, group) => sum + group.total, 0),
    isLoading: active.some((query) => query.isPending),
    error: active.find((query) => query.error)?.error ?? null,
    retry: () => {
      for (const query of active) if (query.error) void query.refetch()
    },
    async loadAll() {
      await Promise.all(wanted.flatMap(({ filter: own }, index) => (active[index]?.hasNextPage ? [readAllPages(own)] : [])))
    },
  }
}

// A list as groups: the inbox is one group for each open status, the other views are one group without a heading.
import { type InfiniteData, type UseInfiniteQueryResult, useInfiniteQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import type { Status, Task } from '../../../shared/schema/task.ts'
import type { Filter } from '../../data/filter.ts'
import type { TaskPage } from '../../data/place-task.ts'
import { taskList } from '../../data/task-queries.ts'
import { statusesOf, type View } from '../../navigation.ts'

export interface Group {
  /** Undefined: a group without a heading. */
  status: Status | undefined
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
}

const mostGroups = 4

function filtersOf(view: View, filter: Filter): { status: Status | undefined; filter: Filter }[] {
  const within = statusesOf(view)
  const wanted = filter.status?.length ? (within ?? filter.status).filter((status) => filter.status?.includes(status)) : within
  if (view !== 'inbox') return [{ status: undefined, filter: clean({ ...filter, status: wanted }) }]
  return (wanted ?? []).map((status) => ({ status, filter: clean({ ...filter, status: [status] }) }))
}

/** One cache entry for one meaning: empty fields are left out. */
function clean(filter: Filter): Filter {
  return Object.fromEntries(Object.entries(filter).filter(([, values]) => values?.length))
}

type GroupQuery = UseInfiniteQueryResult<InfiniteData<TaskPage>>

const useGroup = (filter: Filter | undefined): GroupQuery =>
  useInfiniteQuery({ ...taskList(filter ?? {}), enabled: filter !== undefined, ...(filter ? {} : { queryKey: ['no tasks'] as never }) })

export function useGroups(view: View, filter: Filter): Groups {
  const wanted = filtersOf(view, filter)
  // Hooks want a fixed number: there are never more groups than open statuses.
  const queries = [useGroup(wanted[0]?.filter), useGroup(wanted[1]?.filter), useGroup(wanted[2]?.filter), useGroup(wanted[3]?.filter)]
  const used = wanted.slice(0, mostGroups)
  const data = queries.map((query) => query.data)
  const groups = useMemo(
    () =>
      used.map(({ status }, index): Group => {
        const query = queries[index] as GroupQuery
        return {
          status,
          tasks: query.data?.pages.flatMap((page) => page.tasks) ?? [],
          total: query.data?.pages[0]?.total ?? 0,
          hasMore: query.hasNextPage,
          loadMore: () => void (query.isFetching || query.fetchNextPage()),
        }
      }),
    // eslint-disable-next-line react-hooks/exhaustive-deps -- the queries' data is all that changes the groups
    [view, filter, ...data, ...queries.map((query) => query.isFetching)],
  )
  const active = queries.slice(0, used.length)
  return {
    groups,
    total: groups.reduce((sum, group) => sum + group.total, 0),
    isLoading: active.some((query) => query.isPending),
    error: active.find((query) => query.error)?.error ?? null,
    retry: () => {
      for (const query of active) if (query.error) void query.refetch()
    },
  }
}

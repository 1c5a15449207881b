import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { type Status, statuses, type Task } from '../../../shared/schema/task.ts'
import { askedFilter, readAllPages, taskList, wholeList } from '../../data/tasks/task-queries.ts'
import { createSift, isSifted } from '../../data/lists/sift.ts'
import type { Filter } from '../../lib/filter.ts'
import { useMinute } from '../../lib/use-minute.ts'

export interface Column {
  status: Status
  tasks: Task[]
  total: number
  isLoading: boolean
  hasMore: boolean
  loadMore: () => void
}

/** Statuses that are filtered out have no column. */
const isShown = (status: Status, filter: Filter) => !filter.status?.length || filter.status.includes(status)

function useColumn(status: Status, given: Filter) {
  const filter = askedFilter({ ...given, status: [status] })
  const isOn = isShown(status, given)
  // What is due when changes with the clock: of what may be, the column is read whole.
  const isByClock = isSifted(given)
  const now = useMinute()
  const paged = useInfiniteQuery({ ...taskList(filter), enabled: isOn && !isByClock })
  const whole = useQuery({ ...wholeList(filter), enabled: isOn && isByClock })
  const query = isByClock ? whole : paged
  const tasks = useMemo(() => {
    const read = query.data?.pages.flatMap((page) => page.tasks) ?? []
    return isByClock ? read.filter(createSift(given, now)) : read
  }, [query.data, isByClock, given, now])
  const column: Column = {
    status,
    tasks,
    total: isByClock ? tasks.length : (paged.data?.pages[0]?.total ?? 0),
    isLoading: query.isPending,
    hasMore: !isByClock && paged.hasNextPage,
    loadMore: () => void (paged.isFetching || paged.fetchNextPage()),
  }
  return { column, filter, isOn, error: query.isPending || query.data ? null : query.error, retry: () => void query.refetch() }
}

/** The same lists that the inbox reads, so that what one has the other shows at once. */
export function useColumns(filter: Filter) {
  // Hooks want a fixed number: there are five statuses.
  const [a, b, c, d, e] = statuses
  const all = [useColumn(a, filter), useColumn(b, filter), useColumn(c, filter), useColumn(d, filter), useColumn(e, filter)].filter(({ isOn }) => isOn)
  return {
    columns: all.map(({ column }) => column),
    error: all.find(({ error }) => error)?.error ?? null,
    retry() {
      for (const { error, retry } of all) if (error) retry()
    },
    /** Reads the cards that no page has brought yet. */
    async loadAll() {
      await Promise.all(all.flatMap(({ column, filter: own }) => (column.hasMore ? [readAllPages(own)] : [])))
    },
  }
}

import { useInfiniteQuery } from '@tanstack/react-query'
import { type Status, statuses, type Task } from '../../../shared/schema/task.ts'
import { taskList } from '../../data/tasks/task-queries.ts'

export interface Column {
  status: Status
  tasks: Task[]
  total: number
  isLoading: boolean
  hasMore: boolean
  loadMore: () => void
}

function useColumn(status: Status) {
  const query = useInfiniteQuery(taskList({ status: [status] }))
  const column: Column = {
    status,
    tasks: query.data?.pages.flatMap((page) => page.tasks) ?? [],
    total: query.data?.pages[0]?.total ?? 0,
    isLoading: query.isPending,
    hasMore: query.hasNextPage,
    loadMore: () => void (query.isFetching || query.fetchNextPage()),
  }
  return { column, error: query.isPending || query.data ? null : query.error, retry: () => void query.refetch() }
}

/** The same lists that the inbox reads, so that what one has the other shows at once. */
export function useColumns() {
  // Hooks want a fixed number: there are five statuses.
  const [a, b, c, d, e] = statuses
  const all = [useColumn(a), useColumn(b), useColumn(c), useColumn(d), useColumn(e)]
  return {
    columns: all.map(({ column }) => column),
    error: all.find(({ error }) => error)?.error ?? null,
    retry() {
      for (const { error, retry } of all) if (error) retry()
    },
  }
}

// The tasks that are due today or overdue, soonest first.
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { statuses, type Task } from '../../../shared/schema/task.ts'
import { wholeList } from './task-queries.ts'
import { dueBound, dueGroupOf } from '../../lib/plan/due.ts'

const open = statuses.filter((status) => status !== 'done')
const nothing: Task[] = []

/** One list like every other: what is written to it shows at once. */
export function useDueToday(now: number) {
  const { data, isPending, error, refetch } = useQuery(wholeList({ status: open, due_before: dueBound(['today'], now) }))
  return useMemo(() => {
    const groups = Map.groupBy(data?.pages.flatMap((page) => page.tasks) ?? nothing, (task) => dueGroupOf(task, now))
    const soonestFirst = (tasks: Task[] = nothing) => tasks.toSorted((a, b) => ((a.due ?? '') < (b.due ?? '') ? -1 : 1))
    return { overdue: soonestFirst(groups.get('overdue')), today: soonestFirst(groups.get('today')), isPending, error, refetch }
  }, [data, now, isPending, error, refetch])
}

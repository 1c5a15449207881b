// How many tasks a filter has.
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import type { Filter } from '../../lib/filter.ts'
import type { View } from '../../lib/navigation.ts'
import { useMinute } from '../../lib/use-minute.ts'
import { taskCount, wholeList } from '../tasks/task-queries.ts'
import { useSiftedCount } from './count-sifted.ts'
import { askedIn } from './list-filter.ts'
import { narrowed } from './narrowed.ts'
import { isSifted } from './sift.ts'

/** What is due when changes with the clock, which no store is asked for: then the tasks are read and counted here. `filter` stays the same object. */
export function useListCount(view: View, filter: Filter): number | undefined {
  const now = useMinute()
  const asked = askedIn(view, filter)
  // A status that the view does not have.
  const left = useMemo(() => narrowed(filter), [filter])
  const isEmpty = asked.status === undefined && Boolean(left.status?.length)
  const isRead = isSifted(left)
  const { data: total } = useQuery({ ...taskCount(asked), enabled: !isRead && !isEmpty })
  const { data: due } = useQuery({ ...wholeList(asked), enabled: isRead && !isEmpty })
  const sifted = useSiftedCount(due, filter, now)
  if (isEmpty) return 0
  return isRead ? sifted : total
}

// A filter as the stores are asked for it, and how many tasks it has.
import { useQuery } from '@tanstack/react-query'
import { type Status, statuses } from '../../../shared/schema/task.ts'
import type { Filter } from '../../lib/filter.ts'
import { statusesOf, type View } from '../../lib/navigation.ts'
import { useMinute } from '../../lib/use-minute.ts'
import { createSift, isSifted } from './sift.ts'
import { askedFilter, taskCount, wholeList } from '../tasks/task-queries.ts'

/** Which statuses are looked for in a view; undefined: all. What is ready is asked for as such: which statuses those have follows. */
export function withinView(view: View, filter: Filter): Status[] | undefined {
  const within = view === 'next' && !filter.status?.length ? undefined : statusesOf(view)
  return filter.status?.length ? [...(within ?? statuses)].filter((status) => filter.status?.includes(status)) : within
}

/** All that a view shows with this filter. */
export const askedIn = (view: View, filter: Filter): Filter =>
  askedFilter({ ...filter, ...(view === 'next' ? { ready: true } : {}), status: withinView(view, filter) })

/** What is due when changes with the clock, which no store is asked for: then the tasks are read and counted here. */
export function useListCount(view: View, filter: Filter): number | undefined {
  const now = useMinute()
  const asked = askedIn(view, filter)
  // A status that the view does not have.
  const isEmpty = asked.status === undefined && Boolean(filter.status?.length)
  const isRead = isSifted(filter)
  const { data: total } = useQuery({ ...taskCount(asked), enabled: !isRead && !isEmpty })
  const { data: due } = useQuery({ ...wholeList(asked), enabled: isRead && !isEmpty })
  if (isEmpty) return 0
  return isRead ? due?.pages.reduce((sum, page) => sum + page.tasks.filter(createSift(filter, now)).length, 0) : total
}

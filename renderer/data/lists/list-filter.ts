// A filter as the stores are asked for it.
import { type Status, statuses } from '../../../shared/schema/task.ts'
import type { Filter } from '../../lib/filter.ts'
import { statusesOf, type View } from '../../lib/navigation.ts'
import { askedFilter } from '../tasks/task-queries.ts'
import { narrowed } from './narrowed.ts'

/** Which statuses are looked for in a view; undefined: all. What is ready is asked for as such: which statuses those have follows. */
export function withinView(view: View, filter: Filter): Status[] | undefined {
  const within = view === 'next' && !filter.status?.length ? undefined : statusesOf(view)
  return filter.status?.length ? [...(within ?? statuses)].filter((status) => filter.status?.includes(status)) : within
}

/** All that a view shows with this filter. */
export function askedIn(view: View, given: Filter): Filter {
  const filter = narrowed(given)
  return askedFilter({ ...filter, ...(view === 'next' ? { ready: true } : view === 'inbox' ? { inbox: true } : {}), status: withinView(view, filter) })
}

// What the person has begun, and what was done today.
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import type { Task } from '../../../shared/schema/task.ts'
import { can } from '../../backend/abilities.ts'
import { midnight } from '../../lib/moments.ts'
import { myWords } from '../people/assignees.ts'
import { isConnected, remote } from '../remote.ts'
import { allClaims } from './claims.ts'
import { wholeList } from './task-queries.ts'

/**
 * In progress and the person's, newest first: assigned to them; where nobody else is (no team is connected), also what is nobody's and no agent has claimed.
 */
export function useInProgress() {
  const connection = useQuery(remote)
  const claims = useQuery({ ...allClaims, enabled: can.review })
  const isAlone = can.connect && connection.data !== undefined && !isConnected(connection.data)
  const me = myWords()
  // Nobody at all would mean anybody.
  const { data, error, isLoading, refetch } = useQuery({
    ...wholeList({ status: ['in_progress'], assignee: [...me, ...(isAlone ? ['none'] : [])] }),
    enabled: me.length > 0 && !connection.isLoading,
  })
  const tasks = useMemo(() => tasksOf(data).filter(({ id, assignee }) => assignee !== null || !claims.data?.has(id)), [data, claims.data])
  return { tasks, error, isPending: isLoading || connection.isLoading || claims.isLoading, refetch }
}

/** What else is assigned to the person, by whomever, newest first. On a desktop nobody knows which member of a team they are. */
export function useAssigned() {
  const me = myWords()
  const { data, error, isLoading, refetch } = useQuery({
    ...wholeList({ status: ['in_review', 'todo', 'backlog'], assignee: [...me] }),
    enabled: can.account && me.length > 0,
  })
  const tasks = useMemo(() => tasksOf(data), [data])
  return { tasks, error, isPending: isLoading, refetch }
}

/** Done since midnight here, by whomever; what was done last comes first. */
export function useDoneToday(now: number) {
  const { data, error, isPending, refetch } = useQuery(wholeList({ status: ['done'], completed_after: midnight(now).toISOString() }))
  const tasks = useMemo(() => tasksOf(data).toSorted((a, b) => doneAt(b) - doneAt(a)), [data])
  return { tasks, error, isPending, refetch }
}

/** Until the service answers there is no moment: then it was just now. */
const doneAt = ({ completed_at }: Task) => (completed_at === null ? Number.MAX_SAFE_INTEGER : Date.parse(completed_at))

const tasksOf = (list: { pages: { tasks: Task[] }[] } | undefined): Task[] => list?.pages.flatMap((page) => page.tasks) ?? []

// When each task reminds next, for the marks of rows and cards: within the two weeks that Today looks ahead.
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { upcomingReminders } from './reminders.ts'

const nothing: ReadonlyMap<number, string> = new Map()

/** `isNeeded`: rows come first. */
export function useNextReminders(isNeeded = true): ReadonlyMap<number, string> {
  const { data } = useQuery({ ...upcomingReminders, enabled: isNeeded })
  return useMemo(() => {
    if (!data) return nothing
    const next = new Map<number, string>()
    for (const { task_id, due_at } of data) if (due_at < (next.get(task_id) ?? '\uffff')) next.set(task_id, due_at)
    return next
  }, [data])
}

// What the window knows of tasks: the lists and the open ones, in the query cache. Every change, one's own or another's, goes through here.
import type { Task } from '../../shared/schema/task.ts'
import { queryClient } from '../query-client.ts'
import type { Filter } from './filter.ts'
import { placeTask, type TaskPages } from './place-task.ts'

const taskLists = () => queryClient.getQueryCache().findAll({ queryKey: ['tasks'] })

/** Tasks that were taken away: their delete may be reported again, and what is left of them somewhere is void. */
const gone = new Set<number>()

export function cachedTask(id: number): Task | undefined {
  if (gone.has(id)) return undefined
  const known = queryClient.getQueryData<Task>(['task', id])
  if (known) return known
  for (const { state } of taskLists()) {
    for (const page of (state.data as TaskPages | undefined)?.pages ?? []) {
      const task = page.tasks.find((one) => one.id === id)
      if (task) return task
    }
  }
  return undefined
}

/** Everything is about to be read again: what is gone is no longer known. */
export function readTasksAgain(): void {
  gone.clear()
  void queryClient.invalidateQueries({ queryKey: ['tasks'] })
}

/** The task is now like this, everywhere. `before`: how it was, when the window did not know it. */
export function showTask(task: Task, before: Task | undefined = cachedTask(task.id)): void {
  gone.delete(task.id)
  place(task.id, task, before)
  queryClient.setQueryData<Task>(['task', task.id], (known) => known && task)
}

export function hideTask(id: number, before: Task | undefined = cachedTask(id)): void {
  if (gone.has(id)) return
  gone.add(id)
  place(id, undefined, before)
}

function place(id: number, now: Task | undefined, before: Task | undefined): void {
  for (const { queryKey } of taskLists()) {
    queryClient.setQueryData<TaskPages>(queryKey, (data) => data && placeTask(data, queryKey[1] as Filter, id, now, before))
  }
}

/** Labels and requesters that are in use, as far as the window has seen, most used first. */
export function wordsInUse(field: 'labels' | 'requesters'): string[] {
  const uses = new Map<string, number>()
  const seen = new Set<number>()
  for (const { state } of taskLists()) {
    for (const task of (state.data as TaskPages | undefined)?.pages.flatMap((page) => page.tasks) ?? []) {
      if (seen.has(task.id)) continue
      seen.add(task.id)
      for (const word of task[field]) uses.set(word, (uses.get(word) ?? 0) + 1)
    }
  }
  return [...uses].sort((a, b) => b[1] - a[1]).map(([word]) => word)
}

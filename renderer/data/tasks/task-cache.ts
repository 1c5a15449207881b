// What the web UI knows of tasks: the lists and the open ones, in the query cache. Every change, one's own or another's, goes through here.
import { notifyManager } from '@tanstack/react-query'
import type { Task } from '../../../shared/schema/task.ts'
import { queryClient } from '../query-client.ts'
import type { Filter } from '../../lib/filter.ts'
import { answeredLinks } from '../../lib/plan/links.ts'
import { isReadInBetween, placeTask, placeTasks, type TaskNow, type TaskPage, type TaskPages, type TaskStep } from './place-task.ts'

const taskLists = () => queryClient.getQueryCache().findAll({ queryKey: ['tasks'] })

/** Tasks that were taken away: their delete may be reported again, and what is left of them somewhere is void. */
const gone = new Set<number>()

/** Tasks that this window has added and nobody has answered for yet. */
const unanswered = new Map<number, Task>()

/** What is changed together, until it is placed. */
let together: Map<number, TaskNow> | undefined

/** Places all that `run` shows and hides at once: a thousand changes are one new list, not a thousand. */
export function allTogether(run: () => void): void {
  if (together) return run()
  const changes = new Map<number, TaskNow>()
  together = changes
  try {
    run()
  } finally {
    together = undefined
    place(changes)
  }
}

const gatherFor = 100
let gathering: (() => void)[] | undefined

/** Now; but what comes in the tenth of a second after it, together. (The replies to a change of ten thousand tasks.) */
export function soonTogether(run: () => void): void {
  if (gathering) {
    gathering.push(run)
    return
  }
  gathering = []
  setTimeout(() => {
    const runs = gathering ?? []
    gathering = undefined
    if (runs.length > 0)
      allTogether(() => {
        for (const one of runs) one()
      })
  }, gatherFor)
  allTogether(run)
}

/** Lists are not changed, only replaced: who looks for many tasks makes an index of each once. */
const indexes = new WeakMap<readonly Task[], ReadonlyMap<number, Task>>()

function findIn(tasks: readonly Task[], id: number): Task | undefined {
  if (!together) return tasks.find((one) => one.id === id)
  const index = indexes.get(tasks) ?? new Map(tasks.map((task) => [task.id, task]))
  indexes.set(tasks, index)
  return index.get(id)
}

export function cachedTask(id: number): Task | undefined {
  if (gone.has(id)) return undefined
  const changed = together?.get(id)
  if (changed) return changed.now
  const known = queryClient.getQueryData<Task>(['task', id])
  if (known) return known
  for (const { state } of taskLists()) {
    for (const page of (state.data as TaskPages | undefined)?.pages ?? []) {
      const task = findIn(page.tasks, id)
      if (task) return task
    }
  }
  return undefined
}

/** All that a list or the open task shows. */
export function everyCachedTask(): Task[] {
  const known = new Map<number, Task>()
  for (const { state } of taskLists())
    for (const page of (state.data as TaskPages | undefined)?.pages ?? []) for (const task of page.tasks) known.set(task.id, task)
  for (const [, task] of queryClient.getQueriesData<Task>({ queryKey: ['task'] })) if (task && !gone.has(task.id)) known.set(task.id, task)
  return [...known.values()]
}

/** Those of them that the web UI knows. */
export function cachedTasks(ids: Iterable<number>): Task[] {
  let found: Task[] = []
  allTogether(() => {
    found = [...ids].flatMap((id) => cachedTask(id) ?? [])
  })
  return found
}

/** Everything is about to be read again: what is gone is no longer known. */
export function readTasksAgain(): void {
  gone.clear()
  void queryClient.invalidateQueries({ queryKey: ['tasks'] })
}

/** The task is now like this, everywhere. `before`: how it was, when the web UI did not know it; `seq`: the journal entry that says so, if one does. */
export function showTask(task: Task, before: Task | undefined = cachedTask(task.id), seq?: number): void {
  const known = cachedTask(task.id)
  gone.delete(task.id)
  if (unanswered.has(task.id)) unanswered.set(task.id, task)
  // What was last answered of other tasks stands until it is answered again.
  change(task.id, known && !answeredLinks(task) ? { ...answeredLinks(known), ...task } : task, { before, seq })
}

/** A task that was just added here: it is in every list it belongs to, also one that is read again meanwhile, until it is hidden. */
export function showUnanswered(task: Task): void {
  unanswered.set(task.id, task)
  showTask(task)
}

/** The first page of a list as it was just read, with the tasks that were added here and that the reply could not have. */
export function withUnanswered(first: TaskPage, filter: Filter): TaskPage {
  let shown: TaskPages = { pages: [first], pageParams: [undefined] }
  for (const [id, now] of unanswered) shown = placeTask(shown, filter, id, { now, steps: [{ before: undefined }] })
  return shown.pages[0] ?? first
}

export function hideTask(id: number, before: Task | undefined = cachedTask(id), seq?: number): void {
  if (gone.has(id) && seq === undefined) return
  unanswered.delete(id)
  gone.add(id)
  change(id, undefined, { before, seq })
}

function change(id: number, now: Task | undefined, step: TaskStep): void {
  if (!together) return place(new Map([[id, { now, steps: [step] }]]))
  together.set(id, { now, steps: [...(together.get(id)?.steps ?? []), step] })
}

function place(changes: ReadonlyMap<number, TaskNow>): void {
  if (changes.size === 0) return
  // Whoever listens is told once.
  notifyManager.batch(() => {
    for (const query of taskLists()) {
      const { queryKey } = query
      const { isInvalidated } = query.state
      const data = queryClient.setQueryData<TaskPages>(queryKey, (known) => known && placeTasks(known, queryKey[1] as Filter, changes))
      if (data && isReadInBetween(data, changes)) void queryClient.invalidateQueries({ queryKey, exact: true })
      // One that is to be read again when somebody looks still is.
      else if (isInvalidated) query.invalidate()
    }
    for (const [id, { now }] of changes) if (now && queryClient.getQueryData(['task', id])) queryClient.setQueryData<Task>(['task', id], now)
  })
}

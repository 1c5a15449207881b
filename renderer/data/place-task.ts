// Puts a changed task where it belongs in a list that is loaded page by page, without asking the service again.
import type { InfiniteData } from '@tanstack/react-query'
import type { Task } from '../../shared/schema/task.ts'
import { type Filter, matches } from './filter.ts'

export interface TaskPage {
  tasks: Task[]
  /** Cursor of the page after this one. */
  next: string | undefined
  /** How many tasks the whole list has; that of the first page counts. */
  total: number
}

export type TaskPages = InfiniteData<TaskPage, string | undefined>

/**
 * The list with task `id` as `now` (undefined: it is gone). `before` is how the task was, if the list may count it without having
 * loaded it. Lists are newest first, which is by id. Applying the same change twice changes nothing more.
 */
export function placeTask(data: TaskPages, filter: Filter, id: number, now: Task | undefined, before: Task | undefined): TaskPages {
  const belongs = now !== undefined && matches(filter, now)
  const page = data.pages.findIndex(({ tasks }) => tasks.some((task) => task.id === id))
  if (page >= 0) {
    const held = data.pages[page] as TaskPage
    const tasks = belongs ? held.tasks.map((task) => (task.id === id ? now : task)) : held.tasks.filter((task) => task.id !== id)
    return counted(replaced(data, page, { ...held, tasks }), belongs ? 0 : -1)
  }
  const wasCounted = before !== undefined && matches(filter, before)
  if (!belongs) return counted(data, wasCounted ? -1 : 0)
  const home = data.pages.findIndex(({ tasks, next }) => next === undefined || (tasks.at(-1)?.id ?? Number.POSITIVE_INFINITY) < id)
  const more = wasCounted ? 0 : 1
  // Further down than what is loaded: it will come with its page.
  if (home < 0) return counted(data, more)
  const held = data.pages[home] as TaskPage
  const at = held.tasks.findIndex((task) => task.id < id)
  return counted(replaced(data, home, { ...held, tasks: held.tasks.toSpliced(at < 0 ? held.tasks.length : at, 0, now) }), more)
}

export interface TaskNow {
  now: Task | undefined
  before: Task | undefined
}

/** `placeTask` for many, in one pass over what is loaded. */
export function placeTasks(data: TaskPages, filter: Filter, changes: ReadonlyMap<number, TaskNow>): TaskPages {
  if (changes.size < 3) return [...changes].reduce((placed, [id, { now, before }]) => placeTask(placed, filter, id, now, before), data)
  const here = new Set<number>()
  let left = 0
  const pages = data.pages.map((page) => {
    if (!page.tasks.some((task) => changes.has(task.id))) return page
    const tasks = page.tasks.flatMap((task) => {
      const change = changes.get(task.id)
      if (!change) return [task]
      here.add(task.id)
      return change.now && matches(filter, change.now) ? [change.now] : []
    })
    left += page.tasks.length - tasks.length
    return { ...page, tasks }
  })
  let placed = counted(here.size === 0 ? data : { ...data, pages }, -left)
  for (const [id, { now, before }] of changes) if (!here.has(id)) placed = placeTask(placed, filter, id, now, before)
  return placed
}

function replaced(data: TaskPages, index: number, page: TaskPage): TaskPages {
  return { ...data, pages: data.pages.with(index, page) }
}

function counted(data: TaskPages, difference: number): TaskPages {
  const [first] = data.pages
  if (!first || difference === 0) return data
  return replaced(data, 0, { ...first, total: first.total + difference })
}

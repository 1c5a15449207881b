// Puts a changed task where it belongs in a list that is loaded page by page, without asking the service again.
import type { InfiniteData } from '@tanstack/react-query'
import type { Task } from '../../../shared/schema/task.ts'
import { type Filter, matches } from '../../lib/filter.ts'

export interface TaskPage {
  tasks: Task[]
  /** Cursor of the page after this one. */
  next: string | undefined
  /** How many tasks the whole list has; that of the first page counts. */
  total: number
  /** The page has everything up to this journal entry; undefined where the answer did not say. */
  asOf?: number | undefined
  /** First page only: tasks further down than what is loaded that changed since it was read, and whether `total` counts them now. */
  counted?: ReadonlyMap<number, boolean>
}

export type TaskPages = InfiniteData<TaskPage, string | undefined>

/** One thing that happened to a task. */
export interface TaskStep {
  /** How the task was just before, as far as that is known. */
  before: Task | undefined
  /** The journal entry that says so; undefined: this window's own change, which the journal has not confirmed yet. */
  seq?: number | undefined
}

export interface TaskNow {
  /** How the task is after all its steps; undefined: it is gone. */
  now: Task | undefined
  /** Oldest first; never empty. */
  steps: readonly TaskStep[]
}

/**
 * The list with task `id` as it is now. Lists are newest first, which is by id. What a list knows already changes nothing in it: an entry that its answer
 * had taken in, a change that was placed before (one's own, which comes back in the journal), however often either is told. `notes` is the first page's
 * `counted` where the caller owns it and it may be written into.
 */
export function placeTask(data: TaskPages, filter: Filter, id: number, { now, steps }: TaskNow, notes?: Map<number, boolean>): TaskPages {
  const belongs = now !== undefined && matches(filter, now)
  const page = data.pages.findIndex(({ tasks }) => tasks.some((task) => task.id === id))
  const news = firstNews(data, steps)
  if (!news) return data
  if (page >= 0) {
    const held = data.pages[page] as TaskPage
    const tasks = belongs ? held.tasks.map((task) => (task.id === id ? now : task)) : held.tasks.filter((task) => task.id !== id)
    return counted(replaced(data, page, { ...held, tasks }), belongs ? 0 : -1)
  }
  const home = data.pages.findIndex(({ tasks, next }) => next === undefined || (tasks.at(-1)?.id ?? Number.POSITIVE_INFINITY) < id)
  if (home >= 0) {
    // It would be among the rows if the list had it: so it was not counted, whatever the entry says about before.
    if (!belongs) return data
    const held = data.pages[home] as TaskPage
    const at = held.tasks.findIndex((task) => task.id < id)
    return counted(replaced(data, home, { ...held, tasks: held.tasks.toSpliced(at < 0 ? held.tasks.length : at, 0, now) }), 1)
  }
  // Further down than what is loaded: it comes with its page, and only the count knows of it.
  const wasCounted = (notes ?? data.pages[0]?.counted)?.get(id) ?? (news.before !== undefined && matches(filter, news.before))
  // One's own change that makes no difference proves nothing: the list may have been read before it arrived.
  if (wasCounted === belongs && news.seq === undefined) return data
  const placed = counted(data, Number(belongs) - Number(wasCounted))
  if (!notes) return withNotes(placed, new Map([...(placed.pages[0]?.counted ?? []), [id, belongs]]))
  notes.set(id, belongs)
  return placed
}

/** The first step that the list has not heard of. */
function firstNews(data: TaskPages, steps: readonly TaskStep[]): TaskStep | undefined {
  const asOf = data.pages[0]?.asOf
  return asOf === undefined ? steps[0] : steps.find(({ seq }) => seq === undefined || seq > asOf)
}

/** Whether some pages were read before one of these changes and others after it: then the count of the first says nothing about the rows of the others. */
export function isReadInBetween({ pages }: TaskPages, changes: ReadonlyMap<number, TaskNow>): boolean {
  const read = pages.flatMap(({ asOf }) => asOf ?? [])
  const [oldest, newest] = [Math.min(...read), Math.max(...read)]
  if (read.length < 2 || oldest === newest) return false
  return [...changes.values()].some(({ steps }) => steps.some(({ seq }) => seq !== undefined && seq > oldest && seq <= newest))
}

/** `placeTask` for many, in one pass over what is loaded. */
export function placeTasks(data: TaskPages, filter: Filter, changes: ReadonlyMap<number, TaskNow>): TaskPages {
  if (changes.size < 3) return [...changes].reduce((placed, [id, change]) => placeTask(placed, filter, id, change), data)
  const here = new Set<number>()
  let left = 0
  const pages = data.pages.map((page) => {
    if (!page.tasks.some((task) => changes.has(task.id))) return page
    const tasks = page.tasks.flatMap((task) => {
      const change = changes.get(task.id)
      if (!change) return [task]
      here.add(task.id)
      if (!firstNews(data, change.steps)) return [task]
      return change.now && matches(filter, change.now) ? [change.now] : []
    })
    left += page.tasks.length - tasks.length
    return { ...page, tasks }
  })
  const elsewhere = [...changes].filter(([id]) => !here.has(id))
  const placed = counted(here.size === 0 ? data : { ...data, pages }, -left)
  if (elsewhere.length === 0) return placed
  const notes = new Map(placed.pages[0]?.counted)
  const all = elsewhere.reduce((list, [id, change]) => placeTask(list, filter, id, change, notes), placed)
  return notes.size === 0 ? all : withNotes(all, notes)
}

function replaced(data: TaskPages, index: number, page: TaskPage): TaskPages {
  return { ...data, pages: data.pages.with(index, page) }
}

function counted(data: TaskPages, difference: number): TaskPages {
  const [first] = data.pages
  if (!first || difference === 0) return data
  return replaced(data, 0, { ...first, total: first.total + difference })
}

function withNotes(data: TaskPages, notes: ReadonlyMap<number, boolean>): TaskPages {
  const [first] = data.pages
  return first ? replaced(data, 0, { ...first, counted: notes }) : data
}

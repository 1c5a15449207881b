// What blocks what around a task: what it waits for, what waits for it, and the same once more of each of those.
import { useQueries, useQuery } from '@tanstack/react-query'
import type { Task } from '../../../shared/schema/task.ts'
import { linksOf } from '../../lib/plan/links.ts'
import { taskById, waitingFor } from './task-queries.ts'

/** How many tasks of each step there may be at most, on either side. */
export interface MaxTasks {
  direct: number
  second: number
}

export interface TaskGraph {
  /** What is waited for stands before what waits. */
  tasks: readonly Task[]
  /** From what is waited for to what waits, by id. */
  edges: readonly (readonly [from: number, to: number])[]
  /** How many more there are than were asked for. */
  left: number
}

const isDone = ({ status }: Task) => status === 'done'

/** Where not all are shown, what is left out is done, as far as there is a choice. */
export const openFirst = (tasks: readonly Task[]) => tasks.toSorted((a, b) => Number(isDone(a)) - Number(isDone(b)) || a.id - b.id)

const without = (tasks: readonly Task[], known: readonly Task[]): Task[] => {
  const ids = new Set(known.map(({ id }) => id))
  return openFirst([...new Map(tasks.map((one) => [one.id, one])).values()].filter(({ id }) => !ids.has(id)))
}

/** Undefined: nothing blocks it, and it blocks nothing. */
export function useTaskGraph(task: Task, max: MaxTasks): TaskGraph | undefined {
  const blockers = openFirst(useTasks(linksOf(task).blocked_by))
  const { data } = useQuery(waitingFor(task))
  const waiting = openFirst(data?.pages.flatMap((page) => page.tasks) ?? [])
  const before = blockers.slice(0, max.direct)
  const after = waiting.slice(0, max.direct)
  const known = [task, ...blockers, ...waiting]
  const farBlockers = without(useTasks([...new Set(before.flatMap((one) => linksOf(one).blocked_by))]), known)
  const further = useQueries({ queries: after.map((one) => waitingFor(one)) })
  const farWaiting = without(
    further.flatMap((one) => one.data?.pages.flatMap((page) => page.tasks) ?? []),
    [...known, ...farBlockers],
  )
  if (blockers.length + waiting.length === 0) return undefined
  const shown = [...farBlockers.slice(0, max.second), ...before, task, ...after, ...farWaiting.slice(0, max.second)]
  return { ...inOrder(shown, task), left: blockers.length + waiting.length + farBlockers.length + farWaiting.length + 1 - shown.length }
}

function useTasks(ids: readonly number[]): Task[] {
  return useQueries({ queries: ids.map((id) => taskById(id)) }).flatMap(({ data }) => data ?? [])
}

/** Each task right behind what it waits for; what waits for the one in the middle right behind it in turn. */
export function inOrder(shown: readonly Task[], middle: Task): Omit<TaskGraph, 'left'> {
  const byId = new Map(shown.map((one) => [one.id, one]))
  const edges = shown.flatMap((one) => linksOf(one).blocked_by.flatMap((from) => (byId.has(from) ? [[from, one.id] as const] : [])))
  const before = Map.groupBy(edges, ([, to]) => to)
  const after = Map.groupBy(edges, ([from]) => from)
  const seen = new Set<number>()
  const above: number[] = []
  /** Behind all that it waits for. */
  function visitUp(id: number): void {
    if (seen.has(id)) return
    seen.add(id)
    for (const [from] of before.get(id) ?? []) visitUp(from)
    above.push(id)
  }
  visitUp(middle.id)
  const below: number[] = []
  /** In front of all that waits for it. */
  function visitDown(id: number): void {
    seen.add(id)
    for (const [, to] of (after.get(id) ?? []).toReversed()) if (!seen.has(to)) visitDown(to)
    below.unshift(id)
  }
  for (const [, to] of (after.get(middle.id) ?? []).toReversed()) if (!seen.has(to)) visitDown(to)
  return { tasks: [...above, ...below].flatMap((id) => byId.get(id) ?? []), edges }
}

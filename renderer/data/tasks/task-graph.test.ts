import { expect, it } from 'vitest'
import type { Task } from '../../../shared/schema/task.ts'
import { unnumbered } from '../../backend/unnumbered.ts'
import { inOrder } from './task-graph.ts'

const at = '2026-11-27T09:00:00.000Z'
const links = { parent_id: null, parts: { open: 0, total: 0 }, waits_for: [] }
const task = (id: number, ...blocked_by: number[]) => ({ ...unnumbered(id, { title: `${id}` }, at), ...links, blocked_by }) as Task
const ordered = (middle: number, ...shown: Task[]) => {
  const { tasks, edges } = inOrder(shown, shown.find(({ id }) => id === middle) as Task)
  return { ids: tasks.map(({ id }) => id), edges: edges.map((edge) => edge.join('>')) }
}

it('[W51] each task stands behind what it waits for; a link to one that is not shown is left out', () => {
  const { ids, edges } = ordered(5, task(1), task(2, 1), task(3, 1, 99), task(5, 3, 2), task(7, 5, 3), task(6, 7, 5))
  expect(ids).toEqual([1, 3, 2, 5, 7, 6])
  expect(edges.toSorted()).toEqual(['1>2', '1>3', '2>5', '3>5', '3>7', '5>6', '5>7', '7>6'])
})

it('[W51] a circle, as there may be one while everything is read for the first time, still ends', () => {
  expect(ordered(2, task(1, 2), task(2, 1)).ids).toEqual([1, 2])
})

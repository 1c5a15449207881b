// `?sort=due`: what is due first comes first. A day counts as its first moment, as in the filters of lists and in what comes next; what is not
// due comes last, and of those that are due at the same time the older comes first. No two tasks are equal in it.
import type { Task } from '../../schema/task.ts'

/** What a list can be sorted by. */
export const listSorts = ['newest', 'due'] as const

/** Where a task stands in the order, also once its own due date is another one. */
export interface DuePosition {
  due: string
  id: number
}

/** Behind every day and moment, character by character, which is how databases compare them. */
export const notDue = '~'

export const duePosition = ({ due, id }: Pick<Task, 'due' | 'id'>): DuePosition => ({ due: due ?? notDue, id })

export function compareDuePositions(a: DuePosition, b: DuePosition): number {
  return a.due === b.due ? a.id - b.id : a.due < b.due ? -1 : 1
}

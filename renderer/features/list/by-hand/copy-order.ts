// A list that is saved anew from one in manual order keeps that order.
import { inTurns } from '../../../data/tasks/in-turns.ts'
import { everyCachedTask } from '../../../data/tasks/task-cache.ts'
import { sendChange } from '../../../data/tasks/task-writes.ts'
import { placeIn } from '../../../lib/plan/places.ts'
import { placesWith } from './move-by-hand.ts'

/** Of tasks that were never moved the place follows from when they were made, in every list. Not remembered: without its list a place says nothing. */
export async function copyOrder(from: string, to: string): Promise<void> {
  const moved = everyCachedTask().filter(({ places }) => places.some((place) => place.startsWith(from)))
  await inTurns(moved, (task) => sendChange(task, { places: placesWith(task, to, placeIn(from, task)) }))
}

// Tasks of a saved list that is in manual order go to another place in it.
import type { Task } from '../../../../shared/schema/task.ts'
import { knownLists } from '../../../data/lists/saved-lists.ts'
import { changeTasks } from '../../../data/tasks/many-writes.ts'
import { changeTask } from '../../../data/tasks/task-writes.ts'
import { placeIn } from '../../../lib/plan/places.ts'
import { m } from '../../../messages/late.ts'
import { placesBetween } from './place-between.ts'

/** More are kept than anybody sorts by hand; then those of lists that are gone make room. */
const manyPlaces = 80

/** Its places, with this one in a list. */
export function placesWith({ places }: Task, list: string, key: string): string[] {
  const others = places.filter((place) => !place.startsWith(list))
  const isThere = (place: string) => knownLists().some(({ uid }) => place.startsWith(uid))
  return [...(others.length < manyPlaces ? others : others.filter(isThere)), `${list}:${key}`]
}

/** `index`: before which of the others in the same group; their number: behind the last. */
export function moveByHand(list: string, group: readonly Task[], ids: ReadonlySet<number>, index: number): void {
  const moved = group.filter(({ id }) => ids.has(id))
  const others = group.filter(({ id }) => !ids.has(id))
  const now = [...others.slice(0, index), ...moved, ...others.slice(index)]
  const [first] = moved
  if (!first || now.every((task, place) => task === group[place])) return
  const [before, after] = [others[index - 1], others[index]]
  const keys = placesBetween(before && placeIn(list, before), after && placeIn(list, after), moved.length)
  const keyOf = new Map(moved.map(({ id }, place) => [id, keys[place] as string]))
  const said = m.byHand.moved(index + 1, group.length)
  if (moved.length === 1) void changeTask(first.id, { places: placesWith(first, list, keys[0] as string) }, said)
  else
    void changeTasks(
      keyOf.keys(),
      (task) => ({ places: placesWith(task, list, keyOf.get(task.id) as string) }),
      () => said,
    )
}

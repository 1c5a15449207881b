// Cards go to another column: one, or all that are selected where it is one of them, as one change.
import type { Status } from '../../../shared/schema/task.ts'
import { changeTasks } from '../../data/tasks/many-writes.ts'
import { setStatuses } from '../../data/tasks/set-fields.ts'
import { cachedTask, cachedTasks } from '../../data/tasks/task-cache.ts'
import { cursor, picked } from '../../lib/navigation.ts'
import { m } from '../../messages/late.ts'

export function idsOfCard(id: number): readonly number[] {
  return picked.get().has(id) ? [...picked.get()] : [id]
}

export function drop(id: number, status: Status): void {
  const ids = idsOfCard(id).filter((one) => cachedTask(one)?.status !== status)
  if (ids.length === 0) return
  cursor.set(id)
  setStatuses(ids, status)
}

/** Each a column further among those that are shown; at the edge it stays. */
export function carry(ids: readonly number[], by: 1 | -1, shown: readonly Status[]): void {
  const next = (status: Status) => shown[shown.indexOf(status) + by] ?? status
  const moving = cachedTasks(ids).filter(({ status }) => shown.includes(status) && next(status) !== status)
  const [first] = moving
  if (!first) return
  const to = next(first.status)
  if (moving.every(({ status }) => next(status) === to))
    setStatuses(
      moving.map(({ id }) => id),
      to,
    )
  else
    void changeTasks(
      moving.map(({ id }) => id),
      (task) => ({ status: next(task.status) }),
      m.many.changed,
    )
}

// What no store is asked for: it changes with the clock, or is one of the conditions that only lists have.
import { type Around, type Condition, fits, readCondition } from '../../../shared/domain/search/condition.ts'
import { isWaiting } from '../../../shared/domain/tasks/task-view.ts'
import type { Task } from '../../../shared/schema/task.ts'
import { dayKey } from '../../lib/moments.ts'
import type { Filter } from '../../lib/filter.ts'
import { endOfWeek, isInRange } from '../../lib/plan/due.ts'
import { isReady, linksOf } from '../../lib/plan/links.ts'
import { myWords } from '../people/assignees.ts'

/** Whether the tasks are read whole, and those that are meant are found here. */
export const isSifted = ({ due, where }: Filter): boolean => Boolean(due?.length) || Boolean(where?.length)

const aroundNow = (now: number): Around => ({
  today: dayKey(now),
  now: new Date(now).toISOString(),
  endOfWeek: endOfWeek(now),
  dayOf: dayKey,
  me: myWords(),
  isReady,
  isBlocked: (task) => isWaiting(task.status) && linksOf(task).waits_for.some(({ for: what }) => what === 'blocker' || what === 'parts'),
})

export function createSift({ due, where }: Filter, now: number): (task: Task) => boolean {
  const around = aroundNow(now)
  const conditions = (where ?? []).map(readCondition).filter((one): one is Condition => one !== undefined)
  return (task) => (!due?.length || due.some((range) => isInRange(task, range, now))) && conditions.every((one) => fits(one, task, around))
}

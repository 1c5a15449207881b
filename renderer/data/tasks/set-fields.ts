// A field of one task, or the same for many: each is one change with one message, taken back by one key.
import type { Priority, Status, Task } from '../../../shared/schema/task.ts'
import { dueWords } from '../../lib/plan/due.ts'
import { m } from '../../messages/late.ts'
import { changeTasks } from './many-writes.ts'
import { cachedTask, cachedTasks } from './task-cache.ts'
import { addBlocker, attach, setAssignee, setDue, setPriority, setStatus } from './task-steps.ts'
import { changeTask, isChangeable } from './task-writes.ts'

type Ids = readonly number[]

/** The only one, where it is one: what is said of it names it. */
const onlyOf = (ids: Ids): number | undefined => (ids.length === 1 ? ids[0] : undefined)

export function setStatuses(ids: Ids, status: Status): void {
  const only = onlyOf(ids)
  if (only !== undefined) return setStatus(only, status)
  void changeTasks(
    ids,
    () => ({ status }),
    (n) => m.many.moved(n, m.status[status]),
  )
}

/** They leave the Inbox as they are. */
export function keepInOpen(ids: Ids): void {
  const only = onlyOf(ids)
  if (only !== undefined) return void changeTask(only, { triage: null }, m.kept(only))
  void changeTasks(ids, () => ({ triage: null }), m.many.kept)
}

export function setPriorities(ids: Ids, priority: Priority): void {
  const only = onlyOf(ids)
  if (only !== undefined) return setPriority(only, priority)
  void changeTasks(
    ids,
    () => ({ priority }),
    (n) => m.many.prioritySet(n, m.priority[priority]),
  )
}

export function setDues(ids: Ids, due: string | null): void {
  const only = onlyOf(ids)
  if (only !== undefined) return setDue(only, due)
  void changeTasks(
    ids,
    () => ({ due }),
    (n) => (due === null ? m.many.dueRemoved(n) : m.many.due(n, dueWords(due))),
  )
}

/** `name`: how the assignee is called here. */
export function setAssignees(ids: Ids, assignee: string | null, name: string): void {
  const only = onlyOf(ids)
  if (only !== undefined) return setAssignee(only, assignee, name)
  void changeTasks(
    ids,
    () => ({ assignee }),
    (n) => (assignee === null ? m.many.unassigned(n) : m.many.assigned(n, name)),
  )
}

/** Added to those that lack it; where all have it, removed from all. `shown`: how the word is shown. */
export function toggleWord(ids: Ids, field: 'labels' | 'requesters', word: string, shown = word): void {
  const tasks = cachedTasks(ids).filter(({ id }) => isChangeable(id))
  const isEverywhere = tasks.length > 0 && tasks.every((task) => task[field].includes(word))
  const next = (task: Task) => (isEverywhere ? task[field].filter((one) => one !== word) : [...new Set([...task[field], word])])
  const [only] = tasks
  if (only && tasks.length === 1) {
    const said = isEverywhere ? m.wordRemoved(only.id, shown) : m.wordAdded(only.id, shown)
    return void changeTask(only.id, { [field]: next(only) }, said)
  }
  void changeTasks(
    ids,
    (task) => ({ [field]: next(task) }),
    (n) => (isEverywhere ? m.many.wordRemoved(n, shown) : m.many.wordAdded(n, shown)),
  )
}

/** They become parts of the other one. */
export function putInto(ids: Ids, whole: Pick<Task, 'id' | 'uid'>): void {
  const only = cachedTask(onlyOf(ids) ?? 0)
  if (only) return attach(only, whole)
  void changeTasks(
    ids.filter((id) => id !== whole.id),
    () => ({ parent_uid: whole.uid }),
    (n) => m.actions.attached(n, whole.id),
  )
}

/** They wait for the other one. */
export function waitForTask(ids: Ids, blocker: Task): void {
  const only = cachedTask(onlyOf(ids) ?? 0)
  if (only) return addBlocker(only, blocker)
  void changeTasks(
    ids.filter((id) => id !== blocker.id),
    (task) => ({ blocker_uids: [...new Set([...task.blocker_uids, blocker.uid])] }),
    (n) => m.actions.blocked(n, blocker.id),
  )
}

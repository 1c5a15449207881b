// The small changes that one key makes.
import { type Priority, type Status, statuses, type Task } from '../../../shared/schema/task.ts'
import { dueWords } from '../../lib/plan/due.ts'
import { m } from '../../lib/messages.ts'
import { changeTask, isChangeable } from './task-writes.ts'

export function setStatus(id: number, status: Status): void {
  if (isChangeable(id)) void changeTask(id, { status }, m.movedTo(id, m.status[status]))
}

export function setPriority(id: number, priority: Priority): void {
  if (isChangeable(id)) void changeTask(id, { priority }, m.prioritySet(id, m.priority[priority]))
}

/** The one before; of the first, itself. */
export const statusBefore = (status: Status): Status => statuses[statuses.indexOf(status) - 1] ?? status

export function setDue(id: number, due: string | null): void {
  if (isChangeable(id)) void changeTask(id, { due }, due === null ? m.due.removed(id) : m.due.changed(id, dueWords(due)))
}

/** `name`: how the one is called here. */
export function setAssignee(id: number, assignee: string | null, name: string): void {
  if (isChangeable(id)) void changeTask(id, { assignee }, assignee === null ? m.assign.removed(id) : m.assign.changed(id, name))
}

/** Done, or to be done again. */
export function tick({ id, status }: Pick<Task, 'id' | 'status'>): void {
  setStatus(id, status === 'done' ? 'todo' : 'done')
}

/** It becomes a part of the other one, and no longer of what it was a part of. */
export function attach({ id }: Task, to: Pick<Task, 'id' | 'uid'>): void {
  if (isChangeable(id)) void changeTask(id, { parent_uid: to.uid }, m.links.attached(id, to.id))
}

/** The part becomes a task of its own. */
export function detach(part: Task, from: number): void {
  if (isChangeable(part.id)) void changeTask(part.id, { parent_uid: null }, m.links.detached(part.id, from))
}

export function addBlocker({ id, blocker_uids }: Task, other: Task): void {
  if (isChangeable(id)) void changeTask(id, { blocker_uids: [...blocker_uids, other.uid] }, m.links.blockerAdded(id, other.id))
}

export function removeBlocker({ id, blocker_uids }: Task, other: Pick<Task, 'id' | 'uid'>): void {
  if (isChangeable(id)) void changeTask(id, { blocker_uids: blocker_uids.filter((uid) => uid !== other.uid) }, m.links.blockerRemoved(id, other.id))
}

// The links between tasks: given as ids, stored as uids, and never in a circle.
import { invalidField } from '../../../shared/domain/app-error.ts'
import { requireOrder } from '../../../shared/domain/tasks/task-graph.ts'
import type { Task, TaskFields, TaskPatch } from '../../../shared/schema/task.ts'
import { withAllFields } from '../../../shared/sync/synced-fields.ts'
import type { Revertible } from '../journal/revertible.ts'
import type { TaskStore } from './task-store.ts'

export function createTaskLinks(store: Pick<TaskStore, 'byId' | 'byUid' | 'graph'>) {
  const nameOf = (uid: string) => store.byUid(uid)?.id.toString()

  /** Throws `conflict` where a task would wait for itself. */
  const requireAcyclic = (task: Pick<Task, 'uid' | 'parent_uid' | 'blocker_uids'>) => requireOrder(task, store.graph, nameOf)

  function uidOf(id: number, pointer: string): string {
    const task = store.byId(id)
    if (!task) throw invalidField(pointer, `There is no task ${id}. In ${pointer.slice(1)}, send only ids of tasks that exist.`)
    return task.uid
  }

  /** Names other tasks by uid. Those that are deleted and stay in the list unseen come along. */
  function withUids<P extends TaskPatch>({ parent_id, blocked_by, ...fields }: P, task?: Task): Omit<P, 'parent_id' | 'blocked_by'> & TaskFields {
    const uids: TaskFields = {}
    if (parent_id !== undefined) uids.parent_uid = parent_id === null ? null : uidOf(parent_id, '/parent_id')
    if (blocked_by !== undefined) {
      const deleted = (task?.blocker_uids ?? []).filter((uid) => store.byUid(uid) === undefined)
      uids.blocker_uids = [...(blocked_by ?? []).map((id) => uidOf(id, '/blocked_by')), ...(blocked_by === null ? [] : deleted)]
    }
    return { ...fields, ...uids }
  }

  /** Undo puts back no link that would close a circle. */
  const checked = (revertible: Revertible): Revertible => ({
    ...revertible,
    restore(id, row, ...rest) {
      requireAcyclic(withAllFields(row as Partial<Task>) as Task)
      return revertible.restore(id, row, ...rest)
    },
    assign(id, fields, ...rest) {
      if ('parent_uid' in fields || 'blocker_uids' in fields) requireAcyclic({ ...(store.byId(id) as Task), ...(fields as Partial<Task>) })
      revertible.assign(id, fields, ...rest)
    },
  })

  return { requireAcyclic, withUids, checked }
}

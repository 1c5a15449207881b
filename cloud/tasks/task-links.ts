// The links between a team's tasks: given as ids, stored as uids, and never in a circle.
import { invalidField } from '../../shared/domain/app-error.ts'
import { requireOrder } from '../../shared/domain/tasks/task-graph.ts'
import type { Task, TaskFields, TaskPatch } from '../../shared/schema/task.ts'
import type { Write } from '../journal/journal.ts'
import { taskStore } from './task-store.ts'

/** Names other tasks by uid. Those that are deleted and stay in the list unseen come along. Throws `invalid` for one that never was. */
export async function withUids({ tx, teamId }: Write, patch: TaskPatch, task?: Task): Promise<TaskFields> {
  const { parent_id, blocked_by, ...fields } = patch
  if (parent_id === undefined && blocked_by === undefined) return fields
  const ids = [...(parent_id == null ? [] : [parent_id]), ...(blocked_by ?? [])]
  const found = new Map((await taskStore.byIds(tx, teamId, ids)).map(({ id, uid }) => [id, uid]))
  const uidOf = (id: number, pointer: string) => {
    const uid = found.get(id)
    if (uid === undefined) throw invalidField(pointer, `There is no task ${id}. In ${pointer.slice(1)}, send only ids of tasks that exist.`)
    return uid
  }
  const links: TaskFields = {}
  if (parent_id !== undefined) links.parent_uid = parent_id === null ? null : uidOf(parent_id, '/parent_id')
  if (blocked_by !== undefined) {
    const before = task?.blocker_uids ?? []
    const there = new Set((before.length === 0 ? [] : await taskStore.briefByUid(tx, teamId, before)).map(({ uid }) => uid))
    const deleted = blocked_by === null ? [] : before.filter((uid) => !there.has(uid))
    links.blocker_uids = [...(blocked_by ?? []).map((id) => uidOf(id, '/blocked_by')), ...deleted]
  }
  return { ...fields, ...links }
}

/** Before a task is written with these links. Throws `conflict` where it would wait for itself. */
export async function requireOrderOf({ tx, teamId }: Write, task: Pick<Task, 'uid' | 'parent_uid' | 'blocker_uids'>): Promise<void> {
  await taskStore.lockLinks(tx, teamId)
  const linked = await taskStore.linkedWith(tx, teamId, [task.uid, ...task.blocker_uids, ...(task.parent_uid === null ? [] : [task.parent_uid])])
  const byUid = new Map(linked.map((one) => [one.uid, one]))
  const parts = Map.groupBy(linked, ({ parent_uid }) => parent_uid)
  const graph = {
    blockersOf: (uid: string) => byUid.get(uid)?.blocker_uids ?? [],
    parentOf: (uid: string) => byUid.get(uid)?.parent_uid ?? null,
    partsOf: (uid: string) => (parts.get(uid) ?? []).map((part) => part.uid),
  }
  requireOrder(task, graph, (uid) => byUid.get(uid)?.id.toString())
}

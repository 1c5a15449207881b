// How the journal's entries name other tasks, by uid, and how people read them: by number and title.
import { m } from '../messages.ts'
import { createStore } from '../store.ts'

interface Named {
  id: number
  title: string
}

/** Null: there is no such task any more. As far as they were asked for (data/tasks/named-tasks.ts). */
export const taskNames = createStore<ReadonlyMap<string, Named | null>>(new Map())

/** What asking for these tasks found. */
export function knowTasks(uids: readonly string[], found: readonly (Named & { uid: string })[]): void {
  const byUid = new Map(found.map((task) => [task.uid, task]))
  const known = new Map(taskNames.get())
  for (const uid of uids) {
    const task = byUid.get(uid)
    known.set(uid, task ? { id: task.id, title: task.title } : null)
  }
  taskNames.set(known)
}

/** Undefined while it is not known. */
export function taskName(uid: string): string | undefined {
  const named = taskNames.get().get(uid)
  if (named === null) return m.links.deleted
  return named && m.links.named(named.id, named.title)
}

/** Of tasks that are named by uid in a field of a task. */
export function uidsIn(field: string, value: unknown): string[] {
  if (field === 'parent_uid') return typeof value === 'string' ? [value] : []
  return field === 'blocker_uids' && Array.isArray(value) ? value.map(String) : []
}

// What whoever chooses among the versions of a synced task may make of it: no more than they could write. Sync itself takes what the cloud has as it is.
import type { Task } from '../../../shared/schema/task.ts'
import type { Context } from '../context.ts'
import type { Tasks } from './tasks.ts'

export type Choosable = Pick<Tasks, 'get' | 'requireAcyclic' | 'requireProven'>

/** Throws `conflict` where a task would wait for itself, `forbidden` where an agent's "done" lacks proof. */
export function requireChoosable(tasks: Choosable, id: number, fields: Partial<Task>, ctx: Context): void {
  const task = tasks.get(id)
  const chosen = { ...task, ...fields }
  if ('parent_uid' in fields || 'blocker_uids' in fields) tasks.requireAcyclic(chosen)
  tasks.requireProven(task, chosen, ctx, 'forbidden')
}

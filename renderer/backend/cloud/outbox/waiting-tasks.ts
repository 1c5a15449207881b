// Tasks, and what hangs on them, as the person sees them: what the cloud has, with what waits to be sent. Pure.
import type { Comment } from '../../../../shared/schema/comment.ts'
import type { Schedule } from '../../../../shared/schema/schedule.ts'
import type { Task, TaskPatch } from '../../../../shared/schema/task.ts'
import { type TaskList, taskLists } from '../../../../shared/sync/synced-fields.ts'
import { unnumbered } from '../../unnumbered.ts'
import type { Write } from './write.ts'

/** What a change puts into lists: null clears one. */
function listsOf(body: TaskPatch, task: Task): Pick<Task, TaskList> {
  return Object.fromEntries(taskLists.map((field) => [field, body[field] === undefined ? task[field] : (body[field] ?? [])])) as Pick<Task, TaskList>
}

/** The task with what waits for it; undefined when it waits to be deleted. */
export function taskOver(task: Task, writes: readonly Write[]): Task | undefined {
  let shown: Task | undefined = task
  for (const write of writes) {
    if (write.id !== task.id || !shown) continue
    if (write.kind === 'delete') shown = undefined
    else if (write.kind === 'change') shown = { ...shown, ...write.body, ...listsOf(write.body, shown) }
  }
  return shown
}

/** Tasks that the cloud has not numbered. */
export function createdTasks(writes: readonly Write[]): Task[] {
  return writes.flatMap((write) => (write.kind === 'create' ? (taskOver(unnumbered(write.id, write.body, write.at), writes) ?? []) : []))
}

/** Newest first. */
export function schedulesOver(taskId: number, known: readonly Schedule[], writes: readonly Write[]): Schedule[] {
  let shown = [...known]
  for (const write of writes) {
    if (write.id !== taskId) continue
    if (write.kind === 'remind') shown.unshift(write.shown)
    else if (write.kind === 'remind-change') shown = shown.map((one) => (one.id === write.scheduleId ? { ...write.shown, id: one.id } : one))
    else if (write.kind === 'unremind') shown = shown.filter(({ id }) => id !== write.scheduleId)
  }
  return shown
}

/** Oldest first. */
export function commentsOver(taskId: number, known: readonly Comment[], writes: readonly Write[]): Comment[] {
  let shown = [...known]
  for (const write of writes) {
    if (write.id !== taskId) continue
    if (write.kind === 'comment') shown.push(write.shown)
    else if (write.kind === 'comment-change') shown = shown.map((one) => (one.id === write.commentId ? { ...write.shown, id: one.id } : one))
    else if (write.kind === 'comment-delete') shown = shown.filter(({ id }) => id !== write.commentId)
  }
  return shown
}

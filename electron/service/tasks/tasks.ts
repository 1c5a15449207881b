// The rules of tasks: defaults, versions, completion, what a delete takes with it.
import { uuidv7 } from 'uuidv7'
import { AppError } from '../../../shared/domain/app-error.ts'
import { difference, snapshot } from '../../../shared/domain/difference.ts'
import { fieldsOf, startTask } from '../../../shared/domain/task-rules.ts'
import { requireVersion } from '../../../shared/http/mount.ts'
import type { ImportedTask } from '../../../shared/schema/import.ts'
import type { NewTask, Task, TaskPatch } from '../../../shared/schema/task.ts'
import type { Context } from '../context.ts'
import type { Unsaved } from '../db/row-writes.ts'
import type { Journal, Recorder } from '../journal/journal.ts'
import type { Revertible } from '../journal/undo.ts'
import type { TaskStore } from './task-store.ts'

/** Deletes what hangs on a task (comments, schedules), recording each with the task's own entry as its cause. */
type RemoveDependents = (taskId: number, record: Recorder, cause: number) => void

export interface TaskDeps {
  store: TaskStore
  journal: Journal
  now: () => Date
  removeDependents: RemoveDependents
}

export type Tasks = ReturnType<typeof createTasks>

export function createTasks({ store, journal, now, removeDependents }: TaskDeps) {
  function existing(id: number): Task {
    const task = store.byId(id)
    if (!task) throw new AppError('not_found', `There is no task ${id}.`)
    return task
  }

  /** Saves the task with the given fields changed; records only what differs. Returns it unchanged when nothing does. */
  function change(task: Task, fields: Partial<Task>, record: Recorder, undo_of?: number | null, cause?: number | null): Task {
    const at = now().toISOString()
    const next: Task = { ...task, ...fields }
    if (fields.completed_at === undefined && next.status !== task.status) next.completed_at = next.status === 'done' ? at : null
    const changed = difference(snapshot(task), snapshot(next))
    if (!changed) return task
    next.version = task.version + 1
    next.updated_at = at
    store.update(next, [...Object.keys(changed.after), 'version', 'updated_at'])
    record({ entity: 'task', entity_id: task.id, task_id: task.id, action: 'updated', ...changed, undo_of: undo_of ?? null, cause: cause ?? null })
    return next
  }

  function remove(task: Task, record: Recorder, undo_of?: number, emptied: (seq: number) => void = (seq) => removeDependents(task.id, record, seq)): number {
    const seq = record({
      entity: 'task',
      entity_id: task.id,
      task_id: task.id,
      action: 'deleted',
      before: { ...snapshot(task), version: task.version },
      after: null,
      undo_of: undo_of ?? null,
    })
    emptied(seq)
    store.remove(task.id)
    return seq
  }

  const revertible: Revertible = {
    read(id) {
      const task = store.byId(id)
      return task && snapshot(task)
    },
    remove: (id, record, undo_of) => remove(existing(id), record, undo_of),
    restore(id, row, record, undo_of, cause) {
      const task: Task = { ...(row as unknown as Task), id, version: (row.version as number) + 1, updated_at: now().toISOString() }
      const twin = store.byUid(task.uid)
      if (twin) throw new AppError('conflict', `it was imported again since, as task ${twin.id}`)
      store.insert(task)
      return record({ entity: 'task', entity_id: id, task_id: id, action: 'created', before: null, after: snapshot(task), undo_of, cause })
    },
    assign: (id, fields, record, undo_of, cause) => void change(existing(id), fields, record, undo_of, cause),
  }

  return {
    list: store.list,
    count: store.count,
    byIds: store.byIds,
    byKey: store.byKey,
    byUid: store.byUid,
    inOrder: store.inOrder,
    byTitle: store.byTitle,
    get: existing,
    revertible,
    /** Tasks that name any of these words as a requester, in this or in lower case. */
    requestedBy: (words: readonly string[]): Task[] => store.list({ requester: [...words, ...words.map((word) => word.toLowerCase())] }, undefined, -1),
    /** For a merge, inside its write: deletes a task once `emptied` has moved away what hangs on it. Returns the entry's seq. */
    removeFor: (task: Task, record: Recorder, emptied: (seq: number) => void): number => remove(task, record, undefined, emptied),
    /** For a merge, inside its write. */
    change: (task: Task, fields: Partial<Task>, record: Recorder, cause: number): Task => change(task, fields, record, undefined, cause),

    /** `uid`: where others will give the same thing the same one. Must be free. */
    create(input: NewTask, ctx: Context, uid: string = uuidv7()): Task {
      const task = startTask(input, uid, now().toISOString())
      return journal.write(ctx.actor, (record) => {
        const created = { id: store.insert(task), ...task }
        record({ entity: 'task', entity_id: created.id, task_id: created.id, action: 'created', before: null, after: snapshot(created) })
        return created
      })
    },

    /**
     * For an import, inside its write: keeps what the source knows (uid, version, times in UTC). `id` must never have been used here.
     * Returns the new id.
     */
    insertImported({ uid, version, created_at, updated_at, completed_at, ...input }: ImportedTask, id: number | undefined, record: Recorder): number {
      const at = updated_at ?? created_at ?? now().toISOString()
      const task: Unsaved<Task> = {
        ...startTask(input, uid ?? uuidv7(), at),
        created_at: created_at ?? (completed_at && completed_at < at ? completed_at : at),
      }
      if (id !== undefined) task.id = id
      if (version !== undefined) task.version = version
      if (completed_at !== undefined) task.completed_at = completed_at
      const created = { ...task, id: store.insert(task) }
      record({
        entity: 'task',
        entity_id: created.id,
        task_id: created.id,
        action: 'created',
        before: null,
        after: { ...snapshot(created), version: created.version },
      })
      return created.id
    },

    update(id: number, patch: TaskPatch, ctx: Context): Task {
      return journal.write(ctx.actor, (record) => {
        const task = existing(id)
        requireVersion(ctx.ifMatch, task.version)
        return change(task, fieldsOf(patch), record)
      })
    },

    remove(id: number, ctx: Context): void {
      journal.write(ctx.actor, (record) => {
        const task = existing(id)
        requireVersion(ctx.ifMatch, task.version)
        remove(task, record)
      })
    },
  }
}

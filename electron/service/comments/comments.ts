import { uuidv7 } from 'uuidv7'
import { AppError } from '../../../shared/domain/app-error.ts'
import { difference, snapshot } from '../../../shared/domain/difference.ts'
import { requireVersion } from '../../../shared/http/mount.ts'
import type { CommentPatch, NewComment, StoredComment } from '../../../shared/schema/comment.ts'
import type { ImportedComment } from '../../../shared/schema/import.ts'
import type { Context } from '../context.ts'
import type { Unsaved } from '../db/row-writes.ts'
import type { Journal, Recorder } from '../journal/journal.ts'
import type { Revertible } from '../journal/undo.ts'
import type { CommentStore } from './comment-store.ts'

export type Comments = ReturnType<typeof createComments>

export function createComments(deps: { store: CommentStore; journal: Journal; now: () => Date; requireTask: (id: number) => unknown }) {
  const { store, journal, now, requireTask } = deps

  function existing(taskId: number, id: number): StoredComment {
    const comment = store.byId(id)
    if (!comment || comment.task_id !== taskId) throw new AppError('not_found', `Task ${taskId} has no comment ${id}.`)
    return comment
  }

  function change(
    comment: StoredComment,
    fields: Partial<StoredComment>,
    record: Recorder,
    undo_of: number | null = null,
    cause: number | null = null,
  ): StoredComment {
    const next = { ...comment, ...fields }
    const changed = difference(snapshot(comment), snapshot(next))
    if (!changed) return comment
    next.version = comment.version + 1
    next.updated_at = now().toISOString()
    store.update(next)
    record({ entity: 'comment', entity_id: comment.id, task_id: next.task_id, action: 'updated', ...changed, undo_of, cause })
    return next
  }

  function remove(comment: StoredComment, record: Recorder, more: { cause?: number; undo_of?: number } = {}): number {
    store.remove(comment.id)
    return record({
      entity: 'comment',
      entity_id: comment.id,
      task_id: comment.task_id,
      action: 'deleted',
      before: { ...snapshot(comment), version: comment.version },
      after: null,
      ...more,
    })
  }

  const revertible: Revertible = {
    read(id) {
      const comment = store.byId(id)
      return comment && snapshot(comment)
    },
    remove: (id, record, undo_of) => remove(store.byId(id) as StoredComment, record, { undo_of }),
    restore(id, row, record, undo_of, cause) {
      const comment: StoredComment = { ...(row as unknown as StoredComment), id, version: (row.version as number) + 1, updated_at: now().toISOString() }
      try {
        requireTask(comment.task_id)
      } catch {
        throw new AppError('conflict', `its task ${comment.task_id} is gone`)
      }
      store.insert(comment)
      return record({ entity: 'comment', entity_id: id, task_id: comment.task_id, action: 'created', before: null, after: snapshot(comment), undo_of, cause })
    },
    assign: (id, fields, record, undo_of, cause) => void change(store.byId(id) as StoredComment, fields, record, undo_of, cause),
  }

  return {
    revertible,

    list(taskId: number, skip?: number, limit?: number): StoredComment[] {
      requireTask(taskId)
      return store.ofTask(taskId, skip, limit)
    },

    /** A page: those after comment `id`; from the first on without. */
    page(taskId: number, id: number | undefined, limit?: number): StoredComment[] {
      requireTask(taskId)
      return id === undefined ? store.ofTask(taskId, 0, limit) : store.after(taskId, id, limit)
    },

    count: store.count,
    get: existing,
    hasUid: store.hasUid,

    /** `uid`: where others will give the same thing the same one. Must be free. */
    create(taskId: number, input: NewComment, ctx: Context, uid: string = uuidv7()): StoredComment {
      const at = now().toISOString()
      return journal.write(ctx.actor, (record) => {
        requireTask(taskId)
        const comment = { uid, task_id: taskId, body: input.body, author: ctx.actor, version: 1, created_at: at, updated_at: at }
        const created = { id: store.insert(comment), ...comment }
        record({ entity: 'comment', entity_id: created.id, task_id: taskId, action: 'created', before: null, after: snapshot(created) })
        return created
      })
    },

    /** For an import, inside its write: keeps what the source knows. `id` must never have been used here. Returns the new id. */
    insertImported(taskId: number, input: ImportedComment, id: number | undefined, ctx: Context, record: Recorder): number {
      const at = input.created_at ?? now().toISOString()
      const comment: Unsaved<StoredComment> = {
        uid: input.uid !== undefined && !store.hasUid(input.uid) ? input.uid : uuidv7(),
        task_id: taskId,
        body: input.body,
        author: input.author ?? ctx.actor,
        version: input.version ?? 1,
        created_at: at,
        updated_at: input.updated_at ?? at,
      }
      if (id !== undefined) comment.id = id
      const created = { ...comment, id: store.insert(comment) }
      record({
        entity: 'comment',
        entity_id: created.id,
        task_id: taskId,
        action: 'created',
        before: null,
        after: { ...snapshot(created), version: created.version },
      })
      return created.id
    },

    update(taskId: number, id: number, patch: CommentPatch, ctx: Context): StoredComment {
      return journal.write(ctx.actor, (record) => {
        const comment = existing(taskId, id)
        requireVersion(ctx.ifMatch, comment.version)
        return change(comment, patch, record)
      })
    },

    remove(taskId: number, id: number, ctx: Context): void {
      journal.write(ctx.actor, (record) => {
        const comment = existing(taskId, id)
        requireVersion(ctx.ifMatch, comment.version)
        remove(comment, record)
      })
    },

    /** For a merge: each comment moves, with the merged task's own entry as its cause. */
    moveToTask(from: number, to: number, record: Recorder, cause: number): void {
      for (const comment of store.ofTask(from)) change(comment, { task_id: to }, record, null, cause)
    },

    /** For a task's delete: each comment goes with the task's own entry as its cause. */
    removeOfTask(taskId: number, record: Recorder, cause: number): void {
      for (const comment of store.ofTask(taskId)) remove(comment, record, { cause })
    },
  }
}

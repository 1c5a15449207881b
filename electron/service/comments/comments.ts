import { uuidv7 } from 'uuidv7'
import { AppError } from '../../../shared/domain/app-error.ts'
import { requireVersion } from '../../../shared/http/mount.ts'
import type { CommentPatch, NewComment, StoredComment } from '../../../shared/schema/comment.ts'
import type { ImportedComment } from '../../../shared/schema/import.ts'
import { actorOnly, type Context } from '../context.ts'
import type { Unsaved } from '../db/row-writes.ts'
import type { Journal, Recorder } from '../journal/journal.ts'
import { createJournalledRows, returnsToTask } from '../journal/journalled-rows.ts'
import type { CommentStore } from './comment-store.ts'

export type Comments = ReturnType<typeof createComments>

export function createComments(deps: { store: CommentStore; journal: Journal; now: () => Date; requireTask: (id: number) => unknown }) {
  const { store, journal, now, requireTask } = deps

  function existing(taskId: number, id: number): StoredComment {
    const comment = store.byId(id)
    if (!comment || comment.task_id !== taskId) throw new AppError('not_found', `Task ${taskId} has no comment ${id}.`)
    return comment
  }

  const rows = createJournalledRows<StoredComment>({
    entity: 'comment',
    rows: store,
    now,
    taskIdOf: (comment) => comment.task_id,
    // A merge of two tasks moves it.
    isEdit: (fields) => fields.includes('body'),
    returning: (comment) => returnsToTask(requireTask, comment.task_id),
  })

  return {
    revertible: rows.revertible,

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
        return rows.add({ uid, task_id: taskId, body: input.body, author: actorOnly(ctx.actor), version: 1, created_at: at, updated_at: at }, record)
      })
    },

    /** For an import, inside its write: keeps what the source knows. `id` must never have been used here. Returns the new id. */
    insertImported(taskId: number, input: ImportedComment, id: number | undefined, ctx: Context, record: Recorder): number {
      const at = input.created_at ?? now().toISOString()
      const comment: Unsaved<StoredComment> = {
        uid: input.uid !== undefined && !store.hasUid(input.uid) ? input.uid : uuidv7(),
        task_id: taskId,
        body: input.body,
        author: input.author ?? actorOnly(ctx.actor),
        version: input.version ?? 1,
        created_at: at,
        updated_at: input.updated_at ?? at,
      }
      if (id !== undefined) comment.id = id
      return rows.add(comment, record, true).id
    },

    update(taskId: number, id: number, patch: CommentPatch, ctx: Context): StoredComment {
      return journal.write(ctx.actor, (record) => {
        const comment = existing(taskId, id)
        requireVersion(ctx.ifMatch, comment.version)
        return rows.change(comment, patch, record)
      })
    },

    remove(taskId: number, id: number, ctx: Context): void {
      journal.write(ctx.actor, (record) => {
        const comment = existing(taskId, id)
        requireVersion(ctx.ifMatch, comment.version)
        rows.remove(comment, record)
      })
    },

    /** For a merge: each comment moves, with the merged task's own entry as its cause. */
    moveToTask(from: number, to: number, record: Recorder, cause: number): void {
      for (const comment of store.ofTask(from)) rows.change(comment, { task_id: to }, record, { cause })
    },

    /** For a task's delete: each comment goes with the task's own entry as its cause. */
    removeOfTask(taskId: number, record: Recorder, cause: number): void {
      for (const comment of store.ofTask(taskId)) rows.remove(comment, record, { cause })
    },
  }
}

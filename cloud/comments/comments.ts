import { uuidv7 } from 'uuidv7'
import { AppError } from '../../shared/domain/app-error.ts'
import { commentOf, commentRow, type CommentRow } from '../../shared/domain/tasks/comment-row.ts'
import { requireVersion } from '../../shared/http/mount.ts'
import type { CommentPatch, NewComment, StoredComment } from '../../shared/schema/comment.ts'
import type { Kept, TeamContext } from '../context.ts'
import type { Tx } from '../db/database.ts'
import { behind, type Journal, type Write } from '../journal/journal.ts'
import { newNames, type TellMentioned } from '../notifications/mentions.ts'
import { createJournalledRows, returnsToTask } from '../journal/journalled-rows.ts'
import { commentStore } from './comment-store.ts'
import type { MayChange } from './own-comment.ts'

export type Comments = ReturnType<typeof createComments>

interface CommentDeps {
  journal: Journal
  requireTask: (tx: Tx, teamId: string, id: number, hold?: boolean) => Promise<void>
  tellMentioned: TellMentioned
}

export function createComments({ journal, requireTask, tellMentioned }: CommentDeps) {
  /**
   * A comment to change. The task is held first: a task's delete holds it too before it takes the comments and the counters, so that nobody
   * waits for the other in a circle.
   */
  async function existing({ tx, teamId }: Write, taskId: number, id: number): Promise<StoredComment> {
    const [, comment] = await Promise.all([requireTask(tx, teamId, taskId, true), commentStore.byIdForUpdate(tx, teamId, taskId, id)])
    return found(comment, taskId, id)
  }

  function found(comment: StoredComment | undefined, taskId: number, id: number): StoredComment {
    if (!comment) throw new AppError('not_found', `Task ${taskId} has no comment ${id}.`)
    return comment
  }

  const rows = createJournalledRows<'comments', StoredComment>({
    entity: 'comment',
    table: 'comments',
    store: commentStore,
    stored: commentRow,
    taskIdOf: (comment) => comment.task_id,
    loaded: (row) => commentOf(row as unknown as CommentRow),
    returning: (write, comment) => returnsToTask(requireTask, write, comment),
  })

  return {
    revertible: rows.revertible,
    list: (taskId: number, above: number | undefined, limit: number | undefined, ctx: TeamContext): Promise<{ rows: StoredComment[]; total: number }> =>
      journal.read(ctx.team, async (tx) => {
        const { id } = ctx.team
        const [, rows, total] = await Promise.all([
          requireTask(tx, id, taskId),
          commentStore.list(tx, id, taskId, above, limit),
          commentStore.count(tx, id, taskId),
        ])
        return { rows, total }
      }),

    get: async (taskId: number, id: number, ctx: TeamContext): Promise<StoredComment> =>
      found(await journal.read(ctx.team, (tx) => commentStore.byId(tx, ctx.team.id, taskId, id)), taskId, id),

    create(taskId: number, input: NewComment, ctx: TeamContext, kept: Kept<StoredComment> = {}): Promise<StoredComment> {
      function add(write: Write): Promise<StoredComment> {
        const { tx, teamId, at } = write
        // The task before the counters, as everywhere: see `existing`.
        const held = requireTask(tx, teamId, taskId, true)
        const updated_at = kept.created_at ?? at
        const comment = { uid: uuidv7(), task_id: taskId, body: input.body, author: ctx.actor, version: 1, created_at: at, updated_at, ...kept }
        return behind(held, rows.add(write, comment))
      }
      const said = { before: '', after: input.body, at: kept.created_at }
      if (newNames(said, journal.now()).length === 0) return journal.write(ctx, add, { atOnce: 'alone' })
      return journal.write(ctx, async (write) => {
        const comment = await add(write)
        await tellMentioned(write, { task_id: taskId, ...said }, ctx)
        return comment
      })
    },

    update: (taskId: number, id: number, patch: CommentPatch, ctx: TeamContext, mayChange?: MayChange): Promise<StoredComment> =>
      journal.write(ctx, async (write) => {
        const comment = await existing(write, taskId, id)
        await mayChange?.(write, comment, ctx)
        requireVersion(ctx.ifMatch, comment.version)
        const next = { ...comment, ...patch }
        const changed = await rows.change(write, comment, next)
        await tellMentioned(write, { task_id: taskId, before: comment.body, after: next.body }, ctx)
        return changed
      }),

    remove: (taskId: number, id: number, ctx: TeamContext, mayChange?: MayChange): Promise<void> =>
      journal.write(ctx, async (write) => {
        const comment = await existing(write, taskId, id)
        await mayChange?.(write, comment, ctx)
        requireVersion(ctx.ifMatch, comment.version)
        await rows.remove(write, comment)
      }),

    /** For a task's delete: each comment goes with the task's own event as its cause. */
    async removeOfTask(write: Write, taskId: number, cause: number): Promise<void> {
      for (const comment of await commentStore.list(write.tx, write.teamId, taskId)) await rows.remove(write, comment, cause)
    },
  }
}

// SQL for comments, and nothing else.
import { type CommentRow, commentOf, commentRow } from '../../../shared/domain/tasks/comment-row.ts'
import type { StoredComment } from '../../../shared/schema/comment.ts'
import { columns } from '../../../shared/sync/synced-fields.ts'
import type { Db } from '../db/open.ts'
import { prepareInsert, type Unsaved } from '../db/row-writes.ts'

export type CommentStore = ReturnType<typeof createCommentStore>

export function createCommentStore(db: Db) {
  const insert = prepareInsert(db, 'comments', columns.comment)
  const update = db.prepare('UPDATE comments SET task_id = @task_id, body = @body, version = @version, updated_at = @updated_at WHERE id = @id')
  const remove = db.prepare('DELETE FROM comments WHERE id = ?')
  const byId = db.prepare('SELECT * FROM comments WHERE id = ?')
  const hasUid = db.prepare('SELECT 1 FROM comments WHERE uid = ?').pluck()
  const ofTask = db.prepare('SELECT * FROM comments WHERE task_id = ? ORDER BY created_at, id LIMIT ? OFFSET ?')
  // From a comment on, or from where it was: ids grow with time, but for what was imported.
  const afterComment = db.prepare(
    `SELECT * FROM comments WHERE task_id = @task_id AND CASE WHEN EXISTS (SELECT 1 FROM comments WHERE id = @id)
       THEN (created_at, id) > (SELECT created_at, id FROM comments WHERE id = @id) ELSE id > @id END ORDER BY created_at, id LIMIT @limit`,
  )
  const count = db.prepare('SELECT count(*) FROM comments WHERE task_id = ?').pluck()
  const bodies = db.prepare('SELECT task_id, body FROM comments WHERE task_id IN (SELECT value FROM json_each(?)) ORDER BY created_at, id')
  return {
    insert: (comment: Unsaved<StoredComment>): number => insert(commentRow(comment)),
    update: (comment: StoredComment): void => void update.run(commentRow(comment)),
    remove: (id: number): void => void remove.run(id),
    byId(id: number): StoredComment | undefined {
      const row = byId.get(id)
      return row ? commentOf(row as CommentRow) : undefined
    },
    hasUid: (uid: string): boolean => hasUid.get(uid) !== undefined,
    /** Oldest first. */
    ofTask: (taskId: number, skip = 0, limit = -1): StoredComment[] => (ofTask.all(taskId, limit, skip) as CommentRow[]).map(commentOf),
    /** Those after another comment, which may be gone by now. */
    after: (taskId: number, id: number, limit = -1): StoredComment[] => (afterComment.all({ task_id: taskId, id, limit }) as CommentRow[]).map(commentOf),
    count: (taskId: number): number => count.get(taskId) as number,
    /** What is written below these tasks, oldest first. */
    bodiesOf: (taskIds: readonly number[]) => bodies.all(JSON.stringify(taskIds)) as { task_id: number; body: string }[],
  }
}

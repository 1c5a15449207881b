// SQL for what answers of tools name beside their tasks, and nothing else.
import { sql } from 'kysely'
import type { Comment } from '../../shared/schema/comment.ts'
import { commentOf } from '../../shared/domain/tasks/comment-row.ts'
import { columns } from '../db/columns.ts'
import { sqlFor, type Tx } from '../db/database.ts'

export const aroundStore = {
  /** What was said last of each task. */
  async lastComments(tx: Tx, team: string, ids: readonly number[]): Promise<Map<number, Comment>> {
    const rows = await tx.all(
      sqlFor
        .selectFrom('comments')
        .select(columns.comments)
        .distinctOn('task_id')
        .where('team_id', '=', team)
        .where(sql<boolean>`task_id = any(${[...ids]}::bigint[])`)
        .orderBy('task_id')
        .orderBy('id', 'desc'),
    )
    return new Map(rows.map((row) => [row.task_id, commentOf(row)]))
  },
}

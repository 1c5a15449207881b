// SQL for comments, and nothing else.
import { commentOf } from '../../shared/domain/tasks/comment-row.ts'
import type { StoredComment } from '../../shared/schema/comment.ts'
import { columns } from '../db/columns.ts'
import { sqlFor, type Tx } from '../db/database.ts'

const ofTask = (teamId: string, taskId: number) => sqlFor.selectFrom('comments').where('team_id', '=', teamId).where('task_id', '=', taskId)
const oneComment = (teamId: string, taskId: number, id: number) => ofTask(teamId, taskId).select(columns.comments).where('id', '=', id)

export const commentStore = {
  async byId(tx: Tx, teamId: string, taskId: number, id: number): Promise<StoredComment | undefined> {
    const row = await tx.first(oneComment(teamId, taskId, id))
    return row && commentOf(row)
  },

  /** Keeps others from changing it until the commit. */
  async byIdForUpdate(tx: Tx, teamId: string, taskId: number, id: number): Promise<StoredComment | undefined> {
    const row = await tx.first(oneComment(teamId, taskId, id).forUpdate())
    return row && commentOf(row)
  },

  update: (tx: Tx, teamId: string, { id, body, version, updated_at }: StoredComment) =>
    tx.run(sqlFor.updateTable('comments').set({ body, version, updated_at }).where('team_id', '=', teamId).where('id', '=', id)),

  remove: (tx: Tx, teamId: string, id: number) => tx.run(sqlFor.deleteFrom('comments').where('team_id', '=', teamId).where('id', '=', id)),

  /** Oldest first; `above` is the last id of the page before. */
  async list(tx: Tx, teamId: string, taskId: number, above = 0, limit?: number): Promise<StoredComment[]> {
    const query = ofTask(teamId, taskId).select(columns.comments).where('id', '>', above).orderBy('id')
    return (await tx.all(limit === undefined ? query : query.limit(limit))).map(commentOf)
  },

  async count(tx: Tx, teamId: string, taskId: number): Promise<number> {
    const row = await tx.first(ofTask(teamId, taskId).select((qb) => qb.fn.countAll<number>().as('n')))
    return row?.n ?? 0
  },

  /** With which login it was written; undefined: the event of that is gone. */
  async madeWith(tx: Tx, teamId: string, { id, task_id }: Pick<StoredComment, 'id' | 'task_id'>): Promise<string | undefined> {
    const made = sqlFor
      .selectFrom('event_queue')
      .select('principal')
      .where('team_id', '=', teamId)
      .where('task_id', '=', task_id)
      .where('kind', '=', 'comment.created')
      .where('entity_id', '=', String(id))
    return (await tx.first(made.orderBy('seq').limit(1)))?.principal
  },
}

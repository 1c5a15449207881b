// SQL for exports, and nothing else: everything of a kind, a page at a time by id.
import { sql } from 'kysely'
import { commentOf } from '../../shared/domain/tasks/comment-row.ts'
import { columns } from '../db/columns.ts'
import { sqlFor, type Tx } from '../db/database.ts'

const ofTasks = (ids: readonly number[]) => sql<boolean>`task_id = any(${[...ids]}::bigint[])`

export const exportStore = {
  tasksAfter: (tx: Tx, team: string, after: number, limit: number) =>
    tx.all(sqlFor.selectFrom('tasks').select(columns.tasks).where('team_id', '=', team).where('id', '>', after).orderBy('id').limit(limit)),

  contactsAfter: (tx: Tx, team: string, after: number, limit: number) =>
    tx.all(sqlFor.selectFrom('contacts').select(columns.contacts).where('team_id', '=', team).where('id', '>', after).orderBy('id').limit(limit)),

  lists: (tx: Tx, team: string) => tx.all(sqlFor.selectFrom('lists').select(columns.lists).where('team_id', '=', team).orderBy('position').orderBy('id')),

  comments: async (tx: Tx, team: string, tasks: readonly number[]) =>
    (await tx.all(sqlFor.selectFrom('comments').select(columns.comments).where('team_id', '=', team).where(ofTasks(tasks)).orderBy('id'))).map(commentOf),

  /** What they are reckoned from is the cloud's own business. */
  schedules: async (tx: Tx, team: string, tasks: readonly number[]) =>
    (await tx.all(sqlFor.selectFrom('schedules').select(columns.schedules).where('team_id', '=', team).where(ofTasks(tasks)).orderBy('id'))).map(
      ({ anchor: _anchor, ...schedule }) => schedule,
    ),

  /** What one login wrote in a team. */
  entriesOf: (tx: Tx, team: string, principal: string, after: number, limit: number) =>
    tx.all(
      sqlFor
        .selectFrom('event_queue')
        .select(['seq', 'created_at', 'kind', 'actor_kind', 'actor_name', 'entity', 'entity_id', 'task_id', 'before', 'after', 'texts'])
        .where('team_id', '=', team)
        .where('principal', '=', principal)
        .where('seq', '>', after)
        .orderBy('seq')
        .limit(limit),
    ),
}

// SQL for schedules, and nothing else.
import { sql } from 'kysely'
import { columns } from '../db/columns.ts'
import { sqlFor, type Tx } from '../db/database.ts'
import type { Tables } from '../db/tables.ts'

export type StoredSchedule = Omit<Tables['schedules'], 'team_id'>

const ofTask = (teamId: string, taskId: number) => sqlFor.selectFrom('schedules').where('team_id', '=', teamId).where('task_id', '=', taskId)
const oneSchedule = (teamId: string, taskId: number, id: number) => ofTask(teamId, taskId).select(columns.schedules).where('id', '=', id)

export const scheduleStore = {
  byId: (tx: Tx, teamId: string, taskId: number, id: number): Promise<StoredSchedule | undefined> => tx.first(oneSchedule(teamId, taskId, id)),

  /** Keeps others from changing it until the commit. */
  byIdForUpdate: (tx: Tx, teamId: string, taskId: number, id: number): Promise<StoredSchedule | undefined> =>
    tx.first(oneSchedule(teamId, taskId, id).forUpdate()),

  update: (tx: Tx, teamId: string, { id, uid: _uid, task_id: _task, created_at: _created, ...fields }: StoredSchedule) =>
    tx.run(sqlFor.updateTable('schedules').set(fields).where('team_id', '=', teamId).where('id', '=', id)),

  remove: (tx: Tx, teamId: string, id: number) => tx.run(sqlFor.deleteFrom('schedules').where('team_id', '=', teamId).where('id', '=', id)),

  /** Newest first; `below` is the last id of the page before. */
  list(tx: Tx, teamId: string, taskId: number, below = Number.MAX_SAFE_INTEGER, limit?: number): Promise<StoredSchedule[]> {
    const query = ofTask(teamId, taskId).select(columns.schedules).where('id', '<', below).orderBy('id', 'desc')
    return tx.all(limit === undefined ? query : query.limit(limit))
  },

  /** Of several tasks, those that are enabled and come again. */
  repeating: (tx: Tx, teamId: string, taskIds: readonly number[]): Promise<StoredSchedule[]> =>
    tx.all(
      sqlFor
        .selectFrom('schedules')
        .select(columns.schedules)
        .where('team_id', '=', teamId)
        .where(sql<boolean>`task_id = any(${[...taskIds]}::bigint[])`)
        .where('enabled', '=', true)
        .where('type', '<>', 'one_time'),
    ),

  async count(tx: Tx, teamId: string, taskId: number): Promise<number> {
    const row = await tx.first(ofTask(teamId, taskId).select((qb) => qb.fn.countAll<number>().as('n')))
    return row?.n ?? 0
  },
}

// SQL for who from outside wrote what of tasks and contacts, and nothing else.
import { sql } from 'kysely'
import type { Write } from '../../shared/mcp/answers/fencing.ts'
import { sqlFor, type Tx } from '../db/database.ts'

interface Row {
  actor_kind: Write['actor']['kind']
  actor_name: string
  after: unknown
  undo_of: number | null
}

const writeOf = ({ actor_kind, actor_name, after, undo_of }: Row): Write => ({
  actor: { kind: actor_kind, name: actor_name },
  after: (after ?? {}) as Record<string, unknown>,
  undo_of,
})

export function writesBy<R extends Row>(rows: readonly R[], idOf: (row: R) => number): Map<number, Write[]> {
  return new Map([...Map.groupBy(rows, idOf)].map(([id, ofOne]) => [id, ofOne.map(writeOf)]))
}

export type TaskWrite = Row & { task_id: number; before: unknown; texts: unknown }

const written = ['actor_kind', 'actor_name', 'after', 'undo_of'] as const

export const outsideStore = {
  /** The writes of those tasks of which somebody from outside wrote something, oldest first. Long texts may be kept elsewhere (journal/long-texts). */
  ofTasks: async (tx: Tx, team: string, ids: readonly number[]): Promise<TaskWrite[]> => {
    const given = sql`${[...ids]}::bigint[]`
    const rows = await tx.all(
      sqlFor
        .selectFrom('event_queue')
        .select([...written, 'task_id', 'before', 'texts'])
        .where('team_id', '=', team)
        .where('entity', '=', 'task')
        .where(
          sql<boolean>`task_id IN (SELECT task_id FROM event_queue WHERE team_id = ${team} AND task_id = any(${given}) AND actor_kind = 'email'
            UNION SELECT task_id FROM comments WHERE team_id = ${team} AND task_id = any(${given}) AND author_kind = 'email')`,
        )
        .orderBy('seq'),
    )
    return rows as TaskWrite[]
  },

  /** The same of contacts. */
  async ofContacts(tx: Tx, team: string, ids: readonly number[]): Promise<Map<number, Write[]>> {
    const rows = await tx.all(
      sqlFor
        .selectFrom('event_queue')
        .select([...written, 'entity_id'])
        .where('team_id', '=', team)
        .where('entity', '=', 'contact')
        .where(sql<boolean>`task_id IS NULL AND entity_id = any(${ids.map(String)}::text[])`)
        .orderBy('seq'),
    )
    return writesBy(rows as (Row & { entity_id: string })[], ({ entity_id }) => Number(entity_id))
  },

  /** Whether anybody from outside wrote anything. */
  hasAny: async (tx: Tx, team: string): Promise<boolean> =>
    (await tx.first(sqlFor.selectFrom('event_queue').select('seq').where('team_id', '=', team).where('actor_kind', '=', 'email').limit(1))) !== undefined,
}

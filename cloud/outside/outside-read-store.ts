// SQL for which runs of agents have read text from outside, and nothing else.
import { sql } from 'kysely'
import { sqlFor, type Tx } from '../db/database.ts'

export interface StoredRead {
  /** Folded. */
  agent: string
  /** Empty: a call that names no run. */
  run: string
  /** 0: the text stood in no task. */
  task_id: number
  title: string | null
  source: string
  /** The task was made from outside. */
  made: boolean
  read_at: string
}

export const outsideReadStore = {
  /** What an agent read since then, oldest first. */
  of: (tx: Tx, team_id: string, agent: string, since: string): Promise<StoredRead[]> =>
    tx.all(
      sqlFor
        .selectFrom('outside_reads')
        .select(['agent', 'run', 'task_id', 'title', 'source', 'made', 'read_at'])
        .where('team_id', '=', team_id)
        .where('agent', '=', agent)
        .where('read_at', '>', since)
        .orderBy('read_at')
        .orderBy('task_id'),
    ),

  insert: (tx: Tx, team_id: string, read: StoredRead) =>
    tx.run(
      sqlFor
        .insertInto('outside_reads')
        .values({ team_id, ...read })
        .onConflict((conflict) => conflict.columns(['team_id', 'agent', 'run', 'task_id']).doUpdateSet({ read_at: read.read_at })),
    ),

  prune: (tx: Tx, team_id: string, until: string) => tx.run(sqlFor.deleteFrom('outside_reads').where('team_id', '=', team_id).where('read_at', '<=', until)),

  /** How a task is called, and whether somebody outside made it; undefined: it is gone. */
  task: (tx: Tx, team_id: string, id: number): Promise<{ title: string; made: boolean } | undefined> =>
    tx.first(
      sqlFor
        .selectFrom('tasks as t')
        .select([
          't.title',
          sql<boolean>`EXISTS (SELECT 1 FROM event_queue e WHERE e.team_id = ${team_id} AND e.task_id = t.id AND e.kind = 'task.created' AND e.actor_kind = 'email')`.as(
            'made',
          ),
        ])
        .where('t.team_id', '=', team_id)
        .where('t.id', '=', id),
    ),
}

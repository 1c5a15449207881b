import { AppError } from '../../shared/domain/app-error.ts'
import type { JournalEntry } from '../../shared/schema/journal.ts'
import { sqlFor } from '../db/database.ts'
import type { Journal } from './journal.ts'

export function createHistory(journal: Journal) {
  return {
    /** Newest first. Stays after the task is deleted. */
    async ofTask(team: { id: string }, taskId: number): Promise<JournalEntry[]> {
      const rows = await journal.read(team, (tx) =>
        tx.all(
          sqlFor
            .selectFrom('event_queue')
            .select(['seq', 'created_at', 'actor_kind', 'actor_name', 'entity', 'entity_id', 'task_id', 'kind', 'before', 'after', 'cause'])
            .where('team_id', '=', team.id)
            .where('task_id', '=', taskId)
            .orderBy('seq', 'desc'),
        ),
      )
      if (rows.length === 0) throw new AppError('not_found', `There is no task ${taskId}, and there never was one.`)
      return rows.map((row) => ({
        seq: row.seq,
        at: row.created_at,
        actor: { kind: row.actor_kind, name: row.actor_name },
        entity: row.entity as JournalEntry['entity'],
        entity_id: Number(row.entity_id),
        task_id: row.task_id,
        action: row.kind.slice(row.entity.length + 1) as JournalEntry['action'],
        before: row.before as JournalEntry['before'],
        after: row.after as JournalEntry['after'],
        cause: row.cause,
        undo_of: null,
        undone_by: null,
      }))
    },
  }
}

// SQL for how much of its quotas a team uses, and nothing else.
import { sql } from 'kysely'
import { sqlFor, type Tx } from '../db/database.ts'

export const usageStore = {
  /** What a team has, what it may have, and which of that an operator gave it. */
  ofTeam: (tx: Tx, team: string) =>
    tx.first(
      sqlFor
        .selectFrom('team_counters as c')
        .leftJoin('quotas as q', (join) => join.onTrue())
        .select((row) => [
          row.fn.coalesce('c.quota_tasks', 'q.tasks').as('tasks'),
          row.fn.coalesce('c.quota_text_bytes', 'q.text_bytes').as('text_bytes'),
          row.fn.coalesce('c.quota_members', 'q.members').as('members'),
          row.fn.coalesce('c.quota_file_bytes', 'q.file_bytes').as('file_bytes'),
          row.fn.coalesce('c.quota_daily_events', 'q.daily_events').as('daily_events'),
          'c.task_counts',
          'c.text_bytes as used_text_bytes',
          row
            .selectFrom('members')
            .select((of) => of.fn.countAll<number>().as('n'))
            .where('team_id', '=', team)
            .as('used_members'),
          row
            .selectFrom('file_objects')
            .select(sql<number>`coalesce(sum(bytes), 0)::bigint`.as('n'))
            .where('team_id', '=', team)
            .where('state', '<>', 'gone')
            .as('used_file_bytes'),
          sql<number>`CASE WHEN c.events_day = (now() AT TIME ZONE 'UTC')::date THEN c.events - c.events_before ELSE 0 END`.as('used_daily_events'),
          sql<string>`(date_trunc('day', now() AT TIME ZONE 'UTC') + interval '1 day') AT TIME ZONE 'UTC'`.as('resets_at'),
          'c.quota_tasks',
          'c.quota_text_bytes',
          'c.quota_members',
          'c.quota_file_bytes',
          'c.quota_daily_events',
        ])
        .where('c.team_id', '=', team),
    ),
}

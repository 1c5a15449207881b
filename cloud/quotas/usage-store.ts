// SQL for how much of their quotas a team and a person use, and nothing else.
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

  /** What a person has in all teams, what they may have, and which of that an operator gave them. */
  ofPerson: (tx: Tx, user: string) =>
    tx.first(
      sqlFor
        .selectFrom('users as u')
        .leftJoin('quotas as q', (join) => join.onTrue())
        .select((row) => [
          row.fn.coalesce('u.quota_teams', 'q.person_teams').as('teams'),
          row.fn.coalesce('u.quota_tokens', 'q.person_tokens').as('tokens'),
          sql<number>`(SELECT count(*) FROM members WHERE user_id = u.id AND role = 'owner' AND status = 'active')`.as('used_teams'),
          sql<number>`tandem_tokens_of(u.id)`.as('used_tokens'),
          'u.quota_teams',
          'u.quota_tokens',
        ])
        .where('u.id', '=', user),
    ),
}

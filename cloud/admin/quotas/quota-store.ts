// SQL for what operators give a team or a person, and nothing else.
import { sql } from 'kysely'
import { sqlFor, type Tx } from '../../db/database.ts'

export interface OwnQuotas {
  quota_tasks?: number | null
  quota_text_bytes?: number | null
  quota_members?: number | null
  quota_file_bytes?: number | null
  quota_daily_events?: number | null
}

export interface OwnPersonQuotas {
  quota_teams?: number | null
  quota_tokens?: number | null
}

export const quotaStore = {
  setOfPerson: (tx: Tx, user: string, own: OwnPersonQuotas) => tx.run(sqlFor.updateTable('users').set(own).where('id', '=', user)),

  /** What a person has in all teams, what they may have, and which of that an operator gave them. */
  usageOfPerson: (tx: Tx, user: string) =>
    tx.first(
      sqlFor
        .selectFrom('users as u')
        .leftJoin('quotas as q', (join) => join.onTrue())
        .select((row) => [
          row.fn.coalesce('u.quota_teams', 'q.person_teams').as('teams'),
          row.fn.coalesce('u.quota_tokens', 'q.person_tokens').as('tokens'),
          sql<number>`(SELECT count(*) FROM members WHERE user_id = u.id AND role = 'owner' AND status = 'active')`.as('used_teams'),
          sql<number>`(SELECT count(*) FROM api_tokens WHERE created_by = u.id AND (expires_at IS NULL OR expires_at > now()))`.as('used_tokens'),
          'u.quota_teams',
          'u.quota_tokens',
        ])
        .where('u.id', '=', user),
    ),

  set: (tx: Tx, team: string, own: OwnQuotas) => tx.run(sqlFor.updateTable('team_counters').set(own).where('team_id', '=', team)),
}

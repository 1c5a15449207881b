// SQL for what operators give a team or a person, and nothing else.
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

  set: (tx: Tx, team: string, own: OwnQuotas) => tx.run(sqlFor.updateTable('team_counters').set(own).where('team_id', '=', team)),
}

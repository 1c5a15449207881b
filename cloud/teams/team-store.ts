// SQL for teams, and nothing else.
import type { Team } from '../../shared/schema/cloud/team.ts'
import { sqlFor, type Tx } from '../db/database.ts'

const contents = [
  ...(['idempotency', 'notification_log', 'notifications', 'oauth_states', 'mail_steps', 'mailboxes', 'event_leases', 'stream_cursors'] as const),
  ...(['event_queue', 'comments', 'schedules', 'tasks', 'contacts', 'api_tokens', 'members'] as const),
]

type StoredTeam = Omit<Team, 'role'>

export const teamStore = {
  byId: (tx: Tx, id: string): Promise<StoredTeam | undefined> =>
    tx.first(sqlFor.selectFrom('teams').select(['id', 'name', 'created_at', 'updated_at']).where('id', '=', id)),

  byIdForUpdate: (tx: Tx, id: string): Promise<StoredTeam | undefined> =>
    tx.first(sqlFor.selectFrom('teams').select(['id', 'name', 'created_at', 'updated_at']).where('id', '=', id).forUpdate()),

  /** Newest first. */
  ofUser: (tx: Tx, userId: string): Promise<Team[]> =>
    tx.all(
      sqlFor
        .selectFrom('members as m')
        .innerJoin('teams as t', 't.id', 'm.team_id')
        .select(['t.id', 't.name', 'm.role', 't.created_at', 't.updated_at'])
        .where('m.user_id', '=', userId)
        .where('m.status', '=', 'active')
        .orderBy('t.created_at', 'desc')
        .orderBy('t.id', 'desc'),
    ),

  async insert(tx: Tx, team: StoredTeam): Promise<void> {
    await tx.run(sqlFor.insertInto('teams').values(team))
    await tx.run(sqlFor.insertInto('team_counters').values({ team_id: team.id, changed_at: team.created_at }))
  },

  rename: (tx: Tx, id: string, name: string, at: string) => tx.run(sqlFor.updateTable('teams').set({ name, updated_at: at }).where('id', '=', id)),

  /** Everything of the team, and then the team. */
  async remove(tx: Tx, id: string): Promise<void> {
    const empty = async () => {
      for (const table of contents) await tx.run(sqlFor.deleteFrom(table).where('team_id', '=', id))
    }
    await empty()
    // Without its counters nobody can write in the team; what was written until now goes in the second round.
    await tx.run(sqlFor.deleteFrom('team_counters').where('team_id', '=', id))
    await empty()
    await tx.run(sqlFor.deleteFrom('teams').where('id', '=', id))
  },
}

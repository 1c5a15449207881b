// SQL for teams, and nothing else.
import { sql } from 'kysely'
import type { Team } from '../../shared/schema/cloud/team.ts'
import { sqlFor, type Tx } from '../db/database.ts'

const contents = [
  ...([
    'files',
    'mcp_sessions',
    'outside_reads',
    'judged_pairs',
    'webhook_deliveries',
    'webhooks',
    'calendars',
    'idempotency',
    'notification_log',
    'notifications',
    'oauth_states',
    'mail_steps',
    'mail_folders',
    'mail_tests',
    'mail_replies',
    'mail_letter_tasks',
    'mail_letters',
    'mailboxes',
    'event_leases',
    'stream_cursors',
  ] as const),
  ...(['claims', 'finished_claims', 'evidence', 'evidence_trees', 'evidence_keys', 'questions'] as const),
  ...(['event_queue', 'comments', 'schedules', 'tasks', 'contacts', 'lists', 'proposals', 'agents', 'api_tokens', 'members'] as const),
]

const columns = ['id', 'name', 'created_at', 'updated_at', 'deletes_at'] as const

export type StoredTeam = Omit<Team, 'role'>

export const teamStore = {
  byId: (tx: Tx, id: string): Promise<StoredTeam | undefined> => tx.first(sqlFor.selectFrom('teams').select(columns).where('id', '=', id)),

  byIdForUpdate: (tx: Tx, id: string): Promise<StoredTeam | undefined> => tx.first(sqlFor.selectFrom('teams').select(columns).where('id', '=', id).forUpdate()),

  /** Newest first. */
  ofUser: (tx: Tx, userId: string): Promise<Team[]> =>
    tx.all(
      sqlFor
        .selectFrom('members as m')
        .innerJoin('teams as t', 't.id', 'm.team_id')
        .select(['t.id', 't.name', 'm.role', 't.created_at', 't.updated_at', 't.deletes_at'])
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

  setDeletion: (tx: Tx, id: string, deletes_at: string | null, updated_at: string) =>
    tx.run(sqlFor.updateTable('teams').set({ deletes_at, updated_at }).where('id', '=', id)),

  /** Whose time is over; as the courier. One that an operator has locked stays: its owners cannot keep it meanwhile. */
  due: async (tx: Tx, at: string): Promise<string[]> =>
    (
      await tx.all(
        sqlFor
          .selectFrom('teams')
          .select('id')
          .where('deletes_at', '<=', at)
          .where(sql<boolean>`NOT EXISTS (SELECT 1 FROM team_counters c WHERE c.team_id = teams.id AND c.locked_at IS NOT NULL)`)
          .orderBy('deletes_at')
          .limit(20),
      )
    ).map(({ id }) => id),

  /** To whom it matters: the addresses of its active members. */
  addresses: async (tx: Tx, id: string): Promise<string[]> =>
    (await tx.all(sqlFor.selectFrom('members').select('email').where('team_id', '=', id).where('status', '=', 'active').orderBy('id'))).map(
      ({ email }) => email,
    ),

  /** Everything of the team, and then the team. */
  async remove(tx: Tx, id: string, at: string): Promise<void> {
    const empty = async () => {
      for (const table of contents) await tx.run(sqlFor.deleteFrom(table).where('team_id', '=', id))
      // The bytes are not in the database: what names them goes with them.
      await tx.run(sqlFor.updateTable('file_objects').set({ state: 'gone', since: at }).where('team_id', '=', id).where('state', '<>', 'gone'))
    }
    await empty()
    // Without its counters nobody can write in the team; what was written until now goes in the second round.
    await tx.run(sqlFor.deleteFrom('team_counters').where('team_id', '=', id))
    await empty()
    await tx.run(sqlFor.deleteFrom('teams').where('id', '=', id))
  },
}

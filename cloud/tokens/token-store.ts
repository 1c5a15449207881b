// SQL for API tokens, and nothing else.
import { sql } from 'kysely'
import type { ApiToken } from '../../shared/schema/cloud/api-token.ts'
import type { Role } from '../../shared/schema/cloud/team.ts'
import { sqlFor, type Tx } from '../db/database.ts'

/** What its agent may with it follows from what is set for that agent. */
export type StoredToken = Omit<ApiToken, 'may'>

const all = (teamId: string) =>
  sqlFor
    .selectFrom('api_tokens')
    .select(['id', 'name', 'last_four', 'created_at', 'last_used_at', 'created_by', 'made_by', 'agent', 'read_only', 'expires_at', 'policy'])
    .where('team_id', '=', teamId)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')

export const tokenStore = {
  /** Newest first. */
  list: (tx: Tx, teamId: string): Promise<StoredToken[]> => tx.all(all(teamId)) as Promise<StoredToken[]>,

  /** The same without those that stand for connected agents. */
  listSpoken: (tx: Tx, teamId: string): Promise<StoredToken[]> =>
    tx.all(
      all(teamId).where((row) =>
        row.not(
          row.exists(
            row
              .selectFrom('oauth_grants as g')
              .select('g.token_id')
              .whereRef('g.team_id', '=', 'api_tokens.team_id')
              .whereRef('g.token_id', '=', 'api_tokens.id'),
          ),
        ),
      ),
    ) as Promise<StoredToken[]>,

  /** What the person is in the team, read after whoever changes that at the same moment; see memberStore.lockTeam. */
  async standing(tx: Tx, teamId: string, userId: string): Promise<Role | undefined> {
    const member = sqlFor.selectFrom('members').select('role').where('team_id', '=', teamId).where('user_id', '=', userId).where('status', '=', 'active')
    const [, found] = await Promise.all([tx.first(sqlFor.selectFrom('teams').select('id').where('id', '=', teamId).forShare()), tx.first(member)])
    return found?.role
  },

  insert: (tx: Tx, teamId: string, token: StoredToken, hash: Buffer) =>
    tx.run(sqlFor.insertInto('api_tokens').values({ team_id: teamId, ...token, policy: JSON.stringify(token.policy), token_hash: hash })),

  /** The ids of a person's, also of those that have ended. */
  madeBy: async (tx: Tx, teamId: string, userId: string): Promise<string[]> =>
    (
      await tx.all(
        sqlFor
          .selectFrom('event_queue')
          .select('entity_id')
          .where('team_id', '=', teamId)
          .where('kind', '=', 'token.created')
          .where(sql<boolean>`after ->> 'created_by' = ${userId}`),
      )
    ).map(({ entity_id }) => entity_id),

  /** As the courier: teams in which a person made some in that time. */
  teamsMadeIn: async (tx: Tx, userId: string, { since, until }: { since: string; until: string }): Promise<string[]> =>
    (
      await tx.all(
        sqlFor
          .selectFrom('api_tokens')
          .select('team_id')
          .distinct()
          .where(sql<boolean>`coalesce(made_by, created_by) = ${userId}::uuid`)
          .where('created_at', '>=', since)
          .where('created_at', '<=', until),
      )
    ).map(({ team_id }) => team_id),

  remove: (tx: Tx, teamId: string, id: string) => tx.run(sqlFor.deleteFrom('api_tokens').where('team_id', '=', teamId).where('id', '=', id)),
}

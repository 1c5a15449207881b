// SQL for API tokens, and nothing else.
import type { ApiToken } from '../../shared/schema/cloud/api-token.ts'
import type { Role } from '../../shared/schema/cloud/team.ts'
import { sqlFor, type Tx } from '../db/database.ts'

export const tokenStore = {
  /** Newest first. */
  list: (tx: Tx, teamId: string): Promise<ApiToken[]> =>
    tx.all(
      sqlFor
        .selectFrom('api_tokens')
        .select(['id', 'name', 'last_four', 'created_at', 'last_used_at', 'created_by'])
        .where('team_id', '=', teamId)
        .orderBy('created_at', 'desc')
        .orderBy('id', 'desc'),
    ),

  /** What the person is in the team, read after whoever changes that at the same moment; see memberStore.lockTeam. */
  async standing(tx: Tx, teamId: string, userId: string): Promise<Role | undefined> {
    const member = sqlFor.selectFrom('members').select('role').where('team_id', '=', teamId).where('user_id', '=', userId).where('status', '=', 'active')
    const [, found] = await Promise.all([tx.first(sqlFor.selectFrom('teams').select('id').where('id', '=', teamId).forShare()), tx.first(member)])
    return found?.role
  },

  insert: (tx: Tx, teamId: string, token: ApiToken, hash: Buffer) =>
    tx.run(sqlFor.insertInto('api_tokens').values({ team_id: teamId, ...token, token_hash: hash })),

  remove: (tx: Tx, teamId: string, id: string) => tx.run(sqlFor.deleteFrom('api_tokens').where('team_id', '=', teamId).where('id', '=', id)),
}

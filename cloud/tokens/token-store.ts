// SQL for API tokens, and nothing else.
import type { ApiToken } from '../../shared/schema/api-token.ts'
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

  insert: (tx: Tx, teamId: string, token: ApiToken, hash: Buffer) =>
    tx.run(sqlFor.insertInto('api_tokens').values({ team_id: teamId, ...token, token_hash: hash })),

  remove: (tx: Tx, teamId: string, id: string) => tx.run(sqlFor.deleteFrom('api_tokens').where('team_id', '=', teamId).where('id', '=', id)),
}

// SQL for connected agents and for what their clients hold, and nothing else.
import { sql } from 'kysely'
import type { TokenPolicy } from '../../shared/schema/agent.ts'
import { sqlFor, type Tx } from '../db/database.ts'

export interface StoredItem {
  payload: unknown
  grant_id: string | null
  expires_at: string
  consumed_at: string | null
}

export interface NewItem {
  kind: string
  id_hash: Buffer
  grant_id: string | null
  payload: object
  expires_at: string
}

export interface StoredConnection {
  id: string
  client_name: string
  client_host: string | null
  agent: string | null
  read_only: boolean
  policy: TokenPolicy
  created_at: string
  last_used_at: string | null
  created_by: string
}

const item = (kind: string, hash: Buffer) => sqlFor.selectFrom('oauth_items').where('kind', '=', kind).where('id_hash', '=', hash)

export const oauthStore = {
  put: (tx: Tx, { payload, ...row }: NewItem) => {
    const values = { ...row, payload: JSON.stringify(payload) }
    return tx.run(
      sqlFor
        .insertInto('oauth_items')
        .values(values)
        .onConflict((conflict) => conflict.columns(['kind', 'id_hash']).doUpdateSet({ payload: values.payload, expires_at: values.expires_at })),
    )
  },

  find: (tx: Tx, kind: string, hash: Buffer): Promise<StoredItem | undefined> =>
    tx.first(item(kind, hash).select(['payload', 'grant_id', 'expires_at', 'consumed_at'])),

  /** Of several who want to use it one does. Returns how many did. */
  consume: (tx: Tx, kind: string, hash: Buffer, at: string) =>
    tx.run(sqlFor.updateTable('oauth_items').set({ consumed_at: at }).where('kind', '=', kind).where('id_hash', '=', hash).where('consumed_at', 'is', null)),

  remove: (tx: Tx, kind: string, hash: Buffer) => tx.run(sqlFor.deleteFrom('oauth_items').where('kind', '=', kind).where('id_hash', '=', hash)),
  removeOfGrant: (tx: Tx, kind: string, grant: string) => tx.run(sqlFor.deleteFrom('oauth_items').where('kind', '=', kind).where('grant_id', '=', grant)),

  insertGrant: (tx: Tx, grant: { team_id: string; token_id: string; client_id: string; client_name: string; client_host: string | null; created_at: string }) =>
    tx.run(sqlFor.insertInto('oauth_grants').values(grant)),

  /** Newest first; `person`: only what they connected. */
  connections(tx: Tx, teamId: string, person?: string): Promise<StoredConnection[]> {
    const query = sqlFor
      .selectFrom('oauth_grants as g')
      .innerJoin('api_tokens as t', (join) => join.onRef('t.team_id', '=', 'g.team_id').onRef('t.id', '=', 'g.token_id'))
      .select(['t.id', 'g.client_name', 'g.client_host', 't.agent', 't.read_only', 't.policy', 't.created_at', 't.last_used_at', 't.created_by'])
      .where('g.team_id', '=', teamId)
      .orderBy('t.created_at', 'desc')
      .orderBy('t.id', 'desc')
    return tx.all(person === undefined ? query : query.where('t.created_by', '=', person)) as Promise<StoredConnection[]>
  },

  /** As the courier. */
  teamOf: async (tx: Tx, grant: string): Promise<string | undefined> =>
    (await tx.first(sqlFor.selectFrom('oauth_grants').select('team_id').where('token_id', '=', grant)))?.team_id,

  /** As the courier. */
  hasConnected: async (tx: Tx, userId: string, clientId: string): Promise<boolean> =>
    (await tx.first(
      sqlFor
        .selectFrom('oauth_grants as g')
        .innerJoin('api_tokens as t', (join) => join.onRef('t.team_id', '=', 'g.team_id').onRef('t.id', '=', 'g.token_id'))
        .select('g.token_id')
        .where('t.created_by', '=', userId)
        .where('g.client_id', '=', clientId)
        .limit(1),
    )) !== undefined,

  /** As the courier: connections with which nothing can be had any more; of those that began since `began` the code may be yet to come. */
  spent: (tx: Tx, at: string, began: string) =>
    tx.all(
      sqlFor
        .selectFrom('oauth_grants as g')
        .select('g.token_id')
        .where('g.created_at', '<', began)
        .where((row) =>
          row.not(
            row.exists(
              row
                .selectFrom('oauth_items as i')
                .select('i.kind')
                .whereRef('i.grant_id', '=', 'g.token_id')
                .where('i.kind', '<>', 'Grant')
                .where('i.expires_at', '>', at),
            ),
          ),
        )
        .limit(100),
    ),

  /** As the courier. A client, registered or described elsewhere, stays for as long as somebody has connected it. */
  removeExpired: (tx: Tx, at: string) =>
    tx.run(
      sqlFor
        .deleteFrom('oauth_items as i')
        .where('i.expires_at', '<', at)
        .where((row) =>
          row.not(
            row.exists(row.selectFrom('oauth_grants as g').select('g.token_id').where(sql<boolean>`sha256(convert_to(g.client_id, 'UTF8')) = i.id_hash`)),
          ),
        ),
    ),
}

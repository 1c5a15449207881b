// SQL for accounts that come with a team, and nothing else.
import { type RawBuilder, sql } from 'kysely'
import { sqlFor, type Tx } from '../../db/database.ts'

const run = (tx: Tx, text: RawBuilder<unknown>) => tx.run({ compile: () => text.compile(sqlFor) })
const all = <R>(tx: Tx, text: RawBuilder<R>): Promise<R[]> => tx.all({ compile: () => text.compile(sqlFor) })

export const accountStore = {
  /** `columns`: tables of the team with the columns that name accounts. */
  async named(tx: Tx, team: string, columns: readonly (readonly [string, string])[]): Promise<string[]> {
    const each = columns.map(
      ([table, column]) => sql`SELECT ${sql.ref(column)}::text AS id FROM ${sql.table(table)} WHERE team_id = ${team}::uuid AND ${sql.ref(column)} IS NOT NULL`,
    )
    return (await all(tx, sql<{ id: string }>`${sql.join(each, sql` UNION `)} ORDER BY id`)).map(({ id }) => id)
  },
  known: async (tx: Tx, ids: readonly string[]): Promise<string[]> =>
    (await all(tx, sql<{ id: string }>`SELECT id::text FROM users WHERE id = any(${ids}::uuid[])`)).map(({ id }) => id),
  addresses: (tx: Tx, ids: readonly string[]) =>
    all(tx, sql<{ id: string; email_key: string }>`SELECT id::text, email_key FROM users WHERE id = any(${ids}::uuid[])`),
  /** Addresses that other accounts have. */
  taken: async (tx: Tx, of: readonly { id: string; email_key: string }[]): Promise<string[]> =>
    (
      await all(
        tx,
        sql<{
          email: string
        }>`SELECT u.email FROM users u JOIN unnest(${of.map(({ id }) => id)}::uuid[], ${of.map(({ email_key }) => email_key)}::text[]) o (id, email_key)
          ON o.email_key = u.email_key AND o.id <> u.id ORDER BY 1`,
      )
    ).map(({ email }) => email),

  rows: async (tx: Tx, table: string, column: 'id' | 'user_id', users: readonly string[]): Promise<string[]> =>
    (await all(tx, sql<{ row: string }>`SELECT t::text AS row FROM ${sql.table(table)} t WHERE ${sql.ref(`t.${column}`)} = any(${users}::uuid[])`)).map(
      ({ row }) => row,
    ),
  remove: (tx: Tx, table: string, users: readonly string[]) => run(tx, sql`DELETE FROM ${sql.table(table)} WHERE user_id = any(${users}::uuid[])`),

  /** Of the team's connections, with the clients that were connected. */
  connectionItems: async (tx: Tx, team: string): Promise<string[]> =>
    (
      await all(
        tx,
        sql<{ row: string }>`SELECT i::text AS row FROM oauth_items i WHERE i.grant_id IN (SELECT token_id FROM oauth_grants WHERE team_id = ${team}::uuid)
          OR i.grant_id IS NULL AND i.id_hash IN (SELECT sha256(convert_to(client_id, 'UTF8')) FROM oauth_grants WHERE team_id = ${team}::uuid)`,
      )
    ).map(({ row }) => row),

  /** Those of the accounts that are in no team here any more, and that nothing here names. */
  removeUnneeded: (tx: Tx, users: readonly string[]) =>
    run(
      tx,
      sql`DELETE FROM users u WHERE u.id = any(${users}::uuid[]) AND NOT EXISTS (SELECT 1 FROM members m WHERE m.user_id = u.id)
        AND NOT EXISTS (SELECT 1 FROM api_tokens t WHERE t.created_by = u.id) AND NOT EXISTS (SELECT 1 FROM mailboxes b WHERE b.connected_by = u.id)`,
    ),
}

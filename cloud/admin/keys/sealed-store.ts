// SQL for all values that are sealed with the server's key, wherever they are, and nothing else.
import { sql } from 'kysely'
import { sqlFor, type Tx } from '../../db/database.ts'

export interface SealedColumn {
  table: string
  column: string
  /** Its primary key, by which it is gone through. */
  ids: readonly string[]
  /** What the label needs besides. */
  more?: readonly string[]
}

export interface KeptObject {
  team_id: string
  object: string
}

export type SealedRow = Record<string, string | Buffer> & { sealed: Buffer }

const both = (values: readonly unknown[]) => sql.join(values)
const names = (columns: readonly string[]) => sql.join(columns.map((name) => sql.ref(name)))

export const sealedStore = {
  /** A stretch in the order of the primary key. */
  page: (tx: Tx, { table, column, ids, more = [] }: SealedColumn, after: SealedRow | undefined, limit: number): Promise<SealedRow[]> => {
    const behind = after === undefined ? sql`` : sql`AND (${names(ids)}) > (${both(ids.map((id) => after[id]))})`
    return tx.all({
      compile: () =>
        sql<SealedRow>`SELECT ${names([...ids, ...more])}, ${sql.ref(column)} AS sealed FROM ${sql.table(table)}
          WHERE ${sql.ref(column)} IS NOT NULL ${behind} ORDER BY ${names(ids)} LIMIT ${limit}`.compile(sqlFor),
    })
  },

  /** Unless it is another one by now. */
  replace: (tx: Tx, { table, column, ids }: SealedColumn, row: SealedRow, sealed: Buffer): Promise<number> =>
    tx.run({
      compile: () =>
        sql`UPDATE ${sql.table(table)} SET ${sql.ref(column)} = ${sealed} WHERE (${names(ids)}) = (${both(ids.map((id) => row[id]))}) AND ${sql.ref(column)} = ${row.sealed}`.compile(
          sqlFor,
        ),
    }),

  objects: (tx: Tx, after: KeptObject | undefined, limit: number): Promise<KeptObject[]> => {
    let query = sqlFor.selectFrom('file_objects').select(['team_id', 'object']).where('state', '=', 'kept').orderBy('team_id').orderBy('object').limit(limit)
    if (after !== undefined) query = query.where(sql<boolean>`(team_id, object) > (${after.team_id}::uuid, ${after.object}::uuid)`)
    return tx.all(query)
  },

  known: async (tx: Tx, objects: readonly string[]): Promise<ReadonlySet<string>> =>
    new Set(
      (
        await tx.all(
          sqlFor
            .selectFrom('file_objects')
            .select('object')
            .where('object', '=', sql<string>`any(${[...objects]}::uuid[])`),
        )
      ).map(({ object }) => object),
    ),

  vapid: async (tx: Tx): Promise<string | undefined> =>
    (await tx.first({ compile: () => sql<{ value: string }>`SELECT value FROM cloud_meta WHERE name = 'vapid'`.compile(sqlFor) }))?.value,

  /** Unless it is another one by now. */
  replaceVapid: (tx: Tx, from: string, to: string) =>
    tx.run({ compile: () => sql`UPDATE cloud_meta SET value = ${to} WHERE name = 'vapid' AND value = ${from}`.compile(sqlFor) }),
}

// SQL for the change of the server's key, and nothing else.
import { sql } from 'kysely'
import { sqlFor, type Tx } from '../../db/database.ts'

export const rotateStore = {
  /** Fingerprints of the keys with which something may be sealed, and of those that seal nothing any more. `hold`: until the commit, no instance starts. */
  async standing(tx: Tx, hold = false): Promise<{ inUse: string[]; retired: string[] }> {
    // Read once it is held: a statement does not see a row that was made while it waited, such as that of the first key that is retired.
    if (hold) await tx.all({ compile: () => sql`SELECT FROM cloud_meta WHERE name = 'key' FOR UPDATE`.compile(sqlFor) })
    const read = sql<{ name: string; value: string }>`SELECT name, value FROM cloud_meta WHERE name IN ('key', 'retired_keys')`
    const rows = await tx.all({ compile: () => read.compile(sqlFor) })
    const of = (name: string) =>
      rows
        .find((row) => row.name === name)
        ?.value.split(',')
        .filter(Boolean) ?? []
    return { inUse: of('key'), retired: of('retired_keys') }
  },

  async set(tx: Tx, { inUse, retired }: { inUse: readonly string[]; retired: readonly string[] }): Promise<void> {
    for (const [name, value] of [
      ['key', inUse.join(',')],
      ['retired_keys', retired.join(',')],
    ] as const)
      await tx.run({
        compile: () => sql`INSERT INTO cloud_meta VALUES (${name}, ${value}) ON CONFLICT (name) DO UPDATE SET value = excluded.value`.compile(sqlFor),
      })
  },

  /** Microsoft was given a secret that is made of the key: it gets another with a new subscription. */
  watchAgain: (tx: Tx) =>
    tx.run(
      sqlFor
        .updateTable('mailboxes')
        .set({ watch_expires_at: null, renew_at: sql<string>`now()` })
        .where('provider', '=', 'microsoft')
        .where('watch_expires_at', 'is not', null),
    ),
  unwatched: async (tx: Tx): Promise<number> =>
    (await tx.all(sqlFor.selectFrom('mailboxes').select('id').where('provider', '=', 'microsoft').where('watch_expires_at', 'is', null))).length,
}

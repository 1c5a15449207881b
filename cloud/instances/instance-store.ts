// SQL for which instances run and which keys they have, and nothing else. The database's clock says who is alive.
import { sql } from 'kysely'
import { sqlFor, type Tx } from '../db/database.ts'

export interface Instance {
  id: string
  host: string
  pid: number
  version: string
  /** The fingerprint of the key that seals, and of all that open. */
  seals: string
  opens: string[]
}

/** One that was killed counts as alive for so long. */
export const aliveFor = '60 seconds'

export const instanceStore = {
  seen: (tx: Tx, instance: Instance) =>
    tx.run(
      sqlFor
        .insertInto('instances')
        .values(instance)
        .onConflict((conflict) => conflict.column('id').doUpdateSet({ seen_at: sql<string>`now()` })),
    ),

  gone: (tx: Tx, id: string) => tx.run(sqlFor.deleteFrom('instances').where('id', '=', id)),

  forget: (tx: Tx) => tx.run(sqlFor.deleteFrom('instances').where('seen_at', '<', sql<string>`now() - interval '1 day'`)),

  alive: (tx: Tx) =>
    tx.all(
      sqlFor
        .selectFrom('instances')
        .select(['id', 'host', 'pid', 'version', 'seals', 'opens', 'started_at', 'seen_at'])
        .where('seen_at', '>', sql<string>`now() - ${aliveFor}::interval`)
        .orderBy('started_at')
        .orderBy('id'),
    ),
}

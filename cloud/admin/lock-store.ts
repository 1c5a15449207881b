// SQL for what operators lock, and nothing else.
import { sql } from 'kysely'
import { sqlFor, type Tx } from '../db/database.ts'

const now = sql<string>`now()`

export const lockStore = {
  /** How many rows changed: 0, it was so already. */
  lockUser: (tx: Tx, id: string) => tx.run(sqlFor.updateTable('users').set({ locked_at: now }).where('id', '=', id).where('locked_at', 'is', null)),
  unlockUser: (tx: Tx, id: string) => tx.run(sqlFor.updateTable('users').set({ locked_at: null }).where('id', '=', id).where('locked_at', 'is not', null)),
  lockTeam: (tx: Tx, id: string) =>
    tx.run(sqlFor.updateTable('team_counters').set({ locked_at: now }).where('team_id', '=', id).where('locked_at', 'is', null)),
  /** What its webhooks waited for is no time in which their receivers failed, or in which a delivery grew old. */
  async unlockTeam(tx: Tx, id: string): Promise<number> {
    const locked = sql`(SELECT now() - locked_at FROM team_counters WHERE team_id = ${id} AND locked_at IS NOT NULL)`
    await tx.run(
      sqlFor
        .updateTable('webhook_deliveries')
        .set({ expires_at: sql<string>`expires_at + coalesce(${locked}, '0')` })
        .where('team_id', '=', id)
        .where('status', '=', 'queued'),
    )
    await tx.run(
      sqlFor
        .updateTable('webhooks')
        .set({ failing_since: sql<string>`failing_since + coalesce(${locked}, '0')` })
        .where('team_id', '=', id)
        .where('failing_since', 'is not', null),
    )
    return tx.run(sqlFor.updateTable('team_counters').set({ locked_at: null }).where('team_id', '=', id).where('locked_at', 'is not', null))
  },
}

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
  unlockTeam: (tx: Tx, id: string) =>
    tx.run(sqlFor.updateTable('team_counters').set({ locked_at: null }).where('team_id', '=', id).where('locked_at', 'is not', null)),
}

// SQL for mails that wait to be sent, and nothing else. The database's clock says when one is due: all instances share it.
import { sql } from 'kysely'
import { sqlFor, type Tx } from '../db/database.ts'

export interface TakenMail {
  id: string
  sealed: Buffer
  /** This one included. */
  attempts: number
  is_expired: boolean
}

const inSeconds = (seconds: number) => sql<string>`now() + ${seconds} * interval '1 second'`

export const outboxStore = {
  insert: (tx: Tx, id: string, sealed: Buffer, keepForSeconds: number) =>
    tx.run(sqlFor.insertInto('outgoing_mails').values({ id, sealed, expires_at: inSeconds(keepForSeconds) })),

  /** Puts the composed mail in the place of what was asked for. */
  replace: (tx: Tx, id: string, sealed: Buffer) => tx.run(sqlFor.updateTable('outgoing_mails').set({ sealed }).where('id', '=', id)),

  /** Takes what is due; nobody else gets it for `leaseSeconds`. */
  take(tx: Tx, leaseSeconds: number, max: number): Promise<TakenMail[]> {
    const due = sqlFor
      .selectFrom('outgoing_mails')
      .select('id')
      .where('next_attempt_at', '<=', sql<string>`now()`)
      .orderBy('next_attempt_at')
      .orderBy('id')
      .limit(max)
      .forUpdate()
      .skipLocked()
    return tx.all(
      sqlFor
        .updateTable('outgoing_mails')
        .set({ attempts: sql<number>`attempts + 1`, next_attempt_at: inSeconds(leaseSeconds) })
        .where('id', 'in', due)
        .returning(['id', 'sealed', 'attempts', sql<boolean>`expires_at <= now()`.as('is_expired')]),
    )
  },

  remove: (tx: Tx, id: string) => tx.run(sqlFor.deleteFrom('outgoing_mails').where('id', '=', id)),

  postpone: (tx: Tx, id: string, seconds: number) =>
    tx.run(
      sqlFor
        .updateTable('outgoing_mails')
        .set({ next_attempt_at: inSeconds(seconds) })
        .where('id', '=', id),
    ),
}

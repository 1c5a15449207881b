// SQL for what is sent once more, and nothing else.
import { sql } from 'kysely'
import { sqlFor, type Tx } from '../db/database.ts'

const now = sql<string>`now()`

export const resendStore = {
  user: (tx: Tx, emailKey: string) => tx.first(sqlFor.selectFrom('users').select(['id', 'email', 'email_verified_at']).where('email_key', '=', emailKey)),

  /** Of an address, or into a team. */
  invitations(tx: Tx, of: { emailKey: string } | { team: string }) {
    const query = sqlFor
      .selectFrom('members as m')
      .innerJoin('teams as t', 't.id', 'm.team_id')
      .select(['m.team_id', 'm.id', 'm.email', 'm.invited_by', 't.name'])
      .where('m.status', '=', 'invited')
      .orderBy('m.created_at')
    return tx.all('team' in of ? query.where('m.team_id', '=', of.team) : query.where('m.email_key', '=', of.emailKey))
  },

  /** With another link, which voids the former one. */
  renew: (tx: Tx, team: string, id: string, invitation_hash: Buffer) =>
    tx.run(
      sqlFor
        .updateTable('members')
        .set({ invitation_hash, invitation_expires_at: sql<string>`now() + interval '7 days'`, updated_at: now })
        .where('team_id', '=', team)
        .where('id', '=', id)
        .where('status', '=', 'invited'),
    ),

  waitingMails: (tx: Tx, after: string | undefined, limit: number) => {
    const query = sqlFor.selectFrom('outgoing_mails').select(['id', 'sealed']).orderBy('id').limit(limit)
    return tx.all(after === undefined ? query : query.where('id', '>', after))
  },
  sendNow: (tx: Tx, ids: readonly string[]) =>
    tx.run(
      sqlFor
        .updateTable('outgoing_mails')
        .set({ next_attempt_at: now })
        .where('id', '=', sql<string>`any(${[...ids]}::uuid[])`),
    ),

  /** Pushes that failed and whose time is not over. */
  pushesAgain(tx: Tx, of: { user: string } | { team: string }) {
    const query = sqlFor
      .updateTable('notification_log as l')
      .set({ status: 'queued', attempts: 0, reason: null, next_attempt_at: now, updated_at: now })
      .where('l.status', '=', 'failed')
      .where('l.expires_at', '>', now)
    return tx.run('team' in of ? query.where('l.team_id', '=', of.team) : query.where('l.user_id', '=', of.user))
  },

  /** Deliveries of webhooks that failed in the last week, of webhooks that are on. */
  deliveriesAgain: (tx: Tx, team: string) =>
    tx.run(
      sqlFor
        .updateTable('webhook_deliveries as d')
        .set({
          status: 'queued',
          attempts: 0,
          reason: null,
          next_attempt_at: now,
          taken_until: null,
          updated_at: now,
          expires_at: sql<string>`now() + interval '1 day'`,
        })
        .where('d.team_id', '=', team)
        .where('d.status', '=', 'failed')
        .where('d.created_at', '>', sql<string>`now() - interval '7 days'`)
        .where((row) =>
          row.exists(
            row
              .selectFrom('webhooks as w')
              .select('w.id')
              .whereRef('w.team_id', '=', 'd.team_id')
              .whereRef('w.id', '=', 'd.webhook_id')
              .where('w.disabled_at', 'is', null),
          ),
        ),
    ),
}

// Deletes what has run out: sessions, links, counted tries, remembered answers. Each instance does it now and then; twice does no harm.
import { sql } from 'kysely'
import { type Database, sqlFor } from './database.ts'

const every = 600_000

/** `more`: what belongs to a feature. */
export function keepTidy(db: Database, now: () => Date, more: () => Promise<unknown>, onError: (error: unknown) => void): { stop(): void } {
  // What fell due while no instance ran.
  void more().catch(onError)
  const timer = setInterval(() => void Promise.all([tidyUp(db, now()), more()]).catch(onError), every).unref()
  return { stop: () => clearInterval(timer) }
}

export async function tidyUp(db: Database, at: Date): Promise<void> {
  const moment = at.toISOString()
  const yesterday = new Date(at.getTime() - 24 * 3_600_000).toISOString()
  const weekAgo = new Date(at.getTime() - 7 * 24 * 3_600_000).toISOString()
  const yearAgo = new Date(at.getTime() - 365 * 24 * 3_600_000).toISOString()
  const monthAgo = new Date(at.getTime() - 30 * 24 * 3_600_000).toISOString()
  await db.asCourier((tx) =>
    Promise.all([
      tx.run(sqlFor.deleteFrom('notifications').where('expires_at', '<', moment)),
      tx.run(sqlFor.deleteFrom('notification_log').where('created_at', '<', monthAgo)),
      tx.run(sqlFor.deleteFrom('event_leases').where('created_at', '<', weekAgo)),
      tx.run(sqlFor.deleteFrom('mail_steps').where('created_at', '<', weekAgo)),
      // Nobody answers a mail of last year any more.
      tx.run(sqlFor.deleteFrom('mail_letters').where('read_at', '<', yearAgo)),
      tx.run(sqlFor.deleteFrom('mail_tests').where('sent_at', '<', weekAgo)),
      tx.run(sqlFor.deleteFrom('oauth_states').where('expires_at', '<', moment)),
      // A login that is there keeps its position, however old: it has to be told that it missed something.
      tx.run(
        sqlFor
          .deleteFrom('stream_cursors as c')
          .where('c.updated_at', '<', yesterday)
          .where((row) =>
            row.not(
              row.exists(
                row.selectFrom('api_tokens as t').select('t.id').whereRef('t.team_id', '=', 'c.team_id').where(sql<boolean>`c.consumer = 'token:' || t.id`),
              ),
            ),
          )
          .where((row) => row.not(row.exists(row.selectFrom('sessions as s').select('s.id').where(sql<boolean>`c.consumer = 'session:' || s.id`)))),
      ),
      // The history of tasks stays; of mails and of who had claimed what nobody asks any more.
      tx.run(sqlFor.deleteFrom('event_queue').where('entity', 'in', ['email', 'reminder', 'claim', 'evidence']).where('created_at', '<', weekAgo)),
    ]),
  )
  await db.asIdentity({}, (tx) =>
    Promise.all([
      tx.run(sqlFor.deleteFrom('sessions').where('expires_at', '<', moment)),
      tx.run(sqlFor.deleteFrom('mail_links').where('expires_at', '<', yesterday)),
      tx.run(sqlFor.deleteFrom('address_changes').where('expires_at', '<', yesterday)),
      tx.run(sqlFor.deleteFrom('oidc_flows').where('expires_at', '<', moment)),
      tx.run(sqlFor.deleteFrom('oidc_links').where('expires_at', '<', moment)),
      tx.run(sqlFor.deleteFrom('passkey_challenges').where('expires_at', '<', moment)),
      tx.run(sqlFor.deleteFrom('attempts').where('window_start', '<', yesterday)),
      // What people sent is kept for longer: the table's own rule says so.
      tx.run(sqlFor.deleteFrom('idempotency').where('created_at', '<', yesterday)),
    ]),
  )
}

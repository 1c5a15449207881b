// Deletes what has run out: sessions, links, counted tries, remembered answers. Each instance does it now and then; twice does no harm.
import { sql } from 'kysely'
import { type Database, sqlFor, type Tx } from './database.ts'

const every = 600_000
/** Positions of streams that are looked at in one go. */
const stretch = 500

interface Tidied {
  /** What belongs to a feature. */
  tidy(): Promise<unknown>
}

export function keepTidy(db: Database, now: () => Date, parts: readonly Tidied[], onError: (error: unknown) => void): { stop(): void } {
  const more = () => Promise.all(parts.map((part) => part.tidy()))
  // What fell due while no instance ran.
  void more().catch(onError)
  const sweepCursors = createCursorSweep()
  const timer = setInterval(() => void Promise.all([tidyUp(db, now(), sweepCursors), more()]).catch(onError), every).unref()
  return { stop: () => clearInterval(timer) }
}

export async function tidyUp(db: Database, at: Date, sweepCursors: CursorSweep = createCursorSweep()): Promise<void> {
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
      sweepCursors(tx, yesterday),
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

type CursorSweep = (tx: Tx, unusedSince: string) => Promise<void>

/**
 * Positions in the streams of logins that have ended go; a login that is there keeps its position, however old: it has to be told that it missed something.
 * There is one for each login of all teams, so each look goes through a stretch, and the next one goes on behind it.
 */
function createCursorSweep(): CursorSweep {
  let last = { team_id: '00000000-0000-0000-0000-000000000000', consumer: '' }
  return async (tx, unusedSince) => {
    const some = await tx.all(
      sqlFor
        .selectFrom('stream_cursors')
        .select(['team_id', 'consumer'])
        .where(sql<boolean>`(team_id, consumer) > (${last.team_id}::uuid, ${last.consumer}::text)`)
        .orderBy('team_id')
        .orderBy('consumer')
        .limit(stretch),
    )
    last = some.length === stretch ? (some.at(-1) as typeof last) : { team_id: '00000000-0000-0000-0000-000000000000', consumer: '' }
    if (some.length === 0) return
    // Each is looked up by its key: read as joins, all tokens and sessions would be read.
    const token = sql`(SELECT true FROM api_tokens t WHERE t.team_id = c.team_id AND 'token:' || t.id = c.consumer)`
    const session = sql`(SELECT true FROM sessions s WHERE s.id = CASE WHEN c.consumer ~ '^session:[0-9a-f-]{36}$' THEN substr(c.consumer, 9)::uuid END)`
    await tx.run(
      sqlFor
        .deleteFrom('stream_cursors as c')
        .using(
          sql<{
            team_id: string
            consumer: string
          }>`unnest(${some.map(({ team_id }) => team_id)}::uuid[], ${some.map(({ consumer }) => consumer)}::text[])`.as<'w'>(sql`w(team_id, consumer)`),
        )
        .whereRef('c.team_id', '=', 'w.team_id')
        .whereRef('c.consumer', '=', 'w.consumer')
        .where('c.updated_at', '<', unusedSince)
        .where(sql<boolean>`${token} IS NULL AND ${session} IS NULL`),
    )
  }
}

// SQL for the operator's metrics, across teams: what is due and was not taken, and who waits for a lock.
import { sql } from 'kysely'
import { sqlFor, type Tx } from '../db/database.ts'

export interface Backlog {
  /** Seconds since the oldest one was due; 0: none is. */
  push: number
  webhooks: number
  mails: number
  lockWaits: number
}

const since = sql.raw<number>('coalesce(greatest(0, extract(epoch FROM now() - min(next_attempt_at))), 0)::float8')

export const backlogStore = {
  /** Reads the ends of indexes, and of webhooks one entry for each that has something queued. Whose wait is for itself (`retry_at`), or for an operator who locked its team, is not due. */
  read: (tx: Tx): Promise<Backlog[]> =>
    tx.all({
      compile: () =>
        sql<Backlog>`WITH RECURSIVE queued AS (
              (SELECT team_id, webhook_id, next_attempt_at FROM webhook_deliveries WHERE status = 'queued'
                ORDER BY team_id, webhook_id, next_attempt_at LIMIT 1)
              UNION ALL
              SELECT further.* FROM queued q CROSS JOIN LATERAL (
                SELECT d.team_id, d.webhook_id, d.next_attempt_at FROM webhook_deliveries d
                WHERE d.status = 'queued' AND (d.team_id, d.webhook_id) > (q.team_id, q.webhook_id)
                ORDER BY d.team_id, d.webhook_id, d.next_attempt_at LIMIT 1) further)
          SELECT
            (SELECT ${since} FROM notification_log WHERE status = 'queued') AS push,
            (SELECT ${since} FROM outgoing_mails) AS mails,
            (SELECT ${since} FROM queued q JOIN webhooks w ON w.team_id = q.team_id AND w.id = q.webhook_id
              WHERE (w.retry_at IS NULL OR w.retry_at <= now())
                AND NOT EXISTS (SELECT 1 FROM team_counters c WHERE c.team_id = q.team_id AND c.locked_at IS NOT NULL)) AS webhooks,
            (SELECT count(DISTINCT l.pid)::int FROM pg_locks l JOIN pg_stat_activity a USING (pid)
              WHERE NOT l.granted AND a.datname = current_database()) AS "lockWaits"`.compile(sqlFor),
    }),
}

// SQL of the program itself, across teams: which webhooks have something new, and which deliveries are due.
import { sql } from 'kysely'
import { sqlFor, type Tx } from '../db/database.ts'

export interface WebhookKey {
  team_id: string
  id: string
}

export interface DueDelivery {
  team_id: string
  webhook_id: string
  id: string
  seq: number | null
  kind: string
  attempts: number
  expires_at: string
  created_at: string
  url: string
  secret_sealed: Buffer
  /** It is switched off: only a test is sent. */
  disabled_at: string | null
  failing_since: string | null
  failures: number
}

export interface DeliveryResult {
  status: 'queued' | 'sent' | 'failed' | 'dropped'
  reason: string | null
  next_attempt_at: string | null
}

/** Of one address so many are under way at the same time, so that one that hangs does not keep the others waiting. */
const mostOfOne = 5
/** Of one team, of however many addresses: a quarter of what an instance does at once, so that no team waits for another's slow receivers. */
const mostOfTeam = 25

/** Which teams' webhooks are looked at: those of some, or those after one up to another, in the order of their ids. */
export type Among = { teams: readonly string[] } | { after: string; last: string }

export const deliveryStore = {
  /** The team of the webhook that comes so many after a team; undefined: there are fewer. */
  teamAhead: async (tx: Tx, after: string, many: number): Promise<string | undefined> =>
    (
      await tx.first(
        sqlFor
          .selectFrom('webhooks')
          .select('team_id')
          .where('team_id', '>', after)
          .orderBy('team_id')
          .orderBy('id')
          .limit(1)
          .offset(many - 1),
      )
    )?.team_id,

  /** Takes webhooks whose team has events that they have not seen. */
  takeBehind: (tx: Tx, at: string, until: string, limit: number, among: Among): Promise<WebhookKey[]> =>
    tx.all(
      sqlFor
        .updateTable('webhooks as w')
        .set({ spreading_until: until })
        .from(
          sqlFor
            .selectFrom('webhooks as b')
            .innerJoin('team_counters as c', (join) => join.onRef('c.team_id', '=', 'b.team_id').onRef('c.events', '>', 'b.position'))
            .select(['b.team_id', 'b.id'])
            .where('b.disabled_at', 'is', null)
            .where((row) =>
              'teams' in among
                ? sql<boolean>`b.team_id = any(${among.teams}::uuid[])`
                : row.and([row('b.team_id', '>', among.after), row('b.team_id', '<=', among.last)]),
            )
            // Of a team that an operator has locked they wait.
            .where('c.locked_at', 'is', null)
            .where((row) => row.or([row('b.spreading_until', 'is', null), row('b.spreading_until', '<=', at)]))
            .limit(limit)
            .forUpdate('b')
            .skipLocked()
            .as('due'),
        )
        .whereRef('w.team_id', '=', 'due.team_id')
        .whereRef('w.id', '=', 'due.id')
        .returning(['w.team_id', 'w.id']),
    ),

  /** Webhooks that have something queued, the next ones after one of them, by a step of the index for each: few have, of however many there are (ADR 295). */
  waitingAfter: (tx: Tx, { team_id, id }: WebhookKey, most: number): Promise<WebhookKey[]> =>
    tx.all({
      compile: () =>
        sql<WebhookKey>`WITH RECURSIVE waiting AS (
            (SELECT team_id, webhook_id FROM webhook_deliveries
              WHERE status = 'queued' AND (team_id, webhook_id) > (${team_id}::uuid, ${id}::uuid) ORDER BY team_id, webhook_id LIMIT 1)
            UNION ALL
            SELECT n.team_id, n.webhook_id FROM waiting b CROSS JOIN LATERAL (
              SELECT q.team_id, q.webhook_id FROM webhook_deliveries q
              WHERE q.status = 'queued' AND (q.team_id, q.webhook_id) > (b.team_id, b.webhook_id)
              ORDER BY q.team_id, q.webhook_id LIMIT 1
            ) n
          ) SELECT team_id, webhook_id AS id FROM waiting LIMIT ${most}::int`.compile(sqlFor),
    }),

  /**
   * Takes deliveries of these webhooks that are due; until then nobody else tries them. Each team's first come first, and a team's webhooks take turns, so that
   * one with many keeps no other waiting.
   */
  takeDue: (tx: Tx, at: string, until: string, limit: number, waiting: readonly WebhookKey[]): Promise<DueDelivery[]> =>
    tx.all({
      compile: () =>
        sql<DueDelivery>`WITH waiting AS (
            SELECT * FROM unnest(${waiting.map(({ team_id }) => team_id)}::uuid[], ${waiting.map(({ id }) => id)}::uuid[]) AS w (team_id, webhook_id)
          ), open AS (
            SELECT w.team_id, w.id, u.under_way, sum(u.under_way) OVER (PARTITION BY w.team_id) AS of_team FROM waiting
            CROSS JOIN LATERAL (
              SELECT o.team_id, o.id FROM webhooks o
              WHERE o.team_id = waiting.team_id AND o.id = waiting.webhook_id AND (o.retry_at IS NULL OR o.retry_at <= ${at}::timestamptz)
              LIMIT 1
            ) w
            -- Of a team that an operator has locked they wait.
            CROSS JOIN LATERAL (SELECT FROM team_counters c WHERE c.team_id = w.team_id AND c.locked_at IS NULL LIMIT 1) c
            CROSS JOIN LATERAL (
              SELECT count(*)::int AS under_way FROM webhook_deliveries q
              WHERE q.team_id = w.team_id AND q.webhook_id = w.id AND q.status = 'queued'
                AND q.next_attempt_at > ${at}::timestamptz AND q.taken_until > ${at}::timestamptz
            ) u
          ), turns AS (
            SELECT d.*, open.of_team + row_number() OVER (PARTITION BY d.team_id ORDER BY d.place, d.next_attempt_at) AS turn FROM open
            CROSS JOIN LATERAL (
              SELECT q.team_id, q.webhook_id, q.id, q.next_attempt_at, row_number() OVER (ORDER BY q.next_attempt_at) AS place FROM webhook_deliveries q
              WHERE q.team_id = open.team_id AND q.webhook_id = open.id AND q.status = 'queued' AND q.next_attempt_at <= ${at}::timestamptz
              ORDER BY q.next_attempt_at
              LIMIT greatest(0, ${mostOfOne}::int - open.under_way)
            ) d
          ), due AS (
            SELECT d.team_id, d.webhook_id, d.id
            FROM (SELECT * FROM turns WHERE turn <= ${mostOfTeam}::int ORDER BY turn, next_attempt_at LIMIT ${limit}::int) t
            CROSS JOIN LATERAL (
              SELECT q.team_id, q.webhook_id, q.id FROM webhook_deliveries q
              WHERE q.team_id = t.team_id AND q.webhook_id = t.webhook_id AND q.id = t.id AND q.status = 'queued' AND q.next_attempt_at <= ${at}::timestamptz
              LIMIT 1
              FOR UPDATE SKIP LOCKED
            ) d
          )
          UPDATE webhook_deliveries d SET attempts = d.attempts + 1, next_attempt_at = ${until}::timestamptz, taken_until = ${until}::timestamptz, updated_at = ${at}::timestamptz
          FROM due JOIN webhooks w ON w.team_id = due.team_id AND w.id = due.webhook_id
          WHERE d.team_id = due.team_id AND d.webhook_id = due.webhook_id AND d.id = due.id
          RETURNING d.team_id, d.webhook_id, d.id, d.seq, d.kind, d.attempts, d.expires_at, d.created_at, w.url, w.secret_sealed, w.disabled_at, w.failing_since, w.failures`.compile(
          sqlFor,
        ),
    }),

  settle: (tx: Tx, { team_id, webhook_id, id, attempts }: DueDelivery, result: DeliveryResult, at: string) =>
    tx.run(
      sqlFor
        .updateTable('webhook_deliveries')
        .set({ ...result, taken_until: null, updated_at: at })
        .where('team_id', '=', team_id)
        .where('webhook_id', '=', webhook_id)
        .where('id', '=', id)
        // Somebody asked for it once more meanwhile, or another instance has it.
        .where('attempts', '=', attempts)
        .where('status', '=', 'queued'),
    ),

  worked: (tx: Tx, { team_id, webhook_id }: DueDelivery, at: string) =>
    tx.run(
      sqlFor
        .updateTable('webhooks')
        .set({ failing_since: null, failures: 0, retry_at: null, last_success_at: at })
        .where('team_id', '=', team_id)
        .where('id', '=', webhook_id),
    ),

  failed: (tx: Tx, { team_id, webhook_id }: DueDelivery, at: string, retry_at: string) =>
    tx.run(
      sqlFor
        .updateTable('webhooks')
        .set({ failing_since: sql<string>`coalesce(failing_since, ${at}::timestamptz)`, failures: sql<number>`failures + 1`, retry_at })
        .where('team_id', '=', team_id)
        .where('id', '=', webhook_id),
    ),

  tidy: (tx: Tx, before: string) => tx.run(sqlFor.deleteFrom('webhook_deliveries').where('created_at', '<', before)),
}

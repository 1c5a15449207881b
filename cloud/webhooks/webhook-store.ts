// SQL for webhooks of a team, as its members see and change them, and nothing else.
import { sql } from 'kysely'
import type { WebhookDelivery } from '../../shared/schema/cloud/webhook.ts'
import { sqlFor, type Tx } from '../db/database.ts'
import type { Tables } from '../db/tables.ts'

export type WebhookRow = Omit<Tables['webhooks'], 'team_id' | 'secret_sealed' | 'position' | 'spreading_until' | 'failures' | 'retry_at'>

const columns = [
  ...(['id', 'url', 'kinds', 'created_by', 'created_at', 'updated_at', 'failing_since', 'last_success_at'] as const),
  ...(['disabled_at', 'disabled_because'] as const),
] as const
const shown = ['id', 'kind', 'seq as event_id', 'status', 'attempts', 'reason', 'next_attempt_at', 'created_at', 'updated_at'] as const

const ofTeam = (team: string) => sqlFor.selectFrom('webhooks').select(columns).where('team_id', '=', team)

export interface NewDelivery {
  id: string
  seq: number | null
  kind: string
}

export const webhookStore = {
  /** Newest first. */
  list: (tx: Tx, team: string): Promise<WebhookRow[]> => tx.all(ofTeam(team).orderBy('id', 'desc')),
  byIdForUpdate: (tx: Tx, team: string, id: string): Promise<WebhookRow | undefined> => tx.first(ofTeam(team).where('id', '=', id).forUpdate()),
  byId: (tx: Tx, team: string, id: string): Promise<WebhookRow | undefined> => tx.first(ofTeam(team).where('id', '=', id)),

  insert: (tx: Tx, team: string, row: WebhookRow, secret_sealed: Buffer, position: number) =>
    tx.run(sqlFor.insertInto('webhooks').values({ team_id: team, ...row, kinds: [...row.kinds], secret_sealed, position })),

  /** `position`: what came before is not sent any more. */
  update: (tx: Tx, team: string, { id, ...row }: WebhookRow, position?: number) =>
    tx.run(
      sqlFor
        .updateTable('webhooks')
        .set({ ...row, ...(position === undefined ? {} : { position, failures: 0, retry_at: null }) })
        .where('team_id', '=', team)
        .where('id', '=', id),
    ),

  remove: (tx: Tx, team: string, id: string) => tx.run(sqlFor.deleteFrom('webhooks').where('team_id', '=', team).where('id', '=', id)),

  head: async (tx: Tx, team: string): Promise<number> =>
    (await tx.first(sqlFor.selectFrom('team_counters').select('events').where('team_id', '=', team)))?.events ?? 0,

  /** Where it stands, if it is on and there is something new for it; until the commit nobody else makes deliveries of that. */
  behind: (tx: Tx, team: string, id: string): Promise<{ kinds: string[]; position: number } | undefined> =>
    tx.first(
      sqlFor.selectFrom('webhooks').select(['kinds', 'position']).where('team_id', '=', team).where('id', '=', id).where('disabled_at', 'is', null).forUpdate(),
    ),

  /** The events after its position, whether they are for it or not. */
  eventsAfter: (tx: Tx, team: string, position: number, limit: number): Promise<{ seq: number; kind: string }[]> =>
    tx.all(sqlFor.selectFrom('event_queue').select(['seq', 'kind']).where('team_id', '=', team).where('seq', '>', position).orderBy('seq').limit(limit)),

  moveTo: (tx: Tx, team: string, id: string, position: number) =>
    tx.run(sqlFor.updateTable('webhooks').set({ position, spreading_until: null }).where('team_id', '=', team).where('id', '=', id)),

  queue: (tx: Tx, team: string, webhook: string, deliveries: readonly NewDelivery[], at: string, expires_at: string) =>
    tx.run(
      sqlFor.insertInto('webhook_deliveries').values(
        deliveries.map((one) => ({
          team_id: team,
          webhook_id: webhook,
          ...one,
          status: 'queued' as const,
          reason: null,
          next_attempt_at: at,
          expires_at,
          created_at: at,
          updated_at: at,
        })),
      ),
    ),

  deliveries: (tx: Tx, team: string, webhook: string, before: string | undefined, limit: number): Promise<WebhookDelivery[]> => {
    const query = sqlFor.selectFrom('webhook_deliveries').select(shown).where('team_id', '=', team).where('webhook_id', '=', webhook)
    return tx.all((before === undefined ? query : query.where('id', '<', before)).orderBy('id', 'desc').limit(limit))
  },

  delivery: (tx: Tx, team: string, webhook: string, id: string): Promise<WebhookDelivery | undefined> =>
    tx.first(sqlFor.selectFrom('webhook_deliveries').select(shown).where('team_id', '=', team).where('webhook_id', '=', webhook).where('id', '=', id)),

  /** Once more, from its first attempt on. */
  queueAgain: (tx: Tx, team: string, webhook: string, id: string, at: string, expires_at: string): Promise<WebhookDelivery | undefined> =>
    tx.first(
      sqlFor
        .updateTable('webhook_deliveries')
        .set({ status: 'queued', attempts: 0, reason: null, next_attempt_at: at, taken_until: null, updated_at: at, expires_at })
        .where('team_id', '=', team)
        .where('webhook_id', '=', webhook)
        .where('id', '=', id)
        .returning(shown),
    ),

  /** Tried as soon as somebody wants to know whether it works. */
  tryNow: (tx: Tx, team: string, id: string) => tx.run(sqlFor.updateTable('webhooks').set({ retry_at: null }).where('team_id', '=', team).where('id', '=', id)),

  dropWaiting: (tx: Tx, team: string, webhook: string, reason: string, at: string) =>
    tx.run(
      sqlFor
        .updateTable('webhook_deliveries')
        .set({ status: 'dropped', reason, next_attempt_at: null, updated_at: at })
        .where('team_id', '=', team)
        .where('webhook_id', '=', webhook)
        .where('status', '=', 'queued'),
    ),

  /** Who may mend it: the addresses of admins and owners. */
  admins: async (tx: Tx, team: string): Promise<string[]> =>
    (
      await tx.all(
        sqlFor
          .selectFrom('members')
          .select('email')
          .where('team_id', '=', team)
          .where('status', '=', 'active')
          .where(sql<boolean>`role IN ('admin', 'owner')`)
          .orderBy('id'),
      )
    ).map(({ email }) => email),
}

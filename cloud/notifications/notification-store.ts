// SQL for notifications and their log, and nothing else.
import { sql } from 'kysely'
import type { Platform } from '../../shared/schema/cloud/device.ts'
import type { Delivery, DeliveryStatus, NotificationEvent, NotificationPreference } from '../../shared/schema/cloud/notification.ts'
import { sqlFor, type Tx } from '../db/database.ts'

export interface Target {
  id: string
  user_id: string
  platform: Platform
  /** What the preferences say. */
  wanted: boolean
}

export interface LogFilter {
  notification_id?: string | undefined
  status?: DeliveryStatus[] | undefined
}

/** The device's row goes before the person's row for all; without either it is wanted. */
const wanted = (userId: string, deviceId: string, event: string) =>
  sql<boolean>`coalesce((SELECT p.enabled FROM notification_preferences p WHERE p.user_id = ${sql.ref(userId)} AND p.event = ${event.startsWith('t.') ? sql.ref(event) : event}
    AND (p.device_id = ${sql.ref(deviceId)} OR p.device_id IS NULL) ORDER BY p.device_id NULLS LAST LIMIT 1), true)`

function filtered(teamId: string, { notification_id, status }: LogFilter) {
  let query = sqlFor.selectFrom('notification_log').where('team_id', '=', teamId)
  if (notification_id !== undefined) query = query.where('notification_id', '=', notification_id)
  if (status?.length) query = query.where('status', '=', sql<DeliveryStatus>`any(${status}::text[])`)
  return query
}

const logColumns = [
  ...(['id', 'notification_id', 'event', 'task_id', 'user_id', 'device_id', 'platform', 'status', 'attempts', 'reason', 'next_attempt_at'] as const),
  ...(['created_at', 'updated_at'] as const),
] as const

export interface Due {
  team_id: string
  notification_id: string
  device_id: string
  user_id: string
  platform: Platform
  event: NotificationEvent
  task_id: number | null
  attempts: number
  expires_at: string
  content: Buffer | null
  token_sealed: Buffer | null
  is_member: boolean
  wanted: boolean
}

export interface Result {
  team_id: string
  notification_id: string
  device_id: string
  status: DeliveryStatus
  reason: string | null
  next_attempt_at: string | null
}

export const notificationStore = {
  /** Devices of the team's members, or of some of them. */
  targets(tx: Tx, teamId: string, event: NotificationEvent, userIds: string[] | undefined): Promise<Target[]> {
    const members = sqlFor.selectFrom('members').select('user_id').where('team_id', '=', teamId).where('status', '=', 'active')
    let query = sqlFor
      .selectFrom('devices as d')
      .select(['d.id', 'd.user_id', 'd.platform', wanted('d.user_id', 'd.id', event).as('wanted')])
      .where('d.user_id', 'in', members.$castTo<{ user_id: string }>())
    if (userIds) query = query.where('d.user_id', '=', sql<string>`any(${userIds}::uuid[])`)
    return tx.all(query.orderBy('d.id'))
  },

  /** The last of `count` new numbers of deliveries. */
  async number(tx: Tx, teamId: string, count: number): Promise<number> {
    const row = await tx.first(
      sqlFor
        .updateTable('team_counters')
        .set({ notifications: sql`notifications + ${count}::int` as never })
        .where('team_id', '=', teamId)
        .returning('notifications'),
    )
    return row?.notifications ?? 0
  },

  insert: (tx: Tx, notification: { team_id: string; id: string; content: Buffer; expires_at: string }) =>
    tx.run(sqlFor.insertInto('notifications').values(notification)),

  /** One row for each device, however many: in one statement of always the same text. */
  log: (
    tx: Tx,
    of: { team_id: string; notification_id: string; event: NotificationEvent; task_id: number | null; expires_at: string; at: string },
    rows: { id: number; target: Target; status: DeliveryStatus; reason: string | null }[],
  ) =>
    tx.run(
      sqlFor
        .insertInto('notification_log')
        .columns([
          ...(['team_id', 'notification_id', 'event', 'task_id', 'expires_at', 'created_at', 'updated_at'] as const),
          ...(['id', 'device_id', 'user_id', 'platform', 'status', 'reason', 'next_attempt_at'] as const),
        ])
        .expression(
          sql`SELECT ${of.team_id}::uuid, ${of.notification_id}::uuid, ${of.event}, ${of.task_id}::bigint, ${of.expires_at}::timestamptz, ${of.at}::timestamptz, ${of.at}::timestamptz,
            r.id, r.device_id, r.user_id, r.platform, r.status, r.reason, CASE WHEN r.status = 'queued' THEN ${of.at}::timestamptz END
            FROM unnest(${rows.map((row) => row.id)}::bigint[], ${rows.map((row) => row.target.id)}::uuid[], ${rows.map((row) => row.target.user_id)}::uuid[],
              ${rows.map((row) => row.target.platform)}::text[], ${rows.map((row) => row.status)}::text[], ${rows.map((row) => row.reason)}::text[])
              AS r(id, device_id, user_id, platform, status, reason)` as never,
        ),
    ),

  /** Newest first; `below` is the last id of the page before. */
  list(tx: Tx, teamId: string, filter: LogFilter, below: number | undefined, limit: number | undefined): Promise<Delivery[]> {
    let query = filtered(teamId, filter).select(logColumns).orderBy('id', 'desc')
    if (below !== undefined) query = query.where('id', '<', below)
    if (limit !== undefined) query = query.limit(limit)
    return tx.all(query)
  },
  count: async (tx: Tx, teamId: string, filter: LogFilter): Promise<number> =>
    (await tx.first(filtered(teamId, filter).select((qb) => qb.fn.countAll<number>().as('n'))))?.n ?? 0,

  preferences: (tx: Tx, userId: string): Promise<NotificationPreference[]> =>
    tx.all(
      sqlFor
        .selectFrom('notification_preferences')
        .select(['event', 'device_id', 'enabled'])
        .where('user_id', '=', userId)
        .orderBy('event')
        .orderBy(sql`device_id NULLS FIRST`),
    ),
  lockPerson: (tx: Tx, userId: string) => tx.first(sqlFor.selectFrom('users').select('id').where('id', '=', userId).forUpdate()),
  ownDevices: async (tx: Tx, userId: string): Promise<string[]> =>
    (await tx.all(sqlFor.selectFrom('devices').select('id').where('user_id', '=', userId))).map((row) => row.id),
  async replacePreferences(tx: Tx, userId: string, rows: readonly NotificationPreference[]): Promise<void> {
    await tx.run(sqlFor.deleteFrom('notification_preferences').where('user_id', '=', userId))
    for (const { event, device_id, enabled } of rows)
      await tx.run(sqlFor.insertInto('notification_preferences').values({ user_id: userId, event, device_id, enabled }))
  },

  /** Takes deliveries that are due, of any team; they are nobody else's until `until`. With all that decides whether they are still wanted. */
  take: (tx: Tx, at: string, until: string, max: number): Promise<Due[]> =>
    tx.all(
      sqlFor
        .with('due', (qb) =>
          qb
            .selectFrom('notification_log')
            .select(['team_id', 'notification_id', 'device_id'])
            .where('status', '=', 'queued')
            .where('next_attempt_at', '<=', at)
            .orderBy('next_attempt_at')
            .limit(max)
            .forUpdate()
            .skipLocked(),
        )
        .with('taken', (qb) =>
          qb
            .updateTable('notification_log as l')
            .from('due')
            .set({ next_attempt_at: until, attempts: sql`l.attempts + 1` as never, updated_at: at })
            .whereRef('l.team_id', '=', 'due.team_id')
            .whereRef('l.notification_id', '=', 'due.notification_id')
            .whereRef('l.device_id', '=', 'due.device_id')
            .returning(['l.team_id', 'l.notification_id', 'l.device_id', 'l.user_id', 'l.platform', 'l.event', 'l.task_id', 'l.attempts', 'l.expires_at']),
        )
        .selectFrom('taken as t')
        .leftJoin('notifications as n', (join) => join.onRef('n.team_id', '=', 't.team_id').onRef('n.id', '=', 't.notification_id'))
        // A device that changed its owner is another device.
        .leftJoin('devices as d', (join) => join.onRef('d.id', '=', 't.device_id').onRef('d.user_id', '=', 't.user_id'))
        .select(['t.team_id', 't.notification_id', 't.device_id', 't.user_id', 't.platform', 't.event', 't.task_id', 't.attempts', 't.expires_at'])
        .select(['n.content', 'd.token_sealed'])
        .select([
          sql<boolean>`EXISTS (SELECT 1 FROM members m WHERE m.team_id = t.team_id AND m.user_id = t.user_id AND m.status = 'active')
            AND NOT tandem_locked(t.user_id)
            AND NOT EXISTS (SELECT 1 FROM team_counters c WHERE c.team_id = t.team_id AND c.locked_at IS NOT NULL)`.as('is_member'),
          wanted('t.user_id', 't.device_id', 't.event').as('wanted'),
        ]),
    ),

  /** Only those that are still queued: nobody overwrites what another has recorded. */
  record: (tx: Tx, results: readonly Result[], at: string) =>
    tx.run(
      sqlFor
        .updateTable('notification_log as l')
        .from(
          sql<Result>`unnest(${results.map((r) => r.team_id)}::uuid[], ${results.map((r) => r.notification_id)}::uuid[], ${results.map((r) => r.device_id)}::uuid[],
            ${results.map((r) => r.status)}::text[], ${results.map((r) => r.reason)}::text[], ${results.map((r) => r.next_attempt_at)}::timestamptz[])`.as<'r'>(
            sql`r(team_id, notification_id, device_id, status, reason, next_attempt_at)`,
          ),
        )
        .set((row) => ({ status: row.ref('r.status'), reason: row.ref('r.reason'), next_attempt_at: row.ref('r.next_attempt_at'), updated_at: at }))
        .whereRef('l.team_id', '=', 'r.team_id')
        .whereRef('l.notification_id', '=', 'r.notification_id')
        .whereRef('l.device_id', '=', 'r.device_id')
        .where('l.status', '=', 'queued'),
    ),

  /** Devices that their platform does not know any more, unless they were registered again since. */
  removeDevices: (tx: Tx, dead: readonly { id: string; at: string }[]) =>
    tx.run(
      sqlFor
        .deleteFrom('devices as d')
        .using(sql<{ id: string; at: string }>`unnest(${dead.map(({ id }) => id)}::uuid[], ${dead.map(({ at }) => at)}::timestamptz[])`.as<'w'>(sql`w(id, at)`))
        .whereRef('d.id', '=', 'w.id')
        .whereRef('d.updated_at', '<=', 'w.at'),
    ),
}

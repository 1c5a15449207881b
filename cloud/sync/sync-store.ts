// SQL of sync: rows by what they are called on every device, the keys of writes, and pages of everything.
import { type Compilable, sql } from 'kysely'
import type { Comment } from '../../shared/schema/comment.ts'
import type { Contact } from '../../shared/schema/contact.ts'
import type { Schedule } from '../../shared/schema/schedule.ts'
import type { SavedList } from '../../shared/schema/saved-list.ts'
import { syncEntities, type SyncEntity } from '../../shared/schema/cloud/sync.ts'
import type { Task } from '../../shared/schema/task.ts'
import { columns as shared } from '../../shared/sync/synced-fields.ts'
import { columns as allColumns } from '../db/columns.ts'
import { sqlFor, type Tx } from '../db/database.ts'

export type CommentRow = Omit<Comment, 'author'> & { uid: string; version: number; author_kind: string; author_name: string }
export type ScheduleRow = Omit<Schedule, 'next_fire_at' | 'last_fired_at'> & { uid: string; version: number }
export type ContactRow = Contact & { id: number; uid: string; version: number }

const { proposals: _own, ...rows } = allColumns
// Where the counting of a reminder begins is the cloud's own business, as proposals are.
const columns = { ...rows, schedules: ['id', ...shared.schedule] } as const

const tableOf = { task: 'tasks', comment: 'comments', schedule: 'schedules', contact: 'contacts', list: 'lists' } as const
export type SyncTable = keyof typeof columns

const among = (column: string, values: readonly string[]) => sql<boolean>`${sql.ref(column)} = any(${values}::uuid[])`
const keysAmong = (keys: readonly string[]) => sql<boolean>`key = any(${keys}::text[])`

function byUid(table: SyncTable, team: string, uids: readonly string[]) {
  return sqlFor
    .selectFrom(table as 'tasks')
    .select(columns[table] as never)
    .where('team_id', '=', team)
    .where(among('uid', uids))
}

/** What the columns of a table are is known to the caller. */
const rowsOf = <R>(query: Compilable): Compilable<R> => query

export interface KnownKey {
  key: string
  fingerprint: string
  body: unknown
}

export const syncStore = {
  /** Of a team, without holding them. */
  find: <R>(tx: Tx, table: SyncTable, team: string, uids: readonly string[]): Promise<R[]> => tx.all(rowsOf<R>(byUid(table, team, uids))),

  /**
   * Keeps others from changing them until the commit, in the order in which everybody takes rows: tasks before what hangs on them, each kind by
   * its ids. With what hangs on them come the tasks.
   */
  async hold(
    tx: Tx,
    team: string,
    uids: Record<SyncTable, string[]>,
  ): Promise<{ tasks: Task[]; comments: CommentRow[]; schedules: ScheduleRow[]; contacts: ContactRow[]; lists: SavedList[] }> {
    const home = (table: 'comments' | 'schedules') => sqlFor.selectFrom(table).select('task_id').where('team_id', '=', team).where(among('uid', uids[table]))
    const tasks = sqlFor
      .selectFrom('tasks')
      .select(columns.tasks)
      .where('team_id', '=', team)
      .where((row) =>
        row.or([
          among('uid', uids.tasks),
          ...(['comments', 'schedules'] as const).filter((table) => uids[table].length > 0).map((table) => row('id', 'in', home(table))),
        ]),
      )
      .orderBy('id')
      .forUpdate()
    const held = <R>(table: SyncTable): Promise<R[]> | R[] =>
      uids[table].length > 0 ? tx.all(rowsOf<R>(byUid(table, team, uids[table]).orderBy('id').forUpdate())) : []
    const [first, comments, schedules, contacts, lists] = await Promise.all([
      uids.tasks.length + uids.comments.length + uids.schedules.length > 0 ? tx.all<Task>(tasks) : [],
      held<CommentRow>('comments'),
      held<ScheduleRow>('schedules'),
      held<ContactRow>('contacts'),
      held<SavedList>('lists'),
    ])
    return { tasks: first, comments, schedules, contacts, lists }
  },

  /** Claims keys that are new, or as old as that. The same writes at the same time wait here. Returns those that were claimed. */
  async claim(tx: Tx, team: string, principal: string, keys: { key: string; fingerprint: string }[], at: string, oldest: string): Promise<Set<string>> {
    const sorted = keys.toSorted((a, b) => (a.key < b.key ? -1 : 1))
    const claiming = sql<{ key: string }>`INSERT INTO idempotency (team_id, principal, key, fingerprint, created_at)
          SELECT ${team}::uuid, ${principal}::text, k.key, k.fingerprint, ${at}::timestamptz
          FROM unnest(${sorted.map(({ key }) => key)}::text[], ${sorted.map(({ fingerprint }) => fingerprint)}::text[]) AS k(key, fingerprint)
          ON CONFLICT (team_id, principal, key) DO UPDATE
            SET fingerprint = excluded.fingerprint, created_at = excluded.created_at, status = NULL, headers = NULL, body = NULL
            WHERE idempotency.created_at <= ${oldest}::timestamptz
          RETURNING key`
    const rows = await tx.all<{ key: string }>({ compile: () => claiming.compile(sqlFor) })
    return new Set(rows.map((row) => row.key))
  },

  known: (tx: Tx, team: string, principal: string, keys: string[]): Promise<KnownKey[]> =>
    tx.all(
      sqlFor
        .selectFrom('idempotency')
        .select(['key', 'fingerprint', 'body'])
        .where('team_id', '=', team)
        .where('principal', '=', principal)
        .where(keysAmong(keys)),
    ),

  /** What was done is remembered under its key; what was not done is free to be tried again. */
  async settle(tx: Tx, team: string, principal: string, done: { key: string; body: object }[], undone: string[]): Promise<void> {
    if (undone.length > 0)
      await tx.run(sqlFor.deleteFrom('idempotency').where('team_id', '=', team).where('principal', '=', principal).where(keysAmong(undone)))
    if (done.length === 0) return
    const answers = sql<{ key: string; body: string }>`unnest(${done.map(({ key }) => key)}::text[], ${done.map(({ body }) => JSON.stringify(body))}::text[])`
    await tx.run(
      sqlFor
        .updateTable('idempotency')
        .from(answers.as<'a'>(sql`a(key, body)`))
        .set({ status: 200, headers: '{}', body: sql`a.body::json` } as never)
        .where('team_id', '=', team)
        .where('principal', '=', principal)
        .whereRef('idempotency.key', '=', 'a.key' as never),
    )
  },

  /** The last event of each of these tasks. */
  async lastEvents(tx: Tx, team: string, tasks: number[]): Promise<Map<number, number>> {
    const rows = await tx.all(
      sqlFor
        .selectFrom('event_queue')
        .select((row) => ['task_id', row.fn.max('seq').as('seq')])
        .where('team_id', '=', team)
        .where(sql<boolean>`task_id = any(${tasks}::bigint[])`)
        .groupBy('task_id'),
    )
    return new Map(rows.map((row) => [Number(row.task_id), row.seq]))
  },

  /** The event with which each of these was deleted last, among those after one. By uid. */
  async ends(tx: Tx, team: string, uids: readonly string[], after: number): Promise<Map<string, number>> {
    const uid = sql<string>`before ->> 'uid'`
    const rows = await tx.all(
      sqlFor
        .selectFrom('event_queue')
        .select((row) => [uid.as('uid'), row.fn.max('seq').as('seq')])
        .where('team_id', '=', team)
        .where('seq', '>', after)
        .where(
          'kind',
          'in',
          syncEntities.map((entity) => `${entity}.deleted`),
        )
        .where(sql<boolean>`${uid} = any(${uids}::text[])`)
        .groupBy(uid),
    )
    return new Map(rows.map((row) => [row.uid, row.seq]))
  },

  head: async (tx: Tx, team: string): Promise<number> =>
    (await tx.first(sqlFor.selectFrom('team_counters').select('events').where('team_id', '=', team)))?.events ?? 0,

  /** One statement, so that rows and number are of one moment. */
  async page(tx: Tx, team: string, entity: SyncEntity, after: number, limit: number): Promise<{ seq: number; rows: Record<string, unknown>[] }> {
    const table = tableOf[entity]
    const rows = sqlFor
      .selectFrom(table as 'tasks')
      .select(columns[table] as never)
      .where('team_id', '=', team)
      .where('id', '>', after)
      .orderBy('id')
      .limit(limit)
      .as('r')
    const found = await tx.all(
      sqlFor
        .selectFrom('team_counters as c')
        .leftJoin(rows, (join) => join.onTrue())
        .select('c.events as sync_seq')
        .selectAll('r')
        .where('c.team_id', '=', team)
        .orderBy('r.id' as never),
    )
    const all = found as (Record<string, unknown> & { sync_seq: number; id: number | null })[]
    return { seq: all[0]?.sync_seq ?? 0, rows: all.filter((row) => row.id !== null).map(({ sync_seq: _seq, ...row }) => row) }
  },
}

// SQL for accounts and teams as operators see them, across teams, and nothing else.
import { sql, type RawBuilder } from 'kysely'
import { sqlFor, type Tx } from '../db/database.ts'

export interface UserRow {
  id: string
  email: string
  name: string | null
  created_at: string
  email_verified_at: string | null
  locked_at: string | null
  teams: number
  sessions: number
  tokens: number
  devices: number
  last_seen_at: string | null
}

export interface TeamRow {
  id: string
  name: string
  created_at: string
  deletes_at: string | null
  locked_at: string | null
  members: number
  tokens: number
  tasks: number
  events: number
  files: number
  file_bytes: number
  changed_at: string
}

export interface Weight {
  team_id: string
  table: string
  rows: number
  bytes: number
}

export interface Page {
  limit: number
  /** The id that the page before ended with. */
  after?: string | undefined
}

const count = (of: RawBuilder<unknown>) => sql<number>`(SELECT count(*) FROM ${of})`

/** As a part of a text, whatever signs are in it. */
const part = (text: string) => `%${text.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`

const users = sql<UserRow>`(SELECT u.id, u.email, u.name, u.created_at, u.email_verified_at, u.locked_at,
  ${count(sql`members m WHERE m.user_id = u.id`)} AS teams,
  ${count(sql`sessions s WHERE s.user_id = u.id AND s.expires_at > now()`)} AS sessions,
  ${count(sql`api_tokens t WHERE t.created_by = u.id AND t.team_id IN (SELECT team_id FROM members m WHERE m.user_id = u.id)`)} AS tokens,
  ${count(sql`devices d WHERE d.user_id = u.id`)} AS devices,
  (SELECT max(s.last_used_at) FROM sessions s WHERE s.user_id = u.id) AS last_seen_at FROM users u)`

const teams = sql<TeamRow>`(SELECT t.id, t.name, t.created_at, t.deletes_at, c.locked_at, c.events, c.changed_at,
  ${count(sql`members m WHERE m.team_id = t.id AND m.status = 'active'`)} AS members,
  ${count(sql`api_tokens a WHERE a.team_id = t.id`)} AS tokens,
  (SELECT sum(n)::bigint FROM unnest(c.task_counts) n) AS tasks,
  ${count(sql`files f WHERE f.team_id = t.id`)} AS files,
  (SELECT coalesce(sum(f.bytes), 0)::bigint FROM files f WHERE f.team_id = t.id) AS file_bytes
  FROM teams t JOIN team_counters c ON c.team_id = t.id)`

/** What a list is ordered by, largest first, and what decides between equals. */
export const userOrders = ['newest', 'teams', 'tokens', 'sessions'] as const
export const teamOrders = ['newest', 'tasks', 'events', 'members', 'files', 'tokens', 'bytes'] as const
const columnOf = { newest: 'created_at', files: 'file_bytes' } as Readonly<Record<string, string>>

/** Rows of one kind behind `after`, largest first. */
function paged<R>(tx: Tx, from: RawBuilder<R>, order: string, { limit, after }: Page): Promise<R[]> {
  const by = sql.ref(columnOf[order] ?? order)
  const behind = after === undefined ? sql`` : sql`WHERE (${by}, id) < (SELECT ${by}, id FROM ${from} x WHERE id = ${after}::uuid)`
  return tx.all<R>({ compile: () => sql`SELECT * FROM ${from} x ${behind} ORDER BY ${by} DESC, id DESC LIMIT ${limit}`.compile(sqlFor) })
}

const matching = <R>(tx: Tx, from: RawBuilder<R>, where: RawBuilder<unknown>, limit: number): Promise<R[]> =>
  tx.all<R>({ compile: () => sql`SELECT * FROM ${from} x WHERE ${where} ORDER BY created_at DESC, id DESC LIMIT ${limit}`.compile(sqlFor) })

export const directoryStore = {
  users: (tx: Tx, order: (typeof userOrders)[number], page: Page): Promise<UserRow[]> => paged(tx, users, order, page),

  /** Whose address, name or id has this in it. */
  findUsers: (tx: Tx, text: string, limit: number): Promise<UserRow[]> =>
    matching(tx, users, sql`id::text = lower(${text}) OR email ILIKE ${part(text)} OR name ILIKE ${part(text)}`, limit),

  /** Whose address, name or id is just this. */
  usersCalled: (tx: Tx, text: string): Promise<UserRow[]> =>
    matching(tx, users, sql`id::text = lower(${text}) OR lower(email) = lower(${text}) OR lower(name) = lower(${text})`, 21),

  teamsOfUser: (tx: Tx, id: string) =>
    tx.all(
      sqlFor
        .selectFrom('members as m')
        .innerJoin('teams as t', 't.id', 'm.team_id')
        .select(['t.id', 't.name', 'm.role', 'm.created_at as since'])
        .where('m.user_id', '=', id)
        .orderBy('t.name')
        .orderBy('t.id'),
    ),

  /** Where the person has made API tokens, or has some. */
  teamsWithTokensOf: async (tx: Tx, id: string): Promise<string[]> =>
    (
      await tx.all(
        sqlFor
          .selectFrom('api_tokens')
          .select('team_id')
          .distinct()
          .where((row) => row.or([row('created_by', '=', id), row('made_by', '=', id)])),
      )
    ).map(({ team_id }) => team_id),

  async teams(tx: Tx, order: (typeof teamOrders)[number], page: Page): Promise<TeamRow[]> {
    if (order !== 'bytes') return paged(tx, teams, order, page)
    const weighed = sql<TeamRow>`(SELECT t.*, coalesce(w.bytes, 0) AS bytes FROM ${teams} t LEFT JOIN (${await weights(tx)}) w ON w.team_id = t.id)`
    return paged(tx, weighed, 'bytes', page)
  },

  findTeams: (tx: Tx, text: string, limit: number): Promise<TeamRow[]> =>
    matching(
      tx,
      teams,
      sql`id::text = lower(${text}) OR name ILIKE ${part(text)} OR id IN (SELECT team_id FROM members WHERE email ILIKE ${part(text)})`,
      limit,
    ),

  teamsCalled: (tx: Tx, text: string): Promise<TeamRow[]> => matching(tx, teams, sql`id::text = lower(${text}) OR lower(name) = lower(${text})`, 21),

  membersOf: (tx: Tx, id: string) =>
    tx.all(
      sqlFor
        .selectFrom('members as m')
        .leftJoin('users as u', 'u.id', 'm.user_id')
        .select(['m.id', 'm.user_id', 'm.email', 'u.name', 'm.role', 'm.status', 'm.created_at as since'])
        .where('m.team_id', '=', id)
        .orderBy('m.created_at')
        .orderBy('m.id'),
    ),

  /** What the rows of some teams weigh, in bytes, by team and table. Reads all of them. */
  async weigh(tx: Tx, ids: readonly string[]): Promise<Weight[]> {
    if (ids.length === 0) return []
    const parts = (await tablesOfTeams(tx)).map(
      (table) =>
        sql`SELECT team_id, ${table}::text AS "table", count(*) AS rows, sum(pg_column_size(t.*))::bigint AS bytes FROM ${sql.table(table)} t
          WHERE team_id = any(${[...ids]}::uuid[]) GROUP BY team_id`,
    )
    return tx.all({ compile: () => sql<Weight>`${sql.join(parts, sql` UNION ALL `)} ORDER BY bytes DESC, "table"`.compile(sqlFor) })
  },
}

const tablesOfTeams = async (tx: Tx): Promise<string[]> =>
  (
    await tx.all<{ name: string }>({
      compile: () =>
        sql`SELECT c.relname AS name FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid AND a.attname = 'team_id' AND NOT a.attisdropped
          WHERE c.relnamespace = 'public'::regnamespace AND c.relkind = 'r' ORDER BY 1`.compile(sqlFor),
    })
  ).map(({ name }) => name)

async function weights(tx: Tx): Promise<RawBuilder<unknown>> {
  const parts = (await tablesOfTeams(tx)).map((table) => sql`SELECT team_id, sum(pg_column_size(t.*)) AS bytes FROM ${sql.table(table)} t GROUP BY team_id`)
  return sql`SELECT team_id, sum(bytes)::bigint AS bytes FROM (${sql.join(parts, sql` UNION ALL `)}) p GROUP BY team_id`
}

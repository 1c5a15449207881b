// SQL for moving a team, and nothing else: rows travel as the text that PostgreSQL itself makes of them, so that each column arrives as it was.
import { type RawBuilder, sql } from 'kysely'
import { sqlFor, type Tx } from '../../db/database.ts'
import type { TeamMove } from '../../db/tables.ts'

export interface MovedTable {
  name: string
  /** In the order of the table. */
  columns: readonly string[]
  /** The primary key, with the team. */
  key: readonly string[]
  /** Others refer to its rows. */
  isReferredTo: boolean
}

export interface Sum {
  count: number
  sum: string
}

export interface MoveRow {
  id: string
  side: 'from' | 'to'
  step: 'copying' | 'copied' | 'open' | 'left'
  cell: string
  place: string
  accounts: string[]
}

export interface Change {
  id: string
  relation: string
  key: Record<string, unknown>
}

const run = (tx: Tx, text: RawBuilder<unknown>) => tx.run({ compile: () => text.compile(sqlFor) })
const all = <R>(tx: Tx, text: RawBuilder<R>): Promise<R[]> => tx.all({ compile: () => text.compile(sqlFor) })
const refs = (names: readonly string[], of?: string) => sql.join(names.map((name) => sql.ref(of === undefined ? name : `${of}.${name}`)))

/** Rows with these keys, or all of the team. */
const chosen = ({ name, key }: MovedTable, team: string, keys?: string) =>
  keys === undefined
    ? sql`t.team_id = ${sql.lit(team)}::uuid`
    : sql`t.team_id = ${team}::uuid AND (${refs(key, 't')}) IN (SELECT ${refs(key, 'k')} FROM jsonb_populate_recordset(NULL::${sql.table(name)}, ${keys}::jsonb) k)`

export const moveStore = {
  /** All tables with a team, but those of the move itself. */
  tables: (tx: Tx) =>
    all(
      tx,
      sql<{ name: string; columns: string[]; types: string[]; key: string[]; refers: string[]; accounts: string[] }>`
        SELECT c.relname::text AS name,
          array_agg(a.attname::text ORDER BY a.attnum) AS columns,
          array_agg(format_type(a.atttypid, a.atttypmod) ORDER BY a.attnum) AS types,
          ARRAY(SELECT k.attname::text FROM pg_index i JOIN pg_attribute k ON k.attrelid = i.indrelid AND k.attnum = ANY (i.indkey)
            WHERE i.indrelid = c.oid AND i.indisprimary ORDER BY array_position(i.indkey::int2[], k.attnum)) AS key,
          ARRAY(SELECT DISTINCT f.confrelid::regclass::text FROM pg_constraint f WHERE f.conrelid = c.oid AND f.contype = 'f') AS refers,
          ARRAY(SELECT u.attname::text FROM pg_constraint f JOIN pg_attribute u ON u.attrelid = c.oid AND u.attnum = f.conkey[1]
            WHERE f.conrelid = c.oid AND f.contype = 'f' AND f.confrelid = 'users'::regclass) AS accounts
        FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped
        WHERE c.relnamespace = 'public'::regnamespace AND c.relkind = 'r' AND c.relname NOT IN ('team_moves', 'team_move_changes')
        GROUP BY c.oid, c.relname ORDER BY c.relname`,
    ),

  /** What tells this database from others. */
  place: async (tx: Tx) =>
    (await all(tx, sql<{ place: string; epoch: string }>`SELECT tandem_place() AS place, value::text AS epoch FROM epoch`))[0] as {
      place: string
      epoch: string
    },
  migrations: async (tx: Tx): Promise<string[]> =>
    (await all(tx, sql<{ name: string }>`SELECT name FROM kysely_migration ORDER BY name`)).map(({ name }) => name),

  /** Until this connection ends, nobody else moves the team. */
  hold: async (tx: Tx, team: string): Promise<boolean> =>
    (await all(tx, sql<{ held: boolean }>`SELECT pg_try_advisory_lock(hashtextextended('move ' || ${team}::text, 0)) AS held`))[0]?.held === true,

  standing: async (tx: Tx, team: string) => {
    const [row] = await all(
      tx,
      sql<{ move: TeamMove | null; told_epoch: string | null; told_in: string | null; deletes_at: string | null; is_there: boolean }>`
        SELECT c.move, c.told_epoch::text, c.told_in::text, t.deletes_at, true AS is_there FROM teams t JOIN team_counters c ON c.team_id = t.id WHERE t.id = ${team}::uuid`,
    )
    const [record] = await all(tx, sql<MoveRow>`SELECT id::text, side, step, cell, place, accounts::text[] FROM team_moves WHERE team_id = ${team}::uuid`)
    return { team: row, record }
  },

  setMove: (tx: Tx, team: string, move: TeamMove | null) => run(tx, sql`UPDATE team_counters SET move = ${move} WHERE team_id = ${team}::uuid`),
  note: (tx: Tx, team: string, { id, side, step, cell, place, accounts }: MoveRow) =>
    run(
      tx,
      sql`INSERT INTO team_moves (team_id, id, side, step, cell, place, accounts) VALUES (${team}, ${id}, ${side}, ${step}, ${cell}, ${place}, ${accounts}::uuid[])
        ON CONFLICT (team_id) DO UPDATE SET id = excluded.id, side = excluded.side, step = excluded.step, cell = excluded.cell, place = excluded.place,
          accounts = excluded.accounts, began_at = now(), changed_at = now()`,
    ),
  setStep: (tx: Tx, team: string, step: MoveRow['step']) =>
    run(tx, sql`UPDATE team_moves SET step = ${step}, changed_at = now() WHERE team_id = ${team}::uuid`),
  brought: (tx: Tx, team: string, accounts: readonly string[]) =>
    run(tx, sql`UPDATE team_moves SET accounts = ARRAY(SELECT DISTINCT unnest(accounts || ${accounts}::uuid[])) WHERE team_id = ${team}::uuid`),
  forget: (tx: Tx, team: string) => run(tx, sql`DELETE FROM team_moves WHERE team_id = ${team}::uuid`),

  /** The number of a transaction that begins now. */
  horizon: async (tx: Tx): Promise<string> => (await all(tx, sql<{ now: string }>`SELECT pg_current_xact_id()::xid::text AS now`))[0]?.now as string,
  /** Have all that wrote in this database before that one ended? What a transaction locks it keeps until then. */
  hasPassed: async (tx: Tx, horizon: string): Promise<boolean> =>
    (
      await all(
        tx,
        sql<{ passed: boolean }>`SELECT NOT EXISTS (SELECT 1 FROM pg_locks x WHERE x.locktype = 'transactionid' AND x.granted AND x.mode = 'ExclusiveLock'
          AND age(x.transactionid) > age(${horizon}::xid) AND EXISTS (SELECT 1 FROM pg_locks r JOIN pg_database d ON d.oid = r.database AND d.datname = current_database()
            WHERE r.pid = x.pid AND r.locktype = 'relation')) AS passed`,
      )
    )[0]?.passed === true,

  /** The rows one page after the other, of the moment of the transaction. */
  async *pages(tx: Tx, table: MovedTable, team: string, size: number): AsyncGenerator<string[]> {
    await run(tx, sql`DECLARE moved NO SCROLL CURSOR FOR SELECT t::text AS row FROM ${sql.table(table.name)} t WHERE ${chosen(table, team)}`)
    for (;;) {
      const rows = await all(tx, sql<{ row: string }>`FETCH ${sql.lit(size)} FROM moved`)
      if (rows.length > 0) yield rows.map(({ row }) => row)
      if (rows.length < size) break
    }
    await run(tx, sql`CLOSE moved`)
  },
  rows: async (tx: Tx, table: MovedTable, team: string, keys?: string): Promise<string[]> =>
    (await all(tx, sql<{ row: string }>`SELECT t::text AS row FROM ${sql.table(table.name)} t WHERE ${chosen(table, team, keys)}`)).map(({ row }) => row),
  remove: (tx: Tx, table: MovedTable, team: string, keys?: string) => run(tx, sql`DELETE FROM ${sql.table(table.name)} t WHERE ${chosen(table, team, keys)}`),

  /** With these keys, but not these rows. */
  removeOthers: (tx: Tx, table: MovedTable, team: string, keys: string, rows: readonly string[]) =>
    run(
      tx,
      sql`DELETE FROM ${sql.table(table.name)} t WHERE ${chosen(table, team, keys)} AND (${refs(table.key, 't')}) NOT IN
        (SELECT ${refs(table.key, 'k')} FROM (SELECT (made.x).* FROM (SELECT r::${sql.table(table.name)} AS x FROM unnest(${rows}::text[]) r OFFSET 0) made) k)`,
    ),

  /** `put`: what is there already is replaced, or left as it is. */
  insert(tx: Tx, { name, columns, key }: Pick<MovedTable, 'name' | 'columns' | 'key'>, rows: readonly string[], put: 'new' | 'replace' | 'keep') {
    const set = sql.join(columns.filter((column) => !key.includes(column)).map((column) => sql`${sql.ref(column)} = excluded.${sql.ref(column)}`))
    const conflict =
      put === 'new'
        ? sql``
        : put === 'keep' || key.length === columns.length
          ? sql`ON CONFLICT DO NOTHING`
          : sql`ON CONFLICT (${refs(key)}) DO UPDATE SET ${set}`
    return run(
      tx,
      sql`INSERT INTO ${sql.table(name)} SELECT (made.x).* FROM (SELECT r::${sql.table(name)} AS x FROM unnest(${rows}::text[]) r OFFSET 0) made ${conflict}`,
    )
  },

  /** How many rows, and a sum over their contents, but for the columns that each cell seals with its own key. */
  async sum(tx: Tx, table: MovedTable, team: string, but: ReadonlySet<string>, keys?: string): Promise<Sum> {
    const columns = table.columns.map((column) => (but.has(`${table.name}.${column}`) ? sql`t.${sql.ref(column)} IS NULL` : sql`t.${sql.ref(column)}`))
    const [row] = await all(
      tx,
      sql<{ count: number; sum: string }>`SELECT count(*) AS count, coalesce(sum(hashtextextended(ROW(${sql.join(columns)})::text, 0)::numeric), 0)::text AS sum
        FROM ${sql.table(table.name)} t WHERE ${chosen(table, team, keys)}`,
    )
    return row as Sum
  },
  counts: async (tx: Tx, tables: readonly MovedTable[], team: string): Promise<Record<string, number>> => {
    const each = tables.map(({ name }) => sql`SELECT ${name}::text AS name, count(*) AS count FROM ${sql.table(name)} WHERE team_id = ${team}::uuid`)
    return Object.fromEntries(
      (await all(tx, sql<{ name: string; count: number }>`${sql.join(each, sql` UNION ALL `)}`)).map(({ name, count }) => [name, count]),
    )
  },

  /** What changed since it began to leave, and was not applied yet. */
  changes: (tx: Tx, team: string) =>
    all(
      tx,
      sql<Change>`SELECT id::text, relation, key || jsonb_build_object('team_id', team_id) AS key FROM team_move_changes
        WHERE team_id = ${team}::uuid AND NOT applied`,
    ),
  applied: (tx: Tx, team: string, ids: readonly string[]) =>
    run(tx, sql`UPDATE team_move_changes SET applied = true WHERE team_id = ${team}::uuid AND id = any(${ids}::uuid[])`),
  forgetChanges: (tx: Tx, team: string) => run(tx, sql`DELETE FROM team_move_changes WHERE team_id = ${team}::uuid`),

  /** The team and its counters, as one that arrives: with room for all that it has. `quotas`: the columns that say how much it may have. */
  async arrive(tx: Tx, team: string, row: string, quotas: readonly string[]): Promise<void> {
    await run(tx, sql`INSERT INTO teams SELECT (r.x).* FROM (SELECT ${row}::teams AS x OFFSET 0) r`)
    await run(
      tx,
      sql`INSERT INTO team_counters (team_id, changed_at, move, ${refs(quotas)}) VALUES (${team}, now(), 'arriving', ${sql.join(quotas.map(() => room))})`,
    )
  },
  teamRow: async (tx: Tx, team: string): Promise<string> =>
    (await all(tx, sql<{ row: string }>`SELECT t::text AS row FROM teams t WHERE t.id = ${team}::uuid`))[0]?.row as string,
  countersRow: async (tx: Tx, team: string): Promise<string> =>
    (await all(tx, sql<{ row: string }>`SELECT t::text AS row FROM team_counters t WHERE t.team_id = ${team}::uuid`))[0]?.row as string,
  /** It is at home here from the commit on. */
  async open(
    tx: Tx,
    team: string,
    rows: { team: string; counters: string },
    columns: { teams: readonly string[]; counters: readonly string[] },
    told: { epoch: string; within: string },
  ) {
    const put = (table: 'teams' | 'team_counters', id: string, row: string, names: readonly string[]) =>
      run(
        tx,
        sql`UPDATE ${sql.table(table)} t SET ${sql.join(names.map((name) => sql`${sql.ref(name)} = (r.x).${sql.ref(name)}`))}
          FROM (SELECT ${row}::${sql.table(table)} AS x OFFSET 0) r WHERE ${sql.ref(`t.${id}`)} = ${team}::uuid`,
      )
    await put('teams', 'id', rows.team, columns.teams)
    // The number of the last event alone: with it a day begins there. How much it may have at last: until then there is room for what it has.
    await put('team_counters', 'team_id', rows.counters, ['events'])
    const others = columns.counters.filter((name) => name !== 'events' && !isQuota(name))
    await put('team_counters', 'team_id', rows.counters, others)
    await put('team_counters', 'team_id', rows.counters, columns.counters.filter(isQuota))
    const isSame = told.epoch === told.within
    await run(
      tx,
      sql`UPDATE team_counters SET move = NULL, told_epoch = ${isSame ? null : told.epoch}::uuid, told_in = ${isSame ? null : told.within}::uuid WHERE team_id = ${team}::uuid`,
    )
  },
  /** Whoever watched its mailboxes or looked through its events for webhooks is in the other cell, and so is whom the providers of mailboxes tell. */
  takeAfresh: async (tx: Tx, team: string): Promise<void> => {
    await run(tx, sql`UPDATE mailboxes SET watched_by = NULL, watch_id = NULL, watch_expires_at = NULL, renew_at = now() WHERE team_id = ${team}::uuid`)
    await run(tx, sql`UPDATE webhooks SET spreading_until = NULL WHERE team_id = ${team}::uuid`)
  },

  /** Deliveries that are under way: taken, and not settled. */
  underWay: async (tx: Tx, team: string): Promise<{ webhooks: number; mails: number; pushes: number }> =>
    (
      await all(
        tx,
        sql<{ webhooks: number; mails: number; pushes: number }>`SELECT
          (SELECT count(*) FROM webhook_deliveries WHERE team_id = ${team}::uuid AND status = 'queued' AND taken_until > now()) AS webhooks,
          (SELECT count(*) FROM mail_replies WHERE team_id = ${team}::uuid AND state = 'sending' AND due_at > now()) AS mails,
          (SELECT count(*) FROM notification_log WHERE team_id = ${team}::uuid AND status = 'queued' AND attempts > 0 AND reason IS NULL AND next_attempt_at > now()) AS pushes`,
      )
    )[0] as { webhooks: number; mails: number; pushes: number },

  removeTeam: async (tx: Tx, team: string): Promise<void> => {
    await run(tx, sql`DELETE FROM team_counters WHERE team_id = ${team}::uuid`)
    await run(tx, sql`DELETE FROM teams WHERE id = ${team}::uuid`)
  },

  /** Of one team: the columns that are sealed, with what names each. */
  sealed: (tx: Tx, { table, column, ids, more = [] }: { table: string; column: string; ids: readonly string[]; more?: readonly string[] }, team: string) =>
    all(
      tx,
      sql<Record<string, string | Buffer> & { sealed: Buffer }>`SELECT ${refs([...ids, ...more])}, ${sql.ref(column)} AS sealed FROM ${sql.table(table)}
        WHERE team_id = ${team}::uuid AND ${sql.ref(column)} IS NOT NULL`,
    ),
  sealedOf: (
    tx: Tx,
    { table, column, ids, more = [] }: { table: string; column: string; ids: readonly string[]; more?: readonly string[] },
    users: readonly string[],
  ) =>
    all(
      tx,
      sql<Record<string, string | Buffer> & { sealed: Buffer }>`SELECT ${refs([...ids, ...more])}, ${sql.ref(column)} AS sealed FROM ${sql.table(table)}
        WHERE ${sql.ref(table === 'users' ? 'id' : 'user_id')} = any(${users}::uuid[]) AND ${sql.ref(column)} IS NOT NULL`,
    ),

  /** Files that an instance deletes just now. */
  beingSwept: async (tx: Tx, team: string): Promise<number> =>
    (await all(tx, sql<{ n: number }>`SELECT count(*) AS n FROM file_objects WHERE team_id = ${team}::uuid AND taken_until > now()`))[0]?.n ?? 0,
  keptObjects: async (tx: Tx, team: string): Promise<string[]> =>
    (await all(tx, sql<{ object: string }>`SELECT object::text FROM file_objects WHERE team_id = ${team}::uuid AND state = 'kept'`)).map(
      ({ object }) => object,
    ),
  /** The bytes of files go with the sweep of the instances. */
  dropObjects: (tx: Tx, team: string) => run(tx, sql`UPDATE file_objects SET state = 'gone', since = now(), taken_until = NULL WHERE team_id = ${team}::uuid`),
}

/** Of the columns beside the counters. */
export const isQuota = (column: string): boolean => column.startsWith('quota_')

const room = sql.lit('4000000000000000000')

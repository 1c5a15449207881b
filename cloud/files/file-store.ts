// SQL for files, and nothing else.
import { type Insertable, sql } from 'kysely'
import { sqlFor, type Tx } from '../db/database.ts'
import type { Tables } from '../db/tables.ts'
import type { FileObject } from './sealed-file.ts'

export type FileRow = Pick<Tables['files'], 'hash' | 'object' | 'bytes' | 'media_type'>

/** Nobody has read its text yet, and nobody else does now. `text_tries`: with this one. */
export type UnreadFile = Pick<Tables['files'], 'team_id' | 'hash' | 'object'> & { text_tries: number }

const columns = ['hash', 'object', 'bytes', 'media_type'] as const

const named = (column: 'description' | 'body' | 'arguments') =>
  sql<string>`(regexp_matches(${sql.ref(column)}::text, '/attachments/([0-9a-f]{64})/', 'g'))[1]`.as('hash')

const naming = (column: 'description' | 'body' | 'arguments') => sql<boolean>`${sql.ref(column)}::text LIKE '%/attachments/%'`

const textsAtOnce = 20

/** The hashes that texts of the team name, also those that wait for a person's yes. */
const referred = (team: string) =>
  sqlFor
    .selectFrom('tasks')
    .select(named('description'))
    .where('team_id', '=', team)
    .where(naming('description'))
    .union(sqlFor.selectFrom('comments').select(named('body')).where('team_id', '=', team).where(naming('body')))
    .union(sqlFor.selectFrom('proposals').select(named('arguments')).where('team_id', '=', team).where('state', '=', 'pending').where(naming('arguments')))

const ofTeam = (team: string, hash: string) => sqlFor.selectFrom('files').select(columns).where('team_id', '=', team).where('hash', '=', hash)

export const fileStore = {
  byHash: (tx: Tx, team: string, hash: string): Promise<FileRow | undefined> => tx.first(ofTeam(team, hash)),

  known: async (tx: Tx, team: string, hashes: readonly string[]): Promise<string[]> =>
    (await tx.all(sqlFor.selectFrom('files').select('hash').where('team_id', '=', team).where(sql<boolean>`hash = ANY(${hashes}::text[])`))).map(
      ({ hash }) => hash,
    ),

  /** It was sent again: its time begins anew. Undefined: it is not there. */
  touch: (tx: Tx, team: string, hash: string, at: string): Promise<FileRow | undefined> =>
    tx.first(sqlFor.updateTable('files').set({ kept_at: at, unused_since: null }).where('team_id', '=', team).where('hash', '=', hash).returning(columns)),

  /** Who asks how much there is waits for who asks, so that two do not share what is left. Held until the transaction ends. */
  lockQuota: (tx: Tx, team: string) => tx.all(sqlFor.selectNoFrom(sql`pg_advisory_xact_lock(hashtextextended(${`files ${team}`}, 0))`.as('locked'))),

  /** Bytes that an operator has given this team; null: as all teams. */
  ownQuota: async (tx: Tx, team: string): Promise<number | null> =>
    (await tx.first(sqlFor.selectFrom('team_counters').select('quota_file_bytes').where('team_id', '=', team)))?.quota_file_bytes ?? null,

  /** Bytes of all files of the team, those on their way included. */
  async used(tx: Tx, team: string): Promise<number> {
    const row = await tx.first(
      sqlFor
        .selectFrom('file_objects')
        .select(sql<number>`coalesce(sum(bytes), 0)::bigint`.as('bytes'))
        .where('team_id', '=', team)
        .where('state', '<>', 'gone'),
    )
    return row?.bytes ?? 0
  },

  begin: (tx: Tx, { team, object }: FileObject, bytes: number, at: string) =>
    tx.run(sqlFor.insertInto('file_objects').values({ team_id: team, object, bytes, state: 'pending', since: at })),

  /** False: it is on its way no more, because it took too long. */
  keepObject: async (tx: Tx, { team, object }: FileObject, at: string): Promise<boolean> =>
    (await tx.run(
      sqlFor
        .updateTable('file_objects')
        .set({ state: 'kept', since: at })
        .where('team_id', '=', team)
        .where('object', '=', object)
        .where('state', '=', 'pending'),
    )) > 0,

  /** By hash, some at a time. */
  afterHash: (tx: Tx, team: string, after: string, limit: number): Promise<FileRow[]> =>
    tx.all(sqlFor.selectFrom('files').select(columns).where('team_id', '=', team).where('hash', '>', after).orderBy('hash').limit(limit)),

  /** Of those that were read; some at a time, because they are long. */
  texts: (tx: Tx, team: string, hashes: readonly string[]): Promise<{ hash: string; text_sealed: Buffer }[]> =>
    tx.all(
      sqlFor
        .selectFrom('files')
        .select(['hash', sql<Buffer>`text_sealed`.as('text_sealed')])
        .where('team_id', '=', team)
        .where(sql<boolean>`hash = ANY(${hashes}::text[])`)
        .where('is_read', '=', true)
        .limit(textsAtOnce),
    ),

  keepText: (tx: Tx, team: string, hash: string, sealed: Buffer) =>
    tx.run(sqlFor.updateTable('files').set({ is_read: true, text_sealed: sealed }).where('team_id', '=', team).where('hash', '=', hash)),

  drop: (tx: Tx, team: string, objects: readonly string[], at: string) =>
    tx.run(sqlFor.updateTable('file_objects').set({ state: 'gone', since: at }).where('team_id', '=', team).where('object', 'in', objects)),

  /** Returns the object that the team's file has: another one where the same content came at the same time. `lost`: the bytes there are gone. */
  async insert(tx: Tx, row: Insertable<Tables['files']>, lost: string | undefined): Promise<string> {
    const found = await tx.first(
      sqlFor
        .insertInto('files')
        .values(row)
        .onConflict((conflict) =>
          conflict.columns(['team_id', 'hash']).doUpdateSet({
            kept_at: row.kept_at,
            unused_since: null,
            object: sql<string>`CASE WHEN files.object = ${lost ?? null}::uuid THEN excluded.object ELSE files.object END`,
            text_until: sql<string | null>`CASE WHEN files.object = ${lost ?? null}::uuid THEN NULL ELSE files.text_until END`,
          }),
        )
        .returning('object'),
    )
    return (found as { object: string }).object
  },

  // What no text names.
  async markUsed(tx: Tx, team: string): Promise<void> {
    const used = sqlFor.updateTable('files').set({ unused_since: null }).where('team_id', '=', team).where('unused_since', 'is not', null)
    await tx.run(used.where('hash', 'in', referred(team)))
  },
  async markUnused(tx: Tx, team: string, at: string): Promise<void> {
    const unused = sqlFor.updateTable('files').set({ unused_since: at }).where('team_id', '=', team).where('unused_since', 'is', null)
    await tx.run(unused.where('hash', 'not in', referred(team)))
  },
  /** Those that no text has named and nobody has sent since then. */
  removeUnused: (tx: Tx, team: string, since: string): Promise<{ hash: string; object: string }[]> =>
    tx.all(
      sqlFor
        .deleteFrom('files')
        .where('team_id', '=', team)
        .where('unused_since', '<=', since)
        .where('kept_at', '<=', since)
        .where('hash', 'not in', referred(team))
        .returning(['hash', 'object']),
    ),
  referred: async (tx: Tx, team: string): Promise<Set<string>> => new Set((await tx.all(referred(team))).map(({ hash }) => hash)),

  // As the courier, across teams.

  /** A team whose files were not looked at since then; nobody else gets it for as long. */
  async takeTeam(tx: Tx, before: string, at: string): Promise<string | undefined> {
    const oldest = await tx.first(
      sqlFor.selectFrom('files').select('team_id').where('checked_at', '<=', before).orderBy('checked_at').limit(1).forUpdate().skipLocked(),
    )
    if (!oldest) return undefined
    await tx.run(sqlFor.updateTable('files').set({ checked_at: at }).where('team_id', '=', oldest.team_id))
    return oldest.team_id
  },

  /** What has no file any more, or never got to be one; from here on it will not. */
  takeGone: (tx: Tx, before: string, at: string, until: string, max: number): Promise<{ team_id: string; object: string }[]> =>
    tx.all(
      sqlFor
        .with('due', (qb) =>
          qb
            .selectFrom('file_objects')
            .select(['team_id', 'object'])
            .where('state', '<>', 'kept')
            .where((row) => row.or([row('state', '=', 'gone'), row('since', '<=', before)]))
            .where((row) => row.or([row('taken_until', 'is', null), row('taken_until', '<=', at)]))
            .orderBy('since')
            .limit(max)
            .forUpdate()
            .skipLocked(),
        )
        .updateTable('file_objects as o')
        .from('due')
        .set({ state: 'gone', taken_until: until })
        .whereRef('o.team_id', '=', 'due.team_id')
        .whereRef('o.object', '=', 'due.object')
        .returning(['o.team_id', 'o.object']),
    ),
  /** The files that came first among those that nobody reads. */
  takeUnread: (tx: Tx, at: string, until: string, max: number): Promise<UnreadFile[]> =>
    tx.all(
      sqlFor
        .with('due', (qb) =>
          qb
            .selectFrom('files')
            .select(['team_id', 'hash'])
            .where('is_read', '=', false)
            .where((row) => row.or([row('text_until', 'is', null), row('text_until', '<=', at)]))
            .orderBy('created_at')
            .limit(max)
            .forUpdate()
            .skipLocked(),
        )
        .updateTable('files as f')
        .from('due')
        .set({ text_tries: sql<number>`f.text_tries + 1`, text_until: until })
        .whereRef('f.team_id', '=', 'due.team_id')
        .whereRef('f.hash', '=', 'due.hash')
        .returning(['f.team_id', 'f.hash', 'f.object', 'f.text_tries']),
    ),
  /** It was not read, and that was not its fault. */
  async putBack(tx: Tx, { team_id, hash }: UnreadFile, until: string): Promise<void> {
    const begun = sqlFor.updateTable('files').set({ text_tries: sql<number>`text_tries - 1`, text_until: until })
    await tx.run(begun.where('team_id', '=', team_id).where('hash', '=', hash))
  },
  forget: (tx: Tx, { team, object }: FileObject) => tx.run(sqlFor.deleteFrom('file_objects').where('team_id', '=', team).where('object', '=', object)),
}

// SQL for evidence, the trees that were seen, and the keys that sign it; and nothing else.
import { sql } from 'kysely'
import type { StoredEvidence } from '../../shared/node/shown-evidence.ts'
import type { Envelope } from '../../shared/schema/work/evidence.ts'
import { sqlFor, type Tx } from '../db/database.ts'
import type { Tables } from '../db/tables.ts'

export type StoredKey = Omit<Tables['evidence_keys'], 'team_id'>

const columns = ['id', 'task_id', 'kind', 'criterion', 'text', 'envelope', 'by_kind', 'by_name', 'created_at', 'public_key'] as const
type Row = Pick<Tables['evidence'], (typeof columns)[number]>

const read = ({ envelope, by_kind, by_name, ...rest }: Row): StoredEvidence => ({
  ...rest,
  envelope: envelope as Envelope | null,
  by: { kind: by_kind, name: by_name },
})

const ofTeam = (team: string) => sqlFor.selectFrom('evidence').where('team_id', '=', team)

export const evidenceStore = {
  insert: (tx: Tx, team: string, { envelope, by, ...rest }: StoredEvidence, { principal, arrived }: { principal: string; arrived: number }): Promise<number> =>
    tx.run(
      sqlFor.insertInto('evidence').values({
        team_id: team,
        ...rest,
        envelope: envelope && JSON.stringify(envelope),
        by_kind: by.kind,
        by_name: by.name,
        principal,
        arrived,
        // Its task is locked: no other of the same task has the number.
        seq: sql<number>`(SELECT coalesce(max(e.seq), 0) + 1 FROM evidence e WHERE e.team_id = ${team}::uuid AND e.task_id = ${rest.task_id}::bigint)`,
      }),
    ),

  async byId(tx: Tx, team: string, id: string): Promise<StoredEvidence | undefined> {
    const row = await tx.first(ofTeam(team).select(columns).where('id', '=', id))
    return row && read(row)
  },

  /** Newest first. */
  async ofTask(tx: Tx, team: string, taskId: number, limit: number): Promise<StoredEvidence[]> {
    return (await tx.all(ofTeam(team).select(columns).where('task_id', '=', taskId).orderBy('seq', 'desc').limit(limit))).map(read)
  },

  async countOf(tx: Tx, team: string, taskId: number): Promise<number> {
    const row = await tx.first(
      ofTeam(team)
        .select((qb) => qb.fn.countAll<number>().as('n'))
        .where('task_id', '=', taskId),
    )
    return row?.n ?? 0
  },

  /** In the order in which they arrived, with the uids of their tasks. */
  async after(tx: Tx, team: string, after: number, limit: number): Promise<(StoredEvidence & { arrived: number; task_uid: string })[]> {
    const rows = sqlFor
      .selectFrom('evidence as e')
      .innerJoin('tasks as t', (join) => join.onRef('t.team_id', '=', 'e.team_id').onRef('t.id', '=', 'e.task_id'))
      .select(columns.map((column) => `e.${column}` as const))
      .select(['e.arrived', 't.uid as task_uid'])
      .where('e.team_id', '=', team)
      .where('e.arrived', '>', after)
      .orderBy('e.arrived')
      .limit(limit)
    return (await tx.all(rows)).map(({ arrived, task_uid, ...row }) => ({ ...read(row), arrived, task_uid }))
  },

  /** Keys of other services whose evidence is here, with when the first of it was recorded. */
  foreignKeys: (tx: Tx, team: string): Promise<{ public_key: string; created_at: string }[]> =>
    tx.all(
      ofTeam(team)
        .select(['public_key', sql<string>`min(created_at)`.as('created_at')])
        .where('public_key', 'is not', null)
        .groupBy('public_key')
        .orderBy('created_at'),
    ) as Promise<{ public_key: string; created_at: string }[]>,

  /** The id of a task that is there. */
  async taskOf(tx: Tx, team: string, uid: string): Promise<number | undefined> {
    return (await tx.first(sqlFor.selectFrom('tasks').select('id').where('team_id', '=', team).where('uid', '=', uid)))?.id
  },

  removeOfTask: (tx: Tx, team: string, taskId: number): Promise<number> =>
    tx.run(sqlFor.deleteFrom('evidence').where('team_id', '=', team).where('task_id', '=', taskId)),

  /** What was seen later already stays. */
  see: (tx: Tx, team: string, checkout: string, tree: string, seen_at: string): Promise<number> =>
    tx.run(
      sqlFor
        .insertInto('evidence_trees')
        .values({ team_id: team, checkout, tree, seen_at })
        .onConflict((conflict) => conflict.columns(['team_id', 'checkout']).doUpdateSet({ tree, seen_at }).where('evidence_trees.seen_at', '<=', seen_at)),
    ),

  treesOf: (tx: Tx, team: string, checkouts: readonly string[]): Promise<{ checkout: string; tree: string }[]> =>
    tx.all(
      sqlFor
        .selectFrom('evidence_trees')
        .select(['checkout', 'tree'])
        .where('team_id', '=', team)
        .where(sql<boolean>`checkout = any(${[...checkouts]}::text[])`),
    ),

  key: (tx: Tx, team: string): Promise<StoredKey | undefined> =>
    tx.first(
      sqlFor.selectFrom('evidence_keys').select(['key_id', 'public_key', 'sealed', 'created_at']).where('team_id', '=', team).orderBy('created_at').limit(1),
    ),

  keepKey: (tx: Tx, team: string, key: StoredKey): Promise<number> => tx.run(sqlFor.insertInto('evidence_keys').values({ team_id: team, ...key })),
}

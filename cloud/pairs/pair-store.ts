// SQL for what people said of pairs of tasks, and nothing else.
import { sql } from 'kysely'
import type { ActorKind } from '../../shared/schema/actor.ts'
import type { SyncedPair } from '../../shared/schema/cloud/synced-pair.ts'
import { sqlFor, type Tx } from '../db/database.ts'

interface Row extends Omit<SyncedPair, 'decided_by'> {
  decided_by_kind: ActorKind
  decided_by_name: string
}

const columns = ['uid', 'state', 'version', 'decided_by_kind', 'decided_by_name', 'decided_at'] as const

const pairOf = ({ decided_by_kind: kind, decided_by_name: name, ...rest }: Row): SyncedPair => ({ ...rest, decided_by: { kind, name } })

const isThere = (side: 'a_uid' | 'b_uid') => sql<boolean>`EXISTS (SELECT 1 FROM tasks t WHERE t.team_id = p.team_id AND t.uid = p.${sql.ref(side)})`

export const pairStore = {
  /** Keeps others from judging it until the commit, behind the team's lock. */
  async get(tx: Tx, teamId: string, uid: string): Promise<SyncedPair | undefined> {
    const row = await tx.first(sqlFor.selectFrom('judged_pairs').select(columns).where('team_id', '=', teamId).where('uid', '=', uid))
    return row && pairOf(row)
  },

  /** Of tasks that are there. */
  async all(tx: Tx, teamId: string): Promise<SyncedPair[]> {
    const rows = sqlFor.selectFrom('judged_pairs as p').select(columns).where('p.team_id', '=', teamId).where(isThere('a_uid')).where(isThere('b_uid'))
    return (await tx.all(rows.orderBy('decided_at').orderBy('uid'))).map((row) => pairOf(row))
  },

  put(tx: Tx, team_id: string, [a_uid, b_uid]: [string, string], { decided_by, ...pair }: SyncedPair) {
    const said = { state: pair.state, version: pair.version, decided_by_kind: decided_by.kind, decided_by_name: decided_by.name, decided_at: pair.decided_at }
    return tx.run(
      sqlFor
        .insertInto('judged_pairs')
        .values({ team_id, uid: pair.uid, a_uid, b_uid, ...said })
        .onConflict((conflict) => conflict.columns(['team_id', 'uid']).doUpdateSet(said)),
    )
  },

  count: async (tx: Tx, teamId: string): Promise<number> =>
    Number(
      (
        await tx.first(
          sqlFor
            .selectFrom('judged_pairs')
            .select((row) => row.fn.countAll().as('n'))
            .where('team_id', '=', teamId),
        )
      )?.n ?? 0,
    ),

  /** How many of these tasks are there. */
  countTasks: async (tx: Tx, teamId: string, uids: readonly string[]): Promise<number> =>
    Number(
      (
        await tx.first(
          sqlFor
            .selectFrom('tasks')
            .select((row) => row.fn.countAll().as('n'))
            .where('team_id', '=', teamId)
            .where(sql<boolean>`uid = any(${[...uids]}::uuid[])`),
        )
      )?.n ?? 0,
    ),
}

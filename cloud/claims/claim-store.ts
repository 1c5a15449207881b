// SQL for claims, and nothing else. What holds is asked of the database's own clock.
import { type RawBuilder, sql } from 'kysely'
import type { Finished } from '../../shared/domain/work/finishing.ts'
import type { HeldClaim } from '../../shared/domain/work/holding.ts'
import type { Status } from '../../shared/schema/task.ts'
import { sqlFor, type Tx } from '../db/database.ts'
import { prepared } from '../db/prepared.ts'
import type { Tables } from '../db/tables.ts'

export interface StoredClaim extends HeldClaim {
  /** The login that it was made with. */
  principal: string
  /** The event with which the work began, and the status before it. Null where claiming changed none. */
  entry: number | null
  began_from: Status | null
}

type Row = Omit<Tables['claims'], 'team_id'>

const columns = [
  'task_id',
  'holder_kind',
  'holder_name',
  'principal',
  'run',
  'worker',
  'key',
  'ttl_ms',
  'claimed_at',
  'expires_at',
  'entry',
  'began_from',
] as const

/** What a row of `claims` is worth right now. */
export const isLive = sql<boolean>`expires_at > now()`

const ends = (ttlMs: number | RawBuilder<number>): RawBuilder<string> => sql<string>`now() + ${ttlMs}::bigint * interval '1 millisecond'`

function read({ holder_kind: kind, holder_name: name, ...rest }: Row): StoredClaim {
  return { ...rest, holder: { kind, name } }
}

const ofTeam = (team: string) => sqlFor.selectFrom('claims').select(columns).where('team_id', '=', team)

const begin = prepared<Omit<Row, 'entry' | 'expires_at'> & { team_id: string }>()((value) =>
  sqlFor.insertInto('claims').values((row) => ({
    team_id: value('team_id'),
    task_id: value('task_id'),
    holder_kind: value('holder_kind'),
    holder_name: value('holder_name'),
    principal: value('principal'),
    run: value('run'),
    worker: value('worker'),
    key: value('key'),
    ttl_ms: value('ttl_ms'),
    claimed_at: value('claimed_at'),
    expires_at: ends(value('ttl_ms')),
    entry: row.selectFrom('team_counters').select('events').where('team_id', '=', value('team_id')),
    began_from: value('began_from'),
  })),
)

/** Whether a write failed because somebody else was given the task between the choice of it and its lock. */
export const isHeldMeanwhile = (error: unknown): boolean => (error as { constraint?: string }).constraint === 'claims_pkey'

export const claimStore = {
  /** The newest first. */
  async all(tx: Tx, team: string): Promise<StoredClaim[]> {
    const rows = await tx.all(ofTeam(team).where(isLive).orderBy('claimed_at', 'desc').orderBy('task_id', 'desc'))
    return rows.map(read)
  },

  /** The one that holds right now. */
  async byTask(tx: Tx, team: string, taskId: number): Promise<StoredClaim | undefined> {
    const row = await tx.first(ofTeam(team).where('task_id', '=', taskId).where(isLive))
    return row && read(row)
  },

  /** Also one that has run out. */
  async anyByTask(tx: Tx, team: string, taskId: number): Promise<(StoredClaim & { live: boolean }) | undefined> {
    const row = await tx.first(ofTeam(team).select(isLive.as('live')).where('task_id', '=', taskId))
    if (!row) return undefined
    const { live, ...rest } = row
    return { ...read(rest), live }
  },

  /** Those of a run, and the one with that key; the oldest first. */
  async mine(tx: Tx, team: string, run: string | undefined, key: string | undefined): Promise<StoredClaim[]> {
    if (run === undefined && key === undefined) return []
    const own = key === undefined ? sql<boolean>`run = ${run}` : sql<boolean>`(run = ${run ?? null}::text OR key = ${key}::text)`
    return (await tx.all(ofTeam(team).where(isLive).where(own).orderBy('claimed_at').orderBy('task_id'))).map(read)
  },

  ended: (tx: Tx, team: string): Promise<{ task_id: number }[]> =>
    tx.all(sqlFor.selectFrom('claims').select('task_id').where('team_id', '=', team).where(sql<boolean>`expires_at <= now()`)),

  /** Across teams, as the courier; the longest over first. */
  endedAnywhere: (tx: Tx, limit: number): Promise<{ team_id: string; task_id: number }[]> =>
    tx.all(sqlFor.selectFrom('claims').select(['team_id', 'task_id']).where(sql<boolean>`expires_at <= now()`).orderBy('expires_at').limit(limit)),

  /** Returns it with its moments, which are the database's. Whoever puts one has its task locked. */
  async put(tx: Tx, team: string, { holder, claimed_at: _claimed, expires_at: _expires, ...rest }: StoredClaim, isNew: boolean): Promise<StoredClaim> {
    const row = { ...rest, holder_kind: holder.kind, holder_name: holder.name, expires_at: ends(rest.ttl_ms) as never }
    const stored = await tx.first(
      sqlFor
        .insertInto('claims')
        .values({ team_id: team, ...row, claimed_at: sql<string>`now()` })
        .onConflict((conflict) => conflict.columns(['team_id', 'task_id']).doUpdateSet({ ...row, ...(isNew ? { claimed_at: sql<string>`now()` } : {}) }))
        .returning(columns),
    )
    return read(stored as Row)
  },

  /**
   * A new one, begun with the event that was recorded last, in a transaction whose moment is its `claimed_at`. Where the task has one already it fails:
   * see isHeldMeanwhile.
   */
  begin: (tx: Tx, team: string, { holder, expires_at: _expires, ...rest }: Omit<StoredClaim, 'entry'>): Promise<number> =>
    tx.run(begin({ ...rest, team_id: team, holder_kind: holder.kind, holder_name: holder.name })),

  /** A sign of life: those of a run begin anew, unless they have just done so. */
  touch: (tx: Tx, team: string, run: string): Promise<number> =>
    tx.run(
      sqlFor
        .updateTable('claims')
        .set({ expires_at: ends(sql<number>`ttl_ms`) })
        .where('team_id', '=', team)
        .where('run', '=', run)
        .where(isLive)
        .where(sql<boolean>`expires_at < ${ends(sql<number>`ttl_ms * 9 / 10`)}`),
    ),

  /** What a login holds ends now. */
  endOf: (tx: Tx, team: string, principal: string): Promise<number> =>
    tx.run(sqlFor.updateTable('claims').set({ expires_at: sql<string>`now()` }).where('team_id', '=', team).where('principal', '=', principal).where(isLive)),

  remove: (tx: Tx, team: string, taskId: number): Promise<number> =>
    tx.run(sqlFor.deleteFrom('claims').where('team_id', '=', team).where('task_id', '=', taskId)),

  /** The status was written again after this event. */
  async isSetSince(tx: Tx, team: string, taskId: number, entry: number): Promise<boolean> {
    const events = sqlFor.selectFrom('event_queue').select('seq').where('team_id', '=', team).where('task_id', '=', taskId).where('seq', '>', entry)
    return (await tx.first(events.where('entity', '=', 'task').where(sql<boolean>`jsonb_exists(after, 'status')`).limit(1))) !== undefined
  },

  finished: (tx: Tx, team: string, taskId: number): Promise<Finished | undefined> =>
    tx.first(sqlFor.selectFrom('finished_claims').select(['key', 'digest', 'finisher']).where('team_id', '=', team).where('task_id', '=', taskId)),

  finish: (tx: Tx, team: string, taskId: number, finished: Finished): Promise<number> =>
    tx.run(
      sqlFor
        .insertInto('finished_claims')
        .values({ team_id: team, task_id: taskId, ...finished })
        .onConflict((conflict) => conflict.columns(['team_id', 'task_id']).doUpdateSet({ ...finished })),
    ),

  forget: (tx: Tx, team: string, taskId: number): Promise<number> =>
    tx.run(sqlFor.deleteFrom('finished_claims').where('team_id', '=', team).where('task_id', '=', taskId)),
}

// SQL for taking events of the list back, and nothing else.
import { sql } from 'kysely'
import { broughtEnding } from '../../shared/domain/agents/brought-by.ts'
import { columns } from '../db/columns.ts'
import { sqlFor, type Tx } from '../db/database.ts'
import { entryColumns, type EntryRow, listEntities } from './entries.ts'
import type { Kind } from './event-statements.ts'

/** What one writer did between two positions. `run` undefined: in all its runs; `kind` undefined: of any. */
export interface Stretch {
  name: string
  kind: string | undefined
  run: string | null | undefined
  from: number
  to: number
}

type Texts = Pick<EntryRow, 'texts'>

const ofTeam = (team: string) => sqlFor.selectFrom('event_queue').where('team_id', '=', team)
const entries = (team: string) => ofTeam(team).where('entity', 'in', listEntities)

/** What still counts: neither undone nor an undo, and nobody's firing of a reminder. */
const counts = sql<boolean>`actor_kind <> 'system' AND undo_of IS NULL AND undone_by IS NULL`

function ofWriter(team: string, { name, kind, run, from, to }: Stretch) {
  // An agent that takes in a message writes in its sender's name, which says so.
  const isBrought = sql<boolean>`(${kind === undefined || kind === 'agent'}::boolean AND actor_kind = 'email' AND right(actor_name, ${broughtEnding(name).length}::int) = ${broughtEnding(name)})`
  const isNamed = sql<boolean>`((actor_name = ${name} AND (${kind ?? null}::text IS NULL OR actor_kind = ${kind ?? null})) OR ${isBrought})`
  const named = entries(team).where('seq', '>=', from).where('seq', '<=', to).where(counts).where('cause', 'is', null).where(isNamed)
  return run === undefined ? named : named.where(sql<boolean>`run IS NOT DISTINCT FROM ${run}`)
}

export const undoStore = {
  /** In no order. */
  some: (tx: Tx, team: string, seqs: readonly number[]): Promise<EntryRow[]> =>
    tx.all(
      entries(team)
        .where(sql<boolean>`seq = any(${[...seqs]}::bigint[])`)
        .select(entryColumns)
        .$narrowType<Texts>(),
    ),

  /** Newest first. */
  ofWriter: (tx: Tx, team: string, stretch: Stretch, limit: number): Promise<EntryRow[]> =>
    tx.all(ofWriter(team, stretch).select(entryColumns).$narrowType<Texts>().orderBy('seq', 'desc').limit(limit)),

  countOfWriter: async (tx: Tx, team: string, stretch: Stretch): Promise<number> =>
    Number((await tx.first(ofWriter(team, stretch).select((row) => row.fn.countAll().as('n'))))?.n ?? 0),

  /** Who wrote under the name. */
  writersOf: (tx: Tx, team: string, stretch: Stretch): Promise<{ kind: string; name: string; run: string | null }[]> =>
    tx.all(
      ofWriter(team, stretch)
        .select([sql<string>`CASE WHEN actor_name = ${stretch.name} THEN actor_kind ELSE 'agent' END`.as('kind')])
        .select([sql<string>`${stretch.name}::text`.as('name'), 'run'])
        .distinct()
        .limit(20),
    ),

  /** The first position at a moment or later. */
  since: async (tx: Tx, team: string, moment: string): Promise<number> =>
    ((await tx.first(ofTeam(team).where('created_at', '<', moment).select('seq').orderBy('seq', 'desc').limit(1)))?.seq ?? 0) + 1,

  /** The last position at a moment or earlier. */
  until: async (tx: Tx, team: string, moment: string): Promise<number> =>
    (await tx.first(ofTeam(team).where('created_at', '<=', moment).select('seq').orderBy('seq', 'desc').limit(1)))?.seq ?? 0,

  lastDeleteOf: (tx: Tx, team: string, entity: string, id: number): Promise<EntryRow | undefined> =>
    tx.first(
      ofTeam(team)
        .where('kind', '=', `${entity}.deleted`)
        .where('entity_id', '=', String(id))
        .select(entryColumns)
        .$narrowType<Texts>()
        .orderBy('seq', 'desc')
        .limit(1),
    ),

  /** What an event brought about, in its order: all of it is about one task. */
  causedBy: (tx: Tx, team: string, { seq, task_id }: Pick<EntryRow, 'seq' | 'task_id'>): Promise<EntryRow[]> =>
    tx.all(
      entries(team)
        .where(sql<boolean>`task_id IS NOT DISTINCT FROM ${task_id}`)
        .where('seq', '>', seq)
        .where('cause', '=', seq)
        .select(entryColumns)
        .$narrowType<Texts>()
        .orderBy('seq'),
    ),

  /** Later writes that still count, oldest first. Of a task with all that hangs on it. */
  laterThan(tx: Tx, team: string, { entity, entity_id, task_id, seq }: Pick<EntryRow, 'entity' | 'entity_id' | 'task_id' | 'seq'>): Promise<EntryRow[]> {
    const later = entries(team).where('seq', '>', seq).where(counts)
    const about = task_id === null ? later : later.where('task_id', '=', task_id)
    return tx.all(
      (entity === 'task' ? about : about.where('entity', '=', entity).where('entity_id', '=', entity_id))
        .select(entryColumns)
        .$narrowType<Texts>()
        .orderBy('seq'),
    )
  },

  mark: (tx: Tx, team: string, seq: number, undone_by: number | null) =>
    tx.run(sqlFor.updateTable('event_queue').set({ undone_by }).where('team_id', '=', team).where('seq', '=', seq)),

  /** Keeps rows from being changed until the commit, in one order. */
  async hold(tx: Tx, team: string, kind: 'tasks' | 'contacts' | 'lists', ids: readonly number[]): Promise<void> {
    if (ids.length === 0) return
    await tx.run(
      sqlFor
        .selectFrom(kind)
        .select('id')
        .where('team_id', '=', team)
        .where(sql<boolean>`id = any(${[...ids]}::bigint[])`)
        .orderBy('id')
        .forUpdate(),
    )
  },

  /** A row as its table has it. */
  row: (tx: Tx, team: string, kind: Kind, id: number): Promise<Record<string, unknown> | undefined> =>
    tx.first(
      sqlFor
        .selectFrom(kind)
        .select(columns[kind] as readonly 'id'[])
        .where('team_id', '=', team)
        .where('id', '=', id),
    ),

  /** The id of the row with that uid. */
  idOfUid: async (tx: Tx, team: string, kind: Kind, uid: string): Promise<number | undefined> =>
    (await tx.first(sqlFor.selectFrom(kind).select('id').where('team_id', '=', team).where('uid', '=', uid)))?.id,

  /** With the id that it had. */
  insert: (tx: Tx, team: string, kind: Kind, row: Record<string, unknown>) => tx.run(sqlFor.insertInto(kind).values({ ...row, team_id: team } as never)),
}

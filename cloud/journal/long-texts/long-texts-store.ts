// SQL for the long texts of history, and nothing else.
import { sql } from 'kysely'
import type { EntryTexts } from '../../../shared/domain/history/entry-texts.ts'
import type { Row } from '../../../shared/domain/history/difference.ts'
import { sqlFor, type Tx } from '../../db/database.ts'
import { prepared } from '../../db/prepared.ts'

export interface TextRow {
  seq: number
  before: Row | null
  after: Row | null
  texts: EntryTexts | null
}

export interface LongRow {
  seq: number
  task_id: number | null
  entity: string
  entity_id: string
  before: Row | null
  after: Row | null
}

/** Those events, and all that their texts are put together from. */
const chain = prepared<{ team: string; seqs: number[] }>()((value) => ({
  compile: () =>
    sql<TextRow>`WITH RECURSIVE steps (seq, texts) AS (
      SELECT seq, texts FROM event_queue WHERE team_id = ${value('team')} AND seq = any(${value('seqs')}::bigint[])
      UNION
      SELECT e.seq, e.texts FROM steps s CROSS JOIN LATERAL jsonb_each(s.texts) k
        JOIN event_queue e ON e.team_id = ${value('team')} AND e.seq = (k.value ->> 'base')::bigint
        WHERE jsonb_exists(k.value, 'edits')
    ) SELECT seq, before, after, texts FROM event_queue WHERE team_id = ${value('team')} AND seq IN (SELECT seq FROM steps)`.compile(sqlFor),
}))

export const longTextsStore = {
  chain: (tx: Tx, team: string, seqs: number[]): Promise<TextRow[]> => tx.all(chain({ team, seqs })),

  /** As the courier: teams with events before a moment whose texts were not looked at yet, after one of them in the order of their ids. */
  teams: async (tx: Tx, before: string, after: string, limit: number): Promise<string[]> =>
    (
      await tx.all(
        sqlFor
          .selectFrom('event_queue')
          .select('team_id')
          .distinct()
          .where('is_long', '=', true)
          .where('created_at', '<', before)
          .where('team_id', '>', after)
          .orderBy('team_id')
          .limit(limit),
      )
    ).map(({ team_id }) => team_id),

  /** The first of them in a team. Nobody else changes them until the commit; those that somebody has are passed over. */
  next: (tx: Tx, team: string, before: string, limit: number): Promise<LongRow[]> =>
    tx.all(
      sqlFor
        .selectFrom('event_queue')
        .select(['seq', 'task_id', 'entity', 'entity_id', 'before', 'after'])
        .where('team_id', '=', team)
        .where('is_long', '=', true)
        .where('created_at', '<', before)
        .orderBy('seq')
        .limit(limit)
        .forUpdate()
        .skipLocked(),
    ) as Promise<LongRow[]>,

  /** The event with which a field of the same thing was written last before this one. */
  writtenBefore: async (tx: Tx, team: string, { seq, task_id, entity, entity_id }: LongRow, field: string): Promise<number | undefined> =>
    (
      await tx.first(
        sqlFor
          .selectFrom('event_queue')
          .select('seq')
          .where('team_id', '=', team)
          .where('task_id', '=', task_id)
          .where('seq', '<', seq)
          .where('entity', '=', entity)
          .where('entity_id', '=', entity_id)
          .where('kind', 'in', [`${entity}.created`, `${entity}.updated`])
          .where(sql<boolean>`jsonb_exists(after, ${field})`)
          .orderBy('seq', 'desc')
          .limit(1),
      )
    )?.seq,

  /** Shortened ones in which a text was or became so long, in UTF-16 units. */
  ofLength: (tx: Tx, team: string, first: number, end: number, length: number): Promise<TextRow[]> =>
    tx.all(
      sqlFor
        .selectFrom('event_queue')
        .select(['seq', 'before', 'after', 'texts'])
        .where('team_id', '=', team)
        .where('seq', '>=', first)
        .where('seq', '<', end)
        .where(
          sql<boolean>`jsonb_path_exists(texts, '$.*.change ? (@.before == $length || @.after == $length)', jsonb_build_object('length', ${length}::int))`,
        ),
    ) as Promise<TextRow[]>,

  keep: (tx: Tx, team: string, { seq, before, after, texts }: TextRow): Promise<number> =>
    tx.run(
      sqlFor
        .updateTable('event_queue')
        .set({ before: JSON.stringify(before), after: JSON.stringify(after), texts: texts && JSON.stringify(texts), is_long: false })
        .where('team_id', '=', team)
        .where('seq', '=', seq),
    ),

  /** There is nothing to keep otherwise. */
  pass: (tx: Tx, team: string, seq: number): Promise<number> =>
    tx.run(sqlFor.updateTable('event_queue').set({ is_long: false }).where('team_id', '=', team).where('seq', '=', seq)),
}

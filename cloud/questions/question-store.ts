// SQL for questions, and nothing else. One is open only while its task is there: a task that comes back (by its uid) brings its questions.
import { sql } from 'kysely'
import type { Actor } from '../../shared/schema/actor.ts'
import type { Question, QuestionState } from '../../shared/schema/work/question.ts'
import { sqlFor, type Tx } from '../db/database.ts'
import type { Tables } from '../db/tables.ts'

export interface StoredQuestion extends Question {
  task_uid: string
  /** The comment that keeps the answer. */
  comment_uid: string | null
  /** Counts its changes. */
  version: number
}

export interface NewRow {
  uid: string
  task_id: number
  task_uid: string
  asked_by: Actor
  /** The login that asked: two of them may give the same name. */
  principal: string
  run: string | null
  question: string
  options: string[]
  created_at: string
}

type Row = Pick<Tables['questions'], (typeof columns)[number]> & { current_id: number | null }

const columns = [
  ...(['id', 'uid', 'task_id', 'task_uid', 'asker_kind', 'asker_name', 'question', 'options', 'state', 'answer', 'comment_uid', 'entry'] as const),
  ...(['created_at', 'decided_at', 'decided_by_kind', 'decided_by_name', 'version'] as const),
]
const maxListed = 200

function read({ current_id, asker_kind, asker_name, decided_by_kind, decided_by_name, state, task_id, ...rest }: Row): StoredQuestion {
  return {
    ...rest,
    // A task that was brought back has another number.
    task_id: current_id ?? task_id,
    state: state === 'open' && current_id === null ? 'withdrawn' : state,
    asked_by: { kind: asker_kind, name: asker_name },
    decided_by: decided_by_kind === null ? null : { kind: decided_by_kind, name: decided_by_name ?? '' },
  }
}

const ofTeam = (team: string) =>
  sqlFor
    .selectFrom('questions as q')
    .leftJoin('tasks as t', (join) => join.onRef('t.team_id', '=', 'q.team_id').onRef('t.uid', '=', 'q.task_uid'))
    .select(columns.map((column) => `q.${column}` as const))
    .select('t.id as current_id')
    .where('q.team_id', '=', team)

const isThere = sql<boolean>`t.id IS NOT NULL`

/** Of one login, by the name that it gives itself. */
const isAsker = ({ asked_by, principal }: Pick<NewRow, 'asked_by' | 'principal'>) =>
  sql<boolean>`q.asker_kind = ${asked_by.kind} AND q.asker_name = ${asked_by.name} AND q.principal = ${principal}`

export const questionStore = {
  async byId(tx: Tx, team: string, id: number): Promise<StoredQuestion | undefined> {
    const row = await tx.first(ofTeam(team).where('q.id', '=', id))
    return row && read(row)
  },

  /** Keeps others from changing it until the commit. */
  async byIdForUpdate(tx: Tx, team: string, id: number): Promise<StoredQuestion | undefined> {
    const row = await tx.first(ofTeam(team).where('q.id', '=', id).forUpdate('q'))
    return row && read(row)
  },

  async byUidForUpdate(tx: Tx, team: string, uid: string): Promise<StoredQuestion | undefined> {
    const row = await tx.first(ofTeam(team).where('q.uid', '=', uid).forUpdate('q'))
    return row && read(row)
  },

  /** The id of a task that is there. */
  async taskOf(tx: Tx, team: string, uid: string): Promise<number | undefined> {
    return (await tx.first(sqlFor.selectFrom('tasks').select('id').where('team_id', '=', team).where('uid', '=', uid)))?.id
  },

  /** The open ones, and the newest that were decided since then. */
  async lately(tx: Tx, team: string, since: string): Promise<StoredQuestion[]> {
    const newest = sql`SELECT id FROM questions WHERE team_id = ${team} AND state <> 'open' AND decided_at >= ${since} ORDER BY decided_at DESC, id DESC LIMIT ${maxListed}::int`
    return (await tx.all(ofTeam(team).where(sql<boolean>`(q.state = 'open' OR q.id IN (${newest}))`).orderBy('q.id'))).map(read)
  },

  /** The open ones and the newest others, oldest first. */
  async ofTask(tx: Tx, team: string, taskUid: string): Promise<StoredQuestion[]> {
    const newestLast = ofTeam(team).where('q.task_uid', '=', taskUid).orderBy(sql`q.state = 'open'`, 'desc').orderBy('q.id', 'desc').limit(maxListed)
    return (await tx.all(newestLast)).map(read).toSorted((a, b) => a.id - b.id)
  },

  /** How many of the team's wait for an answer. */
  async openOfTeam(tx: Tx, team: string): Promise<number> {
    const open = sqlFor.selectFrom('questions').select(sql<number>`count(*)::int`.as('n')).where('team_id', '=', team).where('state', '=', 'open')
    return (await tx.first(open))?.n ?? 0
  },

  /** The open ones oldest first, others newest first. */
  async list(tx: Tx, team: string, state: QuestionState): Promise<StoredQuestion[]> {
    const all = ofTeam(team)
    const newest = { answered: 'q.decided_at', dismissed: 'q.decided_at', withdrawn: 'q.id', open: 'q.id' } as const
    const rows =
      state === 'open'
        ? all.where('q.state', '=', 'open').where(isThere).orderBy('q.id')
        : (state === 'withdrawn' ? all.where('q.state', '=', 'open').where(sql<boolean>`NOT ${isThere}`) : all.where('q.state', '=', state))
            .orderBy(newest[state], 'desc')
            .orderBy('q.id', 'desc')
            .limit(maxListed)
    return (await tx.all(rows)).map(read)
  },

  /** The newest in just these words, of this run about this task. */
  async same(tx: Tx, team: string, row: NewRow): Promise<StoredQuestion | undefined> {
    const known = await tx.first(
      ofTeam(team)
        .where('q.task_uid', '=', row.task_uid)
        .where(isAsker(row))
        .where(sql<boolean>`q.run IS NOT DISTINCT FROM ${row.run}::text AND q.question = ${row.question} AND q.options = ${row.options}::text[]`)
        .orderBy('q.id', 'desc')
        .limit(1),
    )
    return known && read(known)
  },

  async openCounts(tx: Tx, team: string, row: NewRow): Promise<{ ofTask: number; ofAsker: number }> {
    const open = sqlFor
      .selectFrom('questions as q')
      .innerJoin('tasks as t', (join) => join.onRef('t.team_id', '=', 'q.team_id').onRef('t.uid', '=', 'q.task_uid'))
      .select([
        sql<number>`(count(*) FILTER (WHERE q.task_uid = ${row.task_uid}::uuid))::int`.as('ofTask'),
        sql<number>`(count(*) FILTER (WHERE ${isAsker(row)}))::int`.as('ofAsker'),
      ])
      .where('q.team_id', '=', team)
      .where('q.state', '=', 'open')
    return (await tx.first(open)) ?? { ofTask: 0, ofAsker: 0 }
  },

  /** Which of them still wait for an answer. */
  async stillOpen(tx: Tx, team: string, ids: readonly number[]): Promise<number[]> {
    const rows = await tx.all(
      ofTeam(team)
        .where('q.state', '=', 'open')
        .where(isThere)
        .where(sql<boolean>`q.id = any(${[...ids]}::bigint[])`),
    )
    return rows.map(({ id }) => id)
  },

  /** How many of these tasks are open, by the id of the task. */
  async openByTask(tx: Tx, team: string, taskUids: readonly string[]): Promise<Map<number, number>> {
    const rows = await tx.all(
      sqlFor
        .selectFrom('questions as q')
        .innerJoin('tasks as t', (join) => join.onRef('t.team_id', '=', 'q.team_id').onRef('t.uid', '=', 'q.task_uid'))
        .select(['t.id', sql<number>`count(*)::int`.as('n')])
        .where('q.team_id', '=', team)
        .where('q.state', '=', 'open')
        .where(sql<boolean>`q.task_uid = any(${[...taskUids]}::uuid[])`)
        .groupBy('t.id'),
    )
    return new Map(rows.map(({ id, n }) => [id, n]))
  },

  /** Returns its id. */
  async insert(tx: Tx, team: string, { asked_by, ...row }: NewRow): Promise<number> {
    const counter = await tx.first(
      sqlFor.updateTable('team_counters').set({ questions: sql<number>`questions + 1` }).where('team_id', '=', team).returning('questions'),
    )
    const id = Number(counter?.questions)
    await tx.run(
      sqlFor.insertInto('questions').values({ team_id: team, id, ...row, asker_kind: asked_by.kind, asker_name: asked_by.name, state: 'open', version: 1 }),
    )
    return id
  },

  decide: (tx: Tx, team: string, { id, state, answer, comment_uid, entry, decided_at, decided_by, version }: StoredQuestion) =>
    tx.run(
      sqlFor
        .updateTable('questions')
        .set({ version, state, answer, comment_uid, entry, decided_at, decided_by_kind: decided_by?.kind ?? null, decided_by_name: decided_by?.name ?? null })
        .where('team_id', '=', team)
        .where('id', '=', id),
    ),

  /** The comment that keeps an answer, if it is still there. */
  async answerComment(tx: Tx, team: string, uid: string): Promise<{ id: number; version: number } | undefined> {
    return tx.first(sqlFor.selectFrom('comments').select(['id', 'version']).where('team_id', '=', team).where('uid', '=', uid))
  },

  /** The event with which a comment was made. */
  async entryOf(tx: Tx, team: string, comment: { id: number; task_id: number }): Promise<number | null> {
    const row = await tx.first(
      sqlFor
        .selectFrom('event_queue')
        .select('seq')
        .where('team_id', '=', team)
        .where('task_id', '=', comment.task_id)
        .where('kind', '=', 'comment.created')
        .where('entity_id', '=', String(comment.id))
        .orderBy('seq', 'desc')
        .limit(1),
    )
    return row?.seq ?? null
  },
}

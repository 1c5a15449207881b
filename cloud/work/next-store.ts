// SQL for choosing the next task, and nothing else. The order is that of compareNext (shared/domain/tasks/choose-next.ts); what is being given to
// somebody else at this moment is passed over.
import { type Compilable, sql } from 'kysely'
import type { Candidate, CountOf } from '../../shared/domain/tasks/choose-next.ts'
import { spelledAs } from '../../shared/domain/search/plain-words.ts'
import type { Task } from '../../shared/schema/task.ts'
import { columns } from '../db/columns.ts'
import { sqlFor, type Tx } from '../db/database.ts'
import { holdsTask, isClaimed, waitsForPerson, waitsForTasks } from '../db/what-tasks-wait-for.ts'

/** What another task builds on, with its last comment. */
export interface BuiltOn extends Pick<Task, 'id' | 'title' | 'uid'> {
  last: string | null
}

/** What is asked for: with any of these labels. */
export interface Wanted {
  labels: readonly string[]
}

// As the index `tasks_next` has it, word for word: else PostgreSQL would not use it.
const isOpen = sql<boolean>`tasks.status IN ('backlog', 'todo')`
const order = sql`CASE priority WHEN 'high' THEN 0 WHEN 'medium' THEN 1 ELSE 2 END, (due IS NULL), due, created_at, id`

const fields = ['id', 'assignee', 'priority', 'due', 'created_at', 'labels'] as const

export type Taken = Candidate & { asked: boolean; claimed: boolean }

const hasAny = (labels: readonly string[]) => sql<boolean>`labels && ${labels.flatMap(spelledAs)}::text[]`

function open(team: string, { labels }: Pick<Wanted, 'labels'>) {
  const query = sqlFor.selectFrom('tasks').where('team_id', '=', team).where(isOpen)
  return labels.length === 0 ? query : query.where(hasAny(labels))
}

const counted = (query: ReturnType<typeof open>): Compilable<CountOf> =>
  query
    .select(['assignee', sql<number>`count(*)::int`.as('n')])
    .groupBy('assignee')
    .$castTo<CountOf>()

export const nextStore = {
  /** The first that is ready, of those that are assigned so; null: to nobody. Keeps others from it until the commit. With the transaction's moment. */
  async first(tx: Tx, team: string, assignees: readonly string[] | null, wanted: Wanted, inPassing: boolean): Promise<{ task: Task; at: string } | undefined> {
    const query = open(team, wanted)
      .select(columns.tasks)
      .select(sql<string>`now()`.as('at'))
      .where(assignees === null ? sql<boolean>`assignee IS NULL` : sql<boolean>`assignee = any(${[...assignees]}::text[])`)
      .where(sql<boolean>`NOT ${isClaimed}`)
      .where(sql<boolean>`NOT ${waitsForTasks}`)
      .where(sql<boolean>`NOT ${waitsForPerson}`)
      .orderBy(order as never)
      .limit(1)
      .forUpdate('tasks')
    const row = await tx.first(inPassing ? query.skipLocked() : query)
    if (!row) return undefined
    const { at, ...task } = row
    return { task, at }
  },

  /** Whether somebody might be given one. */
  async isAnyReady(tx: Tx, team: string): Promise<boolean> {
    const query = open(team, { labels: [] }).select('id').where(sql<boolean>`NOT ${isClaimed} AND NOT ${waitsForTasks} AND NOT ${waitsForPerson}`)
    return (await tx.first(query.limit(1))) !== undefined
  },

  /** Of those that are asked for: how many there are for each assignee. */
  all: (tx: Tx, team: string, wanted: Wanted): Promise<CountOf[]> => tx.all(counted(open(team, wanted))),
  /** The same of all that are assigned. */
  assigned: (tx: Tx, team: string): Promise<CountOf[]> => tx.all(counted(open(team, { labels: [] }).where('assignee', 'is not', null))),

  /** How many of them wait for other tasks. */
  blocked: (tx: Tx, team: string, wanted: Wanted): Promise<CountOf[]> =>
    tx.all(
      counted(
        open(team, wanted)
          .where(
            sql<boolean>`id = any(ARRAY(SELECT waiting.id FROM tasks waiting WHERE waiting.team_id = ${team}::uuid AND waiting.blocker_uids <> '{}'
              UNION SELECT whole.id FROM tasks part JOIN tasks whole ON whole.team_id = part.team_id AND whole.uid = part.parent_uid::uuid
                WHERE part.team_id = ${team}::uuid AND part.parent_uid IS NOT NULL))`,
          )
          .where(waitsForTasks),
      ),
    ),

  /** Those that somebody has claimed, or that wait for a person. */
  taken: (tx: Tx, team: string, wanted: Wanted): Promise<Taken[]> =>
    tx.all(
      open(team, wanted)
        .select([...fields, waitsForTasks.as('blocked'), waitsForPerson.as('asked'), isClaimed.as('claimed')])
        .where(
          sql<boolean>`id = any(ARRAY(SELECT task_id FROM claims WHERE team_id = ${team}::uuid AND expires_at > now()
            UNION SELECT t.id FROM questions q JOIN tasks t ON t.team_id = q.team_id AND t.uid = q.task_uid WHERE q.team_id = ${team}::uuid AND q.state = 'open'
            UNION SELECT t.id FROM proposals p JOIN tasks t ON t.team_id = p.team_id AND t.uid = p.about_uid WHERE p.team_id = ${team}::uuid AND ${holdsTask}))`,
        )
        .$castTo<Taken>(),
    ),

  /** How many others have under way, of those that are asked for. */
  async underway(tx: Tx, team: string, { labels }: Wanted, own: readonly number[]): Promise<number> {
    const query = sqlFor
      .selectFrom('claims')
      .innerJoin('tasks', (join) => join.onRef('tasks.team_id', '=', 'claims.team_id').onRef('tasks.id', '=', 'claims.task_id'))
      .select(sql<number>`count(*)::int`.as('n'))
      .where('claims.team_id', '=', team)
      .where(sql<boolean>`claims.expires_at > now() AND NOT ${isOpen} AND claims.task_id <> all(${[...own]}::bigint[])`)
    return (await tx.first(labels.length === 0 ? query : query.where(hasAny(labels))))?.n ?? 0
  },

  /** What a task builds on: the done ones that it waited for, and its parts, each with its last comment. */
  builtOn: (tx: Tx, team: string, { uid, blocker_uids }: Pick<Task, 'uid' | 'blocker_uids'>, limit: number): Promise<BuiltOn[]> =>
    tx.all(
      sqlFor
        .selectFrom('tasks')
        .select(['id', 'title', 'uid'])
        .select(
          sql<
            string | null
          >`(SELECT body FROM comments WHERE comments.team_id = tasks.team_id AND comments.task_id = tasks.id ORDER BY comments.id DESC LIMIT 1)`.as('last'),
        )
        .where('team_id', '=', team)
        .where('status', '=', 'done')
        .where(sql<boolean>`(uid = any(${blocker_uids}::uuid[]) OR parent_uid = ${uid})`)
        .orderBy(sql`array_position(${blocker_uids}::text[], uid::text)`)
        .orderBy('id')
        .limit(limit),
    ),
}

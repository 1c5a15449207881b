// SQL for what the index of a team follows: its events, and its tasks as they are now. Nothing else is read, and always as the team's own role.
import { sql } from 'kysely'
import type { Task } from '../../shared/schema/task.ts'
import { columns } from '../db/columns.ts'
import { sqlFor, type Tx } from '../db/database.ts'
import { prepared } from '../db/prepared.ts'
import type { CopiedComment, CopiedTask } from './list-change.ts'

export interface TouchedRow {
  seq: number
  entity: string
  task_id: number | null
  /** The task that a comment was moved away from. */
  moved: number | null
}

const copied = [
  ...(['id', 'uid', 'title', 'description', 'status', 'priority', 'labels', 'requesters', 'assignee', 'due', 'triage', 'dedupe_key'] as const),
  ...(['parent_uid', 'blocker_uids', 'created_at', 'updated_at'] as const),
]

const after = prepared<{ team: string; seq: number; limit: number }>()((value) =>
  sqlFor
    .selectFrom('event_queue')
    .select(['seq', 'entity', 'task_id', sql<number | null>`CASE WHEN entity = 'comment' THEN (before->>'task_id')::bigint END`.as('moved')])
    .where('team_id', '=', value('team'))
    .where('seq', '>', value('seq'))
    .orderBy('seq')
    .limit(value('limit')),
)
const head = prepared<{ team: string }>()((value) => sqlFor.selectFrom('team_counters').select('events').where('team_id', '=', value('team')))
const taskRows = () => sqlFor.selectFrom('tasks').select(copied)
const commentRows = () => sqlFor.selectFrom('comments').select(['id', 'task_id', 'body', 'created_at'])
const tasksNamed = prepared<{ team: string; ids: number[] }>()((value) =>
  taskRows()
    .where('team_id', '=', value('team'))
    .where('id', '=', sql<number>`any(${value('ids')}::bigint[])`),
)
const commentsOf = prepared<{ team: string; ids: number[] }>()((value) =>
  commentRows()
    .where('team_id', '=', value('team'))
    .where('task_id', '=', sql<number>`any(${value('ids')}::bigint[])`)
    .orderBy('id'),
)
const tasksAbove = prepared<{ team: string; above: number; limit: number }>()((value) =>
  taskRows().where('team_id', '=', value('team')).where('id', '>', value('above')).orderBy('id').limit(value('limit')),
)
const wholeTasks = prepared<{ team: string; ids: number[] }>()((value) =>
  sqlFor
    .selectFrom('tasks')
    .select(columns.tasks)
    .where('team_id', '=', value('team'))
    .where('id', '=', sql<number>`any(${value('ids')}::bigint[])`),
)
const asked = prepared<{ team: string }>()((value) =>
  sqlFor
    .selectFrom('questions as q')
    .innerJoin('tasks as t', (join) => join.onRef('t.team_id', '=', 'q.team_id').onRef('t.uid', '=', 'q.task_uid'))
    .select('t.id')
    .where('q.team_id', '=', value('team'))
    .where('q.state', '=', 'open'),
)
const claimed = prepared<{ team: string }>()((value) =>
  sqlFor.selectFrom('claims').select('task_id as id').where('team_id', '=', value('team')).where(sql<boolean>`expires_at > now()`),
)

export const teamListStore = {
  /** The number of its last event; undefined: there is no such team. */
  head: async (tx: Tx, team: string): Promise<number | undefined> => (await tx.first(head({ team })))?.events,

  after: (tx: Tx, team: string, seq: number, limit: number): Promise<TouchedRow[]> => tx.all(after({ team, seq, limit })),

  /** Those of them that are there. */
  tasks: (tx: Tx, team: string, ids: readonly number[]): Promise<CopiedTask[]> => tx.all(tasksNamed({ team, ids: [...ids] })),

  tasksAbove: (tx: Tx, team: string, above: number, limit: number): Promise<CopiedTask[]> => tx.all(tasksAbove({ team, above, limit })),

  comments: (tx: Tx, team: string, taskIds: readonly number[]): Promise<CopiedComment[]> => tx.all(commentsOf({ team, ids: [...taskIds] })),

  /** As they are answered; those of them that are there. */
  whole: (tx: Tx, team: string, ids: readonly number[]): Promise<Task[]> => tx.all(wholeTasks({ team, ids: [...ids] })),

  /** Tasks that wait for an answer. */
  asked: async (tx: Tx, team: string): Promise<number[]> => (await tx.all(asked({ team }))).map(({ id }) => id),

  /** Tasks that somebody works on. */
  claimed: async (tx: Tx, team: string): Promise<number[]> => (await tx.all(claimed({ team }))).map(({ id }) => id),
}

// SQL for tasks, and nothing else.
import { type Compilable, type CompiledQuery, sql } from 'kysely'
import { type DuePosition, notDue } from '../../shared/domain/tasks/due-order.ts'
import { isCounted } from '../../shared/domain/tasks/task-filter.ts'
import { spelledAs } from '../../shared/domain/search/plain-words.ts'
import type { WordField, WordInUse } from '../../shared/domain/tasks/words-in-use.ts'
import { type Priority, priorities, type Status, statuses, type Task, type TaskFilter } from '../../shared/schema/task.ts'
import { taskJson } from '../../shared/sync/synced-fields.ts'
import { columns } from '../db/columns.ts'
import { sqlFor, type Tx } from '../db/database.ts'
import { prepared } from '../db/prepared.ts'
import { waitsForPerson, waitsForTasks } from '../db/what-tasks-wait-for.ts'

/** Where a task is counted in team_counters.task_counts. */
export function countPosition(task: { status: Status; priority: Priority }): number {
  return priorities.length * statuses.indexOf(task.status) + priorities.indexOf(task.priority) + 1
}

/** A statement that the query builder has no words for. */
const asQuery = <R>(statement: { compile: (builder: typeof sqlFor) => CompiledQuery<R> }): Compilable<R> => ({ compile: () => statement.compile(sqlFor) })

/** As the index `tasks_by_due_order` has it, word for word: else PostgreSQL would not use it. */
const dueOrder = sql.raw<string>(`coalesce(due, '${notDue}')`)

const anyOf = (values: readonly string[]) => sql<boolean>`any(${values}::text[])`

function filtered(teamId: string, filter: TaskFilter) {
  let query = sqlFor.selectFrom('tasks').where('team_id', '=', teamId)
  const { status, priority, label, requester } = filter
  // A single value can use the index in its order; several are cheaper to sift out while walking the ids.
  if (status?.length === 1) query = query.where('status', '=', status[0] as Status)
  else if (status?.length) query = query.where(sql<boolean>`status = ${anyOf(status)}`)
  if (priority?.length === 1) query = query.where('priority', '=', priority[0] as Priority)
  else if (priority?.length) query = query.where(sql<boolean>`priority = ${anyOf(priority)}`)
  if (label?.length) query = query.where(sql<boolean>`labels && ${label.flatMap(spelledAs)}::text[]`)
  if (requester?.length) query = query.where(sql<boolean>`requesters && ${requester}::text[]`)
  const { assignee, unassigned, due_before, due_after, overdue, completed_after, ready, blocked, inbox, parent, blocker, id, uid } = filter
  if (assignee || unassigned) {
    const isAssigned = sql<boolean>`assignee = ${anyOf(assignee ?? [])}`
    query = query.where(unassigned ? sql<boolean>`(assignee IS NULL OR ${isAssigned})` : isAssigned)
  }
  if (due_before !== undefined) query = query.where(sql<boolean>`due < ${due_before}`)
  if (due_after !== undefined) query = query.where(sql<boolean>`due >= ${due_after}`)
  if (overdue) query = query.where(sql<boolean>`due < CASE WHEN length(due) = 10 THEN ${overdue.today} ELSE ${overdue.now} END AND status <> 'done'`)
  if (completed_after !== undefined) query = query.where(sql<boolean>`completed_at >= ${completed_after}`)
  if (id?.length) query = query.where('id', 'in', id)
  if (uid?.length) query = query.where('uid', 'in', uid)
  if (inbox) query = query.where(sql<boolean>`triage IS NOT NULL AND status <> 'done'`)
  if (parent !== undefined) query = query.where('parent_uid', '=', parent)
  if (blocker !== undefined) query = query.where(sql<boolean>`blocker_uids <> '{}' AND blocker_uids @> ARRAY[${blocker}]::text[]`)
  if (ready || blocked) query = query.where(sql<boolean>`status = any('{backlog,todo}')`)
  if (ready) query = query.where(sql<boolean>`NOT ${waitsForTasks} AND NOT ${waitsForPerson} AND (assignee IS NULL OR assignee = ${anyOf(ready.me)})`)
  if (ready?.claimed.length) query = query.where(sql<boolean>`id <> all(${[...ready.claimed]}::bigint[])`)
  if (blocked) query = query.where(waitsForTasks)
  return query
}

/** A task with its links, as the walk through them needs it. */
export interface LinkedTask {
  id: number
  uid: string
  parent_uid: string | null
  blocker_uids: string[]
}

interface One {
  team: string
  id: number
}

const byId = (team: string, id: number) => sqlFor.selectFrom('tasks').select(columns.tasks).where('team_id', '=', team).where('id', '=', id)
const read = prepared<One>()((value) => byId(value('team'), value('id')))
const readForUpdate = prepared<One>()((value) => byId(value('team'), value('id')).forUpdate())
const hold = prepared<One>()((value) =>
  sqlFor.selectFrom('tasks').select('id').where('team_id', '=', value('team')).where('id', '=', value('id')).forKeyShare(),
)

/** Of so many that were made last each is looked at. */
const newest = 100

export const taskStore = {
  byId: (tx: Tx, team: string, id: number): Promise<Task | undefined> => tx.first(read({ team, id })),

  /** Keeps others from changing it until the commit. */
  byIdForUpdate: (tx: Tx, team: string, id: number): Promise<Task | undefined> => tx.first(readForUpdate({ team, id })),

  /** Keeps it from being deleted until the commit. */
  holdsStill: async (tx: Tx, team: string, id: number): Promise<boolean> => (await tx.first(hold({ team, id }))) !== undefined,

  /** Those of them that are there. */
  briefByUid: (tx: Tx, team: string, uids: readonly string[]): Promise<{ id: number; uid: string; status: Status }[]> =>
    tx.all(sqlFor.selectFrom('tasks').select(['id', 'uid', 'status']).where('team_id', '=', team).where(sql<boolean>`uid = any(${uids}::uuid[])`)),

  partCounts: (tx: Tx, team: string, uids: readonly string[]): Promise<{ uid: string; open: number; total: number }[]> =>
    tx.all(
      sqlFor
        .selectFrom('tasks')
        .select((row) => [
          row.ref('parent_uid').$notNull().as('uid'),
          row.fn.countAll<number>().as('total'),
          sql<number>`count(*) FILTER (WHERE status <> 'done')`.as('open'),
        ])
        .where('team_id', '=', team)
        .where(sql<boolean>`parent_uid = ${anyOf(uids)}`)
        .groupBy('parent_uid'),
    ),

  /** How often each word is used: of very many, those that are used most. */
  wordCounts(tx: Tx, team: string, field: WordField): Promise<WordInUse[]> {
    const words = { label: sql`unnest(labels)`, requester: sql`unnest(requesters)`, assignee: sql`assignee` }[field]
    return tx.all(
      asQuery<WordInUse>(sql<WordInUse>`SELECT word, count(*)::int AS total, (count(*) FILTER (WHERE status <> 'done'))::int AS open
        FROM (SELECT ${words} AS word, status FROM tasks WHERE team_id = ${team}::uuid) used WHERE word IS NOT NULL
        GROUP BY word ORDER BY 3 DESC, 2 DESC, word LIMIT 10000`),
    )
  },

  byIds: (tx: Tx, team: string, ids: readonly number[]): Promise<{ id: number; uid: string }[]> =>
    tx.all(sqlFor.selectFrom('tasks').select(['id', 'uid']).where('team_id', '=', team).where(sql<boolean>`id = any(${ids}::bigint[])`)),

  /** Links of a team change one after another: of two that would close a circle together, the second sees the first. Until the commit. */
  async lockLinks(tx: Tx, team: string): Promise<void> {
    await tx.run(asQuery(sql`SELECT pg_advisory_xact_lock(hashtextextended('links ' || ${team}::text, 0))`))
  },

  /** Others who look whether a task is there already wait until the commit. */
  async lockLookups(tx: Tx, team: string): Promise<void> {
    await tx.run(asQuery(sql`SELECT pg_advisory_xact_lock(hashtextextended('lookups ' || ${team}::text, 0))`))
  },

  /** Open ones with just this key or title, and the newest. */
  async openAlike(tx: Tx, team: string, { title, dedupe_key }: Pick<Task, 'title'> & { dedupe_key?: string | null }): Promise<Task[]> {
    const open = sqlFor.selectFrom('tasks').select(columns.tasks).where('team_id', '=', team).where(sql<boolean>`status <> 'done'`)
    // As the indexes `tasks_open_titles` and `tasks_open_keys` have it, word for word.
    const named = open.where(sql<boolean>`md5(lower(title)) = md5(lower(${title.trim()}::text))`)
    const keyed = open.where(sql<boolean>`md5(lower(dedupe_key)) = md5(lower(${dedupe_key ?? ''}::text)) AND dedupe_key IS NOT NULL`)
    const found = await Promise.all([tx.all(named), dedupe_key ? tx.all(keyed) : [], tx.all(open.orderBy('id', 'desc').limit(newest))])
    return found.flat()
  },

  /** Every task to which links lead from these, and these. */
  linkedWith: (tx: Tx, team: string, uids: readonly string[]): Promise<LinkedTask[]> =>
    tx.all(
      asQuery<LinkedTask>(sql<LinkedTask>`WITH RECURSIVE reached(uid) AS (
          SELECT unnest(${uids}::text[])
          UNION
          SELECT linked.uid FROM reached r CROSS JOIN LATERAL (
            SELECT unnest(t.blocker_uids) AS uid FROM tasks t WHERE t.team_id = ${team}::uuid AND t.uid = r.uid::uuid
            UNION SELECT t.parent_uid FROM tasks t WHERE t.team_id = ${team}::uuid AND t.uid = r.uid::uuid AND t.parent_uid IS NOT NULL
            UNION SELECT p.uid::text FROM tasks p WHERE p.team_id = ${team}::uuid AND p.parent_uid = r.uid
          ) linked
        )
        SELECT id, uid, parent_uid, blocker_uids FROM tasks WHERE team_id = ${team}::uuid AND uid = any(SELECT reached.uid::uuid FROM reached)`),
    ),

  /** Where somebody stands as assignee or requester, in whatever case; held until the commit. */
  naming: (tx: Tx, team: string, word: string): Promise<Task[]> =>
    tx.all(
      sqlFor
        .selectFrom('tasks')
        .select(columns.tasks)
        .where('team_id', '=', team)
        .where(sql<boolean>`(lower(assignee) = lower(${word}) OR EXISTS (SELECT 1 FROM unnest(requesters) one WHERE lower(one) = lower(${word})))`)
        .orderBy('id')
        .forUpdate(),
    ),

  /** As the table takes it. */
  row<T extends Omit<Task, 'id'>>(task: T): T {
    const row: Record<string, unknown> = { ...task }
    for (const field of taskJson) row[field] = JSON.stringify(task[field])
    return row as T
  },

  update: (tx: Tx, teamId: string, { id, ...fields }: Task) =>
    tx.run(sqlFor.updateTable('tasks').set(taskStore.row(fields)).where('team_id', '=', teamId).where('id', '=', id)),

  remove: (tx: Tx, teamId: string, id: number) => tx.run(sqlFor.deleteFrom('tasks').where('team_id', '=', teamId).where('id', '=', id)),

  /** Newest first; `below` is the last id of the page before. */
  list(tx: Tx, teamId: string, filter: TaskFilter, below: number | undefined, limit: number | undefined): Promise<Task[]> {
    let query = filtered(teamId, filter).select(columns.tasks).orderBy('id', 'desc')
    if (below !== undefined) query = query.where('id', '<', below)
    if (limit !== undefined) query = query.limit(limit)
    return tx.all(query)
  },

  /** What is due first comes first; `after` is where the page before ended. */
  listByDue(tx: Tx, teamId: string, filter: TaskFilter, after: DuePosition | undefined, limit: number | undefined): Promise<Task[]> {
    let query = filtered(teamId, filter).select(columns.tasks).orderBy(dueOrder).orderBy('id')
    if (after !== undefined) query = query.where(sql<boolean>`(${dueOrder}, id) > (${after.due}, ${after.id})`)
    if (limit !== undefined) query = query.limit(limit)
    return tx.all(query)
  },

  async count(tx: Tx, teamId: string, filter: TaskFilter): Promise<number> {
    if (!isCounted(filter)) {
      const row = await tx.first(filtered(teamId, filter).select((qb) => qb.fn.countAll<number>().as('n')))
      return row?.n ?? 0
    }
    const row = await tx.first(sqlFor.selectFrom('team_counters').select('task_counts').where('team_id', '=', teamId))
    let sum = 0
    for (const status of filter.status?.length ? new Set(filter.status) : statuses)
      for (const priority of filter.priority?.length ? new Set(filter.priority) : priorities)
        sum += row?.task_counts[countPosition({ status, priority }) - 1] ?? 0
    return sum
  },
}

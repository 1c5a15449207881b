// SQL for tasks, and nothing else.
import { type DuePosition, notDue } from '../../../shared/domain/tasks/due-order.ts'
import { isCounted } from '../../../shared/domain/tasks/task-filter.ts'
import { spelledAs } from '../../../shared/domain/search/plain-words.ts'
import type { WordField, WordInUse } from '../../../shared/domain/tasks/words-in-use.ts'
import type { Status, Task, TaskFilter } from '../../../shared/schema/task.ts'
import { columns, type TaskList, taskLists, withAllFields } from '../../../shared/sync/synced-fields.ts'
import type { Statement } from 'better-sqlite3'
import type { Db } from '../db/open.ts'
import { prepareInsert, type Unsaved } from '../db/row-writes.ts'
import { waitsForTasks } from '../../../shared/search/what-tasks-wait-for.ts'

export type TaskStore = ReturnType<typeof createTaskStore>

const taskColumns = columns.task

type TaskRow = Omit<Task, TaskList> & Record<TaskList, string>

function read(row: unknown): Task {
  const { ...task } = row as TaskRow
  const lists = task as Record<TaskList, unknown>
  for (const field of taskLists) lists[field] = listOf(task[field])
  return task as unknown as Task
}

function listOf(json: string): unknown[] {
  return json === '[]' ? [] : (JSON.parse(json) as unknown[])
}

function write(task: Unsaved<Task>): Record<string, unknown> {
  const row: Record<string, unknown> = { ...task }
  for (const field of taskLists) row[field] = JSON.stringify(task[field])
  return row
}

function where(filter: TaskFilter): { sql: string; values: unknown[] } {
  const conditions: string[] = []
  const values: unknown[] = []
  const anyOf = (list: readonly (string | number)[] | undefined, condition: (marks: string) => string) => {
    if (!list || list.length === 0) return
    conditions.push(condition(list.map(() => '?').join(', ')))
    values.push(...list)
  }
  anyOf(filter.status, (marks) => (filter.status?.length === 1 ? `status = ${marks}` : `+status IN (${marks})`))
  anyOf(filter.priority, (marks) => (filter.priority?.length === 1 ? `priority = ${marks}` : `+priority IN (${marks})`))
  anyOf(filter.label?.flatMap(spelledAs), (marks) => `EXISTS (SELECT 1 FROM json_each(labels) WHERE value IN (${marks}))`)
  anyOf(filter.requester, (marks) => `EXISTS (SELECT 1 FROM json_each(requesters) WHERE value IN (${marks}))`)
  if (filter.assignee || filter.unassigned) {
    const marks = (filter.assignee ?? []).map(() => '?').join(', ')
    conditions.push(filter.unassigned ? `(assignee IS NULL OR assignee IN (${marks}))` : `assignee IN (${marks})`)
    values.push(...(filter.assignee ?? []))
  }
  const holds = (condition: string, ...given: string[]) => {
    conditions.push(condition)
    values.push(...given)
  }
  if (filter.due_before !== undefined) holds('due < ?', filter.due_before)
  if (filter.due_after !== undefined) holds('due >= ?', filter.due_after)
  if (filter.overdue) holds("due < iif(length(due) = 10, ?, ?) AND status <> 'done'", filter.overdue.today, filter.overdue.now)
  if (filter.completed_after !== undefined) holds('completed_at >= ?', filter.completed_after)
  if (filter.inbox) conditions.push("triage IS NOT NULL AND status <> 'done'")
  if (filter.parent !== undefined) holds('parent_uid = ?', filter.parent)
  if (filter.blocker !== undefined) holds(`blocker_uids <> '[]' AND EXISTS (SELECT 1 FROM json_each(blocker_uids) WHERE value = ?)`, filter.blocker)
  anyOf(filter.id, (marks) => `id IN (${marks})`)
  anyOf(filter.uid, (marks) => `uid IN (${marks})`)
  if (filter.ready) {
    conditions.push(`status IN ('backlog', 'todo') AND NOT ${waitsForTasks} AND id NOT IN (SELECT value FROM json_each(?))`)
    conditions.push('(assignee IS NULL OR assignee IN (SELECT value FROM json_each(?)))')
    values.push(JSON.stringify([...filter.ready.claimed, ...filter.ready.asked]), JSON.stringify(filter.ready.me))
  }
  if (filter.blocked) conditions.push(`status IN ('backlog', 'todo') AND ${waitsForTasks}`)
  return { sql: conditions.join(' AND ') || 'TRUE', values }
}

/** As the index `tasks_by_due_order` has it, word for word: else SQLite would not use it. */
const dueOrder = `ifnull(due, '${notDue}')`

/** Most lists have no parts at all, which is asked faster than for each task. */
function countParts(db: Db) {
  const anyPart = db.prepare('SELECT 1 FROM tasks WHERE parent_uid IS NOT NULL LIMIT 1')
  const counts = db.prepare(
    "SELECT parent_uid AS uid, count(*) AS total, count(*) FILTER (WHERE status <> 'done') AS open FROM tasks WHERE parent_uid IN (SELECT value FROM json_each(?)) GROUP BY parent_uid",
  )
  return (uids: readonly string[]): { uid: string; open: number; total: number }[] =>
    anyPart.get() === undefined ? [] : (counts.all(JSON.stringify(uids)) as never)
}

/** Which task waits for which, as it is stored. */
function readGraph(db: Db) {
  const blockersOf = db.prepare('SELECT blocker_uids FROM tasks WHERE uid = ?').pluck()
  const parentOf = db.prepare('SELECT parent_uid FROM tasks WHERE uid = ?').pluck()
  const partsOf = db.prepare('SELECT uid FROM tasks WHERE parent_uid = ?').pluck()
  return {
    blockersOf: (uid: string): string[] => listOf((blockersOf.get(uid) as string | undefined) ?? '[]') as string[],
    parentOf: (uid: string): string | null => (parentOf.get(uid) as string | null | undefined) ?? null,
    partsOf: (uid: string): string[] => partsOf.all(uid) as string[],
  }
}

/** Lists in which what is due first comes first. */
function listsByDue(prepared: (sql: string) => Statement) {
  return {
    /** `after` is where the page before ended. */
    list(filter: TaskFilter, after: DuePosition | undefined, limit: number | undefined): Task[] {
      const { sql, values } = where(filter)
      // Of a comparison of pairs SQLite would not look up the first in an index of an expression.
      const from = after === undefined ? '' : ` AND ${dueOrder} >= ? AND (${dueOrder}, id) > (?, ?)`
      const page = prepared(`SELECT * FROM tasks WHERE ${sql}${from} ORDER BY ${dueOrder}, id${limit === undefined ? '' : ' LIMIT ?'}`)
      return page.all(...values, ...(after === undefined ? [] : [after.due, after.due, after.id]), ...(limit === undefined ? [] : [limit])).map(read)
    },
    /** All of them, as it is now. */
    ids(filter: TaskFilter): number[] {
      const { sql, values } = where(filter)
      return prepared(`SELECT id FROM tasks WHERE ${sql} ORDER BY ${dueOrder}, id`)
        .all(...values)
        .map((row) => (row as { id: number }).id)
    },
  }
}

/** How often each word is used. */
function countWords(db: Db): (field: WordField) => WordInUse[] {
  const counted = "count(*) AS total, count(*) FILTER (WHERE status <> 'done') AS open"
  const inList = (column: string) =>
    db.prepare(`SELECT value AS word, ${counted} FROM tasks, json_each(tasks.${column}) WHERE tasks.${column} <> '[]' GROUP BY value`)
  const statements = {
    label: inList('labels'),
    requester: inList('requesters'),
    assignee: db.prepare(`SELECT assignee AS word, ${counted} FROM tasks WHERE assignee IS NOT NULL GROUP BY assignee`),
  }
  return (field) => statements[field].all() as WordInUse[]
}

/** From one word of the index to the next: there are few of them, however many tasks are assigned. */
function readAssignees(db: Db): () => string[] {
  const words = db.prepare(`WITH RECURSIVE words (word) AS (
    SELECT min(assignee) FROM tasks WHERE assignee IS NOT NULL
    UNION ALL SELECT (SELECT min(assignee) FROM tasks WHERE assignee > word) FROM words WHERE word IS NOT NULL
  ) SELECT word FROM words WHERE word IS NOT NULL`)
  return () => words.pluck().all() as string[]
}

export function createTaskStore(db: Db) {
  const insert = prepareInsert(db, 'tasks', taskColumns)
  const remove = db.prepare('DELETE FROM tasks WHERE id = ?')
  const byId = db.prepare('SELECT * FROM tasks WHERE id = ?')
  const byUid = db.prepare('SELECT * FROM tasks WHERE uid = ?')
  const inOrder = db.prepare('SELECT * FROM tasks WHERE id > ? ORDER BY id LIMIT ?')
  const byKey = db.prepare('SELECT * FROM tasks WHERE dedupe_key IN (SELECT value FROM json_each(?)) ORDER BY id')
  const byTitle = db.prepare('SELECT * FROM tasks WHERE title = ? COLLATE NOCASE ORDER BY id')
  const linkedTo = db.prepare(
    "SELECT * FROM tasks WHERE parent_uid = ? OR (blocker_uids <> '[]' AND EXISTS (SELECT 1 FROM json_each(blocker_uids) WHERE value = ?)) ORDER BY id",
  )
  const byUids = db.prepare('SELECT id, uid, status FROM tasks WHERE uid IN (SELECT value FROM json_each(?))')
  const partCounts = countParts(db)
  const wordCounts = countWords(db)
  const assignees = readAssignees(db)
  const graph = readGraph(db)
  const requesterWords = db.prepare('SELECT DISTINCT value FROM tasks, json_each(requesters)').pluck()
  const counts = db.prepare('SELECT status, priority, n FROM task_counts')
  const highestEver = db.prepare("SELECT coalesce((SELECT seq FROM sqlite_sequence WHERE name = 'tasks'), 0)").pluck()
  const lists = new Map<string, Statement>()

  function prepared(sql: string) {
    let statement = lists.get(sql)
    if (!statement) lists.set(sql, (statement = db.prepare(sql)))
    if (lists.size > 200) lists.clear()
    return statement
  }

  return {
    /** Returns the new id. A given id is used as it is. What comes back from an old entry of the journal may lack newer fields. */
    insert: (task: Unsaved<Task>): number => insert(write(withAllFields(task))),
    /** Writes what changed only: SQLite would touch the index of every column that is named, also where its value stays. */
    update(task: Task, changed: readonly string[]): void {
      const assignments = taskColumns
        .filter((name) => name === 'version' || name === 'updated_at' || changed.includes(name))
        .map((name) => `${name} = @${name}`)
      prepared(`UPDATE tasks SET ${assignments.join(', ')} WHERE id = @id`).run(write(task))
    },
    remove: (id: number): void => void remove.run(id),
    /** Whoever tasks are assigned to, as they are spelt. */
    assignees,
    byId(id: number): Task | undefined {
      const row = byId.get(id)
      return row ? read(row) : undefined
    },
    byIds: (ids: readonly number[]): Task[] => prepared('SELECT * FROM tasks WHERE id IN (SELECT value FROM json_each(?))').all(JSON.stringify(ids)).map(read),
    byKey: (key: string): Task[] => byKey.all(JSON.stringify(spelledAs(key))).map(read),
    byUid(uid: string): Task | undefined {
      const row = byUid.get(uid)
      return row ? read(row) : undefined
    },
    graph,
    /** Its parts, and those that wait for it. */
    linkedTo: (uid: string): Task[] => linkedTo.all(uid, uid).map(read),
    briefByUid: (uids: readonly string[]): { id: number; uid: string; status: Status }[] => byUids.all(JSON.stringify(uids)) as never,
    partCounts,
    wordCounts,
    /** Oldest first, after an id. */
    inOrder: (after: number, limit: number): Task[] => inOrder.all(after, limit).map(read),
    /** Tasks with just this title; the case of a–z does not count. */
    byTitle: (title: string): Task[] => byTitle.all(title).map(read),
    /** Every word that stands among requesters, each once. */
    requesterWords: (): string[] => requesterWords.all() as string[],
    /** Newest first; `below` is the last id of the page before. */
    list(filter: TaskFilter, below: number | undefined, limit: number | undefined): Task[] {
      const { sql, values } = where(filter)
      const page = prepared(
        `SELECT * FROM tasks WHERE ${sql}${below === undefined ? '' : ' AND id < ?'} ORDER BY id DESC${limit === undefined ? '' : ' LIMIT ?'}`,
      )
      return page.all(...values, ...(below === undefined ? [] : [below]), ...(limit === undefined ? [] : [limit])).map(read)
    },
    byDue: listsByDue(prepared),
    count(filter: TaskFilter): number {
      if (!isCounted(filter)) {
        const { sql, values } = where(filter)
        return (prepared(`SELECT count(*) AS n FROM tasks WHERE ${sql}`).get(...values) as { n: number }).n
      }
      const fits = (list: readonly string[] | undefined, value: string) => !list?.length || list.includes(value)
      return (counts.all() as { status: string; priority: string; n: number }[]).reduce(
        (sum, row) => (fits(filter.status, row.status) && fits(filter.priority, row.priority) ? sum + row.n : sum),
        0,
      )
    },
    /** The highest id that was ever given, also to tasks that are gone. */
    highestEver: (): number => highestEver.get() as number,
  }
}

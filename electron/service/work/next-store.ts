// SQL for choosing the next task, and nothing else. What it answers is what shared/domain/tasks/choose-next.ts would say of all open tasks, without
// reading them: the best one is the first of an index in that rule's order, and of the others only those that stand against being begun are looked at.
import { type Candidate, type Choosing, chooseNext, type Chosen, type CountOf, leftOf } from '../../../shared/domain/tasks/choose-next.ts'
import { spellingsOf } from '../../../shared/domain/people/same-name.ts'
import { spelledAs } from '../../../shared/domain/search/plain-words.ts'
import type { Db } from '../db/open.ts'
import { waitsForTasks } from '../../../shared/search/what-tasks-wait-for.ts'

export type ChooseOpen = ReturnType<typeof createNextStore>

// As the index `tasks_next` has it, word for word: else SQLite would not use it.
const isOpen = "tasks.status IN ('backlog', 'todo')"
const order = "CASE priority WHEN 'high' THEN 0 WHEN 'medium' THEN 1 ELSE 2 END, due IS NULL, due, created_at, id"

const fields = 'id, assignee, priority, due, created_at, labels'

type Row = Omit<Candidate, 'labels' | 'blocked'> & { labels: string; blocked: number }

function read(row: unknown): Candidate {
  const { labels, blocked, ...task } = row as Row
  return { ...task, labels: JSON.parse(labels) as string[], blocked: blocked === 1 }
}

/** Of the tasks with one of the labels, or of all. The plain search first: reading the list of each task takes much longer. */
function statementsFor(db: Db, hasLabels: boolean) {
  // The plus keeps SQLite from asking this after the rest, which reads the whole task.
  const wanted = hasLabels
    ? `AND +(EXISTS (SELECT 1 FROM json_each(@labels) WHERE instr(tasks.labels, json_quote(value)) > 0))
       AND +(EXISTS (SELECT 1 FROM json_each(tasks.labels) WHERE value IN (SELECT value FROM json_each(@labels))))`
    : ''
  return {
    all: db.prepare(
      hasLabels
        ? `SELECT assignee, count(*) AS n FROM tasks INDEXED BY tasks_next WHERE ${isOpen} ${wanted} GROUP BY assignee`
        : `SELECT assignee, count(*) AS n FROM tasks INDEXED BY tasks_next WHERE ${isOpen} AND assignee IS NOT NULL GROUP BY assignee
           UNION ALL SELECT NULL, (SELECT coalesce(sum(n), 0) FROM task_counts WHERE status IN ('backlog', 'todo'))
             - (SELECT count(*) FROM tasks INDEXED BY tasks_next WHERE ${isOpen} AND assignee IS NOT NULL)`,
    ),
    // Few tasks wait for others, so these are looked for from there.
    blocked: db.prepare(`SELECT assignee, count(*) AS n FROM tasks WHERE ${isOpen} ${wanted} AND id IN (
        SELECT waiting.id FROM tasks waiting INDEXED BY tasks_with_blockers WHERE waiting.blocker_uids <> '[]'
          AND EXISTS (SELECT 1 FROM json_each(waiting.blocker_uids) b JOIN tasks other ON other.uid = b.value WHERE other.status <> 'done')
        UNION SELECT whole.id FROM tasks part INDEXED BY tasks_by_parent CROSS JOIN tasks whole ON whole.uid = part.parent_uid
          WHERE part.parent_uid IS NOT NULL AND part.status <> 'done')
      GROUP BY assignee`),
    taken: db.prepare(`SELECT ${fields}, ${waitsForTasks} AS blocked FROM tasks WHERE id IN (SELECT value FROM json_each(@taken)) AND ${isOpen} ${wanted}`),
    first: db.prepare(`SELECT ${fields}, 0 AS blocked FROM tasks INDEXED BY tasks_next
      WHERE ${isOpen} AND assignee IS @assignee ${wanted} AND id NOT IN (SELECT value FROM json_each(@taken)) AND NOT ${waitsForTasks}
      ORDER BY ${order} LIMIT 1`),
  }
}

export function createNextStore(db: Db) {
  const ofAll = statementsFor(db, false)
  const labelled = statementsFor(db, true)

  /** Of all tasks in backlog and todo. */
  return function choose(choosing: Choosing): Chosen {
    const { me, claimed, asked, labels = [] } = choosing
    const { all, blocked, taken, first } = labels.length > 0 ? labelled : ofAll
    const wanted = labels.length > 0 ? { labels: JSON.stringify(labels.flatMap(spelledAs)) } : {}
    const ids = { ...wanted, taken: JSON.stringify([...claimed, ...asked]) }
    const counts = all.all(wanted) as CountOf[]
    const mine = spellingsOf(
      me,
      counts.flatMap(({ assignee }) => assignee ?? []),
    )
    const candidates = [...mine, null].flatMap((assignee) => first.all({ ...ids, assignee }).map(read))
    const left = leftOf(counts, blocked.all(wanted) as CountOf[], taken.all(ids).map(read), choosing)
    return { best: chooseNext(candidates, choosing).best, left }
  }
}

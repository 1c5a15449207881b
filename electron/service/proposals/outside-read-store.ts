// SQL for which runs of agents have read text from outside, and nothing else.
import type { Db } from '../db/open.ts'

export interface StoredRead {
  agent: string
  /** Empty: a call that names no run. */
  run: string
  /** 0: the text stood in no task. */
  task_id: number
  title: string | null
  source: string
  /** 1: the task was made from outside. */
  made: number
  at: string
}

export type OutsideReadStore = ReturnType<typeof createOutsideReadStore>

export function createOutsideReadStore(db: Db) {
  const all = db.prepare('SELECT * FROM outside_reads WHERE at > ? ORDER BY at, rowid')
  const insert = db.prepare('INSERT OR IGNORE INTO outside_reads VALUES (@agent, @run, @task_id, @title, @source, @made, @at)')
  const prune = db.prepare('DELETE FROM outside_reads WHERE at <= ?')
  const title = db.prepare('SELECT title FROM tasks WHERE id = ?').pluck()
  const made = db.prepare("SELECT 1 FROM journal WHERE task_id = ? AND entity = 'task' AND action = 'created' AND actor_kind = 'email' LIMIT 1").pluck()
  return {
    all: (after: string) => all.all(after) as StoredRead[],
    insert: (read: StoredRead): void => void insert.run(read),
    prune: (until: string): void => void prune.run(until),
    titleOf: (taskId: number) => title.get(taskId) as string | undefined,
    isMade: (taskId: number): boolean => made.get(taskId) !== undefined,
  }
}

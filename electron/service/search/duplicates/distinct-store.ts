// SQL for the pairs that a person found to be two different tasks, and nothing else.
import type { Db } from '../../db/open.ts'

export type DistinctStore = ReturnType<typeof createDistinctStore>

const ordered = (one: number, other: number): [number, number] => [Math.min(one, other), Math.max(one, other)]

export function createDistinctStore(db: Db) {
  const add = db.prepare('INSERT OR IGNORE INTO distinct_tasks VALUES (?, ?)')
  const remove = db.prepare('DELETE FROM distinct_tasks WHERE a = ? AND b = ?')
  const has = db.prepare('SELECT 1 FROM distinct_tasks WHERE a = ? AND b = ?').pluck()
  return {
    add: (one: number, other: number): void => void add.run(...ordered(one, other)),
    remove: (one: number, other: number): void => void remove.run(...ordered(one, other)),
    has: (one: number, other: number): boolean => has.get(...ordered(one, other)) !== undefined,
  }
}

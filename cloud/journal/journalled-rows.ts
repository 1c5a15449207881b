// Rows of one kind that are written through the team's journal: what tasks, comments, reminders and contacts have in common. The local
// service has the same (electron/service/journal/journalled-rows.ts).
import { difference, type Row, snapshot } from '../../shared/domain/history/difference.ts'
import type { Tx } from '../db/database.ts'
import type { Kind, NewRow, Totals } from './event-statements.ts'
import type { Change, Write } from './journal.ts'

interface Stored {
  id: number
  version: number
  updated_at: string
}

interface JournalledDeps<K extends Kind, R extends Stored> {
  entity: Change['entity']
  table: K
  store: {
    update: (tx: Tx, teamId: string, row: R) => Promise<unknown>
    remove: (tx: Tx, teamId: string, id: number) => Promise<unknown>
  }
  /** As its table takes it. */
  stored: (row: Omit<R, 'id'>) => NewRow<K>
  /** The task that it hangs on; a task is its own, a contact has none. */
  taskIdOf: (row: R) => number | null
  /** What history knows of a row, where that is less than all of it. */
  seen?: (row: R) => Row
  /** Sets on `next` what follows from a change of `row`. */
  follow?: (next: R, row: R, at: string) => void
  /** A new task's position in task_counts. */
  countAt?: (row: Omit<R, 'id'>) => number
  /** What a change or (without `next`) a delete does to the team's totals. */
  totals?: (row: R, next?: R) => Totals
  /** Deletes what belongs to it, with the event that took it away as the cause. */
  removeDependents?: (write: Write, id: number, cause: number) => Promise<void>
}

export function createJournalledRows<K extends Kind, R extends Stored>(deps: JournalledDeps<K, R>) {
  const { entity, table, store, stored, taskIdOf, seen = snapshot, follow, countAt, totals = () => ({}), removeDependents } = deps

  return {
    /** Stores a new row with its event. Its statement is sent before anything is awaited. */
    async add(write: Write, row: Omit<R, 'id'>): Promise<R> {
      const unnumbered = { id: 0, ...row } as R
      // A new task is its own: the statement fills that in.
      const task_id = entity === 'task' ? null : taskIdOf(unnumbered)
      const event = { entity, ...(task_id === null ? {} : { task_id }), after: seen(unnumbered) }
      const id = await write.create(table, stored(row), event, countAt?.(row))
      return { ...unnumbered, id }
    },

    /** Saves `next` in place of `row`, and records what differs. Returns the row as it is when nothing does. */
    async change(write: Write, row: R, next: R): Promise<R> {
      const { tx, teamId, at, record } = write
      const changed = difference(seen(row), seen(next))
      if (!changed) return row
      const saved = { ...next, version: row.version + 1, updated_at: at }
      follow?.(saved, row, at)
      await Promise.all([
        store.update(tx, teamId, saved),
        record({ entity, entity_id: row.id, task_id: taskIdOf(row), action: 'updated', ...changed }, totals(row, saved)),
      ])
      return saved
    },

    /** `cause`: the event that takes it along. */
    async remove(write: Write, row: R, cause: number | null = null): Promise<void> {
      const { tx, teamId, record } = write
      const before = { ...seen(row), version: row.version }
      const event = { entity, entity_id: row.id, task_id: taskIdOf(row), action: 'deleted', before, after: null, cause } as const
      if (!removeDependents) {
        await Promise.all([store.remove(tx, teamId, row.id), record(event, totals(row))])
        return
      }
      await removeDependents(write, row.id, await record(event, totals(row)))
      await store.remove(tx, teamId, row.id)
    },
  }
}

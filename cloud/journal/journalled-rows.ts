// Rows of one kind that are written through the team's journal: what tasks, comments, reminders and contacts have in common. The local
// service has the same (electron/service/journal/journalled-rows.ts).
import { AppError } from '../../shared/domain/app-error.ts'
import { difference, type Row, snapshot } from '../../shared/domain/history/difference.ts'
import type { Tx } from '../db/database.ts'
import type { Kind, NewRow, Totals } from './event-statements.ts'
import type { Change, Write } from './journal.ts'
import type { Revertible } from './reversal.ts'
import { undoStore } from './undo-store.ts'

interface Stored {
  id: number
  version: number
  updated_at: string
}

interface Reason {
  cause?: number | null
  undo_of?: number | null
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
  /** A row as its table has it; left out where both are the same. */
  loaded?: (stored: Row) => R
  /** Before one that was deleted is put back: throws `conflict` when it cannot. Returns it with what history does not know of it. */
  returning?: (write: Write, row: R) => Promise<R>
  /** Before fields are put back. Throws `conflict` when they cannot. */
  assigning?: (write: Write, next: R, fields: Row) => Promise<void>
  /** Fields that follow from another one: they go back with it, never without it. */
  follows?: Readonly<Record<string, string>>
  /** Deletes what belongs to it, with the event that took it away as the cause. */
  removeDependents?: (write: Write, id: number, cause: number) => Promise<void>
}

export function createJournalledRows<K extends Kind, R extends Stored>(deps: JournalledDeps<K, R>) {
  const { entity, table, store, stored, taskIdOf, seen = snapshot, follow, countAt, totals = () => ({}), removeDependents } = deps
  const { loaded = (row) => row as unknown as R, returning = async (_write, row) => row, assigning, follows = {} } = deps

  async function byId({ tx, teamId }: Write, id: number): Promise<R | undefined> {
    const row = await undoStore.row(tx, teamId, table, id)
    return row && loaded(row)
  }

  async function existing(write: Write, id: number): Promise<R> {
    const row = await byId(write, id)
    if (!row) throw new Error(`${entity} ${id} is gone while its team is locked`)
    return row
  }

  /** Answers the event's number. */
  async function take(write: Write, row: R, { cause = null, undo_of = null }: Reason = {}): Promise<number> {
    const { tx, teamId, record } = write
    const before = { ...seen(row), version: row.version }
    const event = { entity, entity_id: row.id, task_id: taskIdOf(row), action: 'deleted', before, after: null, cause, undo_of } as const
    if (!removeDependents) {
      const [, seq] = await Promise.all([store.remove(tx, teamId, row.id), record(event, totals(row))])
      return seq
    }
    const seq = await record(event, totals(row))
    await removeDependents(write, row.id, seq)
    await store.remove(tx, teamId, row.id)
    return seq
  }

  async function save(write: Write, row: R, next: R, { cause = null, undo_of = null }: Reason = {}): Promise<{ saved: R; seq: number | undefined }> {
    const { tx, teamId, at, record } = write
    const changed = difference(seen(row), seen(next))
    if (!changed) return { saved: row, seq: undefined }
    const saved = { ...next, version: row.version + 1, updated_at: at }
    follow?.(saved, row, at)
    const event = { entity, entity_id: row.id, task_id: taskIdOf(row), action: 'updated', ...changed, cause, undo_of } as const
    const [, seq] = await Promise.all([store.update(tx, teamId, saved), record(event, totals(row, saved))])
    return { saved, seq }
  }

  /** What undo does with rows of this kind, in a write that holds the team's lock. */
  const revertible: Revertible = {
    follows,
    async read(write, id) {
      const row = await byId(write, id)
      return row && seen(row)
    },
    remove: async (write, id, undo_of) => take(write, await existing(write, id), { undo_of }),
    async restore(write, id, fields, reason) {
      const { tx, teamId, at, record } = write
      const before = fields as unknown as R & { uid: string }
      const twin = await undoStore.idOfUid(tx, teamId, table, before.uid)
      if (twin !== undefined) throw new AppError('conflict', `it was made again in the meantime, as ${entity} ${twin}`)
      const row = await returning(write, { ...before, id, version: (fields.version as number) + 1, updated_at: at })
      await undoStore.insert(tx, teamId, table, { ...stored(row), id })
      const event = { entity, entity_id: id, task_id: taskIdOf(row), action: 'created', before: null, after: seen(row), ...reason } as const
      return record(event, countAt ? { tasks: { add: countAt(row) } } : entity === 'contact' ? { contacts: 1 } : {})
    },
    async assign(write, id, fields, undo_of) {
      const row = await existing(write, id)
      const next = { ...row, ...(fields as Partial<R>) }
      await assigning?.(write, next, fields)
      return (await save(write, row, next, { undo_of })).seq
    },
  }

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
    change: async (write: Write, row: R, next: R): Promise<R> => (await save(write, row, next)).saved,

    /** `cause`: the event that takes it along. */
    async remove(write: Write, row: R, cause: number | null = null): Promise<void> {
      await take(write, row, { cause })
    },

    revertible,
  }
}

/** For `returning`: what hangs on a task comes back only to a task that is there. */
export async function returnsToTask<R extends { task_id: number }>(
  requireTask: (tx: Tx, teamId: string, id: number) => Promise<void>,
  { tx, teamId }: Write,
  row: R,
): Promise<R> {
  await requireTask(tx, teamId, row.task_id).catch((error: unknown) => {
    if (error instanceof AppError && error.code === 'not_found') throw new AppError('conflict', `its task ${row.task_id} has been deleted`)
    throw error
  })
  return row
}

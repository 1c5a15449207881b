// Rows of one kind that are written through the journal: what tasks, comments, schedules, contacts, conversations, messages and origins have in common.
import { uuidv7 } from 'uuidv7'
import { AppError } from '../../../shared/domain/app-error.ts'
import { difference, type Row, snapshot } from '../../../shared/domain/history/difference.ts'
import type { Entity } from '../../../shared/schema/journal.ts'
import type { Unsaved } from '../db/row-writes.ts'
import type { Recorder } from './journal.ts'
import type { Revertible } from './revertible.ts'

interface Stored {
  id: number
  uid: string
  version: number
  created_at: string
  updated_at: string
}

/** What another list knows of a row. */
export type Kept = Partial<Stored>

interface Rows<R extends Stored> {
  insert(row: Unsaved<R>): number
  /** `changed`: the fields that differ from what is stored. */
  update(row: R, changed: readonly string[]): void
  remove(id: number): void
  byId(id: number): R | undefined
}

export interface JournalledDeps<R extends Stored> {
  entity: Entity
  rows: Rows<R>
  now: () => Date
  taskIdOf: (row: R) => number | null
  /** What history and undo know of a row, where that is less than all of it. */
  seen?: (row: R) => Row
  /** Sets on `next` what follows from a change of `row` by `fields`. */
  follow?: (next: R, row: R, fields: Partial<R>, at: string) => void
  /** Whether a change of these fields is one of what it says, by which people see that it was edited. Default: any is. */
  isEdit?: (fields: readonly string[]) => boolean
  /** Once a change of `row` is stored: moves along what others derive from it. */
  changed?: (next: R, row: R) => void
  /** Before a deleted one is put back, or a moved one goes back to its task: throws `conflict` when it cannot, and sets what follows from the time since. */
  returning?: (row: R) => void
  /** Deletes what belongs to it, with the entry that took it away as the cause. */
  removeDependents?: (id: number, record: Recorder, cause: number) => void
}

export interface Reason {
  cause?: number | null
  undo_of?: number | null
}

/** What became of a row that goes: a merge says into what. */
export interface Gone extends Reason {
  after?: { merged_into: number | string }
}

export type JournalledRows<R extends Stored> = ReturnType<typeof createJournalledRows<R>>

export function createJournalledRows<R extends Stored>(deps: JournalledDeps<R>) {
  const { entity, rows, now, taskIdOf, seen = snapshot, follow, changed: changedTo, isEdit = () => true, returning, removeDependents } = deps

  /** Stores a row that is complete. `imported`: history keeps the version that it brings. */
  function add(row: Unsaved<R>, record: Recorder, imported = false): R {
    const created = { ...row, id: rows.insert(row) } as R
    const after = imported ? { ...seen(created), version: created.version } : seen(created)
    record({ entity, entity_id: created.id, task_id: taskIdOf(created), action: 'created', before: null, after })
    return created
  }

  /** `kept`: what an import knows of it already; an `id` must never have been used here. */
  function insert(fields: Omit<R, keyof Stored>, record: Recorder, { id, ...kept }: Kept = {}): R {
    const at = kept.created_at ?? now().toISOString()
    const row = { uid: uuidv7(), ...fields, version: 1, created_at: at, updated_at: at, ...kept, ...(id === undefined ? {} : { id }) }
    return add(row as unknown as Unsaved<R>, record, kept.version !== undefined)
  }

  /** Saves the row with these fields changed, and records what differs. Returns it as it is when nothing does. */
  function change(row: R, fields: Partial<R>, record: Recorder, reason: Reason = {}): R {
    const at = now().toISOString()
    const next = { ...row, ...fields }
    follow?.(next, row, fields, at)
    const changed = difference(seen(row), seen(next))
    if (!changed) return row
    next.version = row.version + 1
    if (isEdit(Object.keys(changed.after))) next.updated_at = at
    rows.update(next, Object.keys(changed.after))
    record({ entity, entity_id: row.id, task_id: taskIdOf(next), action: 'updated', ...changed, ...reason })
    changedTo?.(next, row)
    return next
  }

  /** Returns the entry's seq. `emptied`: takes away what hangs on it, before it goes. */
  function remove(row: R, record: Recorder, reason: Gone = {}, emptied = (seq: number) => removeDependents?.(row.id, record, seq)): number {
    // What people see as edited is that still when it comes back.
    const edited = !isEdit([]) && row.updated_at !== row.created_at ? { updated_at: row.updated_at } : {}
    const before = { ...seen(row), ...edited, version: row.version }
    const seq = record({ entity, entity_id: row.id, task_id: taskIdOf(row), action: 'deleted', before, after: null, ...reason })
    emptied(seq)
    rows.remove(row.id)
    return seq
  }

  const revertible: Revertible = {
    read(id) {
      const row = rows.byId(id)
      return row && seen(row)
    },
    remove: (id, record, undo_of) => remove(rows.byId(id) as R, record, { undo_of }),
    restore(id, fields, record, undo_of, cause) {
      const row = {
        ...(fields as unknown as R),
        id,
        version: (fields.version as number) + 1,
        updated_at: isEdit([]) ? now().toISOString() : String(fields.updated_at ?? fields.created_at),
      }
      returning?.(row)
      rows.insert(row)
      return record({ entity, entity_id: id, task_id: taskIdOf(row), action: 'created', before: null, after: seen(row), undo_of, cause })
    },
    assign(id, fields, record, undo_of, cause = null) {
      const row = rows.byId(id) as R
      if (Object.hasOwn(fields, 'task_id')) returning?.({ ...row, ...(fields as Partial<R>) })
      change(row, fields as Partial<R>, record, { undo_of, cause })
    },
  }

  return { add, insert, change, remove, revertible }
}

/** For `returning`: what hangs on a task comes back only to a task that is there. */
export function returnsToTask(requireTask: (id: number) => unknown, taskId: number): void {
  try {
    requireTask(taskId)
  } catch {
    throw new AppError('conflict', `its task ${taskId} has been deleted`)
  }
}

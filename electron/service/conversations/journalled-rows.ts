// Rows of one kind that are written through the journal: what conversations, messages and origins have in common.
import { uuidv7 } from 'uuidv7'
import { difference, snapshot } from '../../../shared/domain/difference.ts'
import type { Recorder } from '../journal/journal.ts'
import type { Unsaved } from '../db/row-writes.ts'
import type { Revertible } from '../journal/undo.ts'
import type { Entity } from '../../../shared/schema/journal.ts'

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
  update(row: R): void
  remove(id: number): void
  byId(id: number): R | undefined
}

export interface JournalledDeps<R extends Stored> {
  entity: Entity
  rows: Rows<R>
  now: () => Date
  taskIdOf: (row: R) => number | null
  /** Throws `conflict` when a deleted one cannot be put back. */
  mayReturn?: (row: R) => void
  /** Deletes what belongs to it, with the entry that took it away as the cause. */
  removeDependents?: (id: number, record: Recorder, cause: number) => void
}

export interface Reason {
  cause?: number | null
  undo_of?: number | null
}

export function createJournalledRows<R extends Stored>({ entity, rows, now, taskIdOf, mayReturn, removeDependents }: JournalledDeps<R>) {
  /** `kept`: what an import knows of it already; an `id` must never have been used here. */
  function insert(fields: Omit<R, keyof Stored>, record: Recorder, { id, ...kept }: Kept = {}): R {
    const at = kept.created_at ?? now().toISOString()
    const row = { uid: uuidv7(), ...fields, version: 1, created_at: at, updated_at: at, ...kept, ...(id === undefined ? {} : { id }) } as unknown as Omit<
      R,
      'id'
    >
    const created = { ...row, id: rows.insert(row) } as R
    const after = kept.version === undefined ? snapshot(created) : { ...snapshot(created), version: created.version }
    record({ entity, entity_id: created.id, task_id: taskIdOf(created), action: 'created', before: null, after })
    return created
  }

  function change(row: R, fields: Partial<R>, record: Recorder, reason: Reason = {}): R {
    const next = { ...row, ...fields }
    const changed = difference(snapshot(row), snapshot(next))
    if (!changed) return row
    next.version = row.version + 1
    next.updated_at = now().toISOString()
    rows.update(next)
    record({ entity, entity_id: row.id, task_id: taskIdOf(next), action: 'updated', ...changed, ...reason })
    return next
  }

  function remove(row: R, record: Recorder, reason: Reason = {}): number {
    const before = { ...snapshot(row), version: row.version }
    const seq = record({ entity, entity_id: row.id, task_id: taskIdOf(row), action: 'deleted', before, after: null, ...reason })
    removeDependents?.(row.id, record, seq)
    rows.remove(row.id)
    return seq
  }

  const revertible: Revertible = {
    read(id) {
      const row = rows.byId(id)
      return row && snapshot(row)
    },
    remove: (id, record, undo_of) => remove(rows.byId(id) as R, record, { undo_of }),
    restore(id, fields, record, undo_of, cause) {
      const row = { ...(fields as unknown as R), id, version: (fields.version as number) + 1, updated_at: now().toISOString() }
      mayReturn?.(row)
      rows.insert(row)
      return record({ entity, entity_id: id, task_id: taskIdOf(row), action: 'created', before: null, after: snapshot(row), undo_of, cause })
    },
    assign: (id, fields, record, undo_of, cause = null) => void change(rows.byId(id) as R, fields as Partial<R>, record, { undo_of, cause }),
  }

  return { insert, change, remove, revertible }
}

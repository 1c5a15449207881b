// What one undo does with each entry: takes away what it created, brings back what it deleted, puts back the fields that it changed.
import { type Row, same } from '../../../shared/domain/history/difference.ts'
import { fieldsToPutBack } from '../../../shared/domain/history/fields-to-put-back.ts'
import { reversalOf, usedSince } from '../../../shared/domain/history/undo-rules.ts'
import type { Entity, JournalEntry, UndoResult } from '../../../shared/schema/journal.ts'
import type { EntryReader } from './entry-reader.ts'
import type { Recorder } from './journal.ts'
import type { Revertible } from './revertible.ts'
import type { UndoStore } from './undo-store.ts'

interface ReversalDeps {
  store: UndoStore
  reader: EntryReader
  revertibles: Record<Entity, Revertible>
  /** The entries of this undo: they never stand in each other's way. */
  inSet: ReadonlySet<number>
  record: Recorder
  /** What was done and what could not be is added here. */
  result: UndoResult
  /** Throws `conflict` where whoever undoes may not put these fields back. */
  mayPutBack: (entry: JournalEntry, fields: Row) => void
}

export class Reversal {
  readonly #deps: ReversalDeps

  constructor(deps: ReversalDeps) {
    this.#deps = deps
  }

  /** Throws `conflict` when the place of what it brings back is taken. */
  revert(entry: JournalEntry): void {
    const current = this.#deps.revertibles[entry.entity].read(entry.entity_id)
    const reversal = reversalOf(entry, current !== undefined)
    if (typeof reversal === 'object') return this.#refuse(entry, reversal.refused)
    if (reversal === 'remove') return this.#removeCreated(entry)
    if (reversal === 'restore') return this.#restoreDeleted(entry)
    return this.#revertUpdate(entry, current as Row)
  }

  #refuse({ seq, entity, entity_id, task_id }: JournalEntry, reason: string, field: string | null = null): void {
    this.#deps.result.conflicts.push({ seq, entity, entity_id, task_id, field, reason })
  }

  #done({ seq, entity, entity_id, task_id }: JournalEntry, action: UndoResult['done'][number]['action'], fields: string[] = []): void {
    this.#deps.result.done.push({ seq, entity, entity_id, task_id, action, fields })
  }

  #removeCreated(entry: JournalEntry): void {
    const { store, reader, revertibles, inSet, record } = this.#deps
    const used = usedSince(entry, this.#laterThan(entry), inSet)
    if (used !== undefined) return this.#refuse(entry, used)
    // Redoing a merge: what had moved back moves away again, before its task goes.
    for (const row of store.causedBy(entry.seq)) {
      const moved = reader.whole(row)
      if (moved.action === 'updated' && moved.undone_by === null) this.#putBack(moved, entry.seq)
    }
    this.#finish(entry, revertibles[entry.entity].remove(entry.entity_id, record, entry.seq))
    this.#done(entry, 'removed')
  }

  #restoreDeleted(entry: JournalEntry): void {
    const { store, reader } = this.#deps
    // Undone, redone and undone again: what it was like is in the entry that took it away last.
    const last = reader.whole(store.lastDeleteOf(entry.entity, entry.entity_id))
    this.#finish(last, this.#restoreWithDependents(last))
    this.#done(entry, 'restored')
  }

  /** Puts back the fields that nobody else changed since. */
  #revertUpdate(entry: JournalEntry, current: Row): void {
    const { revertibles, inSet, record, mayPutBack } = this.#deps
    const thing = revertibles[entry.entity]
    const later = this.#laterThan(entry).filter((other) => other.entity === entry.entity && !inSet.has(other.seq))
    const { fields, names, conflicts, isWhole } = fieldsToPutBack(entry, current, later, thing.follows)
    // Completed again, not as long ago as it was: else the moment that brought it back would do so again.
    if (entry.actor.kind === 'system') for (const field of Object.keys(thing.follows ?? {})) delete fields[field]
    for (const { field, reason } of conflicts) this.#refuse(entry, reason, field)
    if (names.length === 0) return
    mayPutBack(entry, fields)
    let written: number | undefined
    thing.assign(entry.entity_id, fields, (change) => (written = record(change)), entry.seq)
    if (isWhole && written !== undefined) this.#finish(entry, written)
    this.#done(entry, 'reverted', names)
  }

  #restoreWithDependents(entry: JournalEntry): number {
    const { store, reader, revertibles, record } = this.#deps
    const restored = revertibles[entry.entity].restore(entry.entity_id, entry.before ?? {}, record, entry.seq, null)
    for (const row of store.causedBy(entry.seq)) {
      const dependent = reader.whole(row)
      if (dependent.undone_by !== null) continue
      if (dependent.action === 'updated') this.#putBack(dependent, restored)
      // It may have come back by itself, with another task.
      if (dependent.action !== 'deleted' || revertibles[dependent.entity].read(dependent.entity_id)) continue
      this.#finish(dependent, revertibles[dependent.entity].restore(dependent.entity_id, dependent.before ?? {}, record, dependent.seq, restored))
    }
    return restored
  }

  /** What a merge moved away moves back, as far as nobody has changed it since. */
  #putBack(entry: JournalEntry, cause: number): void {
    const { revertibles, record } = this.#deps
    const thing = revertibles[entry.entity]
    const current = thing.read(entry.entity_id)
    const moved = Object.entries(entry.after ?? {}).filter(([field, value]) => current && same(current[field], value))
    if (moved.length === 0) return
    let written: number | undefined
    const fields = Object.fromEntries(moved.map(([field]) => [field, entry.before?.[field] ?? null]))
    thing.assign(entry.entity_id, fields, (change) => (written = record(change)), entry.seq, cause)
    if (written !== undefined) this.#finish(entry, written)
  }

  #laterThan(entry: JournalEntry): JournalEntry[] {
    return this.#deps.store.laterThan(entry).map(this.#deps.reader.brief)
  }

  /** Notes that `by` reverted the entry. If that was an undo itself, what it had reverted counts again, and so on, in turns. */
  #finish(entry: JournalEntry, by: number): void {
    const { store, reader } = this.#deps
    store.markUndone(entry.seq, by)
    let undo = entry
    for (let counts = true; undo.undo_of !== null; counts = !counts) {
      if (counts) store.markRedone(undo.undo_of)
      else store.markUndone(undo.undo_of, undo.seq)
      undo = reader.brief(store.row(undo.undo_of))
    }
  }
}

// What one undo does with each event: takes away what it created, brings back what it deleted, puts back the fields that it changed. The local
// service has the same over SQLite (electron/service/journal/reversal.ts), and both ask the same rules.
import { AppError } from '../../shared/domain/app-error.ts'
import type { Row } from '../../shared/domain/history/difference.ts'
import { fieldsToPutBack } from '../../shared/domain/history/fields-to-put-back.ts'
import { reversalOf, usedSince } from '../../shared/domain/history/undo-rules.ts'
import type { JournalEntry, UndoResult } from '../../shared/schema/journal.ts'
import { entryWithGaps } from './entries.ts'
import type { Write } from './journal.ts'
import { undoStore } from './undo-store.ts'

/** What undo needs of each kind of row. Every method journals what it does, with `undo_of` naming the event that it reverts. */
export interface Revertible {
  /** The fields as history knows them; undefined when it is gone. */
  read(write: Write, id: number): Promise<Row | undefined>
  remove(write: Write, id: number, undo_of: number): Promise<number>
  /** Puts a deleted one back under its own id. Throws `conflict` when its place is taken. */
  restore(write: Write, id: number, row: Row, reason: { undo_of: number | null; cause: number | null }): Promise<number>
  /** Undefined: it was like that already. */
  assign(write: Write, id: number, fields: Row, undo_of: number): Promise<number | undefined>
  readonly follows: Readonly<Record<string, string>>
}

export type Revertibles = Readonly<Record<'task' | 'comment' | 'schedule' | 'contact' | 'list', Revertible>>

interface ReversalDeps {
  write: Write
  revertibles: Revertibles
  /** The entries of this undo: they never stand in each other's way. */
  inSet: ReadonlySet<number>
  /** What was done and what could not be is added here. */
  result: UndoResult
}

export class Reversal {
  readonly #deps: ReversalDeps
  readonly #write: Write

  constructor({ write, ...deps }: ReversalDeps) {
    const { record } = write
    this.#deps = { ...deps, write }
    this.#write = {
      ...write,
      async record(change, totals) {
        const seq = await record(change, totals)
        deps.result.entries.push(seq)
        return seq
      },
    }
  }

  /** What cannot be is a conflict, and stands in the way of no other entry. Whatever refuses does so before anything is written. */
  async revert(entry: JournalEntry): Promise<void> {
    try {
      const current = await this.#thing(entry).read(this.#write, entry.entity_id)
      const reversal = reversalOf(entry, current !== undefined)
      if (typeof reversal === 'object') this.#refuse(entry, reversal.refused)
      else if (reversal === 'remove') await this.#removeCreated(entry)
      else if (reversal === 'restore') await this.#restoreDeleted(entry)
      else await this.#revertUpdate(entry, current as Row)
    } catch (error) {
      if (!(error instanceof AppError) || error.code !== 'conflict') throw error
      this.#refuse(entry, error.message)
    }
  }

  #thing({ entity }: Pick<JournalEntry, 'entity'>): Revertible {
    return this.#deps.revertibles[entity as keyof Revertibles]
  }

  #refuse({ seq, entity, entity_id, task_id }: JournalEntry, reason: string, field: string | null = null): void {
    this.#deps.result.conflicts.push({ seq, entity, entity_id, task_id, field, reason })
  }

  #done({ seq, entity, entity_id, task_id }: JournalEntry, action: UndoResult['done'][number]['action'], fields: string[] = []): void {
    this.#deps.result.done.push({ seq, entity, entity_id, task_id, action, fields })
  }

  async #removeCreated(entry: JournalEntry): Promise<void> {
    const used = usedSince(entry, await this.#laterThan(entry), this.#deps.inSet)
    if (used !== undefined) return this.#refuse(entry, used)
    await this.#finish(entry, await this.#thing(entry).remove(this.#write, entry.entity_id, entry.seq))
    this.#done(entry, 'removed')
  }

  async #restoreDeleted(entry: JournalEntry): Promise<void> {
    const { tx, teamId } = this.#write
    // Undone, redone and undone again: what it was like is in the event that took it away last.
    const row = await undoStore.lastDeleteOf(tx, teamId, entry.entity, entry.entity_id)
    // Deletes keep all their texts.
    const last = row ? entryWithGaps(row) : entry
    const restored = await this.#thing(last).restore(this.#write, last.entity_id, last.before ?? {}, { undo_of: last.seq, cause: null })
    for (const caused of await undoStore.causedBy(tx, teamId, last)) {
      const dependent = entryWithGaps(caused)
      if (dependent.undone_by !== null || dependent.action !== 'deleted') continue
      const thing = this.#thing(dependent)
      // It may have come back by itself.
      if (await thing.read(this.#write, dependent.entity_id)) continue
      const reason = { undo_of: dependent.seq, cause: restored }
      await this.#finish(dependent, await thing.restore(this.#write, dependent.entity_id, dependent.before ?? {}, reason))
    }
    await this.#finish(last, restored)
    this.#done(entry, 'restored')
  }

  /** Puts back the fields that nobody else changed since. */
  async #revertUpdate(entry: JournalEntry, current: Row): Promise<void> {
    const thing = this.#thing(entry)
    const later = (await this.#laterThan(entry)).filter((other) => other.entity === entry.entity && !this.#deps.inSet.has(other.seq))
    const { fields, names, conflicts, isWhole } = fieldsToPutBack(entry, current, later, thing.follows)
    // Completed again, not as long ago as it was: else the moment that brought it back would do so again.
    if (entry.actor.kind === 'system') for (const field of Object.keys(thing.follows)) delete fields[field]
    for (const { field, reason } of conflicts) this.#refuse(entry, reason, field)
    if (names.length === 0) return
    const written = await thing.assign(this.#write, entry.entity_id, fields, entry.seq)
    if (isWhole && written !== undefined) await this.#finish(entry, written)
    this.#done(entry, 'reverted', names)
  }

  async #laterThan({ entity, entity_id, task_id, seq }: JournalEntry): Promise<JournalEntry[]> {
    const { tx, teamId } = this.#write
    return (await undoStore.laterThan(tx, teamId, { entity, entity_id: String(entity_id), task_id, seq })).map((row) => entryWithGaps(row))
  }

  /** Notes that `by` reverted the entry. If that was an undo itself, what it had reverted counts again, and so on, in turns. */
  async #finish(entry: JournalEntry, by: number): Promise<void> {
    const { tx, teamId } = this.#write
    await undoStore.mark(tx, teamId, entry.seq, by)
    let undo = entry
    for (let counts = true; undo.undo_of !== null; counts = !counts) {
      await undoStore.mark(tx, teamId, undo.undo_of, counts ? null : undo.seq)
      const [before] = await undoStore.some(tx, teamId, [undo.undo_of])
      if (!before) return
      undo = entryWithGaps(before)
    }
  }
}

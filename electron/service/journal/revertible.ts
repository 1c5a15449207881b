import type { Row } from '../../../shared/domain/history/difference.ts'
import type { Recorder } from './journal.ts'

/** What undo needs of each kind of thing, and sync too. Every method journals what it does, with `undo_of` naming the entry it reverts. */
export interface Revertible {
  /** The fields as the journal knows them; undefined when it is gone. */
  read(id: number): Row | undefined
  remove(id: number, record: Recorder, undo_of: number): number
  /** Puts a deleted one back under its own id. Throws `conflict` when its place is taken. */
  restore(id: number, row: Row, record: Recorder, undo_of: number | null, cause: number | null): number
  assign(id: number, fields: Row, record: Recorder, undo_of: number | null, cause?: number | null): void
  /** Fields that follow from another one: they go back with it, never without it. */
  readonly follows?: Readonly<Record<string, string>>
}

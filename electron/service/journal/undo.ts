// Undo: puts back what journal entries changed, newest first. What somebody else changed since is left alone and listed as a conflict. An
// undo is journalled like any write, so it can be undone itself (redo). One call is one transaction, which does not take long: of everything
// that an actor did it takes back a stretch, and says what is left.
import { AppError } from '../../../shared/domain/app-error.ts'
import type { Row } from '../../../shared/domain/history/difference.ts'
import { maxUndone } from '../../../shared/domain/history/undo-rules.ts'
import type { Entity, JournalEntry, UndoRequest, UndoResult } from '../../../shared/schema/journal.ts'
import type { Context } from '../context.ts'
import type { Db } from '../db/open.ts'
import { type Choice, createEntryChoice } from './choose-entries.ts'
import { createEntryReader } from './entry-reader.ts'
import type { Journal, Recorder } from './journal.ts'
import { createJournalPositions } from './journal-positions.ts'
import { Reversal } from './reversal.ts'
import type { Revertible } from './revertible.ts'
import { type Chosen, createUndoStore } from './undo-store.ts'

/** One call takes back no more after so many milliseconds, once there are some: others wait for it. */
const maxBlockedMs = 40
const fewEntries = 10

class Rollback extends Error {}

/** Before fields of an update are put back. Throws `conflict` where whoever undoes may not do that. */
export type MayPutBack = (entry: JournalEntry, fields: Row, ctx: Context) => void

export function createUndo(db: Db, journal: Journal, now: () => Date, revertibles: Record<Entity, Revertible>, mayPutBack: MayPutBack = () => undefined) {
  const reader = createEntryReader(db)
  const store = createUndoStore(db)
  const choose = createEntryChoice(store, createJournalPositions(db, now))

  function run(request: UndoRequest, ctx: Context): UndoResult {
    const choice = choose(request, ctx)
    const { from = null, to = null } = choice.stretch ?? {}
    const result: UndoResult = { preview: request.preview ?? false, done: [], conflicts: [], entries: [], from, to, left: 0, next: null }
    journal.write(ctx.actor, (record) => revertAll(choice, record, result, ctx))
    return result
  }

  function revertAll({ entries, stretch }: Choice, record: Recorder, result: UndoResult, ctx: Context): void {
    const recording: Recorder = (change) => {
      const seq = record(change)
      result.entries.push(seq)
      return seq
    }
    const inSet = new Set(entries.map((entry) => entry.seq))
    const reversal = new Reversal({
      store,
      reader,
      revertibles,
      inSet,
      record: recording,
      result,
      mayPutBack: (entry, fields) => mayPutBack(entry, fields, ctx),
    })
    const whole = reader.together()
    const begun = performance.now()
    for (const [n, entry] of entries.entries()) {
      if (stretch && (n >= maxUndone || (n >= fewEntries && performance.now() - begun > maxBlockedMs))) {
        result.next = entry.seq
        result.left = store.countOfWriter({ ...stretch, to: entry.seq })
        break
      }
      // Whether it was undone already is said as it was before this undo.
      attempt(entry, result, () => reversal.revert({ ...whole(store.row(entry.seq)), undone_by: entry.undone_by }))
    }
  }

  /** Wholly or not at all: what cannot be is a conflict, and stands in the way of no other entry. */
  function attempt({ seq, entity, entity_id, task_id }: Chosen, result: UndoResult, act: () => void): void {
    const { entries, conflicts } = result
    const [written, told] = [entries.length, conflicts.length]
    try {
      store.atomically(act)
    } catch (error) {
      if (!(error instanceof AppError) || error.code !== 'conflict') throw error
      entries.length = written
      conflicts.length = told
      conflicts.push({ seq, entity, entity_id, task_id, field: null, reason: error.message })
    }
  }

  return {
    undo(request: UndoRequest, ctx: Context): UndoResult {
      if (!request.preview) return run(request, ctx)
      // A preview is the real thing, rolled back: it cannot promise what the undo would not do.
      let result: UndoResult | undefined
      try {
        store.atomically(() => {
          result = run(request, ctx)
          throw new Rollback()
        })
      } catch (error) {
        if (!(error instanceof Rollback)) throw error
      }
      return { ...(result as UndoResult), entries: [] }
    },
  }
}

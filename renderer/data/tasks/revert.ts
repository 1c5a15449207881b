// Undoing entries of the journal, and undoing that.
import type { UndoConflict, UndoResult } from '../../../shared/schema/journal.ts'
import { once } from '../../backend/api.ts'
import { api } from '../../backend/backend.ts'
import { m } from '../../lib/messages.ts'
import { dismissNotice, notify } from '../../lib/notices.ts'

export interface Reverted {
  conflicts: UndoConflict[]
  /** What the undo wrote. */
  entries: number[]
}

/** Throws what the service answers. */
export async function revert(seqs: readonly number[]): Promise<Reverted> {
  // An undo of one entry may write several, and any of them may come first: they are done again together.
  if (seqs.length > 1) return revertMany(seqs)
  return together(await Promise.all(seqs.map((seq) => api.undo({ body: { entry: seq } }, once()))))
}

/** They are one transaction, for which others wait. */
const maxInOneUndo = 250

/** Newest first, as if each were undone by itself. */
async function revertMany(seqs: readonly number[]): Promise<Reverted> {
  const newestFirst = [...seqs].sort((a, b) => b - a)
  const results: UndoResult[] = []
  const progress = createProgress()
  try {
    for (let at = 0; at < newestFirst.length; at += maxInOneUndo) {
      progress.say(at, newestFirst.length)
      // What is newer goes first.
      results.push(await api.undo({ body: { entries: newestFirst.slice(at, at + maxInOneUndo) } }, once()))
    }
  } finally {
    progress.end()
  }
  return together(results)
}

export const together = (results: readonly UndoResult[]): Reverted => ({
  conflicts: results.flatMap(({ conflicts }) => conflicts),
  entries: results.flatMap(({ entries }) => entries),
})

/** What takes longer says how far it is. */
const silentFor = 1000

export function createProgress() {
  const start = performance.now()
  let notice: number | undefined
  return {
    say(done: number, all: number): void {
      if (performance.now() - start > silentFor) notice = notify({ kind: 'done', text: m.undoing(done, all) })
    },
    end(): void {
      if (notice !== undefined) dismissNotice(notice)
    },
  }
}

// Where in the journal a moment lies. Its order is the order of the writes; the times in it are only as right as the clock was.
import type { Db } from '../db/open.ts'

/** So many entries in a row must be older than a moment to lie before it: a clock that was wrong for a few of them hides nothing. */
const inARow = 100

export function createJournalPositions(db: Db, now: () => Date) {
  const newest = db.prepare('SELECT seq, at FROM journal ORDER BY seq DESC LIMIT 1')
  // What is dated after now was written while the clock ran ahead, and says nothing about when.
  const upTo = db.prepare('SELECT at FROM journal WHERE seq <= ? AND at <= ? ORDER BY seq DESC LIMIT ?').pluck()
  const onwards = db.prepare('SELECT at FROM journal WHERE seq >= ? AND at <= ? ORDER BY seq LIMIT ?').pluck()

  const head = () => (newest.get() as { seq: number; at: string } | undefined) ?? { seq: 0, at: '' }

  /** The greatest position for which `lies` holds; it holds for 0. */
  function last(below: number, lies: (seq: number) => boolean): number {
    let low = 0
    let high = below
    while (high - low > 1) {
      const middle = Math.floor((low + high) / 2)
      if (lies(middle)) low = middle
      else high = middle
    }
    return low
  }

  function latest(): string {
    const known = head().at
    const present = now().toISOString()
    return known > present ? known : present
  }

  return {
    head: () => head().seq,

    /** The first entry that was written at this moment (RFC 3339, UTC) or later. */
    since(moment: string): number {
      const bound = latest()
      return last(head().seq + 1, (seq) => (upTo.all(seq, bound, inARow) as string[]).every((at) => at < moment)) + 1
    },

    /** The last entry that was written at this moment or earlier. */
    until(moment: string): number {
      const bound = latest()
      return last(head().seq + 1, (seq) => !(onwards.all(seq, bound, inARow) as string[]).every((at) => at > moment))
    },
  }
}

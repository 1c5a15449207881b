import type { JournalEntry } from '../../../shared/schema/journal.ts'

/** What one actor (of an agent: one run) did without a long pause and without another coming between. Newest first. */
export interface Burst {
  key: number
  entries: JournalEntry[]
}

const pause = 10 * 60_000

/** Whether what was not read yet may belong to the burst: `oldest` is the oldest entry that was read, of anybody. */
export function mayGoOn(burst: Burst, oldest: JournalEntry | undefined): boolean {
  const first = burst.entries.at(-1)
  return !first || !oldest || Date.parse(first.at) - Date.parse(oldest.at) < pause
}

const isSameWriter = (a: JournalEntry, b: JournalEntry) => a.actor.kind === b.actor.kind && a.actor.name === b.actor.name && a.run === b.run

export function burstsOf(entries: readonly JournalEntry[]): Burst[] {
  const bursts: Burst[] = []
  for (const entry of entries) {
    // What a delete took along is part of the delete.
    if (entry.cause !== null) continue
    const last = bursts.at(-1)?.entries.at(-1)
    if (last && isSameWriter(last, entry) && Date.parse(last.at) - Date.parse(entry.at) < pause) bursts.at(-1)?.entries.push(entry)
    else bursts.push({ key: entry.seq, entries: [entry] })
  }
  return bursts
}

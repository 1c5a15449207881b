import type { JournalEntry } from '../../../shared/schema/journal.ts'

/** What one actor (of an agent: one run; in the cloud: with one token) did without a long pause and without another coming between. Newest first. */
export interface Burst {
  /** One of its entries; the same while it grows, where `keyed` gave it. */
  key: number
  entries: JournalEntry[]
}

const pause = 10 * 60_000

/** Whether what was not read yet may belong to the burst: `oldest` is the oldest entry that was read, of anybody. */
export function mayGoOn(burst: Burst, oldest: JournalEntry | undefined): boolean {
  const first = burst.entries.at(-1)
  return !first || !oldest || Date.parse(first.at) - Date.parse(oldest.at) < pause
}

/** What the stream has just told does not say with which login it was written. */
const isSameLogin = ({ principal: a }: JournalEntry, { principal: b }: JournalEntry) => a === undefined || b === undefined || a.id === b.id

const isSameWriter = (a: JournalEntry, b: JournalEntry) =>
  a.actor.kind === b.actor.kind && a.actor.name === b.actor.name && a.run === b.run && isSameLogin(a, b)

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

/** A burst grows at both ends, by what comes and by what is read back: it keeps the key by which it was first `known` (of each entry). */
export function keyed(bursts: readonly Burst[], known: Map<number, number>): Burst[] {
  const taken = new Set<number>()
  return bursts.map((burst) => {
    const first = burst.entries.find(({ seq }) => known.has(seq))
    const before = first && known.get(first.seq)
    // One that turned out to be two (the stream had not told whose login it was) leaves the key to the newer.
    const key = before === undefined || taken.has(before) ? burst.key : before
    taken.add(key)
    for (const { seq } of burst.entries) known.set(seq, key)
    return { ...burst, key }
  })
}

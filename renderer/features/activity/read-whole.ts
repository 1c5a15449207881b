import type { JournalEntry } from '../../../shared/schema/journal.ts'
import { readEarlier, recentEntries } from '../../data/journal.ts'
import { queryClient } from '../../data/query-client.ts'
import { type Burst, mayGoOn } from './bursts.ts'

/** Reads back until the burst in which this entry stands is whole. Throws what the service answers. */
export async function readWhole(seq: number, bursts: (entries: readonly JournalEntry[]) => readonly Burst[]): Promise<Burst | undefined> {
  let burst: Burst | undefined
  const isWhole = (entries: readonly JournalEntry[]) => {
    const all = bursts(entries)
    burst = all.find((one) => one.entries.some((entry) => entry.seq === seq))
    return burst === undefined || burst !== all.at(-1) || !mayGoOn(burst, entries.at(-1))
  }
  for (;;) {
    const known = queryClient.getQueryData(recentEntries.queryKey)
    if (!known || isWhole(known.entries) || known.after === 0) return burst
    // Each reads on from where the one before it ended.
    await readEarlier(isWhole)
  }
}

import type { Write } from '../journal/journal.ts'
import { proposalStore } from './proposal-store.ts'

/** The same write, which knows what it has recorded. From its first event on the team's counters are ours until the commit: the numbers have no gap. */
export function countedWrite(own: Write): { write: Write; entries(): Promise<number[]> } {
  let count = 0
  const counted = (write: Write): Write => ({
    ...write,
    create: (...given) => {
      count++
      return write.create(...given)
    },
    record: (...given) => {
      count++
      return write.record(...given)
    },
    as: (actor) => counted(write.as(actor)),
  })
  return {
    write: counted(own),
    async entries() {
      if (count === 0) return []
      const head = await proposalStore.head(own.tx, own.teamId)
      return Array.from({ length: count }, (_, index) => head - count + 1 + index)
    },
  }
}

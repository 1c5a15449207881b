// Events that are work for one consumer at a time, for the features that make them.
import type { Tx } from '../db/database.ts'
import type { Change, Write } from '../journal/journal.ts'
import { eventStore } from './event-store.ts'

export interface Waiting {
  entity_id: string
  count: number
  oldest: string
}

export const work = {
  /** Records the event and offers it to consumers. */
  async offer(write: Write, change: Change): Promise<void> {
    const seq = await write.record(change)
    await eventStore.offer(write.tx, write.teamId, seq, write.at)
  },

  /** What nobody has finished yet, by what it is about. */
  waiting: (tx: Tx, team: string): Promise<Waiting[]> => eventStore.waitingWork(tx, team),
}

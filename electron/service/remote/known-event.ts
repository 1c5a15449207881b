// By one event that was here sync knows that the cloud still goes on from what it told: a cloud that was restored from a backup gives its numbers
// again, to other events.
import type { Db } from '../db/open.ts'

export type KnownEvent = ReturnType<typeof createKnownEvent>

export function createKnownEvent(db: Db) {
  const read = db.prepare('SELECT event, at FROM remote_told')
  const write = db.prepare('INSERT OR REPLACE INTO remote_told VALUES (1, ?, ?)')
  const forget = db.prepare('DELETE FROM remote_told')
  const known = () => read.get() as { event: number; at: string } | undefined
  return {
    keep: (event: number, at: string): void => void write.run(event, at),
    forget: (): void => void forget.run(),
    /** From where the stream is to begin, so that it tells of this event: not after `inbox`. */
    before: (inbox: number): number => Math.min(inbox, known()?.event ?? inbox),
    /** Is the event of that number another one than it was? */
    isAnother(event: number, at: string): boolean {
      const one = known()
      return one?.event === event && one.at !== at
    },
  }
}

// By one event that was here sync knows that the cloud still goes on from what it told: a cloud that was restored from a backup gives its numbers
// again, to other events.
import type { Db } from '../../db/open.ts'

export type KnownEvent = ReturnType<typeof createKnownEvent>

export function createKnownEvent(db: Db) {
  const readEpoch = db.prepare('SELECT epoch FROM remote_epoch').pluck()
  const writeEpoch = db.prepare('INSERT OR REPLACE INTO remote_epoch VALUES (1, ?)')
  const isSeenAfter = db.prepare('SELECT 1 FROM remote_items WHERE seen > ? LIMIT 1').pluck()
  const read = db.prepare('SELECT event, at FROM remote_told')
  const write = db.prepare('INSERT OR REPLACE INTO remote_told VALUES (1, ?, ?)')
  const forget = db.prepare('DELETE FROM remote_told')
  const known = () => read.get() as { event: number; at: string } | undefined
  const epoch = () => readEpoch.get() as string | undefined
  return {
    /** Of the cloud's database, as it was told last; undefined: never, a cloud of before does not say it. */
    epoch,
    keepEpoch: (now: string | undefined): void => void (now !== undefined && writeEpoch.run(now)),
    isOtherEpoch: (now: string | undefined): boolean => now !== undefined && epoch() !== undefined && epoch() !== now,
    /** Is something known that is younger than that event, or is that event not known itself? In another epoch it may never have happened. */
    holdsMoreThan(event: number, at: string | undefined): boolean {
      const one = known()
      return one?.event !== event || one.at !== at || isSeenAfter.get(event) !== undefined
    },
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

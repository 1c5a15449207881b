// Writes down what became of deliveries, of many in one statement. Until it is written, what was taken falls to another instance when its lease ends.
import type { Database } from '../db/database.ts'
import { notificationStore, type Result } from './notification-store.ts'

/** A device whose token is of no use any more, as of a moment. */
export interface DeadDevice {
  id: string
  at: string
}

export function createResults({ db, now, onError }: { db: Database; now: () => Date; onError: (error: unknown) => void }) {
  let results: Result[] = []
  let dead: DeadDevice[] = []
  let recording: Promise<void> | undefined
  const state = { stopped: false }

  async function record(): Promise<void> {
    // What settles in the same moment goes together.
    await new Promise((resolve) => setImmediate(resolve))
    while (results.length > 0) {
      const [some, gone] = [results, dead]
      results = []
      dead = []
      const at = now().toISOString()
      try {
        await db.asCourier(async (tx) => {
          await notificationStore.record(tx, some, at)
          if (gone.length > 0) await notificationStore.removeDevices(tx, gone)
        })
      } catch (error) {
        onError(error)
        results = [...some, ...results]
        dead = [...gone, ...dead]
        if (state.stopped) return
        // Sooner than what was taken falls to another, if that is possible.
        await new Promise((resolve) => setTimeout(resolve, 500))
      }
    }
  }

  return {
    add(result: Result, deadDevice?: DeadDevice): void {
      if (deadDevice) dead.push(deadDevice)
      results.push(result)
      recording ??= record().finally(() => (recording = undefined))
    },
    /** From now on a write that fails is not tried again. */
    stop: () => void (state.stopped = true),
    /** Waits for what is being written. */
    flushed: async (): Promise<void> => recording,
  }
}

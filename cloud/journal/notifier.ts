// Tells all instances which teams have new events. After the commit, never inside it: NOTIFY in a transaction takes a lock of the whole
// server at commit, and writes would queue up. What is lost when we crash in between, listeners find when they look for themselves.
import type { Pool } from 'pg'

export const eventChannel = 'tandem_events'
const gatherFor = 10
/** A payload has 8,000 bytes at most; an id with its comma has 37. */
const mostIds = 200

export interface Notifier {
  /** A team has new events. */
  changed(teamId: string): void
  close(): Promise<void>
}

export function createNotifier(pool: Pool, onError: (error: Error) => void): Notifier {
  const waiting = new Set<string>()
  let timer: NodeJS.Timeout | undefined
  let sending = Promise.resolve()

  async function send(): Promise<void> {
    timer = undefined
    const ids = [...waiting]
    waiting.clear()
    try {
      for (let first = 0; first < ids.length; first += mostIds)
        await pool.query({ name: 'notify', text: 'SELECT pg_notify($1, $2)', values: [eventChannel, ids.slice(first, first + mostIds).join(',')] })
    } catch (error) {
      onError(error as Error)
    }
  }

  return {
    changed(teamId) {
      waiting.add(teamId)
      timer ??= setTimeout(() => {
        sending = sending.then(send)
      }, gatherFor)
    },
    async close() {
      clearTimeout(timer)
      await (sending = sending.then(send))
    },
  }
}

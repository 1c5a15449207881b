// How the web UI stands with the service. The backend sets it, everything may follow it.
import { createStore } from '../lib/store.ts'

export type Reach = 'connecting' | 'live' | 'away'

export const connection = {
  reach: createStore<Reach>('connecting'),
  /** The service asks for its token. */
  needsToken: createStore(false),
  /** Writes that were made here and have not been confirmed yet. */
  unsent: createStore(0),
  /** Those among them that the team has no room for: why, and what sends them once more. */
  held: createStore<{ count: number; error: unknown; retry: () => void } | undefined>(undefined),
  /** Creates under way: until they have their number, what the service reports of them would show twice. */
  creating: createStore(0),
}

/** Resolves when the service is there again, or after `most` milliseconds. */
export function whenBack(max: number): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(done, max)
    const stop = connection.reach.subscribe(() => {
      if (connection.reach.get() === 'live') done()
    })
    function done() {
      clearTimeout(timer)
      stop()
      resolve()
    }
  })
}

/** Resolves when the service is not there any more. */
export function whenAway(): Promise<void> {
  return new Promise((resolve) => {
    const stop = connection.reach.subscribe(() => {
      if (connection.reach.get() === 'live') return
      stop()
      resolve()
    })
  })
}

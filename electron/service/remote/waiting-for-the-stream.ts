// Writes that the cloud did not do because more had happened wait until the stream has told what that was: the event up to which it must have
// come, and for how long at most.
import type { Item } from './remote-store.ts'

/** `id` and `version`: what stands there, null when it is gone; `until`: a moment of `performance.now()`; `told`: how far the stream was when it began. */
export interface Wait {
  id: number | null
  version: number | null
  seq: number
  until: number
  told: number
}

export type WaitingForTheStream = ReturnType<typeof createWaitingForTheStream>

/** Milliseconds for which a write waits for the stream to tell what speaks against it, before it looks for itself. */
export const patience = 1000
/** Of what is gone there nothing can be asked any more: only the stream knows what it was, and as long as it goes on, it is waited for. */
export const longPatience = 20_000

export function createWaitingForTheStream() {
  const waits = new Map<string, Wait>()
  const nameOf = ({ entity, local_id }: Pick<Item, 'entity' | 'local_id'>) => `${entity} ${local_id}`
  const begin = (item: Item, wait: Wait) => void waits.set(nameOf(item), wait)
  return {
    /** Is it not yet time to look for oneself? */
    isWaiting(item: Item, inbox: number): boolean {
      const wait = waits.get(nameOf(item))
      if (!wait || inbox >= wait.seq) return false
      if (performance.now() < wait.until) return true
      if (wait.version !== null || inbox <= wait.told) return false
      begin(item, { ...wait, told: inbox, until: performance.now() + longPatience })
      return true
    },

    of: (item: Item): Wait | undefined => waits.get(nameOf(item)),
    begin,
    end: (item: Item): void => void waits.delete(nameOf(item)),
    endAll: (): void => waits.clear(),

    /** When the first of them is looked at again; undefined when none waits. */
    until(): number | undefined {
      let soonest: number | undefined
      for (const { until } of waits.values()) if (until > performance.now() && (soonest === undefined || until < soonest)) soonest = until
      return soonest
    },
  }
}

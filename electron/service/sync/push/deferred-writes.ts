// Writes that the cloud did not do because more had happened wait until the stream has told what that was: the event up to which it must have
// come, and for how long at most.
import type { Item } from '../state/sync-store.ts'

/** `id` and `version`: what stands there, null when it is gone; `until`: a moment of `performance.now()`; `told`: how far the stream was when it began. */
export interface Wait {
  id: number | null
  version: number | null
  seq: number
  until: number
  told: number
}

export type DeferredWrites = ReturnType<typeof createDeferredWrites>

/** Milliseconds for which a write waits for the stream to tell what speaks against it, before it looks for itself. */
export const timeoutMs = 1000
/** Of what is gone there nothing can be asked any more: only the stream knows what it was, and as long as it goes on, it is waited for. */
export const longTimeoutMs = 20_000

export function createDeferredWrites() {
  const waits = new Map<string, Wait>()
  /** Of which nothing was sent, because they wait. Their time may be over by the moment when somebody asks how long to sleep. */
  const held = new Set<string>()
  const nameOf = ({ entity, local_id }: Pick<Item, 'entity' | 'local_id'>) => `${entity} ${local_id}`
  const begin = (item: Item, wait: Wait) => {
    waits.set(nameOf(item), wait)
    held.add(nameOf(item))
  }
  return {
    /** Is it not yet time to look for oneself? */
    isWaiting(item: Item, inbox: number): boolean {
      const wait = waits.get(nameOf(item))
      if (!wait || inbox >= wait.seq) return false
      if (performance.now() < wait.until) {
        held.add(nameOf(item))
        return true
      }
      if (wait.version !== null || inbox <= wait.told) return false
      begin(item, { ...wait, told: inbox, until: performance.now() + longTimeoutMs })
      return true
    },

    of: (item: Item): Wait | undefined => waits.get(nameOf(item)),
    begin,
    end: (item: Item): void => void waits.delete(nameOf(item)),
    endAll: (): void => waits.clear(),

    /** When the first of what was held since this was asked last is looked at again, be it a moment ago; undefined when nothing was. */
    until(): number | undefined {
      let soonest: number | undefined
      for (const name of held) {
        const until = waits.get(name)?.until
        if (until !== undefined && (soonest === undefined || until < soonest)) soonest = until
      }
      held.clear()
      return soonest
    },
  }
}

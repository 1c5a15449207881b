// Writes that the cloud did not do because more had happened wait until the stream has told what that was: the event up to which it must have
// come, and for how long at most.
import type { Item } from './remote-store.ts'

/** `id` and `version`: what stands there; `until`: a moment of `performance.now()`. */
export interface Wait {
  id: number | null
  version: number | null
  seq: number
  until: number
}

export type WaitingForTheStream = ReturnType<typeof createWaitingForTheStream>

/** Milliseconds for which a write waits for the stream to tell what speaks against it, before it looks for itself. */
export const patience = 1000
/** Of what is gone there nothing can be asked any more: only the stream knows what it was. */
export const longPatience = 20_000

export function createWaitingForTheStream() {
  const waits = new Map<string, Wait>()
  const nameOf = ({ entity, local_id }: Pick<Item, 'entity' | 'local_id'>) => `${entity} ${local_id}`
  return {
    of: (item: Item): Wait | undefined => waits.get(nameOf(item)),
    begin: (item: Item, wait: Wait): void => void waits.set(nameOf(item), wait),
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

// Whether tasks can be moved up and down where they stand, and how: said by the list that is in manual order.
import { createStore } from '../lib/store.ts'

export type MoveBy = (ids: ReadonlySet<number>, by: 1 | -1) => void

/** Undefined: what stands here has an order of its own. */
export const moveInList = createStore<MoveBy | undefined>(undefined)

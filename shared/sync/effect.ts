// What sync may have to do about one record.
import type { WriteAction } from './record-state.ts'

/** What changes in the row in which sync keeps the state. What is not named stays. */
export interface RowChange {
  /** `learn`: as it was told; `confirm`: what was sent has arrived; `forget`: it is not there. All three move the last event. */
  remote?: 'learn' | 'confirm' | 'forget'
  /** The count of local changes. `returned`: those in flight count again. */
  changes?: 'none' | 'oneMore' | 'atLeastOne' | 'returned'
  /** No write is in flight any more. */
  inFlight?: 'end'
  problem?: 'set' | 'clear'
}

export type Effect =
  | ({ do: 'writeRow' } & RowChange)
  /** Store the write with its key, then send it. */
  | { do: 'send'; action: WriteAction }
  /** As it went out before. */
  | { do: 'resend' }
  /** Wait for the stream to tell what speaks against the write: `short`: then ask the cloud again; `long`: only the stream can know. */
  | { do: 'defer'; wait: 'short' | 'long' }
  | { do: 'stopWaiting' }
  /** A `remoteRecord` from the row in the reply. */
  | { do: 'applyReply' }
  /** Its task; one that was deleted here is restored. Without it nothing further is done. */
  | { do: 'requireTask' }
  | { do: 'insert' }
  /** Undo the delete with all that it took along. */
  | { do: 'undoDelete' }
  /** Make it again under its local id. */
  | { do: 'restore' }
  /** Write the remote fields in their author's name, then put the local ones on top; continues with `merged`. */
  | { do: 'merge' }
  | { do: 'remove' }
  /** A conflict for a person to review. */
  | { do: 'askPerson' }
  /** `taskOutlived` for all that hangs on it. */
  | { do: 'keepChildren' }
  /** `taskRestored` for all that hangs on it. */
  | { do: 'restoreChildren' }
  /** Its task is gone there: it outlives that, and is created again before this. */
  | { do: 'recreateTask' }
  /** How the cloud named it may differ from here. */
  | { do: 'adoptSlug' }
  /** `taskRestored`, should it be missing while its task is here. */
  | { do: 'rejoinTask' }

/** An adapter was asked for what it cannot do: the table and the adapter do not belong together. */
export function unexpected(effect: Effect): never {
  throw new Error(`Sync does not expect the effect ${effect.do} here.`)
}

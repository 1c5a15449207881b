// One write that is not retried: it happened, or it did not and the person reads why. `z` takes it back where it says how, and says that it cannot elsewhere.
import { explain } from '../backend/explain.ts'
import { type Notice, notify } from '../lib/notices.ts'
import { didAction, didForGood, willBeDone } from './tasks/own-actions.ts'

export interface WayBack {
  undo: () => Promise<unknown>
  /** Does it once more. */
  again: () => void
}

export interface Said<T> {
  /** The first sentence when it fails: "Nothing was changed." */
  failed: string
  /** Undefined: nothing to say and nothing to take back. */
  done?: string | undefined
  /** Undefined: it can't be undone. */
  back?: ((value: T) => WayBack) | undefined
  /** What one may want to do next, where nothing takes it back. */
  action?: Notice['action'] | undefined
}

/** What the call gave; undefined when it was refused, which is then explained. */
export function attempt<T>(call: () => Promise<T>, said: Said<T>): Promise<{ value: T } | undefined> {
  const doing = tryOnce(call, said)
  return said.done === undefined ? doing : willBeDone(doing)
}

async function tryOnce<T>(call: () => Promise<T>, { failed, done, back, action }: Said<T>): Promise<{ value: T } | undefined> {
  try {
    const value = await call()
    if (done !== undefined) sayDone(done, back?.(value), action)
    return { value }
  } catch (error) {
    notify({ kind: 'problem', text: explain(failed, error) })
    return undefined
  }
}

function sayDone(said: string, back: WayBack | undefined, action: Notice['action'] | undefined): void {
  if (!back) return didForGood(said, action)
  const { undo, again } = back
  didAction({ said, writes: [], takeBack: () => undo().then(() => ({ conflicts: [], again })) })
}

// One write to the cloud that is not retried: it happened, or it did not and the person reads why.
import { explain } from '../backend/explain.ts'
import { type Notice, notify } from '../lib/notices.ts'

export interface Said {
  /** The first sentence when it fails: "Nothing was changed." */
  failed: string
  done?: string
  action?: Notice['action']
}

/** What the call gave; undefined when it was refused, which is then explained. */
export async function attempt<T>(call: () => Promise<T>, { failed, done, action }: Said): Promise<{ value: T } | undefined> {
  try {
    const value = await call()
    if (done !== undefined) notify({ kind: 'done', text: done, ...(action ? { action } : {}) })
    return { value }
  } catch (error) {
    notify({ kind: 'problem', text: explain(failed, error) })
    return undefined
  }
}

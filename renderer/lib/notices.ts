// Short messages at the foot of the window. Some offer something (mostly undo), one only tells; none takes the place of another's offer, so that what can be
// taken back stays in reach as long as it was meant to. None takes the focus.
import { createStore } from './store.ts'

export interface Notice {
  kind: 'done' | 'problem'
  text: string
  action?: { label: string; key?: string; run: () => void }
  /** What one may want to do next. */
  also?: { label: string; run: () => void }
}

export type ShownNotice = Notice & { id: number }

/** More would cover what they are about; what they offered is still there by its key. */
const maxOffers = 3

/** Oldest first: a few with an action, and at most one without. */
export const notices = createStore<readonly ShownNotice[]>([])

let last = 0

/** Returns the number by which the message is dismissed or amended. */
export function notify(next: Notice): number {
  const shown = { ...next, id: ++last }
  const isOffer = (one: Notice) => one.action !== undefined
  const known = notices.get()
  // What was merely said about something else is over with the next thing done; what went wrong stays to be read.
  const told = known.filter((one) => !isOffer(one) && isOffer(next) && one.kind === 'problem')
  const offers = known.filter(isOffer).slice(isOffer(next) ? 1 - maxOffers : 0)
  notices.set([...offers, ...told, shown].sort((a, b) => a.id - b.id))
  return shown.id
}

export function dismissNotice(id: number): void {
  const left = notices.get().filter((one) => one.id !== id)
  if (left.length < notices.get().length) notices.set(left)
}

/** Adds to a message that still stands; one that is gone stays gone. */
export function amendNotice(id: number, more: Partial<Pick<Notice, 'also' | 'text'>>): void {
  notices.set(notices.get().map((one) => (one.id === id ? { ...one, ...more } : one)))
}

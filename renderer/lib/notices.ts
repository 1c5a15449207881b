// Short messages at the foot of the window. One offers something (mostly undo), one only tells; neither takes the place of the other, so that what can be
// taken back is not covered by what cannot. Within each the newest replaces the one before. None takes the focus.
import { createStore } from './store.ts'

export interface Notice {
  kind: 'done' | 'problem'
  text: string
  action?: { label: string; key?: string; run: () => void }
  /** What one may want to do next. */
  also?: { label: string; run: () => void }
}

export type ShownNotice = Notice & { id: number }

/** Oldest first: at most one with an action and one without. */
export const notices = createStore<readonly ShownNotice[]>([])

let last = 0

/** Returns the number by which the message is dismissed or amended. */
export function notify(next: Notice): number {
  const shown = { ...next, id: ++last }
  const offers = next.action !== undefined
  // What was merely said about something else is over with the next thing done; what went wrong stays to be read.
  const stays = (one: ShownNotice) => (offers ? one.action === undefined && one.kind === 'problem' : one.action !== undefined)
  notices.set([...notices.get().filter(stays), shown])
  return shown.id
}

/** One of them, or all. */
export function dismissNotice(id?: number): void {
  const left = id === undefined ? [] : notices.get().filter((one) => one.id !== id)
  if (left.length < notices.get().length) notices.set(left)
}

/** Adds to a message that still stands; one that is gone stays gone. */
export function amendNotice(id: number, more: Partial<Pick<Notice, 'also' | 'text'>>): void {
  notices.set(notices.get().map((one) => (one.id === id ? { ...one, ...more } : one)))
}

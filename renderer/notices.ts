// Short messages at the foot of the window. The newest replaces the one before; none takes the focus.
import { createStore } from './store.ts'

export interface Notice {
  kind: 'done' | 'problem'
  text: string
  action?: { label: string; key?: string; run: () => void }
  /** What one may want to do next. */
  also?: { label: string; run: () => void }
}

export const notice = createStore<(Notice & { id: number }) | undefined>(undefined)

let last = 0

export function notify(next: Notice): void {
  notice.set({ ...next, id: ++last })
}

export function dismissNotice(): void {
  notice.set(undefined)
}

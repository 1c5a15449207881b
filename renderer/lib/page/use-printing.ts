import { useSyncExternalStore } from 'react'
import { flushSync } from 'react-dom'

/** Between the two events that a browser tells of printing. */
let isPrinting = false
const media = matchMedia('print')

function follow(changed: () => void): () => void {
  const over = new AbortController()
  const { signal } = over
  // The paper is drawn right after this event.
  const tell = () => flushSync(changed)
  const set = (next: boolean) => {
    isPrinting = next
    tell()
  }
  addEventListener('beforeprint', () => set(true), { signal })
  addEventListener('afterprint', () => set(false), { signal })
  media.addEventListener('change', tell, { signal })
  return () => over.abort()
}

/** While the page is printed, or shown as it would be: then nothing may be left out that is not in sight. */
export function usePrinting(): boolean {
  // Asked, not remembered: it may have changed between the first paint and the moment from which on it is followed.
  return useSyncExternalStore(follow, () => isPrinting || media.matches)
}

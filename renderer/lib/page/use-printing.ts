import { useSyncExternalStore } from 'react'
import { flushSync } from 'react-dom'

let isPrinting = false

/** While the page is printed, or shown as it would be: then nothing may be left out that is not in sight. */
export function usePrinting(): boolean {
  return useSyncExternalStore(
    (changed) => {
      const over = new AbortController()
      const { signal } = over
      // The paper is drawn right after this event.
      const set = (next: boolean) => {
        isPrinting = next
        flushSync(changed)
      }
      const media = matchMedia('print')
      addEventListener('beforeprint', () => set(true), { signal })
      addEventListener('afterprint', () => set(false), { signal })
      media.addEventListener('change', () => set(media.matches), { signal })
      return () => over.abort()
    },
    () => isPrinting,
  )
}

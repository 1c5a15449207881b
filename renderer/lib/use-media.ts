import { useSyncExternalStore } from 'react'

function useMedia(query: string): boolean {
  return useSyncExternalStore(
    (changed) => {
      const list = matchMedia(query)
      list.addEventListener('change', changed)
      return () => list.removeEventListener('change', changed)
    },
    () => matchMedia(query).matches,
  )
}

/** One column, bottom bar, sheets. The same limits stand in app.css. */
export const usePhone = () => useMedia('(max-width: 640px)')
/** A finger, which cannot drag everywhere. */
export const useTouch = () => useMedia('(pointer: coarse)')
/** Room for a detail pane beside the list. */
export const useWide = () => useMedia('(min-width: 1100px)')
/** Too little room for the names in the sidebar. */
export const useTight = () => useMedia('(max-width: 860px)')

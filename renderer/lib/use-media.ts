import { useSyncExternalStore } from 'react'

/** One list a query, however many rows ask: two for each card of a full board are felt when the view changes. */
const lists = new Map<string, MediaQueryList>()

function listOf(query: string): MediaQueryList {
  const known = lists.get(query)
  if (known) return known
  const list = matchMedia(query)
  lists.set(query, list)
  return list
}

function store(query: string) {
  return {
    follow(changed: () => void) {
      const list = listOf(query)
      list.addEventListener('change', changed)
      return () => list.removeEventListener('change', changed)
    },
    matches: () => listOf(query).matches,
  }
}

const phone = store('(max-width: 640px)')
const touch = store('(pointer: coarse)')
const wide = store('(min-width: 1100px)')
const tight = store('(max-width: 860px)')

/** One column, bottom bar, sheets. The same limits stand in app.css. */
export const usePhone = () => useSyncExternalStore(phone.follow, phone.matches)
/** A finger, which cannot drag everywhere. */
export const useTouch = () => useSyncExternalStore(touch.follow, touch.matches)
/** Room for a detail pane beside the list. */
export const useWide = () => useSyncExternalStore(wide.follow, wide.matches)
/** Too little room for the names in the sidebar. */
export const useTight = () => useSyncExternalStore(tight.follow, tight.matches)

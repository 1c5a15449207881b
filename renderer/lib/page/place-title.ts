// The name of what is shown within a view (a section, a contact, a saved list), for the title of the page: whoever shows it says so.
import { useEffect } from 'react'
import { createStore } from '../store.ts'

export const placeTitle = createStore<string | undefined>(undefined)

export function usePlaceTitle(title: string | undefined): void {
  useEffect(() => {
    placeTitle.set(title)
    return () => placeTitle.set(undefined)
  }, [title])
}

// The screens that are not needed for the first paint. They are fetched a moment after it, so that all are there when the service is not.
import { type ComponentType, useEffect } from 'react'
import type { Navigation } from './navigation.ts'
import { createStore, useStore } from './store.ts'
import { SkeletonRows } from './ui/skeleton.tsx'

interface ScreenProps {
  nav: Navigation
}

function screen(load: () => Promise<ComponentType<ScreenProps>>) {
  const loaded = createStore<{ Screen: ComponentType<ScreenProps> } | undefined>(undefined)
  let loading: Promise<void> | undefined
  /** Also when the service is away at that moment: then again a little later. */
  function fetch(): void {
    loading ??= load().then(
      (Screen) => loaded.set({ Screen }),
      () => {
        loading = undefined
        setTimeout(fetch, 2000)
      },
    )
  }
  function Part(props: ScreenProps) {
    const ready = useStore(loaded)
    useEffect(fetch, [])
    return ready ? <ready.Screen {...props} /> : <SkeletonRows rows={6} />
  }
  return Object.assign(Part, { fetch })
}

export const ActivityScreen = screen(async () => (await import('./features/activity/activity-view.tsx')).ActivityView)
export const ReviewScreen = screen(async () => (await import('./features/review/review-view.tsx')).ReviewView)
export const SettingsScreen = screen(async () => (await import('./features/settings/settings-view.tsx')).SettingsView)

const all = [ReviewScreen, ActivityScreen, SettingsScreen]

export function fetchScreens(): void {
  for (const one of all) one.fetch()
}

// The screens that are not needed for the first paint. They are fetched once what the first one asked for is there, so that they do not stand in its
// way, and all are there when the service is not.
import { type ComponentType, useEffect } from 'react'
import { can } from './abilities.ts'
import type { DetailProps } from './features/detail/detail-pane.tsx'
import { TypedAhead } from './features/palette/typed-ahead.tsx'
import type { SettingsProps } from './features/settings/settings-view.tsx'
import { type Navigation, overlay, picked } from './navigation.ts'
import { queryClient } from './query-client.ts'
import { createStore, useStore } from './store.ts'
import { SkeletonRows } from './ui/skeleton.tsx'

interface ScreenProps {
  nav: Navigation
}

const always = () => true
/** Fetched with the other screens, after what the person came for. */
const withOthers = () => false

/** `useNeeded`: whether it is to be fetched as soon as it stands in the window; what stands there unseen waits for `fetchScreens`. */
function part<P extends object>(load: () => Promise<ComponentType<P>>, Waiting: ComponentType, useNeeded: () => boolean = always) {
  const loaded = createStore<{ Screen: ComponentType<P> } | undefined>(undefined)
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
  function Part(props: P) {
    const ready = useStore(loaded)
    const isNeeded = useNeeded()
    useEffect(() => {
      if (isNeeded) fetch()
    }, [isNeeded])
    return ready ? <ready.Screen {...props} /> : <Waiting />
  }
  return Object.assign(Part, { fetch })
}

const Rows = () => <SkeletonRows rows={6} />
const Nothing = () => null
const Square = () => <span className="size-[max(28px,var(--tap))]" />
const Tab = () => <span className="flex-1" />
const screen = (load: () => Promise<ComponentType<ScreenProps>>) => part(load, Rows)

export const DetailPart = part<DetailProps>(async () => (await import('./features/detail/detail-pane.tsx')).DetailPane, Nothing)
export const ListMenusPart = part<ScreenProps>(async () => (await import('./features/list/list-menus.tsx')).ListMenus, Nothing, withOthers)
export const ThemePart = part<object>(async () => (await import('./features/frame/theme-menu.tsx')).ThemeMenu, Square, withOthers)
export const MorePart = part<ScreenProps>(async () => (await import('./features/frame/more-menu.tsx')).MoreMenu, Tab, withOthers)
export const PalettePart = part<ScreenProps>(
  async () => (await import('./features/palette/palette.tsx')).Palette,
  TypedAhead,
  () => useStore(overlay) === 'palette',
)
export const ShortcutsPart = part<object>(
  async () => (await import('./features/shortcuts/shortcuts.tsx')).Shortcuts,
  Nothing,
  () => useStore(overlay) === 'shortcuts',
)
export const PickedPart = part<object>(
  async () => (await import('./features/list/picked-bar.tsx')).PickedBar,
  Nothing,
  () => useStore(picked).size > 0,
)

/** Signing in, and what else stands around the window where the cloud serves it. */
export const CloudPart = part<{ Window: ComponentType }>(async () => (await import('./features/account/cloud-app.tsx')).CloudApp, Nothing)
export const TeamMenuPart = part<{ isFolded: boolean }>(async () => (await import('./features/account/team-menu.tsx')).TeamMenu, Square)
export const AccountPart = part<object>(async () => (await import('./features/account/account-settings.tsx')).AccountSettings, Nothing)
export const CloudBannerPart = part<object>(async () => (await import('./features/account/cloud-banner.tsx')).CloudBanner, Nothing)

export const TodayScreen = screen(async () => (await import('./features/today/today-view.tsx')).TodayView)
export const BoardScreen = screen(async () => (await import('./features/board/board-view.tsx')).BoardView)
export const PeopleScreen = screen(async () => (await import('./features/people/people-view.tsx')).PeopleView)
export const ActivityScreen = screen(async () => (await import('./features/activity/activity-view.tsx')).ActivityView)
export const ReviewScreen = screen(async () => (await import('./features/review/review-view.tsx')).ReviewView)
export const SettingsScreen = part<SettingsProps>(async () => (await import('./features/settings/settings-view.tsx')).SettingsView, Rows)
export const TeamScreen = screen(async () => (await import('./features/team/team-view.tsx')).TeamView)

const everywhere = [ListMenusPart, ThemePart, MorePart, PalettePart, DetailPart, PickedPart, ShortcutsPart, BoardScreen, PeopleScreen, SettingsScreen]
const all = [
  ...everywhere,
  ...(can.remind ? [TodayScreen] : []),
  ...(can.review ? [ReviewScreen] : []),
  ...(can.activity ? [ActivityScreen] : []),
  ...(can.account ? [TeamScreen, TeamMenuPart, CloudBannerPart, AccountPart] : []),
]

const latest = 1000

/** Fetches all of them when nothing is being read any more for the first time, at the latest after a second. */
export function fetchScreens(): void {
  const start = () => {
    stop()
    clearTimeout(timer)
    // After the paint of what was read: on a slow line they would take it from the rows and their letters.
    setTimeout(() => {
      for (const one of all) one.fetch()
    }, 100)
  }
  const stop = queryClient.getQueryCache().subscribe((event) => {
    if (event.type === 'updated' && event.action.type === 'success' && queryClient.isFetching() === 0) start()
  })
  const timer = setTimeout(start, latest)
}

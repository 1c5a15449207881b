// What the frame draws registers here: nothing else in app/ knows a feature, and no feature knows the frame. The screens that are not needed for the first
// paint are fetched once what the first one asked for is there, so that they do not stand in its way, and all are there when the service is not.
import { type ComponentType, useEffect } from 'react'
import { menuRequest, pickRequest } from '../actions/requests.ts'
import { can, isOffered } from '../backend/abilities.ts'
import type { DetailProps } from '../features/detail/detail-pane.tsx'
import { ListView } from '../features/list/list-view.tsx'
import { TypedAhead } from '../features/palette/typed-ahead.tsx'
import type { SettingsProps } from '../features/settings/settings-view.tsx'
import { isFiltered } from '../lib/filter.ts'
import { type Navigation, overlay, picked, type View } from '../lib/navigation.ts'
import { queryClient } from '../data/query-client.ts'
import { actionsAreThere } from './action-keys.ts'
import { createStore, useStore } from '../lib/store.ts'
import { loadWhen } from '../lib/when/use-when.ts'
import { SkeletonRows } from '../ui/skeleton.tsx'

// Of the first paint.
export { readRowsAhead } from '../features/list/use-groups.ts'
export { QuickAdd } from '../features/quick-add/quick-add.tsx'

interface ScreenProps {
  nav: Navigation
}

const always = () => true
/** Fetched with the other screens, after what the person came for. */
const withOthers = () => false

/** `useNeeded`: whether it is to be fetched as soon as it stands in the web UI; what stands there unseen waits for `fetchScreens`. */
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

// Few files, not one a screen: thirty requests were most of what a window cost after its first paint.
async function atHand() {
  const all = await import('./screens-at-hand.ts')
  actionsAreThere(all)
  all.takeOverLists()
  return all
}
const ofTeam = () => import('./screens-of-team.ts')
const others = () => import('./screens-other.ts')

const Rows = () => <SkeletonRows rows={6} />
const Nothing = () => null
const Line = () => <div className="h-10.25 border-b border-line" />
const Square = () => <span className="size-[max(28px,var(--tap))]" />
const Tab = () => <span className="flex-1" />
const screen = (load: () => Promise<ComponentType<ScreenProps>>) => part(load, Rows)

export const DetailPart = part<DetailProps>(async () => (await atHand()).DetailPane, Nothing)
export const SignIn = part<object>(async () => (await atHand()).SignIn, Nothing)
const FiltersPart = part<ScreenProps>(async () => (await atHand()).ActiveFilters, Line)
export const ListMenusPart = part<ScreenProps>(async () => (await atHand()).ListMenus, Nothing, withOthers)
export const ThemePart = part<object>(async () => (await atHand()).ThemeMenu, Square, withOthers)
export const SavedListsPart = part<ScreenProps & { isFolded: boolean }>(async () => (await atHand()).SavedLists, Nothing, withOthers)
export const MorePart = part<ScreenProps>(async () => (await atHand()).MoreMenu, Tab, withOthers)
export const PalettePart = part<ScreenProps>(
  async () => (await atHand()).Palette,
  TypedAhead,
  () => useStore(overlay) === 'palette',
)
export const ActionMenuPart = part<ScreenProps>(
  async () => (await atHand()).ActionMenu,
  Nothing,
  () => useStore(menuRequest) !== undefined,
)
export const ShortcutsPart = part<object>(
  async () => (await atHand()).Shortcuts,
  Nothing,
  () => useStore(overlay) === 'shortcuts',
)
export const PickedPart = part<ScreenProps>(
  async () => (await atHand()).PickedBar,
  Nothing,
  () => useStore(picked).size > 0,
)
export const PickerPart = part<ScreenProps>(
  async () => (await atHand()).ActionPicker,
  Nothing,
  () => useStore(pickRequest) !== undefined,
)

/** Signing in, and what else stands around the web UI where the cloud serves it. */
export const CloudPart = part<{ Window: ComponentType }>(async () => (await import('../features/account/cloud-app.tsx')).CloudApp, Nothing)
export const TeamMenuPart = part<{ isFolded: boolean }>(async () => (await ofTeam()).TeamMenu, Square)
const AccountPart = part<object>(async () => (await ofTeam()).AccountSettings, Nothing)
export const CloudBannerPart = part<object>(async () => (await ofTeam()).CloudBanner, Nothing)

/** What the list is narrowed to. */
function Filters({ nav }: ScreenProps) {
  const { filter, list } = nav
  const isShown = isFiltered(filter) || filter.sort !== undefined || filter.group !== undefined || list !== undefined
  return isShown && <FiltersPart nav={nav} />
}

function FilteredList({ nav }: ScreenProps) {
  return (
    <>
      <Filters nav={nav} />
      <ListView nav={nav} />
    </>
  )
}

const TodayScreen = screen(async () => (await others()).TodayView)
const BoardScreen = screen(async () => (await others()).BoardView)
function FilteredBoard({ nav }: ScreenProps) {
  // Its columns have their order.
  const filter = { ...nav.filter, sort: undefined, group: undefined }
  return (
    <>
      <Filters nav={{ ...nav, filter }} />
      <BoardScreen nav={nav} />
    </>
  )
}
const PeopleScreen = screen(async () => (await others()).PeopleView)
const ActivityScreen = screen(async () => (await others()).ActivityView)
const ReviewScreen = screen(async () => (await others()).ReviewView)
const SettingsScreen = part<SettingsProps>(async () => (await others()).SettingsView, Rows)
const TeamScreen = screen(async () => (await ofTeam()).TeamView)

const otherSections = { account: AccountPart }

/** Which screen each view is; all others are lists. */
const screens: Partial<Record<View, ComponentType<ScreenProps>>> = {
  today: TodayScreen,
  board: FilteredBoard,
  people: PeopleScreen,
  review: ReviewScreen,
  activity: ActivityScreen,
  team: TeamScreen,
  settings: ({ nav }) => <SettingsScreen nav={nav} others={otherSections} />,
}

/** What this view is here; where it is not offered, what is open. */
export function Screen({ nav }: ScreenProps) {
  const view = isOffered(nav.view) ? nav.view : 'open'
  const Shown = screens[view] ?? FilteredList
  return <Shown key={view} nav={nav} />
}

const everywhere = [
  FiltersPart,
  ListMenusPart,
  ThemePart,
  SavedListsPart,
  MorePart,
  PalettePart,
  DetailPart,
  PickedPart,
  PickerPart,
  ActionMenuPart,
  ShortcutsPart,
  BoardScreen,
  PeopleScreen,
  SettingsScreen,
  TodayScreen,
  ActivityScreen,
]
const all = [...everywhere, ...(can.decide ? [ReviewScreen] : []), ...(can.account ? [TeamScreen, TeamMenuPart, CloudBannerPart, AccountPart] : [])]

const latest = 1000

/** Fetches all of them when nothing is being read any more for the first time, at the latest after a second. */
export function fetchScreens(): void {
  const start = () => {
    stop()
    clearTimeout(timer)
    // After the paint of what was read: on a slow line they would take it from the rows and their letters.
    setTimeout(() => {
      for (const one of all) one.fetch()
      void loadWhen()
    }, 100)
  }
  const stop = queryClient.getQueryCache().subscribe((event) => {
    if (event.type === 'updated' && event.action.type === 'success' && queryClient.isFetching() === 0) start()
  })
  const timer = setTimeout(start, latest)
}

import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useActionMenu } from '../actions/use-action-menu.ts'
import { can } from '../backend/abilities.ts'
import { connection } from '../backend/connection.ts'
import { useListCount } from '../data/lists/list-count.ts'
import { numberSince } from '../data/tasks/numbers-since.ts'
import { savedLists } from '../data/lists/saved-lists.ts'
import { count } from '../lib/dates.ts'
import { Banner } from './frame/banner.tsx'
import { BottomBar } from './frame/bottom-bar.tsx'
import { DataNotice } from './frame/data-notice.tsx'
import { IndexBar } from './frame/index-bar.tsx'
import { Sidebar } from './frame/sidebar.tsx'
import { Toolbar } from './frame/toolbar.tsx'
import { m } from '../lib/messages.ts'
import { cursor, listViews, type Navigation, overlay, useNavigation, viewsToSelectIn } from '../lib/navigation.ts'
import {
  ActionMenuPart,
  CloudBannerPart,
  CloudPart,
  DetailPart,
  ListMenusPart,
  PalettePart,
  PickedPart,
  PickerPart,
  QuickAdd,
  Screen,
  ShortcutsPart,
  SignIn,
} from './screens.tsx'
import { storage } from '../lib/storage.ts'
import { useStore } from '../lib/store.ts'
import { useActionKeys } from './action-keys.ts'
import { useFrameKeys } from './frame-keys.ts'
import { useDocumentTitle } from './use-document-title.ts'
import { Toast } from '../ui/toast.tsx'
import { usePhone, useTight, useWide } from '../lib/use-media.ts'

export function App() {
  if (can.account) return <CloudPart Window={Window} />
  return <LocalApp />
}

function LocalApp() {
  return useStore(connection.needsToken) ? <SignIn /> : <Window />
}

function Window() {
  const nav = useNavigation()
  const isPhone = usePhone()
  const isWide = useWide()
  const isTight = useTight()
  const [isFolded, setFolded] = useState(() => storage.read('sidebar') === 'folded')
  const isAdding = useStore(overlay) === 'quick-add'
  const fold = () => {
    storage.write('sidebar', isFolded ? '' : 'folded')
    setFolded(!isFolded)
  }
  useFrameKeys(nav, fold)
  useActionKeys(nav)
  useActionMenu(nav)
  useEffect(() => {
    const number = nav.openId === undefined ? undefined : numberSince(nav.openId)
    if (number !== undefined) nav.open(number, true)
  }, [nav])
  useEffect(() => {
    if (location.hash.startsWith('#share=')) void import('../lib/quick-add/take-shared.ts').then(({ takeShared }) => takeShared())
  }, [])
  const isOver = nav.openId !== undefined && !isWide
  const close = () => {
    if (nav.openId !== undefined) cursor.set(nav.openId)
    nav.close()
  }
  const { data: lists } = useQuery({ ...savedLists, enabled: nav.list !== undefined })
  const title = lists?.find(({ uid }) => uid === nav.list)?.name ?? m.view[nav.view]
  useDocumentTitle(nav, title)

  const isList = listViews.includes(nav.view)
  const canSelect = viewsToSelectIn.includes(nav.view)
  const quickAdd = isAdding && <QuickAdd nav={nav} />
  return (
    <div className="flex h-full flex-col">
      <Banner />
      {can.account && <CloudBannerPart />}
      {can.configureService && <IndexBar />}
      {can.configureService && <DataNotice />}
      <div className="relative flex min-h-0 flex-1">
        {!isPhone && <Sidebar nav={nav} isFolded={isFolded || isTight} onFold={fold} />}
        {/* Hidden, not gone, under an open task: it keeps its place. */}
        <main className={`relative flex min-w-0 flex-1 flex-col ${isOver && !isPhone ? 'hidden' : ''}`} inert={isOver && isPhone}>
          <Toolbar title={title} isPhone={isPhone} number={isList && <ShownCount nav={nav} />}>
            {canSelect && <ListMenusPart nav={nav} />}
          </Toolbar>
          {!isOver && quickAdd}
          <Screen nav={nav} />
          {canSelect && <PickedPart nav={nav} />}
        </main>
        {nav.openId !== undefined && (
          <div role={isOver && !isPhone ? 'main' : undefined} className={isOver ? 'flex min-w-0 flex-1 flex-col' : 'contents'}>
            {isOver && quickAdd}
            <DetailPart key={nav.openId} id={nav.openId} isBeside={isWide} onOpen={(id) => nav.open(id, true)} onClose={close} />
          </div>
        )}
      </div>
      {isPhone && !isOver && <BottomBar nav={nav} />}
      <PalettePart nav={nav} />
      <PickerPart nav={nav} />
      <ActionMenuPart nav={nav} />
      <ShortcutsPart />
      <Toast />
    </div>
  )
}

function ShownCount({ nav }: { nav: Navigation }) {
  const total = useListCount(nav.view, nav.filter)
  return total ? <span className="tabular text-quiet">{count(total)}</span> : null
}

import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { can } from '../backend/abilities.ts'
import { connection } from '../backend/connection.ts'
import { myWords } from '../data/people/assignees.ts'
import { taskCount } from '../data/tasks/task-queries.ts'
import { count } from '../lib/dates.ts'
import { Banner } from './frame/banner.tsx'
import { BottomBar } from './frame/bottom-bar.tsx'
import { DataNotice } from './frame/data-notice.tsx'
import { IndexBar } from './frame/index-bar.tsx'
import { Sidebar } from './frame/sidebar.tsx'
import { Toolbar } from './frame/toolbar.tsx'
import { m } from '../lib/messages.ts'
import { cursor, listViews, type Navigation, overlay, statusesOf, useNavigation } from '../lib/navigation.ts'
import { CloudBannerPart, CloudPart, DetailPart, ListMenusPart, PalettePart, PickedPart, QuickAdd, Screen, ShortcutsPart, SignIn } from './screens.tsx'
import { storage } from '../lib/storage.ts'
import { useStore } from '../lib/store.ts'
import { useTaskKeys } from './task-keys.ts'
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
  useTaskKeys(nav, fold)
  const isOver = nav.openId !== undefined && !isWide
  const close = () => {
    if (nav.openId !== undefined) cursor.set(nav.openId)
    nav.close()
  }
  useEffect(() => {
    document.title = nav.openId === undefined ? `${m.view[nav.view]} · ${m.name}` : `${nav.openId} · ${m.name}`
  }, [nav.openId, nav.view])

  const isList = listViews.includes(nav.view)
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
          <Toolbar view={nav.view} isPhone={isPhone} number={isList && <ShownCount nav={nav} />}>
            {isList && <ListMenusPart nav={nav} />}
          </Toolbar>
          {!isOver && quickAdd}
          <Screen nav={nav} />
          {isList && <PickedPart />}
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
      <ShortcutsPart />
      <Toast />
    </div>
  )
}

function ShownCount({ nav }: { nav: Navigation }) {
  const status = nav.filter.status?.length ? nav.filter.status : nav.view === 'next' ? undefined : statusesOf(nav.view)
  const { data } = useQuery(
    taskCount({
      ...(status ? { status } : {}),
      ...(nav.view === 'next' ? { ready: true } : {}),
      ...(nav.filter.priority?.length ? { priority: nav.filter.priority } : {}),
      ...(nav.filter.label?.length ? { label: nav.filter.label } : {}),
      ...(nav.filter.requester?.length ? { requester: nav.filter.requester } : {}),
      ...(nav.filter.assignee?.length ? { assignee: nav.filter.assignee.flatMap((word) => (word === 'me' ? myWords() : [word])) } : {}),
    }),
  )
  // What is due when changes with the clock, which no store is asked for.
  return data && !nav.filter.due?.length ? <span className="tabular text-quiet">{count(data)}</span> : null
}

import { useQuery } from '@tanstack/react-query'
import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { allClaims } from '../../data/tasks/claims.ts'
import { isFiltered } from '../../lib/filter.ts'
import { recentEntries, recentTouches } from '../../data/journal.ts'
import { isTemporary } from '../../backend/unnumbered.ts'
import { taskCount } from '../../data/tasks/task-queries.ts'
import { cycleStatus } from '../../data/tasks/task-steps.ts'
import { explain } from '../../backend/explain.ts'
import { FirstRun } from '../../ui/first-run.tsx'
import { addSample } from '../../data/tasks/sample.ts'
import { useKeys } from '../../lib/keys.ts'
import { m } from '../../lib/messages.ts'
import { addressOf, cursor, type Navigation, overlay, picked } from '../../lib/navigation.ts'
import { useStore } from '../../lib/store.ts'
import { density } from '../../lib/theme.ts'
import { SkeletonRows } from '../../ui/skeleton.tsx'
import { useSteadyRows } from '../../ui/use-steady-rows.ts'
import { usePhone } from '../../lib/use-media.ts'
import { useMinute } from '../../lib/use-minute.ts'
import { AllDone, ListError, NoMatch, NothingDone, NothingReady } from './empty-list.tsx'
import { ActiveFilters } from './active-filters.tsx'
import { GroupHeading } from './group-heading.tsx'
import { type Item, itemsOf } from './list-items.ts'
import { TaskRow } from './task-row.tsx'
import { type Groups, useGroups } from './use-groups.ts'
import { usePicking } from './use-picking.ts'
import { type ListHandle, VirtualList } from './virtual-list.tsx'

const heights = { row: { dense: 36, comfortable: 44, phone: 60 }, heading: { dense: 36, comfortable: 40, phone: 44 } }

export function ListView({ nav }: { nav: Navigation }) {
  const isPhone = usePhone()
  const lists = useGroups(nav.view, nav.filter)
  const [folded, setFolded] = useState<ReadonlySet<string>>(new Set())
  const chosen = useStore(density)
  const size = isPhone ? 'phone' : chosen
  const items = useMemo(() => itemsOf(lists.groups, folded, heights.row[size], heights.heading[size]), [lists.groups, folded, size])
  const ids = useMemo(() => idsOf(items), [items])
  const list = useRef<ListHandle>(null)
  // One column for all numbers: as wide as the longest.
  const digits = useMemo(() => String(ids.reduce((max, id) => (isTemporary(id) ? max : Math.max(max, id)), 0)).length, [ids])
  const at = useCursor(ids, nav, list)
  const chosenRows = useStore(picked)
  const onPick = usePicking(ids, at, lists)

  const now = useMinute()
  // The rows first: who touched them is much to read.
  const { data: recent } = useQuery({ ...recentEntries, enabled: !lists.isLoading })
  const touches = useMemo(() => recentTouches(recent?.entries ?? [], now), [recent, now])

  const { data: claims } = useQuery(allClaims)

  const fold = (key: string) => setFolded((known) => (known.has(key) ? new Set([...known].filter((one) => one !== key)) : new Set([...known, key])))
  const onCycle = useCallback((id: number) => cycleStatus(id), [])
  const steady = useSteadyRows(items, (row) => cycleStatus(Number(row)))
  const latest = useRef(nav)
  useEffect(() => {
    latest.current = nav
  })
  const onOpen = useCallback((id: number) => {
    cursor.set(id)
    latest.current.open(id, latest.current.openId !== undefined)
  }, [])

  const render = (item: Item) => {
    if (item.kind === 'more') return <SkeletonRows rows={6} />
    if (item.kind === 'heading') {
      return <GroupHeading title={item.title} total={item.total} isFolded={item.isFolded} onFold={() => fold(item.key.slice('heading '.length))} />
    }
    const { id } = item.task
    return (
      <TaskRow
        task={item.task}
        href={addressOf({ ...nav, openId: id })}
        isCursor={id === at}
        isTabStop={id === (at ?? ids[0])}
        touch={touches.get(id)}
        claim={claims?.get(id)}
        isPicked={chosenRows.has(id)}
        isPhone={isPhone}
        onPick={onPick}
        onOpen={onOpen}
        onCycle={onCycle}
      />
    )
  }
  const name = `${nav.view} ${JSON.stringify(nav.filter)}`
  return (
    <>
      <ActiveFilters filter={nav.filter} address={addressOf({ ...nav, openId: undefined })} onChange={nav.setFilter} />
      <Content lists={lists} nav={nav}>
        <div className="contents" {...steady} style={{ '--number-width': `${Math.max(4, digits)}ch` } as React.CSSProperties}>
          <VirtualList ref={list} items={items} total={lists.total} name={name} render={render} />
        </div>
      </Content>
    </>
  )
}

function Content({ lists, nav, children }: { lists: Groups; nav: Navigation; children: React.ReactNode }) {
  const { data: all } = useQuery(taskCount({}))
  if (lists.error && !lists.isLoading) return <ListError text={explain(m.nothingLost, lists.error)} onRetry={lists.retry} />
  if (lists.isLoading) return <SkeletonRows rows={12} />
  if (lists.total > 0) return children
  const add = () => overlay.set('quick-add')
  if (isFiltered(nav.filter)) return <NoMatch onClear={() => nav.setFilter({})} />
  if (all === undefined) return null
  if (all === 0) return <FirstRun nav={nav} onSample={() => void addSample()} />
  if (nav.view === 'next') return <NothingReady onAdd={add} />
  return nav.view === 'done' ? <NothingDone /> : <AllDone onAdd={add} />
}

/** With ten thousand lines at each change, an array for each line would be felt. */
function idsOf(items: readonly Item[]): number[] {
  const ids: number[] = []
  for (const item of items) if (item.kind === 'task') ids.push(item.task.id)
  return ids
}

/** j/k and arrows move; with a task open beside the list, it follows. Returns the row they are at. */
function useCursor(ids: readonly number[], nav: Navigation, list: React.RefObject<ListHandle | null>): number | undefined {
  const kept = useStore(cursor)
  const at = nav.openId ?? kept
  const lastIndex = useRef(0)
  const index = at === undefined ? -1 : ids.indexOf(at)
  if (index >= 0) lastIndex.current = index

  function to(next: number) {
    const id = ids[Math.max(0, Math.min(ids.length - 1, next))]
    if (id === undefined) return
    cursor.set(id)
    if (nav.openId !== undefined && id !== nav.openId) nav.open(id, true)
    list.current?.show(id, true)
  }
  // The row left this list (done, deleted, filtered out): the next one takes its place.
  const step = (by: number) => to(index < 0 ? (at === undefined ? 0 : by > 0 ? lastIndex.current : lastIndex.current - 1) : index + by)
  useKeys({
    j: () => step(1),
    arrowdown: () => step(1),
    k: () => step(-1),
    arrowup: () => step(-1),
    home: () => to(0),
    end: () => to(ids.length - 1),
    enter: (event) => openAt(event),
    o: (event) => openAt(event),
  })
  function openAt(event: KeyboardEvent) {
    // Enter on a button or link is that button's own.
    const target = event.target as HTMLElement
    if (event.key === 'Enter' && target.closest('button,a:not([data-row])')) return target.click()
    const id = at ?? ids[0]
    if (id === undefined || id === nav.openId) return
    cursor.set(id)
    nav.open(id)
  }

  // The open task is in sight when the list first stands.
  const isReady = ids.length > 0
  useEffect(() => {
    if (isReady && nav.openId !== undefined) list.current?.show(nav.openId, false)
    // oxlint-disable-next-line react/exhaustive-deps -- once
  }, [isReady])

  // A task that moved by one's own key stays in sight; one that left hands the cursor on.
  useEffect(() => {
    if (kept === undefined || nav.openId !== undefined) return
    if (index >= 0) list.current?.show(kept, isKeyboardFree())
    else if (ids.length > 0) {
      const next = ids[Math.min(lastIndex.current, ids.length - 1)]
      if (next !== undefined) {
        cursor.set(next)
        list.current?.show(next, isKeyboardFree())
      }
    }
    // oxlint-disable-next-line react/exhaustive-deps -- only where the cursor stands matters
  }, [index, kept])
  return at
}

/** Nobody types: the keyboard is with the page or with a row. */
function isKeyboardFree(): boolean {
  const { activeElement } = document
  return activeElement === document.body || (activeElement?.hasAttribute('data-row') ?? false)
}

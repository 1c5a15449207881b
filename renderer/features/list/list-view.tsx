import { useQuery } from '@tanstack/react-query'
import { useCallback, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react'
import { usePicking } from '../../actions/use-picking.ts'
import { useNextReminders } from '../../data/reminders/next-reminders.ts'
import { allClaims } from '../../data/tasks/claims.ts'
import { isFiltered } from '../../lib/filter.ts'
import { recentEntries, recentTouches } from '../../data/journal.ts'
import { isTemporary } from '../../backend/unnumbered.ts'
import { taskCount } from '../../data/tasks/task-queries.ts'
import { explain } from '../../backend/explain.ts'
import { FirstRun } from '../../ui/first-run.tsx'
import { peek } from '../../actions/peek.ts'
import { hasReturned, placeToReturnTo, rememberPlace } from './left-places.ts'
import { useKeys } from '../../lib/keys.ts'
import { m } from '../../lib/messages.ts'
import { addressOf, cursor, type Navigation, overlay, picked } from '../../lib/navigation.ts'
import { useStore } from '../../lib/store.ts'
import { density } from '../../lib/theme.ts'
import { SkeletonRows } from '../../ui/skeleton.tsx'
import { useSteadyRows } from '../../ui/use-steady-rows.ts'
import { usePhone } from '../../lib/use-media.ts'
import { useMinute } from '../../lib/use-minute.ts'
import { AllDone, AllTriaged, ListError, NoMatch, NothingDone, NothingReady } from './empty-list.tsx'
import { shownGroups } from './by-hand/shown-groups.ts'
import { GroupHeading } from './group-heading.tsx'
import { type Item, itemsOf } from './list-items.ts'
import { TaskRow } from './task-row.tsx'
import { TriageBar, useTriage } from './triage.tsx'
import { type Groups, useGroups } from './use-groups.ts'
import { type ListHandle, VirtualList } from './virtual-list.tsx'

const sample = async () => (await import('../../data/tasks/sample.ts')).addSample()

const heights = { row: { dense: 36, comfortable: 44, phone: 60 }, heading: { dense: 36, comfortable: 40, phone: 44 } }

export function ListView({ nav }: { nav: Navigation }) {
  const isPhone = usePhone()
  const lists = useGroups(nav)
  useEffect(() => shownGroups.set(lists.groups), [lists.groups])
  const [folded, setFolded] = useState<ReadonlySet<string>>(new Set())
  const chosen = useStore(density)
  const size = isPhone ? 'phone' : chosen
  const items = useMemo(() => itemsOf(lists.groups, folded, heights.row[size], heights.heading[size]), [lists.groups, folded, size])
  const ids = useMemo(() => idsOf(items), [items])
  const list = useRef<ListHandle>(null)
  // One column for all numbers: as wide as the longest.
  const digits = useMemo(() => String(ids.reduce((max, id) => (isTemporary(id) ? max : Math.max(max, id)), 0)).length, [ids])
  const hasMore = lists.groups.some((group) => group.hasMore)
  const { at, to, place, isAt } = useCursor({ ids, nav, list, hasMore, loadAll: lists.loadAll })
  const triaged = useTriage(nav, ids)
  const chosenRows = useStore(picked)
  const onPick = usePicking({ ids, at, place, go: (_, row) => to(row), hasMore, loadAll: lists.loadAll })

  const now = useMinute()
  // The rows first: who touched them is much to read.
  const { data: recent } = useQuery({ ...recentEntries, enabled: !lists.isLoading })
  const touches = useMemo(() => recentTouches(recent?.entries ?? [], now), [recent, now])

  const { data: claims } = useQuery(allClaims)
  const reminders = useNextReminders(!lists.isLoading)

  const fold = (key: string) => setFolded((known) => (known.has(key) ? new Set([...known].filter((one) => one !== key)) : new Set([...known, key])))
  const steady = useSteadyRows(items)
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
        remindsAt={reminders.get(id)}
        isPicked={chosenRows.has(id)}
        isPhone={isPhone}
        onPick={onPick}
        onOpen={onOpen}
      />
    )
  }
  const name = nameOf(nav)
  return (
    <>
      {nav.view === 'inbox' && <TriageBar triaged={triaged} left={lists.total} />}
      <Content lists={lists} nav={nav}>
        <div
          className="contents"
          data-by-hand={nav.list !== undefined && nav.filter.sort === 'manual' ? '' : undefined}
          {...steady}
          onFocus={({ target }) => isAt(target)}
          style={{ '--number-width': `${Math.max(4, digits)}ch` } as React.CSSProperties}
        >
          <VirtualList ref={list} items={items} total={lists.total} name={name} render={render} />
        </div>
      </Content>
    </>
  )
}

/** The last row went, and the keyboard with it: it goes on from what stands there instead. */
function useFocusWhenEmptied(total: number, openId: number | undefined): void {
  const hadRows = useRef(false)
  useEffect(() => {
    if (total > 0) hadRows.current = true
    // An open task has the keyboard until it closes.
    else if (openId === undefined && hadRows.current && document.activeElement === document.body)
      document.querySelector<HTMLElement>('main [data-empty]')?.focus({ preventScroll: true })
  }, [total, openId])
}

function Content({ lists, nav, children }: { lists: Groups; nav: Navigation; children: React.ReactNode }) {
  const { data: all } = useQuery(taskCount({}))
  useFocusWhenEmptied(lists.total, nav.openId)
  if (lists.error && !lists.isLoading) return <ListError text={explain(m.nothingLost, lists.error)} onRetry={lists.retry} />
  if (lists.isLoading) return <SkeletonRows rows={12} />
  if (lists.total > 0) return children
  const add = () => overlay.set('quick-add')
  if (isFiltered(nav.filter)) return <NoMatch onClear={() => nav.setFilter({})} />
  if (all === undefined) return null
  if (all === 0) return <FirstRun nav={nav} onSample={() => void sample()} />
  if (nav.view === 'inbox') return <AllTriaged onOpen={() => nav.go('open')} />
  if (nav.view === 'next') return <NothingReady onAdd={add} />
  return nav.view === 'done' ? <NothingDone /> : <AllDone onAdd={add} />
}

/** With ten thousand lines at each change, an array for each line would be felt. */
function idsOf(items: readonly Item[]): number[] {
  const ids: number[] = []
  for (const item of items) if (item.kind === 'task') ids.push(item.task.id)
  return ids
}

interface Cursor {
  at: number | undefined
  /** Goes to that row. */
  to: (row: number) => void
  /** Which row it is; -1: none. */
  place: () => number
  /** The keyboard came to this row: of a task that stands in several groups, it goes on from here. */
  isAt: (row: Element) => void
}

interface Rows {
  ids: readonly number[]
  nav: Navigation
  list: React.RefObject<ListHandle | null>
  hasMore: boolean
  loadAll: () => Promise<void>
}

/** What it shows, as long as that is the same. */
const nameOf = ({ view, filter }: Navigation) => `${view} ${JSON.stringify(filter)}`

/** The last row of all, also where it has not been read yet. */
function useEnd({ ids, hasMore, loadAll, to }: Pick<Rows, 'ids' | 'hasMore' | 'loadAll'> & { to: (index: number) => void }): () => void {
  const isWanted = useRef(false)
  useEffect(() => {
    if (!isWanted.current || hasMore) return
    isWanted.current = false
    to(ids.length - 1)
  })
  return () => {
    if (!hasMore) return to(ids.length - 1)
    isWanted.current = true
    loadAll().catch(() => (isWanted.current = false))
  }
}

/** Back leads to the row at which somebody left. */
function useReturn(nav: Navigation, kept: number | undefined): void {
  const name = nameOf(nav)
  useLayoutEffect(() => {
    const at = placeToReturnTo(name)?.at
    if (at !== undefined) cursor.set(at)
    hasReturned()
  }, [name])
  useEffect(() => {
    if (kept !== undefined) rememberPlace(name, { at: kept })
  }, [kept, name])
}

/** j/k and arrows move; with a task open beside the list, it follows. Space looks at the task and puts it away again. */
function useCursor({ ids, nav, list, hasMore, loadAll }: Rows): Cursor {
  const kept = useStore(cursor)
  useReturn(nav, kept)
  const at = nav.openId ?? kept
  const lastIndex = useRef(0)
  /** From one row of a task to another one of its rows nothing is drawn anew: it is found out at the moment. */
  const place = () => (at === undefined ? -1 : ids[lastIndex.current] === at ? lastIndex.current : ids.indexOf(at))
  const index = place()
  if (index >= 0) lastIndex.current = index

  function to(next: number) {
    const wanted = Math.max(0, Math.min(ids.length - 1, next))
    const id = ids[wanted]
    if (id === undefined) return
    lastIndex.current = wanted
    go(id, wanted + 1)
  }
  function go(id: number, position?: number) {
    cursor.set(id)
    if (nav.openId !== undefined && id !== nav.openId) nav.open(id, true)
    list.current?.show(id, true, position)
  }
  // The row left this list (done, deleted, filtered out): the next one takes its place.
  const step = (by: number) => to(index < 0 ? (at === undefined ? 0 : by > 0 ? lastIndex.current : lastIndex.current - 1) : place() + by)
  const toEnd = useEnd({ ids, hasMore, loadAll, to })
  useKeys({
    j: () => step(1),
    arrowdown: () => step(1),
    k: () => step(-1),
    arrowup: () => step(-1),
    home: () => to(0),
    end: toEnd,
    enter: (event) => openAt(event),
    o: (event) => openAt(event),
    space: (event) => peek(event, nav, at ?? ids[0]),
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
    if (index >= 0) list.current?.show(kept, isKeyboardFree(), index + 1)
    else if (ids.length > 0) {
      const next = ids[Math.min(lastIndex.current, ids.length - 1)]
      if (next !== undefined) {
        cursor.set(next)
        list.current?.show(next, isKeyboardFree())
      }
    }
    // oxlint-disable-next-line react/exhaustive-deps -- only where the cursor stands matters
  }, [index, kept])
  const isAt = (row: Element) => {
    const position = Number(row.closest('[aria-posinset]')?.getAttribute('aria-posinset'))
    if (position > 0) lastIndex.current = position - 1
    // Where the Tab key leads, keys act: on the row that shows it.
    const id = Number(row.getAttribute('data-row'))
    if (id > 0 && nav.openId === undefined) cursor.set(id)
  }
  return { at, to, place, isAt }
}

/** Nobody types: the keyboard is with the page or with a row. */
function isKeyboardFree(): boolean {
  const { activeElement } = document
  return activeElement === document.body || (activeElement?.hasAttribute('data-row') ?? false)
}

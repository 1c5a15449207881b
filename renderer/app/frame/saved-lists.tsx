import { draggable, dropTargetForElements } from '@atlaskit/pragmatic-drag-and-drop/element/adapter'
import { combine } from '@atlaskit/pragmatic-drag-and-drop/combine'
import { useQuery } from '@tanstack/react-query'
import { Columns3, Ellipsis, ListFilter } from 'lucide-react'
import { type KeyboardEvent, type RefObject, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react'
import type { SavedList } from '../../../shared/schema/saved-list.ts'
import { useListCount } from '../../data/lists/list-count.ts'
import { placeOfList } from '../../data/lists/list-place.ts'
import { changeList, deleteList, placeList, savedLists } from '../../data/lists/saved-lists.ts'
import { count } from '../../lib/dates.ts'
import { m } from '../../messages/late.ts'
import { addressOf, type Navigation } from '../../lib/navigation.ts'
import { cx } from '../../ui/class-names.ts'
import { ListMenu } from './list-menu.tsx'
import { listColor } from './list-colors.ts'
import { sidebarLink, SidebarPart } from './sidebar-links.tsx'

/** Filters under a name: they are renamed, moved and deleted where they stand. */
export function SavedLists({ nav, isFolded }: { nav: Navigation; isFolded: boolean }) {
  const { data: lists = [] } = useQuery(savedLists)
  if (lists.length === 0) return null
  return (
    <SidebarPart name={m.lists.saved} isFolded={isFolded}>
      {lists.map((list, index) => (
        <ListLink key={list.uid} list={list} index={index} nav={nav} isFolded={isFolded} />
      ))}
    </SidebarPart>
  )
}

interface ListLinkProps {
  list: SavedList
  index: number
  nav: Navigation
  isFolded: boolean
}

function ListLink({ list, index, nav, isFolded }: ListLinkProps) {
  const { name, view, color } = list
  const item = useRef<HTMLLIElement>(null)
  const link = useRef<HTMLAnchorElement>(null)
  const [isRenamed, setRenamed] = useState(false)
  const [menuAt, setMenuAt] = useState<Element | { x: number; y: number } | undefined>(undefined)
  const edge = useDragging(item, list, index)
  const place = placeOfList(list)
  const isCurrent = nav.list === list.uid
  const Icon = view === 'board' ? Columns3 : ListFilter

  const onKey = useListKeys({ list, index, link, canRename: !isFolded, onRename: () => setRenamed(true), onMenu: setMenuAt })

  if (isRenamed) return <Renamed list={list} onEnd={() => setRenamed(false)} />
  return (
    <li
      ref={item}
      className={cx('group/saved relative flex', edge === 'before' && 'shadow-[0_-2px_0_var(--accent)]', edge === 'after' && 'shadow-[0_2px_0_var(--accent)]')}
    >
      <a
        ref={link}
        href={addressOf(place)}
        draggable={false}
        aria-current={isCurrent ? 'page' : undefined}
        aria-label={isFolded ? name : undefined}
        aria-keyshortcuts="F2 Delete Alt+ArrowUp Alt+ArrowDown"
        title={name}
        className={cx(sidebarLink(isFolded, isCurrent), !isFolded && 'group-focus-within/saved:pe-8 group-hover/saved:pe-8 pointer-coarse:pe-8')}
        onKeyDown={onKey}
        onContextMenu={(event) => {
          event.preventDefault()
          setMenuAt({ x: event.clientX, y: event.clientY })
        }}
        onClick={(event) => {
          if (event.metaKey || event.ctrlKey || event.shiftKey) return
          event.preventDefault()
          nav.goTo(place)
        }}
      >
        <Icon aria-hidden="true" size={16} className={cx('shrink-0', listColor(color))} />
        {!isFolded && (
          <>
            <bdi className="flex-1 truncate">{name}</bdi>
            <ListCount list={list} />
          </>
        )}
      </a>
      {!isFolded && <MoreButton name={name} isOpen={menuAt !== undefined} onOpen={setMenuAt} />}
      {menuAt && (
        <ListMenu
          list={list}
          index={index}
          at={menuAt}
          nav={nav}
          canRename={!isFolded}
          onRename={() => setRenamed(true)}
          onClose={() => setMenuAt(undefined)}
        />
      )}
    </li>
  )
}

interface ListKeys {
  list: SavedList
  index: number
  link: RefObject<HTMLAnchorElement | null>
  canRename: boolean
  onRename: () => void
  onMenu: (at: Element) => void
}

function useListKeys({ list, index, link, canRename, onRename, onMenu }: ListKeys): (event: KeyboardEvent) => void {
  // Moved by a key, it keeps the keyboard.
  const isMoved = useRef(false)
  useLayoutEffect(() => {
    if (isMoved.current) link.current?.focus()
    isMoved.current = false
  })
  function move(by: number) {
    isMoved.current = true
    placeList(list, index + by)
  }
  return (event) => {
    if (event.altKey && event.key === 'ArrowUp') move(-1)
    else if (event.altKey && event.key === 'ArrowDown') move(1)
    else if (event.key === 'F2' && canRename) onRename()
    else if (event.key === 'Delete' || event.key === 'Backspace') void deleteList(list)
    else if (event.key === 'ContextMenu' || (event.shiftKey && event.key === 'F10')) onMenu(event.currentTarget)
    else return
    event.preventDefault()
    // On the page these keys are about tasks.
    event.stopPropagation()
  }
}

function MoreButton({ name, isOpen, onOpen }: { name: string; isOpen: boolean; onOpen: (at: Element) => void }) {
  return (
    <button
      type="button"
      aria-label={m.savedList.more(name)}
      aria-haspopup="menu"
      aria-expanded={isOpen}
      className="absolute end-1 top-0.5 grid size-[26px] place-items-center rounded-control text-quiet opacity-0 group-hover/saved:opacity-100 hover:text-text focus-visible:opacity-100 aria-expanded:opacity-100 pointer-coarse:opacity-100"
      onClick={(event) => onOpen(event.currentTarget)}
    >
      <Ellipsis aria-hidden="true" size={16} />
    </button>
  )
}

function ListCount({ list }: { list: SavedList }) {
  const { view, filter } = useMemo(() => placeOfList(list), [list])
  const total = useListCount(view, filter)
  return total === undefined ? null : (
    <span className="tabular text-meta font-normal text-quiet group-focus-within/saved:hidden group-hover/saved:hidden pointer-coarse:hidden">
      {count(total)}
    </span>
  )
}

function Renamed({ list, onEnd }: { list: SavedList; onEnd: () => void }) {
  const [name, setName] = useState(list.name)
  const given = name.trim()
  function save() {
    if (given !== '' && given !== list.name) void changeList(list, { name: given }, m.lists.renamed(given))
    onEnd()
  }
  return (
    <li className="flex">
      <input
        // oxlint-disable-next-line jsx-a11y/no-autofocus -- it appears because the person asked for it
        autoFocus
        dir="auto"
        maxLength={60}
        value={name}
        aria-label={m.savedList.newName(list.name)}
        className="h-[30px] min-w-0 flex-1 rounded-control border border-accent bg-surface px-2"
        onFocus={(event) => event.currentTarget.select()}
        onChange={(event) => setName(event.target.value)}
        onBlur={save}
        onKeyDown={(event) => {
          if (event.nativeEvent.isComposing) return
          if (event.key === 'Enter') save()
          else if (event.key === 'Escape') onEnd()
          else return
          event.preventDefault()
          event.stopPropagation()
        }}
      />
    </li>
  )
}

type Edge = 'before' | 'after'

/** Dragged to another place; says where another one would come. */
function useDragging(item: RefObject<HTMLLIElement | null>, list: SavedList, index: number): Edge | undefined {
  const [edge, setEdge] = useState<Edge | undefined>(undefined)
  useEffect(() => {
    const element = item.current
    if (!element) return
    const edgeOf = (y: number): Edge => {
      const { top, height } = element.getBoundingClientRect()
      return y < top + height / 2 ? 'before' : 'after'
    }
    const isOther = (data: Record<string, unknown>) => data.list !== undefined && data.list !== list.uid
    return combine(
      draggable({ element, getInitialData: () => ({ list: list.uid, index, saved: list }) }),
      dropTargetForElements({
        element,
        canDrop: ({ source }) => isOther(source.data),
        onDrag: ({ location }) => setEdge(edgeOf(location.current.input.clientY)),
        onDragLeave: () => setEdge(undefined),
        onDrop({ source, location }) {
          setEdge(undefined)
          const to = index + (edgeOf(location.current.input.clientY) === 'after' ? 1 : 0)
          placeList(source.data.saved as SavedList, to - ((source.data.index as number) < to ? 1 : 0))
        },
      }),
    )
  }, [item, list, index])
  return edge
}

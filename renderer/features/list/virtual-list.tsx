// The rows that can be seen, however many there are. What the person looks at stays where it is when others add or remove above it.
import { useVirtualizer, type Virtualizer } from '@tanstack/react-virtual'
import { type ReactNode, type Ref, type RefObject, useCallback, useEffect, useImperativeHandle, useLayoutEffect, useRef } from 'react'
import { placeToReturnTo, rememberPlace } from './left-places.ts'
import { m } from '../../lib/messages.ts'
import { covered } from '../../lib/page/covered.ts'
import { useStore } from '../../lib/store.ts'
import { usePrinting } from '../../lib/page/use-printing.ts'
import type { Item } from './list-items.ts'

export interface ListHandle {
  /** Brings a task into view and gives its row the keyboard: the one in this position, where it stands in several groups. */
  show(id: number, focus: boolean, position?: number): void
}

interface VirtualListProps {
  items: Item[]
  total: number
  /** Changes when the rows are others than before (another view or filter): then the list starts at the top. */
  name: string
  render: (item: Item) => ReactNode
  ref: Ref<ListHandle>
}

/** Rows that are led to stand so far from the edges. Pixels. */
const edge = 40
/** Behind the last row, so that it can be seen whatever lies over the foot of the window. */
const pastCover = 'max(96px, var(--covered, 0px) + 16px)'

export function VirtualList({ items, total, name, render, ref }: VirtualListProps) {
  const isPrinting = usePrinting()
  const scroller = useRef<HTMLDivElement>(null)
  const wanted = useRef<string | undefined>(undefined)
  // The same function for the same lines: with another one the places of all lines are worked out again.
  const keyOf = useCallback((index: number) => items[index]?.key ?? index, [items])
  const virtualizer = useVirtualizer({
    count: items.length,
    getScrollElement: () => scroller.current,
    estimateSize: (index) => items[index]?.size ?? 0,
    getItemKey: keyOf,
    overscan: 10,
    paddingStart: 4,
    scrollPaddingStart: 40,
    scrollPaddingEnd: Math.max(edge, useStore(covered)),
  })
  const sizes = items[0]?.size
  useLayoutEffect(() => virtualizer.measure(), [sizes, virtualizer])
  useLayoutEffect(() => {
    if (scroller.current) scroller.current.scrollTop = placeToReturnTo(name)?.scrolled ?? 0
  }, [name])

  const remember = useKeptPlace(scroller, virtualizer, items, name)
  const lines = virtualizer.getVirtualItems()
  useEffect(() => {
    for (const line of lines) {
      const item = items[line.index]
      if (item?.kind === 'more') item.group.loadMore()
    }
  })
  // A row that was asked for gets the keyboard as soon as it is drawn.
  useEffect(() => {
    if (wanted.current === undefined) return
    const row = scroller.current?.querySelector<HTMLElement>(wanted.current)
    if (!row) return
    row.focus({ preventScroll: true })
    wanted.current = undefined
  })

  useImperativeHandle(ref, () => ({
    show(id, focus, position) {
      const index = items.findIndex((item) => item.kind === 'task' && item.task.id === id && (position === undefined || item.position === position))
      if (index < 0) return
      virtualizer.scrollToIndex(index, { align: 'auto' })
      if (!focus) return
      const place = `${position === undefined ? '' : `[aria-posinset="${position}"] `}[data-row="${id}"]`
      const row = scroller.current?.querySelector<HTMLElement>(place)
      if (row) row.focus({ preventScroll: true })
      else wanted.current = place
    },
  }))

  return (
    // A region that scrolls must be reachable by keyboard.
    <div ref={scroller} className="min-h-0 flex-1 overflow-y-auto overscroll-contain outline-none" onScroll={remember} tabIndex={-1}>
      <div
        role="list"
        aria-label={m.tasks}
        className="relative w-full"
        style={{ height: isPrinting ? 'auto' : `calc(${virtualizer.getTotalSize()}px + ${pastCover})` }}
      >
        {isPrinting && <WholeList items={items} render={render} />}
        {(isPrinting ? [] : lines).map((line) => {
          const item = items[line.index]
          if (!item) return null
          return (
            <div
              key={line.key}
              role="listitem"
              {...(item.kind === 'task' ? { 'aria-posinset': item.position, 'aria-setsize': total } : {})}
              className="absolute inset-x-0 top-0"
              style={{ height: line.size, transform: `translateY(${line.start}px)` }}
            >
              {render(item)}
            </div>
          )
        })}
      </div>
    </div>
  )
}

/** On paper all of them are drawn. */
function WholeList({ items, render }: Pick<VirtualListProps, 'items' | 'render'>) {
  return items.map(
    (item) =>
      item.kind !== 'more' && (
        <div key={item.key} role="listitem" style={{ minHeight: item.size }}>
          {render(item)}
        </div>
      ),
  )
}

/** Keeps the first visible row in its place when lines above it come or go. Returns what is to be called when somebody scrolls. */
function useKeptPlace(
  scroller: RefObject<HTMLDivElement | null>,
  virtualizer: Virtualizer<HTMLDivElement, Element>,
  items: readonly Item[],
  name: string,
): () => void {
  const anchor = useRef<{ key: Item['key']; top: number } | undefined>(undefined)
  useLayoutEffect(() => {
    const box = scroller.current
    if (!box || !anchor.current || box.scrollTop === 0) return
    const { key, top } = anchor.current
    const index = items.findIndex((item) => item.key === key)
    if (index < 0) return
    const moved = startOf(items, index) - top
    if (moved !== 0) box.scrollBy({ top: moved, behavior: 'instant' })
    anchor.current = { key, top: top + moved }
  }, [items, scroller])
  return () => {
    const top = scroller.current?.scrollTop ?? 0
    rememberPlace(name, { scrolled: top })
    const first = virtualizer.getVirtualItems().find((line) => line.end > top)
    const item = first && items[first.index]
    anchor.current = item && first ? { key: item.key, top: startOf(items, first.index) } : undefined
  }
}

function startOf(items: readonly Item[], index: number): number {
  let start = 0
  for (let at = 0; at < index; at++) start += items[at]?.size ?? 0
  return start
}

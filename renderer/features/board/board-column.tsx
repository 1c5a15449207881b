import { dropTargetForElements } from '@atlaskit/pragmatic-drag-and-drop/element/adapter'
import { useVirtualizer } from '@tanstack/react-virtual'
import { useEffect, useRef, useState } from 'react'
import { count } from '../../lib/dates.ts'
import { m } from '../../messages/late.ts'
import type { Navigation } from '../../lib/navigation.ts'
import { cx } from '../../ui/class-names.ts'
import { StatusGlyph } from '../../ui/glyphs.tsx'
import { SkeletonRows } from '../../ui/skeleton.tsx'
import { BoardCard, type CardProps } from './board-card.tsx'
import type { Column } from './use-columns.ts'

interface ColumnProps {
  column: Column
  at: number | undefined
  tabStop: number | undefined
  /** What a card shows beside its task. */
  marksOf: (taskId: number) => Pick<CardProps, 'claim' | 'remindsAt' | 'isPicked' | 'isCarried'>
  /** A finger carries a card over it. */
  isAimed: boolean
  /** A pane stands beside the board. */
  isNarrow: boolean
  nav: Navigation
  onPick: CardProps['onPick']
}

/** False while the board is drawn for the first time: what nobody sees yet is drawn after what they do. */
function useSettledView(): boolean {
  const [isSettled, setSettled] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(true), 100)
    return () => clearTimeout(timer)
  }, [])
  return isSettled
}

export function BoardColumn({ column, at, tabStop, marksOf, isAimed, isNarrow, nav, onPick }: ColumnProps) {
  const { status, tasks, total, hasMore, loadMore } = column
  const scroller = useRef<HTMLDivElement>(null)
  const whole = useRef<HTMLElement>(null)
  const [isOver, setOver] = useState(false)
  useEffect(() => {
    if (!whole.current) return
    return dropTargetForElements({
      element: whole.current,
      canDrop: ({ source }) => source.data.task !== undefined,
      getData: () => ({ status }),
      onDragEnter: () => setOver(true),
      onDragLeave: () => setOver(false),
      onDrop: () => setOver(false),
    })
  }, [status])
  const isSettled = useSettledView()
  const virtualizer = useVirtualizer({
    count: tasks.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => 84,
    getItemKey: (index) => tasks[index]?.id ?? index,
    overscan: isSettled ? 6 : 1,
    gap: 6,
  })
  const lines = virtualizer.getVirtualItems()
  // One card of the board is a stop of the Tab key; a column without it is one itself where it scrolls.
  const hasTabStop = total === 0 || tasks.some((task) => task.id === tabStop)
  useEffect(() => {
    if (hasMore && (lines.at(-1)?.index ?? 0) >= tasks.length - 10) loadMore()
  })
  // A key may lead to a card that is not drawn yet.
  useEffect(() => {
    const index = at === undefined ? -1 : tasks.findIndex((task) => task.id === at)
    if (index >= 0) virtualizer.scrollToIndex(index, { align: 'auto' })
    // oxlint-disable-next-line react/exhaustive-deps -- only where the cursor stands matters
  }, [at])
  return (
    <section
      ref={whole}
      aria-label={m.status[status]}
      data-column={status}
      className={cx(
        'flex flex-1 basis-0 flex-col rounded-card phone:w-[86vw] phone:flex-none phone:snap-start',
        isNarrow ? 'min-w-42 min-[1440px]:min-w-34' : 'min-w-54',
        (isOver || isAimed) && 'bg-accent-soft',
      )}
    >
      <h2 className="flex h-11 shrink-0 items-center gap-2 px-2.5 font-medium">
        <StatusGlyph status={status} />
        {m.status[status]}
        <span className="tabular font-normal text-quiet">{count(total)}</span>
      </h2>
      {/* A region that scrolls must be reachable by keyboard. */}
      <div ref={scroller} tabIndex={hasTabStop ? -1 : 0} className="min-h-0 flex-1 overflow-y-auto overscroll-y-contain px-1.5 pt-0.5 outline-none">
        {column.isLoading ? (
          <SkeletonRows rows={3} />
        ) : total === 0 ? (
          <p className="px-1.5 py-2 text-meta text-quiet">{m.board.empty}</p>
        ) : (
          <ul className="relative w-full" style={{ height: `calc(${virtualizer.getTotalSize()}px + max(24px, var(--covered, 0px)))` }}>
            {lines.map((line) => {
              const task = tasks[line.index]
              return (
                task && (
                  <li
                    key={line.key}
                    ref={virtualizer.measureElement}
                    data-index={line.index}
                    className="absolute inset-x-0 top-0"
                    style={{ transform: `translateY(${line.start}px)` }}
                  >
                    <BoardCard task={task} isCursor={task.id === at} isTabStop={task.id === tabStop} {...marksOf(task.id)} nav={nav} onPick={onPick} />
                  </li>
                )
              )
            })}
          </ul>
        )}
      </div>
    </section>
  )
}

import { monitorForElements } from '@atlaskit/pragmatic-drag-and-drop/element/adapter'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { type Status, statuses } from '../../../shared/schema/task.ts'
import { allClaims } from '../../data/tasks/claims.ts'
import { cachedTask } from '../../data/tasks/task-cache.ts'
import { setStatus } from '../../data/tasks/task-steps.ts'
import { explain } from '../../backend/explain.ts'
import { FirstRun } from '../../ui/first-run.tsx'
import { addSample } from '../../data/tasks/sample.ts'
import { useKeys } from '../../lib/keys.ts'
import { m } from '../../lib/messages.ts'
import { cursor, type Navigation } from '../../lib/navigation.ts'
import { useStore } from '../../lib/store.ts'
import { Button } from '../../ui/button.tsx'
import { Empty } from '../../ui/empty.tsx'
import { BoardColumn } from './board-column.tsx'
import { type Column, useColumns } from './use-columns.ts'
import { useFinger } from './use-finger.ts'

/** The five statuses side by side. Cards move by dragging, also with a finger, by Shift and an arrow, or by the same keys as everywhere. */
export function BoardView({ nav }: { nav: Navigation }) {
  const { columns, error, retry } = useColumns()
  const { data: claims } = useQuery(allClaims)
  const kept = useStore(cursor)
  const at = nav.openId ?? kept
  const [board, setBoard] = useState<HTMLDivElement | null>(null)

  useEffect(
    () =>
      monitorForElements({
        onDrop({ source, location }) {
          const status = location.current.dropTargets[0]?.data.status as Status | undefined
          if (status) drop(source.data.task as number, status)
        },
      }),
    [],
  )

  const aimedAt = useFinger(board, drop)
  useBoardKeys({ columns, at, board, nav })
  const first = columns.find((column) => column.tasks.length > 0)

  if (error) {
    return (
      <Empty title={m.listFailed}>
        <p role="alert" className="max-w-[52ch] text-read text-muted">
          {explain(m.nothingLost, error)}
        </p>
        <Button look="outlined" onClick={retry}>
          {m.retry}
        </Button>
      </Empty>
    )
  }
  if (columns.every(({ isLoading, total }) => !isLoading && total === 0))
    return <FirstRun nav={nav} title={m.board.emptyTitle} text={m.board.emptyText} onSample={() => void addSample()} />
  return (
    // With no card on it, it is scrolled itself.
    <div
      ref={setBoard}
      tabIndex={first ? undefined : 0}
      role="group"
      aria-label={m.view.board}
      className="flex min-h-0 flex-1 gap-1 overflow-x-auto overscroll-x-contain px-2 phone:snap-x phone:snap-mandatory phone:scroll-px-2"
    >
      {columns.map((column) => (
        <BoardColumn
          key={column.status}
          column={column}
          at={at}
          tabStop={at ?? first?.tasks[0]?.id}
          claims={claims}
          isAimed={column.status === aimedAt}
          nav={nav}
        />
      ))}
    </div>
  )
}

interface BoardKeys {
  columns: readonly Column[]
  /** The task that keys act on. */
  at: number | undefined
  board: HTMLElement | null
  nav: Navigation
}

/** Arrows go from card to card, and with Shift carry one; the keyboard goes with them. */
function useBoardKeys({ columns, at, board, nav }: BoardKeys): void {
  const place = placeOf(columns, at)
  const focusOn = useRef<number | undefined>(undefined)
  function to(column: Column | undefined, index: number) {
    const task = column?.tasks[Math.max(0, Math.min(index, (column?.tasks.length ?? 1) - 1))]
    if (!task) return
    cursor.set(task.id)
    if (nav.openId !== undefined && nav.openId !== task.id) nav.open(task.id, true)
    focusOn.current = task.id
  }
  const first = columns.find((column) => column.tasks.length > 0)
  function across(by: number) {
    if (!place) return to(first, 0)
    for (let next = place.column + by; columns[next]; next += by) {
      if (columns[next]?.tasks.length) return to(columns[next], place.index)
    }
  }
  /** An arrow points where it goes to, also where the first column is at the right. */
  const onwards = () => (board && getComputedStyle(board).direction === 'rtl' ? -1 : 1)
  const along = (by: number) => (place ? to(columns[place.column], place.index + by) : to(first, 0))
  function carry(by: number) {
    const status = place && statuses[place.column + by]
    if (!status || at === undefined) return
    cursor.set(at)
    setStatus(at, status)
    focusOn.current = at
  }
  useKeys(
    {
      j: () => along(1),
      arrowdown: () => along(1),
      k: () => along(-1),
      arrowup: () => along(-1),
      arrowleft: () => across(-onwards()),
      arrowright: () => across(onwards()),
      'shift+arrowleft': () => carry(-onwards()),
      'shift+arrowright': () => carry(onwards()),
      o: () => at !== undefined && nav.open(at),
      enter: (event) => {
        const target = event.target as HTMLElement
        if (target.closest('button,a:not([data-row])')) return target.click()
        if (at !== undefined) nav.open(at)
      },
    },
    true,
  )
  // A key moved the card from under the keyboard: it is drawn again in another column, and still has the keyboard.
  const hadFocus = useRef<number | undefined>(undefined)
  useEffect(() => {
    const { activeElement } = document
    if (activeElement === document.body && at !== undefined && hadFocus.current === at) focusOn.current = at
    hadFocus.current = activeElement?.hasAttribute('data-row') ? at : undefined
  })
  // The card that moved, or that a key went to, has the keyboard as soon as it is drawn.
  useEffect(() => {
    if (focusOn.current === undefined) return
    const card = board?.querySelector<HTMLElement>(`[data-row="${focusOn.current}"]`)
    if (!card) return
    card.focus()
    card.scrollIntoView({ block: 'nearest', inline: 'nearest' })
    focusOn.current = undefined
  })
}

function drop(id: number, status: Status): void {
  if (cachedTask(id)?.status === status) return
  cursor.set(id)
  setStatus(id, status)
}

function placeOf(columns: readonly Column[], id: number | undefined): { column: number; index: number } | undefined {
  if (id === undefined) return undefined
  for (const [column, { tasks }] of columns.entries()) {
    const index = tasks.findIndex((task) => task.id === id)
    if (index >= 0) return { column, index }
  }
  return undefined
}

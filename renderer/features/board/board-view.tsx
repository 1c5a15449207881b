import { monitorForElements } from '@atlaskit/pragmatic-drag-and-drop/element/adapter'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import type { Status } from '../../../shared/schema/task.ts'
import { askForMenu } from '../../actions/requests.ts'
import { usePicking } from '../../actions/use-picking.ts'
import { useNextReminders } from '../../data/reminders/next-reminders.ts'
import { allClaims } from '../../data/tasks/claims.ts'
import { isChangeable } from '../../data/tasks/task-writes.ts'
import { explain } from '../../backend/explain.ts'
import { FirstRun } from '../../ui/first-run.tsx'
import { addSample } from '../../data/tasks/sample.ts'
import { isFiltered } from '../../lib/filter.ts'
import { m } from '../../messages/late.ts'
import { cursor, type Navigation, picked } from '../../lib/navigation.ts'
import { useStore } from '../../lib/store.ts'
import { useWide } from '../../lib/use-media.ts'
import { Button } from '../../ui/button.tsx'
import { Empty } from '../../ui/empty.tsx'
import { BoardColumn } from './board-column.tsx'
import { useBoardKeys } from './board-keys.ts'
import { drop, idsOfCard } from './move-cards.ts'
import { useColumns } from './use-columns.ts'
import { useFinger } from './use-finger.ts'

const none: ReadonlySet<number> = new Set()

/** The five statuses side by side. Cards move by dragging, also with a finger, by Shift and an arrow, or by the same keys as everywhere. */
export function BoardView({ nav }: { nav: Navigation }) {
  const { columns, error, retry, loadAll } = useColumns(nav.filter)
  const { data: claims } = useQuery(allClaims)
  const reminders = useNextReminders()
  const kept = useStore(cursor)
  const chosen = useStore(picked)
  const at = nav.openId ?? kept
  const [board, setBoard] = useState<HTMLDivElement | null>(null)
  const carried = useCarried()
  const aimedAt = useFinger(board, { onDrop: drop, onHold: (id, point) => isChangeable(id) && askForMenu({ ids: idsOfCard(id) }, point) })
  const go = useBoardKeys({ columns, at, board, nav })
  const lines = columns.map(({ tasks }) => tasks.map(({ id }) => id))
  const onPick = usePicking({ ids: lines.flat(), lines, at, go, hasMore: columns.some(({ hasMore }) => hasMore), loadAll })
  // The pane that opened beside the board left less room for it.
  const isBeside = useWide() && nav.openId !== undefined
  useEffect(() => {
    if (!board || nav.openId === undefined) return
    // Again when the room changes: the pane comes a moment after its task is opened.
    const resized = new ResizeObserver(() =>
      board.querySelector(`[data-row="${nav.openId}"]`)?.closest('[data-column]')?.scrollIntoView({ block: 'nearest', inline: 'nearest' }),
    )
    resized.observe(board)
    return () => resized.disconnect()
  }, [board, nav.openId])
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
  if (columns.every(({ isLoading, total }) => !isLoading && total === 0)) return <NoCards nav={nav} />
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
          marksOf={(id) => ({ claim: claims?.get(id), remindsAt: reminders.get(id), isPicked: chosen.has(id), isCarried: carried.has(id) })}
          isAimed={column.status === aimedAt}
          isNarrow={isBeside}
          nav={nav}
          onPick={onPick}
        />
      ))}
    </div>
  )
}

function NoCards({ nav }: { nav: Navigation }) {
  if (!isFiltered(nav.filter)) return <FirstRun nav={nav} title={m.board.emptyTitle} text={m.board.emptyText} onSample={() => void addSample()} />
  return (
    <Empty title={m.empty.filterTitle}>
      <Button look="outlined" onClick={() => nav.setFilter({})}>
        {m.clearFilters}
      </Button>
    </Empty>
  )
}

/** The cards that the pointer drags. */
function useCarried(): ReadonlySet<number> {
  const [carried, setCarried] = useState(none)
  useEffect(
    () =>
      monitorForElements({
        // A saved list of the sidebar is dragged, too.
        canMonitor: ({ source }) => source.data.task !== undefined,
        onDragStart: ({ source }) => setCarried(new Set(idsOfCard(source.data.task as number))),
        onDrop({ source, location }) {
          setCarried(none)
          const status = location.current.dropTargets[0]?.data.status as Status | undefined
          if (status) drop(source.data.task as number, status)
        },
      }),
    [],
  )
  return carried
}

// What is done to all selected tasks at once.
import { X } from 'lucide-react'
import { ActionGlyph } from '../../actions/action-glyph.tsx'
import { perform, type TaskAction } from '../../actions/task-action.ts'
import { taskActions } from '../../actions/task-actions.ts'
import { cachedTasks } from '../../data/tasks/task-cache.ts'
import { m } from '../../messages/late.ts'
import { type Navigation, picked } from '../../lib/navigation.ts'
import { covers } from '../../lib/page/covered.ts'
import { useStore } from '../../lib/store.ts'
import { Button } from '../../ui/button.tsx'
import { Kbd } from '../../ui/kbd.tsx'

const onBar = taskActions.filter(({ bar }) => bar)
const clearPicked = () => picked.set(new Set())

export function PickedBar({ nav }: { nav: Navigation }) {
  const ids = useStore(picked)
  if (ids.size === 0) return null
  return (
    <div
      ref={covers}
      role="toolbar"
      aria-label={m.many.picked(ids.size)}
      className="appear absolute inset-x-0 bottom-16 z-20 phone:bottom-22 mx-auto flex w-fit max-w-[calc(100%-24px)] flex-wrap items-center gap-1 rounded-card border border-line-strong bg-surface py-1.5 ps-3.5 pe-1.5 shadow-dialog"
    >
      <span className="tabular pe-2 font-medium">{m.many.picked(ids.size)}</span>
      {onBar
        .filter(({ applies }) => applies?.(cachedTasks(ids)) ?? true)
        .map((action) => (
          <BarButton key={action.id} action={action} ids={ids} nav={nav} />
        ))}
      <Button square aria-label={m.many.clear} title={m.many.clear} onClick={clearPicked}>
        <X aria-hidden="true" size={14} />
      </Button>
      <Kbd keys="escape" />
    </div>
  )
}

function BarButton({ action, ids, nav }: { action: TaskAction; ids: ReadonlySet<number>; nav: Navigation }) {
  const { does, isDanger = false, bar, glyph } = action
  const isPicker = 'picker' in does
  return (
    <Button
      {...(isDanger ? { look: 'danger' as const } : {})}
      {...(isPicker ? { 'data-bulk': does.picker, 'aria-haspopup': 'dialog' as const } : {})}
      onClick={({ currentTarget }) => perform(action, cachedTasks(ids), nav, currentTarget)}
    >
      {isDanger && <ActionGlyph glyph={glyph} />}
      {bar?.()}
    </Button>
  )
}

import { X } from 'lucide-react'
import type { Task } from '../../../../shared/schema/task.ts'
import { isTemporary } from '../../../backend/unnumbered.ts'
import { tick } from '../../../data/tasks/task-steps.ts'
import { isChangeable } from '../../../data/tasks/task-writes.ts'
import { m } from '../../../lib/messages.ts'
import { Button } from '../../../ui/button.tsx'
import { cx } from '../../../ui/class-names.ts'
import { StatusGlyph } from '../../../ui/glyphs.tsx'

interface LineProps {
  task: Task
  onOpen: (id: number) => void
  /** What the button at its end says; without it there is none. */
  removal?: string
  onRemove?: () => void
}

/** Another task that this one speaks of: its ring ticks it off, its title opens it. */
export function TaskLine({ task, onOpen, removal, onRemove }: LineProps) {
  const { id, title, status } = task
  const isDone = status === 'done'
  return (
    <li className="group/line flex min-w-0 items-start gap-1">
      <button
        type="button"
        aria-label={`${isDone ? m.links.reopen(id) : m.links.finish(id)}: ${title}`}
        title={m.status[status]}
        className="-ms-[calc((max(24px,var(--tap))-14px)/2)] grid h-[max(26px,var(--tap))] w-[max(24px,var(--tap))] shrink-0 place-items-center rounded-control hover:bg-raised"
        onClick={() => tick(task)}
      >
        <StatusGlyph status={status} size={14} />
      </button>
      <a
        href={`/task/${id}`}
        data-line={id}
        className="min-h-[max(26px,var(--tap))] min-w-0 flex-1 rounded-control px-1 py-[calc((max(26px,var(--tap))-20px)/2)] break-words hover:bg-raised"
        onClick={(event) => {
          if (event.metaKey || event.ctrlKey || event.shiftKey) return
          event.preventDefault()
          if (isChangeable(id)) onOpen(id)
        }}
      >
        <span className="tabular me-1.5 text-quiet">{isTemporary(id) ? '·' : id}</span>
        <bdi className={cx(isDone && 'text-muted')}>{title}</bdi>
        <span className="sr-only">, {m.status[status]}</span>
      </a>
      {removal !== undefined && onRemove && (
        <Button
          square
          aria-label={removal}
          title={removal}
          className="!h-[max(26px,var(--tap))] !w-[max(22px,var(--tap))] opacity-0 group-hover/line:opacity-100 focus-visible:opacity-100 pointer-coarse:opacity-100"
          onClick={onRemove}
        >
          <X aria-hidden="true" size={12} />
        </Button>
      )}
    </li>
  )
}

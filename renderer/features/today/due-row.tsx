import { useEffect, useRef } from 'react'
import type { Task } from '../../../shared/schema/task.ts'
import { useAssignee } from '../../data/people/assignees.ts'
import { cycleStatus } from '../../data/tasks/task-steps.ts'
import { m } from '../../lib/messages.ts'
import type { Navigation } from '../../lib/navigation.ts'
import { cx } from '../../ui/class-names.ts'
import { StatusGlyph } from '../../ui/glyphs.tsx'
import { AssigneeMark } from '../../ui/marks/assignee-mark.tsx'
import { DueMark } from '../../ui/marks/due-mark.tsx'
import { steadyRow } from '../../ui/use-steady-rows.ts'

interface RowProps {
  task: Task
  isCursor: boolean
  isTabStop: boolean
  nav: Navigation
  onSelect: () => void
}

/** A task that is due, beside the reminders. */
export function DueRow({ task, isCursor, isTabStop, nav, onSelect }: RowProps) {
  const link = useRef<HTMLAnchorElement>(null)
  const assignee = useAssignee(task.assignee)
  useEffect(() => {
    if (isCursor) link.current?.focus()
  }, [isCursor])
  return (
    <li
      {...steadyRow(`due ${task.id}`)}
      className={cx(
        'relative flex min-h-(--row) items-center gap-2 ps-4 pe-4 phone:flex-wrap phone:border-b phone:border-line phone:py-1.5',
        'has-[a:focus-visible]:outline-2 has-[a:focus-visible]:-outline-offset-2 has-[a:focus-visible]:outline-accent',
        isCursor ? 'bg-accent-soft shadow-[inset_2px_0_0_var(--accent)] rtl:shadow-[inset_-2px_0_0_var(--accent)]' : 'hover:bg-raised',
      )}
    >
      <button
        type="button"
        tabIndex={-1}
        aria-label={m.statusOf(task.id, m.status[task.status])}
        title={m.status[task.status]}
        className="relative z-10 -ms-2 grid h-[max(28px,var(--tap))] w-[max(32px,var(--tap))] shrink-0 place-items-center"
        onClick={() => cycleStatus(task.id)}
      >
        <StatusGlyph status={task.status} />
      </button>
      <a
        ref={link}
        href={`/task/${task.id}`}
        data-reminder=""
        tabIndex={isTabStop ? 0 : -1}
        className="flex min-w-0 flex-1 items-center gap-2 outline-none before:absolute before:inset-0 phone:min-h-11"
        onFocus={onSelect}
        onClick={(event) => {
          if (event.metaKey || event.ctrlKey || event.shiftKey) return
          event.preventDefault()
          nav.open(task.id)
        }}
      >
        <span className="tabular min-w-[2ch] text-end text-quiet">{task.id}</span>
        <bdi className="min-w-0 truncate font-medium">{task.title}</bdi>
      </a>
      <span className="flex min-w-0 items-center gap-2 phone:basis-full phone:ps-9 phone:pb-1">
        <DueMark task={task} />
        {assignee && <AssigneeMark assignee={assignee} />}
      </span>
    </li>
  )
}

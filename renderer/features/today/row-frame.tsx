import { type ReactNode, useEffect, useRef } from 'react'
import type { Navigation } from '../../lib/navigation.ts'
import { cx } from '../../ui/class-names.ts'
import { steadyRow } from '../../ui/use-steady-rows.ts'

export interface RowPlace {
  isCursor: boolean
  isTabStop: boolean
  nav: Navigation
  onSelect: () => void
}

interface FrameProps extends RowPlace {
  /** Of the row, as clicks are counted. */
  row: string | number
  taskId: number
  title: string
  /** Nothing is left to do about it. */
  isQuiet?: boolean
  before: ReactNode
  after: ReactNode
}

/** A row of Today: the link covers it, what can be pressed lies above. */
export function RowFrame({ row, taskId, title, isQuiet = false, before, after, isCursor, isTabStop, nav, onSelect }: FrameProps) {
  const link = useRef<HTMLAnchorElement>(null)
  useEffect(() => {
    if (isCursor) link.current?.focus()
  }, [isCursor])
  return (
    <li
      {...steadyRow(row)}
      className={cx(
        'relative flex min-h-(--row) items-center gap-2 ps-4 pe-(--row-end) phone:flex-wrap phone:border-b phone:border-line phone:py-1.5',
        'has-[a:focus-visible]:outline-2 has-[a:focus-visible]:-outline-offset-2 has-[a:focus-visible]:outline-accent',
        isCursor ? 'bg-accent-soft shadow-[inset_2px_0_0_var(--accent)] rtl:shadow-[inset_-2px_0_0_var(--accent)]' : 'hover:bg-raised',
      )}
    >
      {before}
      <a
        ref={link}
        href={`/task/${taskId}`}
        data-reminder=""
        tabIndex={isTabStop ? 0 : -1}
        className="flex min-w-24 flex-1 items-center gap-2 outline-none before:absolute before:inset-0 phone:min-h-11"
        onFocus={onSelect}
        onClick={(event) => {
          if (event.metaKey || event.ctrlKey || event.shiftKey) return
          event.preventDefault()
          nav.open(taskId)
        }}
      >
        <span className="tabular min-w-[2ch] shrink-0 text-end text-quiet">{taskId}</span>
        <bdi className={cx('min-w-0 truncate', isQuiet ? 'text-muted' : 'font-medium')}>{title}</bdi>
      </a>
      {after}
    </li>
  )
}

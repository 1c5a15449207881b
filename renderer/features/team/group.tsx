import type { ReactNode } from 'react'
import { cx } from '../../ui/class-names.ts'

/** What belongs together on a page of the team. */
export function Group({ title, text, action, children }: { title?: string; text?: ReactNode; action?: ReactNode; children?: ReactNode }) {
  return (
    <section className="mb-9">
      {(title || action) && (
        <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
          {title && <h3 className="text-read font-semibold">{title}</h3>}
          {action}
        </div>
      )}
      {text && <p className="mt-0.5 max-w-[68ch] text-muted">{text}</p>}
      {children}
    </section>
  )
}

export function Rows({ children, name }: { children: ReactNode; name: string }) {
  return (
    <ul aria-label={name} className="mt-3 rounded-card border border-line bg-surface">
      {children}
    </ul>
  )
}

interface RowProps {
  mark?: ReactNode
  title: ReactNode
  text: ReactNode
  actions?: ReactNode
  /** On a phone what can be done stands under the words: there is too much of it. */
  isTall?: boolean
  /** What it asks. */
  below?: ReactNode
}

/** One of a list: mark, words, what can be done. */
export function Row({ mark, title, text, actions, isTall = false, below }: RowProps) {
  return (
    <li className="flex flex-wrap items-center gap-x-3 gap-y-2 border-b border-line px-3.5 py-2.5 last:border-b-0">
      {mark}
      <div className={cx('min-w-0 flex-1', isTall ? 'basis-56 phone:basis-40' : 'basis-40')}>
        <p className="flex flex-wrap items-baseline gap-x-2 font-medium break-words">{title}</p>
        <div className="text-muted">{text}</div>
      </div>
      {actions && (
        <div
          className={cx(
            'flex shrink-0 flex-wrap items-center gap-1.5',
            isTall && 'phone:w-full phone:not-has-[button]:hidden',
            isTall && mark !== undefined && 'phone:ps-10',
          )}
        >
          {actions}
        </div>
      )}
      {below}
    </li>
  )
}

/** An empty list teaches. */
export function Teaches({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div className="mt-3 rounded-card border border-dashed border-line-strong px-5 py-6">
      <h3 className="font-semibold">{title}</h3>
      <div className="mt-1 max-w-[60ch] text-muted">{children}</div>
    </div>
  )
}

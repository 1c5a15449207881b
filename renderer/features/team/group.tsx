import type { ReactNode } from 'react'

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

/** One of a list: mark, words, what can be done; below it what it asks. */
export function Row({ mark, title, text, actions, below }: { mark?: ReactNode; title: ReactNode; text: ReactNode; actions?: ReactNode; below?: ReactNode }) {
  return (
    <li className="flex flex-wrap items-center gap-x-3 gap-y-2 border-b border-line px-3.5 py-2.5 last:border-b-0">
      {mark}
      <div className="min-w-0 flex-1 basis-44">
        <p className="flex flex-wrap items-baseline gap-x-2 font-medium break-words">{title}</p>
        <div className="text-muted">{text}</div>
      </div>
      {actions && <div className="flex shrink-0 items-center gap-1.5">{actions}</div>}
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

import type { ReactNode } from 'react'

/** One line of what a task is: a name, and how it stands. */
export function Property({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="contents">
      <dt className="flex h-[max(26px,var(--tap))] items-center text-quiet">{name}</dt>
      <dd className="flex min-h-[max(26px,var(--tap))] min-w-0 items-center">{children}</dd>
    </div>
  )
}

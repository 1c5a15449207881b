import type { ReactNode } from 'react'

/** One of the ways to sign in, with what can be done with it. */
export function Way({ name, more, children }: { name: string; more?: string; children?: ReactNode }) {
  return (
    <li className="flex min-h-11 flex-wrap items-center gap-x-4 gap-y-1 border-b border-line py-2 last:border-b-0">
      <span className="min-w-0 flex-1 basis-40 break-words">
        <bdi className="font-medium">{name}</bdi>
        {more && <span className="text-quiet"> {more}</span>}
      </span>
      {children}
    </li>
  )
}

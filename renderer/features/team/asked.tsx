import { useQuery } from '@tanstack/react-query'
import { ExternalLink } from 'lucide-react'
import type { ReactNode } from 'react'
import { ApiError, isAway } from '../../backend/api.ts'
import { remote } from '../../data/remote.ts'
import { explain } from '../../backend/explain.ts'
import { can } from '../../backend/abilities.ts'
import { m } from '../../lib/messages.ts'
import { team as says } from '../../messages/team.ts'
import { Button } from '../../ui/button.tsx'
import { SkeletonRows } from '../../ui/skeleton.tsx'

interface AskedProps<T> {
  query: { data: T | undefined; error: Error | null; failureReason?: Error | null; refetch: () => unknown }
  /** The page of the team that it is for, in the browser. */
  part: string
  children: (data: T) => ReactNode
}

/** What the cloud answers; while it does not, why, and the way on. What was read once stays in sight. */
export function Asked<T>({ query: { data, error: final, failureReason, refetch }, part, children }: AskedProps<T>) {
  if (data !== undefined) return children(data)
  // Without a network it is asked again and again: that is said, and not shown as if it were coming.
  const error = final ?? failureReason
  if (!error) return <SkeletonRows rows={3} />
  if (!can.account && error instanceof ApiError && error.problem.status === 403) return <InBrowser part={part} why={error.problem.detail} />
  return <Failed error={error} retry={() => void refetch()} />
}

export function Failed({ error, retry }: { error: Error; retry: () => void }) {
  return (
    <div role="alert" className="mt-3 flex flex-wrap items-center gap-x-4 gap-y-3 rounded-card border border-line bg-surface px-4 py-3.5">
      <p className="min-w-0 flex-1 basis-64">{isAway(error) ? says.away : explain(says.notRead, error)}</p>
      <Button look="outlined" onClick={retry}>
        {m.retry}
      </Button>
    </div>
  )
}

/** A token may not do this: the way there is the browser, where a person signs in. */
function InBrowser({ part, why }: { part: string; why: string }) {
  return (
    <div className="mt-3 rounded-card border border-line bg-surface px-4 pt-3.5 pb-2">
      <p className="font-semibold">{says.inBrowser}</p>
      <p className="mt-1 max-w-[60ch] text-muted">{says.inBrowserText}</p>
      <p className="mt-1 max-w-[60ch] text-meta break-words text-quiet">{why}</p>
      <BrowserLink part={part} />
    </div>
  )
}

/** In the desktop: where this page can be changed. */
export function BrowserLink({ part }: { part: string }) {
  const address = useQuery(remote).data?.url?.replace(/\/$/, '')
  if (can.account || !address) return null
  return (
    <p className="mt-2">
      <a
        href={`${address}/team/${part}`}
        target="_blank"
        rel="noreferrer"
        className="inline-flex min-h-[max(28px,var(--tap))] items-center gap-2 font-medium text-accent-text hover:underline"
      >
        {says.openInBrowser}
        <ExternalLink aria-hidden="true" size={14} />
      </a>
    </p>
  )
}

import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { ApiError } from '../../../backend/api.ts'
import { cloudApi } from '../../../backend/cloud-api.ts'
import { connect as says } from '../../../messages/connect.ts'
import { m } from '../../../lib/messages.ts'
import { Button } from '../../../ui/button.tsx'
import { EntranceFrame } from '../entrance-frame.tsx'
import { refusalText } from '../refusal.ts'
import { Decision } from './decision.tsx'

/** A client asked for access in this browser; a person decides. */
export function Connect({ request }: { request: string }) {
  const [isDecided, setDecided] = useState(false)
  const { data, error, refetch } = useQuery({
    queryKey: ['connecting', request],
    queryFn: ({ signal }) => cloudApi.showConnectionRequest({ params: { request } }, { signal }),
    retry: false,
    // It ends when it is decided, and whoever comes back to the page must not see it as if it were open.
    refetchOnWindowFocus: !isDecided,
    gcTime: 0,
  })
  if (isDecided)
    return (
      <EntranceFrame title={says.leaving} text={says.leavingText}>
        <OpenTandem />
      </EntranceFrame>
    )
  if (error instanceof ApiError && error.problem.status === 404)
    return (
      <EntranceFrame title={says.gone} text={says.goneText}>
        <OpenTandem />
      </EntranceFrame>
    )
  if (error)
    return (
      <EntranceFrame title={says.failed} text={refusalText(error)}>
        <Button look="outlined" className="self-start" onClick={() => void refetch()}>
          {m.retry}
        </Button>
      </EntranceFrame>
    )
  if (!data) return null
  return <Decision id={request} asked={data} onDecided={() => setDecided(true)} />
}

function OpenTandem() {
  return (
    <a href="/" className="inline-flex min-h-[max(28px,var(--tap))] items-center self-start font-medium text-accent-text hover:underline">
      {says.open}
    </a>
  )
}

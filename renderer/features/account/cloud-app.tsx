import { type ComponentType, lazy, Suspense, useState } from 'react'
import { currentTeam, session, teamIsOpen } from '../../backend/session.ts'
import { connectingAt } from '../../backend/cloud/connecting.ts'
import { useStore } from '../../lib/store.ts'
import { Entrance } from './entrance.tsx'
import { FirstTeam } from './first-team.tsx'

const Connect = lazy(async () => ({ default: (await import('./connect/connect.tsx')).Connect }))

/** Whoever is not signed in signs in first, at whatever address: then what the link names opens. */
export function CloudApp({ Window }: { Window: ComponentType }) {
  const known = useStore(session)
  const team = useStore(currentTeam)
  const isOpen = useStore(teamIsOpen)
  const [request] = useState(() => connectingAt(location.pathname))
  if (!known) return <Entrance />
  if (team === undefined) return <FirstTeam />
  if (request !== undefined)
    return (
      <Suspense>
        <Connect request={request} />
      </Suspense>
    )
  return isOpen ? <Window /> : null
}

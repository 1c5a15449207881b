import type { ComponentType } from 'react'
import { currentTeam, session, teamIsOpen } from '../../backend/session.ts'
import { useStore } from '../../lib/store.ts'
import { Entrance } from './entrance.tsx'
import { FirstTeam } from './first-team.tsx'

/** Whoever is not signed in signs in first, at whatever address: then what the link names opens. */
export function CloudApp({ Window }: { Window: ComponentType }) {
  const known = useStore(session)
  const team = useStore(currentTeam)
  const isOpen = useStore(teamIsOpen)
  if (!known) return <Entrance />
  if (team === undefined) return <FirstTeam />
  return isOpen ? <Window /> : null
}

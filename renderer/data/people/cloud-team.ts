// Who one is in the cloud, in which team, and as what.
import { useQuery } from '@tanstack/react-query'
import type { Capacity } from '../../../shared/domain/people/roles.ts'
import type { User } from '../../../shared/schema/cloud/account.ts'
import type { Team } from '../../../shared/schema/cloud/team.ts'
import { isAway } from '../../backend/api.ts'
import { can } from '../../backend/abilities.ts'
import { backend } from '../../backend/backend.ts'
import { currentTeam, session } from '../../backend/session.ts'
import { useStore } from '../../lib/store.ts'
import { remote } from '../remote.ts'

/** What the cloud answers is read again when it is looked at: others change it, too. After a few tries in vain the screen says so. */
export const fromCloud = {
  staleTime: 0,
  refetchOnWindowFocus: true,
  refetchOnReconnect: true,
  retry: (count: number, error: Error) => isAway(error) && count < 3,
} as const

export interface Standing {
  team: Pick<Team, 'id' | 'name'>
  /** Nobody in the desktop: it is there with a token. */
  user: User | undefined
  /** As what one acts there. */
  capacity: Capacity
}

/** `standing` is undefined while it is read, and when there is no team. */
export function useStanding() {
  const connected = useQuery(remote)
  const signedIn = useStore(session)
  const id = useStore(currentTeam)
  const { error, refetch } = connected
  if (!can.account) {
    const team = connected.data?.team
    const standing: Standing | undefined = team ? { team, user: undefined, capacity: 'token' } : undefined
    return { standing, error, isPending: connected.isPending, refetch }
  }
  const team = signedIn?.teams.find((one) => one.id === id)
  const standing: Standing | undefined = team && { team, user: signedIn?.user, capacity: team.role }
  return { standing, error: null, isPending: signedIn === undefined, refetch: async () => backend.account?.readSession() }
}

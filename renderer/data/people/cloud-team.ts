// Who one is in the cloud, in which team, and as what.
import { useQuery } from '@tanstack/react-query'
import type { Capacity } from '../../../shared/domain/people/roles.ts'
import type { User } from '../../../shared/schema/cloud/account.ts'
import type { Team } from '../../../shared/schema/cloud/team.ts'
import { isAway } from '../../backend/api.ts'
import { readSession, session } from '../../backend/cloud/session.ts'
import { currentTeam, home } from '../../backend/home.ts'
import { queryClient } from '../query-client.ts'
import { useStore } from '../../lib/store.ts'
import { remote } from '../remote.ts'

/** What the cloud answers is read anew when it is looked at: others change it, too. After a few tries in vain the screen says so. */
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
  if (home === 'local') {
    const team = connected.data?.team
    const standing: Standing | undefined = team ? { team, user: undefined, capacity: 'token' } : undefined
    return { standing, error, isPending: connected.isPending, refetch }
  }
  const team = signedIn?.teams.find((one) => one.id === id)
  const standing: Standing | undefined = team && { team, user: signedIn?.user, capacity: team.role }
  return { standing, error: null, isPending: signedIn === undefined, refetch: readSession }
}

/** After anything that changes who is in which team, or what its mailboxes do; also for events of the cloud's stream. */
export function teamChanged(): void {
  if (home === 'cloud') void readSession()
  for (const part of ['members', 'tokens', 'mailboxes']) void queryClient.invalidateQueries({ queryKey: ['cloud', part] })
}

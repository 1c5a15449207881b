// Who one is in the cloud, in which team, and as what.
import { queryOptions, useQuery } from '@tanstack/react-query'
import type { Capacity } from '../../shared/domain/roles.ts'
import type { User } from '../../shared/schema/account.ts'
import type { Team } from '../../shared/schema/team.ts'
import { isAway } from '../api.ts'
import { cloudApi } from '../cloud-api.ts'
import { currentTeam, home } from '../home.ts'
import { queryClient } from '../query-client.ts'
import { useStore } from '../store.ts'
import { remote } from './remote.ts'

/** What the cloud answers is read anew when it is looked at: others change it, too. After a few tries in vain the screen says so. */
export const fromCloud = {
  staleTime: 0,
  refetchOnWindowFocus: true,
  refetchOnReconnect: true,
  retry: (count: number, error: Error) => isAway(error) && count < 3,
} as const

export const standing = queryOptions({
  queryKey: ['cloud', 'standing'] as const,
  queryFn: ({ signal }) => cloudApi.getSession({}, { signal }),
  enabled: home === 'cloud',
  ...fromCloud,
})

export interface Standing {
  team: Pick<Team, 'id' | 'name'>
  /** Nobody in the desktop: it is there with a token. */
  user: User | undefined
  /** As what one acts there. */
  capacity: Capacity
}

/** `standing` is undefined while it is read, and when there is no team, or none is chosen. */
export function useStanding() {
  const session = useQuery(standing)
  const connected = useQuery(remote)
  const id = useStore(currentTeam)
  const { error, isPending, refetch } = home === 'local' ? connected : session
  if (home === 'local') {
    const team = connected.data?.team
    return { standing: team ? ({ team, user: undefined, capacity: 'token' } satisfies Standing) : undefined, error, isPending, refetch }
  }
  const { user, teams = [] } = session.data ?? {}
  const team = teams.find((one) => one.id === id) ?? (teams.length === 1 ? teams[0] : undefined)
  return { standing: team && ({ team, user, capacity: team.role } satisfies Standing), error, isPending, refetch }
}

/** After anything that changes who is in which team; also for events of the cloud's stream. */
export function teamChanged(): void {
  for (const part of ['standing', 'members', 'tokens', 'mailboxes']) void queryClient.invalidateQueries({ queryKey: ['cloud', part] })
}

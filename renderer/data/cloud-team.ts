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

/** What the cloud answers is read anew when it is looked at: others change it, too. After a few tries in vain the screen says so. */
export const fromCloud = {
  staleTime: 0,
  refetchOnWindowFocus: true,
  refetchOnReconnect: true,
  retry: (count: number, error: Error) => isAway(error) && count < 3,
} as const

export const standing = queryOptions({
  queryKey: ['cloud', 'standing'] as const,
  async queryFn({ signal }): Promise<{ user: User | undefined; teams: Team[] }> {
    // The desktop is there with a token, which is nobody, and has one team.
    if (home === 'local') return { user: undefined, teams: await cloudApi.listTeams({}, { signal }) }
    return cloudApi.getSession({}, { signal })
  },
  ...fromCloud,
})

export interface Standing {
  team: Team
  user: User | undefined
  /** As what one acts there. */
  capacity: Capacity
}

/** `standing` is undefined while it is read, and when no team is chosen. */
export function useStanding() {
  const { data, error, isPending, refetch } = useQuery(standing)
  const id = useStore(currentTeam)
  const team = data && (data.teams.find((one) => one.id === id) ?? (data.teams.length === 1 ? data.teams[0] : undefined))
  const found: Standing | undefined = team && { team, user: data.user, capacity: home === 'local' ? 'token' : team.role }
  return { standing: found, error, isPending, refetch }
}

/** After anything that changes who is in which team; also for events of the cloud's stream. */
export function teamChanged(): void {
  for (const part of ['standing', 'members', 'tokens', 'mailboxes']) void queryClient.invalidateQueries({ queryKey: ['cloud', part] })
}

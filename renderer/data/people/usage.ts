// How much of their quotas the team and the person use.
import { queryOptions } from '@tanstack/react-query'
import { cloudApi } from '../../backend/cloud-api.ts'
import { fromCloud } from './cloud-team.ts'

export const usageOf = (teamId: string) =>
  queryOptions({
    queryKey: ['cloud', 'usage', teamId] as const,
    queryFn: ({ signal }) => cloudApi.getTeamUsage({ params: { teamId } }, { signal }),
    ...fromCloud,
    // Others write while one looks.
    refetchInterval: 30_000,
  })

/** In all teams together. */
export const ownUsage = queryOptions({
  queryKey: ['account', 'usage'] as const,
  queryFn: ({ signal }) => cloudApi.getAccountUsage({}, { signal }),
  staleTime: 0,
  retry: false,
})

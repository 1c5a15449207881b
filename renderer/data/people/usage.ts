// How much of its quotas the team uses.
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

import { useQuery } from '@tanstack/react-query'
import { cloudApi } from '../../../backend/cloud-api.ts'
import { queryClient } from '../../../data/query-client.ts'

const queryKey = ['account', 'ways'] as const

export function useWays() {
  return useQuery({ queryKey, queryFn: ({ signal }) => cloudApi.listWays({}, { signal }), staleTime: 0, retry: false })
}

export const readWays = () => queryClient.invalidateQueries({ queryKey })

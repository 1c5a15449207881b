// Fields that were written here and elsewhere: asked of the service, which keeps those of its connection, or of the device.
import { queryOptions, useQuery } from '@tanstack/react-query'
import { can } from '../../backend/abilities.ts'
import { backend } from '../../backend/backend.ts'
import { isConnected, remote, remoteApi } from '../remote.ts'

export const conflicts = queryOptions({
  queryKey: ['remote-conflicts'] as const,
  queryFn: ({ signal }) => backend.conflicts?.list() ?? remoteApi.listConflicts({}, { signal }),
  // On the device nothing but what is told changes them.
  networkMode: 'always',
})

export function useConflicts() {
  const { data: connected } = useQuery(remote)
  return useQuery({ ...conflicts, enabled: !can.connect || isConnected(connected) })
}

/** Without reading them where the service counts. */
export function useConflictCount(): number {
  const { data: connected } = useQuery(remote)
  const { data: kept = [] } = useQuery({ ...conflicts, enabled: !can.connect })
  return can.connect ? (connected?.conflicts ?? 0) : kept.length
}

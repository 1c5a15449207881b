// Agents that people connected with the team over OAuth.
import { queryOptions } from '@tanstack/react-query'
import type { Connection } from '../../../shared/schema/cloud/connection.ts'
import { cloudApi } from '../../backend/cloud-api.ts'
import { team as says } from '../../messages/team.ts'
import { attempt } from '../attempt.ts'
import { queryClient } from '../query-client.ts'
import { fromCloud } from './cloud-team.ts'
import { teamChanged } from './team-changed.ts'

export const connectionsOf = (teamId: string) =>
  queryOptions({
    queryKey: ['cloud', 'connections', teamId] as const,
    queryFn: ({ signal }) => cloudApi.listConnections({ params: { teamId } }, { signal }),
    ...fromCloud,
  })

export async function disconnect(teamId: string, { id, agent }: Connection): Promise<void> {
  const end = () => cloudApi.endConnection({ params: { teamId, connectionId: id } })
  const gone = await attempt(end, { failed: says.notDone, done: says.connections.ended(agent) })
  if (gone) queryClient.setQueryData(connectionsOf(teamId).queryKey, (all) => all?.filter((one) => one.id !== id))
  teamChanged()
}

// Who is in the team that is shown, or that this folder is connected to.
import type { Member } from '../../../shared/schema/cloud/member.ts'
import { can } from '../../backend/abilities.ts'
import { currentTeam } from '../../backend/session.ts'
import { queryClient } from '../query-client.ts'
import { remote } from '../remote.ts'
import { membersOf } from './members.ts'

const freshFor = 60_000

/** Nobody without a team. Throws what the cloud answers. */
export async function membersOfTeam(): Promise<readonly Member[]> {
  const id = can.account ? currentTeam.get() : (await queryClient.ensureQueryData(remote)).team?.id
  return id === undefined ? [] : queryClient.fetchQuery({ ...membersOf(id), staleTime: freshFor, retry: false })
}

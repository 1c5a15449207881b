// Teams that ask the signed-in person to join.
import { queryOptions } from '@tanstack/react-query'
import type { WaitingInvitation } from '../../../shared/schema/cloud/member.ts'
import { cloudApi } from '../../backend/cloud-api.ts'
import { backend } from '../../backend/backend.ts'
import { currentTeam } from '../../backend/session.ts'
import { account as says } from '../../messages/account.ts'
import { queryClient } from '../query-client.ts'
import { attempt } from '../attempt.ts'
import { fromCloud } from './cloud-team.ts'

export const invitations = queryOptions({
  queryKey: ['cloud', 'invitations'] as const,
  queryFn: ({ signal }) => cloudApi.listInvitations({ signal }),
  ...fromCloud,
  refetchInterval: 60_000,
})

async function answered(id: string): Promise<void> {
  queryClient.setQueryData(invitations.queryKey, (all) => all?.filter((one) => one.id !== id))
  await queryClient.invalidateQueries({ queryKey: invitations.queryKey })
}

export async function joinTeam({ id, team }: WaitingInvitation): Promise<void> {
  const isFirst = currentTeam.get() === undefined
  const action = isFirst ? undefined : { label: says.openTeam, run: () => backend.account?.switchTeam(team.id) }
  const joined = await attempt(() => cloudApi.joinTeam({ params: { invitationId: id } }), { failed: says.notDone, done: says.joined(team.name), action })
  await answered(id)
  // With a first team the web UI opens.
  if (joined) await backend.account?.readSession()
}

export async function declineInvitation({ id, team }: WaitingInvitation): Promise<void> {
  await attempt(() => cloudApi.declineInvitation({ params: { invitationId: id } }), { failed: says.notDone, done: says.declined(team.name) })
  await answered(id)
}

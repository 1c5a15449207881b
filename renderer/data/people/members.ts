// Who is in the team, and the ways to change that.
import { queryOptions } from '@tanstack/react-query'
import type { Member } from '../../../shared/schema/cloud/member.ts'
import type { Role } from '../../../shared/schema/cloud/team.ts'
import { cloudApi } from '../../backend/cloud-api.ts'
import { m } from '../../lib/messages.ts'
import { team as says } from '../../messages/team.ts'
import { notify } from '../../lib/notices.ts'
import { queryClient } from '../query-client.ts'
import { attempt } from '../attempt.ts'
import { fromCloud, type Standing } from './cloud-team.ts'
import { teamChanged } from './team-changed.ts'

const { members: words, notDone: failed } = says
export const nameOf = ({ name, email }: Pick<Member, 'name' | 'email'>) => name ?? email

export const membersOf = (teamId: string) =>
  queryOptions({
    queryKey: ['cloud', 'members', teamId] as const,
    queryFn: ({ signal }) => cloudApi.listMembers({ params: { teamId } }, { signal }),
    ...fromCloud,
    // Others join while one looks.
    refetchInterval: 30_000,
  })

function put(teamId: string, change: (members: Member[]) => Member[]): void {
  queryClient.setQueryData(membersOf(teamId).queryKey, (members) => members && change(members))
  teamChanged()
}

/** Sends it again where there is one already. True when it went out. */
export async function invite(teamId: string, email: string, role?: Role, again = false): Promise<boolean> {
  const sent = await attempt(() => cloudApi.addMember({ params: { teamId }, body: { email, ...(role ? { role } : {}) } }), { failed })
  if (!sent) return false
  const member = sent.value
  put(teamId, (members) => [...members.filter(({ id }) => id !== member.id), member])
  notify({ kind: 'done', text: again ? words.sentAgain(email) : words.sent(email) })
  return true
}

/** `back`: the role before, where whoever changes it may also change it back. */
export async function changeRole(teamId: string, member: Member, role: Role, canUndo: boolean): Promise<void> {
  const done = words.roleSet(nameOf(member), says.roles[role])
  const action = canUndo ? { label: m.undo, run: () => void changeRole(teamId, { ...member, role }, member.role, false) } : undefined
  const changed = await attempt(() => cloudApi.updateMember({ params: { teamId, memberId: member.id }, body: { role } }), { failed, done, action })
  if (changed) put(teamId, (members) => members.map((one) => (one.id === member.id ? changed.value : one)))
  else teamChanged()
}

async function remove(teamId: string, member: Member, done: string, undo?: () => void): Promise<boolean> {
  const action = undo && { label: m.undo, run: undo }
  const gone = await attempt(() => cloudApi.removeMember({ params: { teamId, memberId: member.id } }), { failed, done, action })
  if (gone) put(teamId, (members) => members.filter(({ id }) => id !== member.id))
  else teamChanged()
  return gone !== undefined
}

export const removeMember = (teamId: string, member: Member) => remove(teamId, member, words.removed(nameOf(member)))

/** Undoing it mails another link. */
export const withdraw = (teamId: string, member: Member) =>
  remove(teamId, member, words.withdrawn(member.email), () => void invite(teamId, member.email, member.role))

export const leave = (team: Standing['team'], me: Member) => remove(team.id, me, says.team.left(team.name))

export async function handOver(teamId: string, member: Member): Promise<void> {
  await attempt(() => cloudApi.transferTeam({ params: { teamId }, body: { member_id: member.id } }), { failed, done: words.transferred(nameOf(member)) })
  teamChanged()
}

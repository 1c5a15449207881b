// Who is in the team, and the ways to change that.
import { queryOptions } from '@tanstack/react-query'
import type { Member } from '../../../shared/schema/cloud/member.ts'
import type { Role } from '../../../shared/schema/cloud/team.ts'
import { cloudApi } from '../../backend/cloud-api.ts'
import { team as says } from '../../messages/team.ts'
import { queryClient } from '../query-client.ts'
import { attempt, type WayBack } from '../attempt.ts'
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
  const done = again ? words.sentAgain(email) : words.sent(email)
  // A link that was mailed once more is mailed; the invitation itself is taken back.
  const back = again ? undefined : (member: Member) => ({ undo: () => drop(teamId, member), again: () => void invite(teamId, email, role) })
  return (await attempt(() => add(teamId, email, role), { failed, done, back })) !== undefined
}

async function add(teamId: string, email: string, role: Role | undefined): Promise<Member> {
  const member = await cloudApi.addMember({ params: { teamId }, body: { email, ...(role ? { role } : {}) } })
  put(teamId, (members) => [...members.filter(({ id }) => id !== member.id), member])
  return member
}

async function setRole(teamId: string, { id }: Member, role: Role): Promise<void> {
  const changed = await cloudApi.updateMember({ params: { teamId, memberId: id }, body: { role } })
  put(teamId, (members) => members.map((one) => (one.id === id ? changed : one)))
}

/** `canUndo`: whoever changes it may also change it back. */
export async function changeRole(teamId: string, member: Member, role: Role, canUndo: boolean): Promise<void> {
  const done = words.roleSet(nameOf(member), says.roles[role])
  const back = canUndo ? () => ({ undo: () => setRole(teamId, member, member.role), again: () => void changeRole(teamId, member, role, canUndo) }) : undefined
  if (!(await attempt(() => setRole(teamId, member, role), { failed, done, back }))) teamChanged()
}

async function drop(teamId: string, { id }: Member): Promise<void> {
  await cloudApi.removeMember({ params: { teamId, memberId: id } })
  put(teamId, (members) => members.filter((one) => one.id !== id))
}

async function remove(teamId: string, member: Member, done: string, back?: () => WayBack): Promise<boolean> {
  const gone = await attempt(() => drop(teamId, member), { failed, done, back })
  if (!gone) teamChanged()
  return gone !== undefined
}

export const removeMember = (teamId: string, member: Member) => remove(teamId, member, words.removed(nameOf(member)))

/** Undoing it mails another link. */
export function withdraw(teamId: string, member: Member): Promise<boolean> {
  let invited = member
  const undo = async () => void (invited = await add(teamId, member.email, member.role))
  return remove(teamId, member, words.withdrawn(member.email), () => ({ undo, again: () => void withdraw(teamId, invited) }))
}

export const leave = (team: Standing['team'], me: Member) => remove(team.id, me, says.team.left(team.name))

export async function handOver(teamId: string, member: Member): Promise<void> {
  await attempt(() => cloudApi.transferTeam({ params: { teamId }, body: { member_id: member.id } }), { failed, done: words.transferred(nameOf(member)) })
  teamChanged()
}

// What holds for every change of a team's members. Each first locks the team's row, so that what is checked still holds when it is written: two
// owners who leave at the same moment, on two instances, cannot both be the last but one.
import { AppError } from '../../shared/domain/app-error.ts'
import { type Capacity, can, whoCan } from '../../shared/domain/people/roles.ts'
import type { Row } from '../../shared/domain/history/difference.ts'
import type { Member } from '../../shared/schema/cloud/member.ts'
import { personOf, type TeamContext } from '../context.ts'
import type { Tx } from '../db/database.ts'
import type { Write } from '../journal/journal.ts'
import { memberStore } from './member-store.ts'

/** What history says of a member. */
export const memberSnapshot = ({ email, role, status, user_id }: Pick<Member, 'email' | 'role' | 'status' | 'user_id'>): Row => ({
  email,
  role,
  status,
  user_id,
})

export async function requireMember(tx: Tx, teamId: string, id: string): Promise<Member> {
  const member = await memberStore.byId(tx, teamId, id)
  if (!member) throw new AppError('not_found', `The team has no member ${id}.`)
  return member
}

/** Locks the team and reads the caller's role again: it may have changed since the call was let in. */
export async function lockTeam({ tx, teamId }: Write, ctx: TeamContext): Promise<{ team: { name: string }; me: Member; capacity: Capacity }> {
  const [team, me] = await Promise.all([memberStore.lockTeam(tx, teamId), memberStore.byUser(tx, teamId, personOf(ctx).user.id)])
  if (!team || !me) throw new AppError('forbidden', 'You are no longer on this team.')
  return { team, me, capacity: me.role }
}

export function requireOwner(capacity: Capacity, what: string): void {
  if (!can(capacity, 'manage_owners')) throw new AppError('forbidden', `Only ${whoCan('manage_owners')} of the team can ${what}.`)
}

/** For an owner who would be one no more. */
export async function requireAnotherOwner(tx: Tx, teamId: string): Promise<void> {
  if ((await memberStore.activeOwners(tx, teamId)) <= 1)
    throw new AppError('conflict', 'A team needs an owner, and this is the last one. Make another member an owner first.')
}

// Who is in a team, and as what.
import { uuidv7 } from 'uuidv7'
import { AppError } from '../../shared/domain/app-error.ts'
import { can, whoCan } from '../../shared/domain/people/roles.ts'
import type { Member } from '../../shared/schema/cloud/member.ts'
import type { Role } from '../../shared/schema/cloud/team.ts'
import { emailKeyOf } from '../auth/accounts.ts'
import type { Person, TeamContext } from '../context.ts'
import type { Write } from '../journal/journal.ts'
import { createInvite, type InviteDeps } from './invite-member.ts'
import { lockTeam, memberSnapshot, requireAnotherOwner, requireMember, requireOwner } from './member-rules.ts'
import { memberStore } from './member-store.ts'

export interface MemberDeps extends InviteDeps {
  /** Ends the API tokens that a person made. */
  endTokensOf: (write: Write, userId: string) => Promise<void>
}

export type Members = ReturnType<typeof createMembers>

async function setRole(write: Write, member: Member, role: Role): Promise<Member> {
  const { tx, teamId, at, record } = write
  if (member.role === role) return member
  const next = { ...member, role, updated_at: at }
  await Promise.all([
    memberStore.update(tx, teamId, member.id, { role, updated_at: at }),
    record({ entity: 'member', entity_id: member.id, action: 'updated', before: { role: member.role }, after: { role } }),
  ])
  return next
}

export function createMembers({ endTokensOf, ...deps }: MemberDeps) {
  const { journal } = deps
  return {
    /** The first owner of a new team. */
    async enterOwner({ tx, teamId, at, record }: Write, user: Person): Promise<void> {
      const member = { id: uuidv7(), email: user.email, user_id: user.id, role: 'owner' as const, status: 'active' as const, created_at: at, updated_at: at }
      await memberStore.insert(tx, teamId, {
        ...member,
        email_key: emailKeyOf(user.email),
        invitation_hash: null,
        invitation_expires_at: null,
        joins_at_sign_in: true,
        invited_by: null,
      })
      await record({ entity: 'member', entity_id: member.id, action: 'created', before: null, after: memberSnapshot(member) })
    },

    list: (ctx: TeamContext): Promise<Member[]> => journal.read(ctx.team, (tx) => memberStore.list(tx, ctx.team.id)),
    /** As they are in that transaction. */
    known: ({ tx, teamId }: Pick<Write, 'tx' | 'teamId'>): Promise<Member[]> => memberStore.list(tx, teamId),
    get: (id: string, ctx: TeamContext): Promise<Member> => journal.read(ctx.team, (tx) => requireMember(tx, ctx.team.id, id)),

    add: createInvite(deps),

    update: (id: string, role: Role, ctx: TeamContext): Promise<Member> =>
      journal.write(ctx, async (write) => {
        const { tx, teamId } = write
        const { capacity } = await lockTeam(write, ctx)
        if (!can(capacity, 'manage_members')) throw new AppError('forbidden', `Only ${whoCan('manage_members')} of the team can change roles.`)
        const member = await requireMember(tx, teamId, id)
        if (role === 'owner' || member.role === 'owner') requireOwner(capacity, role === 'owner' ? 'make someone an owner' : "change an owner's role")
        if (role === 'owner' && member.status !== 'active') throw new AppError('conflict', 'Someone who has not joined yet cannot own the team.')
        if (member.role === 'owner' && role !== 'owner' && member.status === 'active') await requireAnotherOwner(tx, teamId)
        return setRole(write, member, role)
      }),

    remove: (id: string, ctx: TeamContext): Promise<void> =>
      journal.write(ctx, async (write) => {
        const { tx, teamId, record } = write
        const { me, capacity } = await lockTeam(write, ctx)
        const member = await requireMember(tx, teamId, id)
        if (member.id !== me.id) {
          if (!can(capacity, 'manage_members')) throw new AppError('forbidden', `Only ${whoCan('manage_members')} of the team can remove others.`)
          if (member.role === 'owner') requireOwner(capacity, 'remove an owner')
        }
        if (member.role === 'owner' && member.status === 'active') await requireAnotherOwner(tx, teamId)
        if (member.user_id) await endTokensOf(write, member.user_id)
        await memberStore.remove(tx, teamId, id)
        await record({ entity: 'member', entity_id: id, action: 'deleted', before: memberSnapshot(member), after: null })
      }),

    /** The other becomes an owner, the caller an admin: at once, or not at all. */
    transfer: (memberId: string, ctx: TeamContext): Promise<Member> =>
      journal.write(ctx, async (write) => {
        const { me, capacity } = await lockTeam(write, ctx)
        requireOwner(capacity, 'hand it over')
        const member = await requireMember(write.tx, write.teamId, memberId)
        if (member.id === me.id) throw new AppError('conflict', 'You already own the team.')
        if (member.status !== 'active') throw new AppError('conflict', 'Someone who has not joined yet cannot own the team.')
        const owner = await setRole(write, member, 'owner')
        await setRole(write, me, 'admin')
        return owner
      }),
  }
}

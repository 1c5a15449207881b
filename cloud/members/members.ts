// Who is in a team, and as what. Every change first locks the team's row, so that what is checked still holds when it is written: two owners
// who leave at the same moment, on two instances, cannot both be the last but one.
import { uuidv7 } from 'uuidv7'
import { AppError } from '../../shared/domain/app-error.ts'
import { type Capacity, can, whoCan } from '../../shared/domain/people/roles.ts'
import type { Row } from '../../shared/domain/history/difference.ts'
import type { Member, NewMember } from '../../shared/schema/cloud/member.ts'
import type { Role } from '../../shared/schema/cloud/team.ts'
import { emailKeyOf, writtenEmail } from '../auth/accounts.ts'
import { type Attempts, hourly, often } from '../auth/attempts.ts'
import { hashSecret, newLinkToken } from '../auth/secrets.ts'
import { type Person, personOf, type TeamContext } from '../context.ts'
import type { Tx } from '../db/database.ts'
import type { Journal, Write } from '../journal/journal.ts'
import type { Mailer } from '../mail/mailer.ts'
import { messages } from '../mail/messages.ts'
import { memberStore } from './member-store.ts'

const invitationLasts = 7 * 24 * 3_600_000

export interface MemberDeps {
  journal: Journal
  mailer: Mailer
  baseUrl: () => string
  /** Counts mails, as `attempts` counts tries. */
  mailAllowance: Attempts
  /** Ends the API tokens that a person made. */
  endTokensOf: (write: Write, userId: string) => Promise<void>
}

export type Members = ReturnType<typeof createMembers>

/** What history says of a member. */
export const memberSnapshot = ({ email, role, status, user_id }: Pick<Member, 'email' | 'role' | 'status' | 'user_id'>): Row => ({
  email,
  role,
  status,
  user_id,
})

export function createMembers({ journal, mailer, baseUrl, mailAllowance, endTokensOf }: MemberDeps) {
  const missing = (id: string) => new AppError('not_found', `The team has no member ${id}.`)

  async function existing(tx: Tx, teamId: string, id: string): Promise<Member> {
    const member = await memberStore.byId(tx, teamId, id)
    if (!member) throw missing(id)
    return member
  }

  /** Locks the team and reads the caller's role anew: it may have changed since the door. */
  async function begin({ tx, teamId }: Write, ctx: TeamContext): Promise<{ team: { name: string }; me: Member; capacity: Capacity }> {
    const [team, me] = await Promise.all([memberStore.lockTeam(tx, teamId), memberStore.byUser(tx, teamId, personOf(ctx).user.id)])
    if (!team || !me) throw new AppError('forbidden', 'You are no longer on this team.')
    return { team, me, capacity: me.role }
  }

  function requireOwner(capacity: Capacity, what: string): void {
    if (!can(capacity, 'manage_owners')) throw new AppError('forbidden', `Only an ${whoCan('manage_owners')} of the team can ${what}.`)
  }

  /** For an owner who would be one no more. */
  async function requireAnotherOwner(tx: Tx, teamId: string): Promise<void> {
    if ((await memberStore.activeOwners(tx, teamId)) <= 1)
      throw new AppError('conflict', 'A team needs an owner, and this is the last one. Make another member an owner first.')
  }

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
      })
      await record({ entity: 'member', entity_id: member.id, action: 'created', before: null, after: memberSnapshot(member) })
    },

    list: (ctx: TeamContext): Promise<Member[]> => journal.read(ctx.team, (tx) => memberStore.list(tx, ctx.team.id)),
    get: (id: string, ctx: TeamContext): Promise<Member> => journal.read(ctx.team, (tx) => existing(tx, ctx.team.id, id)),

    /** Everybody is invited, and joins by accepting: who has no account yet by signing in with the proven address. */
    async add({ email, role }: NewMember, ctx: TeamContext): Promise<Member> {
      const emailKey = emailKeyOf(email)
      const token = newLinkToken()
      const { user, verifiedAt } = personOf(ctx)
      // Apart from the mails that an account asks for: invitations must not keep anybody from setting a new password.
      await mailAllowance.count(
        `invitation ${emailKey}`,
        hourly(`invitation by the hour ${emailKey}`),
        often(`invitations by ${user.id}`),
        often(`invitations into ${ctx.team.id}`),
      )
      return journal.write(ctx, async (write) => {
        const { tx, teamId, at, record, afterCommit } = write
        const { team, capacity } = await begin(write, ctx)
        const known = await memberStore.byEmail(tx, teamId, emailKey)
        if (role === 'owner' || known?.role === 'owner') requireOwner(capacity, 'add an owner')
        if (known?.status === 'active')
          throw new AppError('conflict', `${known.email} is already on the team. Change the role with PATCH /api/teams/${teamId}/members/${known.id}.`)
        const fields = {
          role: role ?? known?.role ?? 'member',
          status: 'invited' as const,
          user_id: null,
          invitation_expires_at: new Date(Date.parse(at) + invitationLasts).toISOString(),
          updated_at: at,
        }
        const unseen = { invitation_hash: hashSecret(token), joins_at_sign_in: !(await memberStore.isProven(tx, emailKey)) }
        const member: Member = {
          ...fields,
          id: known?.id ?? uuidv7(),
          email: known?.email ?? writtenEmail(email),
          name: null,
          created_at: known?.created_at ?? at,
        }
        if (known) await memberStore.update(tx, teamId, known.id, { ...fields, ...unseen })
        else await memberStore.insert(tx, teamId, { ...fields, ...unseen, id: member.id, email: member.email, email_key: emailKey, created_at: at })
        await record({
          entity: 'member',
          entity_id: member.id,
          action: known ? 'updated' : 'created',
          before: known ? memberSnapshot(known) : null,
          after: memberSnapshot(member),
        })
        await mailer.queue(tx, messages.invitation(member.email, baseUrl(), token, team.name, { ...user, isProven: verifiedAt !== null }))
        afterCommit(mailer.wake)
        return member
      })
    },

    update: (id: string, role: Role, ctx: TeamContext): Promise<Member> =>
      journal.write(ctx, async (write) => {
        const { tx, teamId } = write
        const { capacity } = await begin(write, ctx)
        if (!can(capacity, 'manage_members')) throw new AppError('forbidden', `Only an ${whoCan('manage_members')} of the team can change roles.`)
        const member = await existing(tx, teamId, id)
        if (role === 'owner' || member.role === 'owner') requireOwner(capacity, role === 'owner' ? 'make someone an owner' : "change an owner's role")
        if (role === 'owner' && member.status !== 'active') throw new AppError('conflict', 'Someone who has not joined yet cannot own the team.')
        if (member.role === 'owner' && role !== 'owner' && member.status === 'active') await requireAnotherOwner(tx, teamId)
        return setRole(write, member, role)
      }),

    remove: (id: string, ctx: TeamContext): Promise<void> =>
      journal.write(ctx, async (write) => {
        const { tx, teamId, record } = write
        const { me, capacity } = await begin(write, ctx)
        const member = await existing(tx, teamId, id)
        if (member.id !== me.id) {
          if (!can(capacity, 'manage_members')) throw new AppError('forbidden', `Only an ${whoCan('manage_members')} of the team can remove others.`)
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
        const { me, capacity } = await begin(write, ctx)
        requireOwner(capacity, 'hand it over')
        const member = await existing(write.tx, write.teamId, memberId)
        if (member.id === me.id) throw new AppError('conflict', 'You already own the team.')
        if (member.status !== 'active') throw new AppError('conflict', 'Someone who has not joined yet cannot own the team.')
        const owner = await setRole(write, member, 'owner')
        await setRole(write, me, 'admin')
        return owner
      }),
  }
}

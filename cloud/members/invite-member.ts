// Inviting people into a team.
import { uuidv7 } from 'uuidv7'
import { AppError } from '../../shared/domain/app-error.ts'
import type { Member, NewMember } from '../../shared/schema/cloud/member.ts'
import { emailKeyOf, writtenEmail } from '../auth/accounts.ts'
import { type Attempts, hourly, often } from '../auth/attempts.ts'
import { hashSecret, newLinkToken } from '../auth/secrets.ts'
import { personOf, type TeamContext } from '../context.ts'
import type { Journal } from '../journal/journal.ts'
import type { Mailer } from '../mail/mailer.ts'
import { messages, plainName } from '../mail/messages.ts'
import { lockTeam, memberSnapshot, requireOwner } from './member-rules.ts'
import { memberStore } from './member-store.ts'

const invitationLasts = 7 * 24 * 3_600_000

export interface InviteDeps {
  journal: Journal
  mailer: Mailer
  baseUrl: () => string
  /** Counts mails, as `attempts` counts tries. */
  mailAllowance: Attempts
}

/** Everybody is invited, and joins by accepting: who has no account yet by signing in with the proven address. */
export function createInvite({ journal, mailer, baseUrl, mailAllowance }: InviteDeps) {
  return async ({ email, role }: NewMember, ctx: TeamContext): Promise<Member> => {
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
      const { team, capacity } = await lockTeam(write, ctx)
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
      const unseen = {
        invitation_hash: hashSecret(token),
        joins_at_sign_in: !(await memberStore.isProven(tx, emailKey)),
        invited_by: plainName(user.name) ?? null,
      }
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
      await mailer.queue(tx, messages.invitation(member.email, baseUrl(), { token, teamId }, team.name, { ...user, isProven: verifiedAt !== null }))
      afterCommit(mailer.wake)
      return member
    })
  }
}

// Answering invitations: with the mailed link, in the list of those that wait, or, for who had no account, by signing in with the invited address.
import { AppError } from '../../shared/domain/app-error.ts'
import type { WaitingInvitation } from '../../shared/schema/cloud/member.ts'
import type { Team } from '../../shared/schema/cloud/team.ts'
import { emailKeyOf } from '../auth/accounts.ts'
import { lockedTeam } from '../auth/locked.ts'
import { hashSecret } from '../auth/secrets.ts'
import { type Context, type Person, personOf } from '../context.ts'
import type { Database } from '../db/database.ts'
import { storageError } from '../db/storage-error.ts'
import type { Journal, Writer } from '../journal/journal.ts'
import { invitationStore } from './invitation-store.ts'
import { memberStore } from './member-store.ts'
import { memberSnapshot } from './member-rules.ts'

/** Whether a team waits for whoever owns this address. */
export const isInvited = invitationStore.isWaiting

export type Invitations = ReturnType<typeof createInvitations>

/** Who may own no more teams, or is invited into one that is locked, signs in all the same: the invitation waits in their list. */
function unlessItWaits(error: unknown): void {
  const { code } = error instanceof AppError ? error : (storageError(error) ?? {})
  if (code !== 'quota_exceeded' && code !== 'locked') throw error
}

const writerIn = (teamId: string, { id, name, email }: Person): Writer => ({
  team: { id: teamId },
  actor: { kind: 'person', name: (name ?? email).slice(0, 200) },
  principal: `user:${id}`,
})

export function createInvitations({ db, journal, teamsOf }: { db: Database; journal: Journal; teamsOf: (user: Person) => Promise<Team[]> }) {
  const now = () => journal.now().toISOString()

  /** False when somebody was faster: it was withdrawn, or taken up in another window. */
  function takeUp(teamId: string, memberId: string, user: Person): Promise<boolean> {
    return journal.write(writerIn(teamId, user), async ({ tx, at, record }) => {
      await memberStore.lockTeam(tx, teamId)
      const member = await memberStore.byId(tx, teamId, memberId)
      if (member?.status !== 'invited' || (member.invitation_expires_at ?? '') <= at) return false
      if (await memberStore.isTeamLocked(tx, teamId)) throw lockedTeam()
      const fields = { status: 'active' as const, user_id: user.id, invitation_hash: null, invitation_expires_at: null, updated_at: at }
      await memberStore.update(tx, teamId, memberId, fields)
      await record({
        entity: 'member',
        entity_id: memberId,
        action: 'updated',
        before: memberSnapshot(member),
        after: memberSnapshot({ ...member, ...fields }),
      })
      return true
    })
  }

  /** Only somebody whose address is proven is the one who was invited. */
  function provenOf(ctx: Context): { user: Person; emailKey: string } {
    const { user, verifiedAt } = personOf(ctx)
    if (verifiedAt === null)
      throw new AppError('forbidden', 'Confirm your email address first: open the link in our email, or request another with POST /api/auth/verify/resend.')
    return { user, emailKey: emailKeyOf(user.email) }
  }

  const gone = () =>
    new AppError('not_found', 'This invitation was already used or withdrawn, has expired, or is for a different address than the one you are signed in with.')

  async function join(invitation: { team_id: string; id: string } | undefined, user: Person): Promise<Team> {
    if (!invitation || !(await takeUp(invitation.team_id, invitation.id, user))) throw gone()
    const team = (await teamsOf(user)).find(({ id }) => id === invitation.team_id)
    if (!team) throw gone()
    return team
  }

  const byId = (emailKey: string, id: string) => db.readIdentity({ emailKey }, (tx) => invitationStore.byId(tx, emailKey, id, now()))

  return {
    /** All that somebody without an account was sent, now that they sign in. Called when their address is proven. */
    async takeUpAll(user: Person): Promise<void> {
      const emailKey = emailKeyOf(user.email)
      const invitations = await db.readIdentity({ emailKey }, (tx) => invitationStore.joiningAtSignIn(tx, emailKey, now()))
      for (const { team_id, id } of invitations) await takeUp(team_id, id, user).catch(unlessItWaits)
    },

    /** Those that wait for the person's answer, newest first; none before the address is proven. */
    async list(ctx: Context): Promise<WaitingInvitation[]> {
      const { user, verifiedAt } = personOf(ctx)
      if (verifiedAt === null) return []
      const emailKey = emailKeyOf(user.email)
      const rows = await db.readIdentity({ emailKey }, (tx) => invitationStore.list(tx, emailKey, now()))
      return rows.map(({ id, team_id, name, role, invitation_expires_at, updated_at }) => ({
        id,
        team: { id: team_id, name },
        role,
        invited_at: updated_at,
        expires_at: invitation_expires_at as string,
      }))
    },

    /** The one of a mailed link. It works for the invited address only: a forwarded mail lets nobody in. */
    async accept(token: string, ctx: Context): Promise<Team> {
      const { user, emailKey } = provenOf(ctx)
      return join(await db.readIdentity({ emailKey }, (tx) => invitationStore.byLink(tx, emailKey, hashSecret(token), now())), user)
    },

    async acceptById(id: string, ctx: Context): Promise<Team> {
      const { user, emailKey } = provenOf(ctx)
      return join(await byId(emailKey, id), user)
    },

    async decline(id: string, ctx: Context): Promise<void> {
      const { user, emailKey } = provenOf(ctx)
      const invitation = await byId(emailKey, id)
      if (!invitation) throw gone()
      await journal.write(writerIn(invitation.team_id, user), async ({ tx, teamId, record }) => {
        await memberStore.lockTeam(tx, teamId)
        const member = await memberStore.byId(tx, teamId, id)
        if (member?.status !== 'invited') throw gone()
        await memberStore.remove(tx, teamId, id)
        await record({ entity: 'member', entity_id: id, action: 'deleted', before: memberSnapshot(member), after: null })
      })
    },
  }
}

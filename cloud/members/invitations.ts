// Taking up invitations: with the mailed link, or by just signing in with the invited address.
import { AppError } from '../../shared/domain/app-error.ts'
import type { Team } from '../../shared/schema/team.ts'
import { emailKeyOf } from '../auth/accounts.ts'
import { hashSecret } from '../auth/secrets.ts'
import type { Person } from '../context.ts'
import { type Database, sqlFor } from '../db/database.ts'
import type { Journal } from '../journal/journal.ts'
import { memberStore } from './member-store.ts'
import { memberSnapshot } from './members.ts'

export type Invitations = ReturnType<typeof createInvitations>

export function createInvitations({ db, journal, teamsOf }: { db: Database; journal: Journal; teamsOf: (user: Person) => Promise<Team[]> }) {
  const waiting = (emailKey: string) =>
    sqlFor
      .selectFrom('members')
      .select(['team_id', 'id'])
      .where('email_key', '=', emailKey)
      .where('status', '=', 'invited')
      .where('invitation_expires_at', '>', journal.now().toISOString())

  /** False when somebody was faster: it was withdrawn, or taken up in another window. */
  function takeUp(teamId: string, memberId: string, user: Person): Promise<boolean> {
    const writer = { team: { id: teamId }, actor: { kind: 'person' as const, name: user.name ?? user.email }, principal: `user:${user.id}` }
    return journal.write(writer, async ({ tx, at, record }) => {
      await memberStore.lockTeam(tx, teamId)
      const member = await memberStore.byId(tx, teamId, memberId)
      if (member?.status !== 'invited' || (member.invitation_expires_at ?? '') <= at) return false
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

  return {
    /** All that wait for the person's address. Called at sign-in, when the address counts as theirs. */
    async takeUpAll(user: Person): Promise<void> {
      const emailKey = emailKeyOf(user.email)
      const invitations = await db.readIdentity({ emailKey }, (tx) => tx.all(waiting(emailKey)))
      for (const { team_id, id } of invitations) await takeUp(team_id, id, user)
    },

    /** The one of a mailed link. It works for the invited address only: a forwarded mail lets nobody in. */
    async accept(token: string, user: Person): Promise<Team> {
      const emailKey = emailKeyOf(user.email)
      const hash = hashSecret(token)
      const own = sqlFor.selectFrom('members').select(['team_id', 'id']).where('email_key', '=', emailKey)
      const invitation = await db.readIdentity({ emailKey }, (tx) => tx.first(own.where('invitation_hash', '=', hash)))
      const refusal = new AppError(
        'not_found',
        'This invitation was taken up, withdrawn, is older than 7 days, or is for another address than the one you are signed in with.',
      )
      if (!invitation || !(await takeUp(invitation.team_id, invitation.id, user))) throw refusal
      const team = (await teamsOf(user)).find(({ id }) => id === invitation.team_id)
      if (!team) throw refusal
      return team
    },
  }
}

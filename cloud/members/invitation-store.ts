// SQL for invitations that wait for an answer, and nothing else.
import { sqlFor, type Tx } from '../db/database.ts'

const waiting = (emailKey: string, now: string) =>
  sqlFor
    .selectFrom('members')
    .select(['team_id', 'id'])
    .where('email_key', '=', emailKey)
    .where('status', '=', 'invited')
    .where('invitation_expires_at', '>', now)

export const invitationStore = {
  byId: (tx: Tx, emailKey: string, id: string, now: string) => tx.first(waiting(emailKey, now).where('id', '=', id)),

  isWaiting: async (tx: Tx, emailKey: string, now: string): Promise<boolean> => (await tx.first(waiting(emailKey, now).limit(1))) !== undefined,

  /** The one of a mailed link. */
  byLink: (tx: Tx, emailKey: string, hash: Buffer, now: string) => tx.first(waiting(emailKey, now).where('invitation_hash', '=', hash)),

  /** In its team, also when its time is over. */
  linked: (tx: Tx, teamId: string, hash: Buffer) =>
    tx.first(
      sqlFor
        .selectFrom('members as m')
        .innerJoin('teams as t', 't.id', 'm.team_id')
        .select(['m.id', 't.name', 'm.email', 'm.invited_by', 'm.invitation_expires_at'])
        .where('m.team_id', '=', teamId)
        .where('m.status', '=', 'invited')
        .where('m.invitation_hash', '=', hash),
    ),

  joiningAtSignIn: (tx: Tx, emailKey: string, now: string) => tx.all(waiting(emailKey, now).where('joins_at_sign_in', '=', true)),

  /** Newest first, each with its team's name. */
  list: (tx: Tx, emailKey: string, now: string) =>
    tx.all(
      sqlFor
        .selectFrom('members as m')
        .innerJoin('teams as t', 't.id', 'm.team_id')
        .select(['m.id', 'm.team_id', 't.name', 'm.role', 'm.invitation_expires_at', 'm.updated_at'])
        .where('m.email_key', '=', emailKey)
        .where('m.status', '=', 'invited')
        .where('m.invitation_expires_at', '>', now)
        .orderBy('m.updated_at', 'desc')
        .orderBy('m.id', 'desc'),
    ),
}

// SQL for members, and nothing else.
import type { Member } from '../../shared/schema/cloud/member.ts'
import type { Role } from '../../shared/schema/cloud/team.ts'
import { sqlFor, type Tx } from '../db/database.ts'

const columns = ['m.id', 'm.user_id', 'm.email', 'm.role', 'm.status', 'm.invitation_expires_at', 'm.created_at', 'm.updated_at', 'u.name'] as const

const ofTeam = (teamId: string) => sqlFor.selectFrom('members as m').leftJoin('users as u', 'u.id', 'm.user_id').select(columns).where('m.team_id', '=', teamId)

export interface MemberRow {
  id: string
  email: string
  email_key: string
  user_id: string | null
  role: Role
  status: Member['status']
  invitation_hash: Buffer | null
  invitation_expires_at: string | null
  /** false: signing in is no answer; see the migration. */
  joins_at_sign_in: boolean
  /** The name of whoever sent the invitation, as it was then. */
  invited_by: string | null
  created_at: string
  updated_at: string
}

export const memberStore = {
  /** In which teams a person is, and as which member. */
  activeOf: (tx: Tx, userId: string) =>
    tx.all(sqlFor.selectFrom('members').select(['team_id', 'id']).where('user_id', '=', userId).where('status', '=', 'active')),

  /** Whoever changes who is in a team, or as what, waits for the others who do. A write with several events only asks that the team stays: it must not wait. */
  async lockTeam(tx: Tx, teamId: string): Promise<{ name: string } | undefined> {
    return tx.first(sqlFor.selectFrom('teams').select('name').where('id', '=', teamId).forNoKeyUpdate())
  },

  /** By an operator. */
  isTeamLocked: async (tx: Tx, teamId: string): Promise<boolean> =>
    (await tx.first(sqlFor.selectFrom('team_counters').select('locked_at').where('team_id', '=', teamId)))?.locked_at != null,

  /** Oldest first. */
  list: (tx: Tx, teamId: string): Promise<Member[]> => tx.all(ofTeam(teamId).orderBy('m.created_at').orderBy('m.id')),
  byId: (tx: Tx, teamId: string, id: string): Promise<Member | undefined> => tx.first(ofTeam(teamId).where('m.id', '=', id)),
  byUser: (tx: Tx, teamId: string, userId: string): Promise<Member | undefined> => tx.first(ofTeam(teamId).where('m.user_id', '=', userId)),
  byEmail: (tx: Tx, teamId: string, emailKey: string): Promise<Member | undefined> => tx.first(ofTeam(teamId).where('m.email_key', '=', emailKey)),

  async activeOwners(tx: Tx, teamId: string): Promise<number> {
    const query = sqlFor.selectFrom('members').where('team_id', '=', teamId).where('role', '=', 'owner').where('status', '=', 'active')
    return (await tx.first(query.select((qb) => qb.fn.countAll<number>().as('n'))))?.n ?? 0
  },

  /** Does somebody have an account with this address, and has proven that it is theirs? */
  async isProven(tx: Tx, emailKey: string): Promise<boolean> {
    const account = sqlFor.selectFrom('users').select('id').where('email_key', '=', emailKey).where('email_verified_at', 'is not', null)
    return (await tx.first(account)) !== undefined
  },

  /** When the person's address was proven. */
  async verifiedAt(tx: Tx, userId: string): Promise<string | null | undefined> {
    return (await tx.first(sqlFor.selectFrom('users').select('email_verified_at').where('id', '=', userId)))?.email_verified_at
  },

  insert: (tx: Tx, teamId: string, member: MemberRow) => tx.run(sqlFor.insertInto('members').values({ team_id: teamId, ...member })),

  update: (tx: Tx, teamId: string, id: string, fields: Partial<Omit<MemberRow, 'id'>>) =>
    tx.run(sqlFor.updateTable('members').set(fields).where('team_id', '=', teamId).where('id', '=', id)),

  remove: (tx: Tx, teamId: string, id: string) => tx.run(sqlFor.deleteFrom('members').where('team_id', '=', teamId).where('id', '=', id)),
}

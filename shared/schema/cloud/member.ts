import { type Static, Type } from 'typebox'
import { nullable, object, oneOf, Timestamp } from '../field.ts'
import { RoleField, TeamId } from './team.ts'

/** One plain address. Long enough for every real one, and short enough to index. */
export const EmailAddress = Type.String({
  minLength: 3,
  maxLength: 254,
  pattern: '^[^\\s@<>,;:"()]+@[^\\s@<>,;:"()]+$',
  description: 'An email address; upper and lower case are the same.',
  'x-hint': 'must be an email address, for example "ana@example.org"',
})

export const MemberId = Type.String({ format: 'uuid', description: 'The member.' })

export const Member = object('Member', {
  id: MemberId,
  user_id: nullable(Type.String({ format: 'uuid', description: 'null until the invitation is taken up.' })),
  email: EmailAddress,
  name: nullable(Type.String({ description: 'null until the invitation is taken up, or when they gave none.' })),
  role: RoleField,
  status: oneOf(['active', 'invited'], 'invited: they have not accepted yet. Who had no account accepts by signing in with the confirmed address.'),
  invitation_expires_at: nullable(Timestamp),
  created_at: Timestamp,
  updated_at: Timestamp,
})
export type Member = Static<typeof Member>

export const NewMember = object('NewMember', { email: EmailAddress, role: Type.Optional(RoleField) })
export type NewMember = Static<typeof NewMember>

export const MemberPatch = object('MemberPatch', { role: RoleField })
export type MemberPatch = Static<typeof MemberPatch>

export const Transfer = object('Transfer', { member_id: MemberId })
export type Transfer = Static<typeof Transfer>

export const Invitation = object('Invitation', { token: Type.String({ minLength: 1, maxLength: 200, description: 'From the link in the mail.' }) })
export type Invitation = Static<typeof Invitation>

export const InvitationLink = object('InvitationLink', {
  token: Type.String({ minLength: 1, maxLength: 200, description: 'From the link in the mail.' }),
  team_id: TeamId,
})
export type InvitationLink = Static<typeof InvitationLink>

/** What whoever has the mail may know before they sign in. */
export const ShownInvitation = object('ShownInvitation', {
  id: MemberId,
  state: oneOf(['open', 'expired'], 'expired: whoever sent it can send another.'),
  team: object('ShownTeam', { id: TeamId, name: Type.String({ description: 'What people call the team; empty where that looks like a link.' }) }),
  invited_by: nullable(Type.String({ description: 'The name of whoever sent it; null: they have given none.' })),
  address: Type.String({ description: 'For which address, as far as its owner needs to know it again: "a…@example.org".' }),
  expires_at: Timestamp,
})
export type ShownInvitation = Static<typeof ShownInvitation>

export const WaitingInvitation = object('WaitingInvitation', {
  id: MemberId,
  team: object('InvitingTeam', { id: TeamId, name: Type.String({ description: 'What people call the team.' }) }),
  role: RoleField,
  invited_at: Timestamp,
  expires_at: Timestamp,
})
export type WaitingInvitation = Static<typeof WaitingInvitation>

import { Type } from 'typebox'
import { object } from '../../schema/field.ts'
import { Invitation, Member, MemberId, MemberPatch, NewMember, Transfer, WaitingInvitation } from '../../schema/cloud/member.ts'
import { Team, TeamId } from '../../schema/cloud/team.ts'
import { defineContract } from '../route.ts'
import { TeamParams } from './teams.ts'

const tag = 'Members'
const InvitationParams = object('InvitationParams', { invitationId: Type.String({ format: 'uuid', description: 'From the list of invitations.' }) })
const MemberParams = object('MemberParams', { teamId: TeamId, memberId: MemberId })

export const memberContract = defineContract({
  listMembers: {
    method: 'GET',
    path: '/teams/:teamId/members',
    tag,
    summary: 'Members of a team, oldest first',
    params: TeamParams,
    reply: Type.Array(Member),
    status: 200,
    needs: 'read_members',
  },
  addMember: {
    method: 'POST',
    path: '/teams/:teamId/members',
    tag,
    summary: 'Invite someone by email address. They become a member once they accept; inviting them again renews the invitation.',
    params: TeamParams,
    body: NewMember,
    reply: Member,
    status: 201,
    needs: 'manage_members',
  },
  getMember: {
    method: 'GET',
    path: '/teams/:teamId/members/:memberId',
    tag,
    summary: 'Read one member',
    params: MemberParams,
    reply: Member,
    status: 200,
    needs: 'read_members',
  },
  updateMember: {
    method: 'PATCH',
    path: '/teams/:teamId/members/:memberId',
    tag,
    summary: 'Change the role of a member; owners are for owners to change',
    params: MemberParams,
    body: MemberPatch,
    reply: Member,
    status: 200,
    needs: 'manage_members',
  },
  removeMember: {
    method: 'DELETE',
    path: '/teams/:teamId/members/:memberId',
    tag,
    summary: 'Remove a member, or leave. Their API tokens end with them.',
    params: MemberParams,
    status: 204,
    needs: 'leave',
  },
  transferTeam: {
    method: 'POST',
    path: '/teams/:teamId/transfer',
    tag,
    summary: 'Transfer ownership: another member becomes an owner, the caller an admin',
    params: TeamParams,
    body: Transfer,
    reply: Member,
    status: 200,
    needs: 'manage_owners',
  },
  listInvitations: {
    method: 'GET',
    path: '/invitations',
    tag,
    summary: "Invitations that wait for the caller's answer, newest first",
    reply: Type.Array(WaitingInvitation),
    status: 200,
    needs: 'session',
  },
  joinTeam: {
    method: 'POST',
    path: '/invitations/:invitationId/accept',
    tag,
    summary: 'Accept an invitation',
    params: InvitationParams,
    reply: Team,
    status: 200,
    needs: 'session',
  },
  declineInvitation: {
    method: 'DELETE',
    path: '/invitations/:invitationId',
    tag,
    summary: 'Decline an invitation',
    params: InvitationParams,
    status: 204,
    needs: 'session',
  },
  acceptInvitation: {
    method: 'POST',
    path: '/invitations/accept',
    tag,
    summary: 'Accept an invitation with its mailed link',
    body: Invitation,
    reply: Team,
    status: 200,
    needs: 'session',
  },
})

import { Type } from 'typebox'
import { object } from '../schema/field.ts'
import { Invitation, Member, MemberId, MemberPatch, NewMember, Transfer } from '../schema/member.ts'
import { Team, TeamId } from '../schema/team.ts'
import { defineContract } from './route.ts'
import { TeamParams } from './teams.ts'

const tag = 'Members'
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
    summary: 'Add a member by e-mail address. Without an account yet they are invited; adding them again renews the invitation.',
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
    summary: 'Hand the team over: another member becomes an owner, the caller an admin',
    params: TeamParams,
    body: Transfer,
    reply: Member,
    status: 200,
    needs: 'manage_owners',
  },
  acceptInvitation: {
    method: 'POST',
    path: '/invitations/accept',
    tag,
    summary: 'Take up an invitation with its mailed link',
    body: Invitation,
    reply: Team,
    status: 200,
    needs: 'session',
  },
})

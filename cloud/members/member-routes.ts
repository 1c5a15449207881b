import type { memberContract } from '../../shared/contract/cloud/members.ts'
import { Answer, type Handlers } from '../../shared/http/mount.ts'
import { type Context, teamOf } from '../context.ts'
import type { Invitations } from './invitations.ts'
import type { Members } from './members.ts'
import type { ShowInvitation } from './show-invitation.ts'

export function memberRoutes(members: Members, invitations: Invitations, show: ShowInvitation): Handlers<typeof memberContract, Context> {
  return {
    listMembers: (_, ctx) => members.list(teamOf(ctx)),
    async addMember({ params, body }, ctx) {
      const member = await members.add(body, teamOf(ctx))
      return new Answer(member, { headers: { Location: `/api/teams/${params.teamId}/members/${member.id}` } })
    },
    getMember: ({ params }, ctx) => members.get(params.memberId, teamOf(ctx)),
    updateMember: ({ params, body }, ctx) => members.update(params.memberId, body.role, teamOf(ctx)),
    removeMember: ({ params }, ctx) => members.remove(params.memberId, teamOf(ctx)),
    transferTeam: ({ body }, ctx) => members.transfer(body.member_id, teamOf(ctx)),
    listInvitations: (_, ctx) => invitations.list(ctx),
    showInvitation: ({ body }, ctx) => show(body, ctx.address),
    acceptInvitation: ({ body }, ctx) => invitations.accept(body.token, ctx),
    joinTeam: ({ params }, ctx) => invitations.acceptById(params.invitationId, ctx),
    declineInvitation: ({ params }, ctx) => invitations.decline(params.invitationId, ctx),
  }
}

import { Type } from 'typebox'
import { teamGraceDays } from '../../domain/people/team-grace.ts'
import { object } from '../../schema/field.ts'
import { NewTeam, Team, TeamDeletion, TeamId, TeamPatch } from '../../schema/cloud/team.ts'
import { QuotaUsage } from '../../schema/cloud/usage.ts'
import { defineContract } from '../route.ts'

const tag = 'Teams'
export const TeamParams = object('TeamParams', { teamId: TeamId })

export const teamContract = defineContract({
  listTeams: { method: 'GET', path: '/teams', tag, summary: 'My teams, newest first', reply: Type.Array(Team), status: 200, needs: 'anyone' },
  createTeam: {
    method: 'POST',
    path: '/teams',
    tag,
    summary: 'Create a team and own it',
    body: NewTeam,
    reply: Team,
    status: 201,
    location: (team: Team) => `/teams/${team.id}`,
    needs: 'session',
  },
  getTeam: { method: 'GET', path: '/teams/:teamId', tag, summary: 'Read one team', params: TeamParams, reply: Team, status: 200, needs: 'read_members' },
  getTeamUsage: {
    method: 'GET',
    path: '/teams/:teamId/usage',
    tag,
    summary: 'How much of each of its quotas a team uses; beyond one, writes answer 403 quota_exceeded',
    params: TeamParams,
    reply: Type.Array(QuotaUsage),
    status: 200,
    needs: 'read_members',
  },
  updateTeam: {
    method: 'PATCH',
    path: '/teams/:teamId',
    tag,
    summary: 'Rename a team',
    params: TeamParams,
    body: TeamPatch,
    reply: Team,
    status: 200,
    needs: 'manage_team',
  },
  deleteTeam: {
    method: 'DELETE',
    path: '/teams/:teamId',
    tag,
    summary: `Delete a team with everything in it: after ${teamGraceDays} days, until when it works as before and can be restored`,
    params: TeamParams,
    query: TeamDeletion,
    status: 204,
    needs: 'delete_team',
  },
  restoreTeam: {
    method: 'POST',
    path: '/teams/:teamId/restore',
    tag,
    summary: 'Keep a team that was to be deleted',
    params: TeamParams,
    reply: Team,
    status: 200,
    needs: 'delete_team',
  },
})

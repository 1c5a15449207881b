import type { teamContract } from '../../shared/contract/cloud/teams.ts'
import type { Handlers } from '../../shared/http/mount.ts'
import { type Context, teamOf } from '../context.ts'
import type { Teams } from './teams.ts'

export function teamRoutes(teams: Teams): Handlers<typeof teamContract, Context> {
  return {
    listTeams: (_, ctx) => teams.list(ctx),
    createTeam: ({ body }, ctx) => teams.create(body, ctx),
    getTeam: (_, ctx) => teams.get(teamOf(ctx)),
    getTeamUsage: (_, ctx) => teams.usage(teamOf(ctx)),
    updateTeam: ({ body }, ctx) => teams.update(body, teamOf(ctx)),
    async deleteTeam({ query }, ctx) {
      if (query.now === true) await teams.removeTeam(teamOf(ctx))
      else await teams.deleteLater(teamOf(ctx))
    },
    restoreTeam: (_, ctx) => teams.restore(teamOf(ctx)),
  }
}

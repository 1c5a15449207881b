import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { claimContract } from '../../../shared/contract/claims.ts'
import { AppError, invalidField } from '../../../shared/domain/app-error.ts'
import { refuseHeld } from '../../../shared/domain/work/holding.ts'
import type { Handlers } from '../../../shared/http/mount.ts'
import type { Context, HttpContext } from '../context.ts'
import type { Claims } from './claims.ts'
import type { TeamClaims } from './team-claims.ts'

export function claimRoutes(claims: Claims, team: TeamClaims): Handlers<typeof claimContract, HttpContext> {
  return {
    listClaims: () => team.all(),
    getClaim({ params }) {
      const claim = team.shown(params.id)
      if (!claim) throw new AppError('not_found', `Nobody has claimed task ${params.id}.`)
      return claim
    },
    async claimTask({ params, body }, ctx) {
      const found = await team.claim(params.id, { actor: ctx.actor }, body)
      if (found.outcome === 'held') return refuseHeld(found.claim, body)
      return { ...team.marked(found.claim), key: found.claim.key }
    },
    releaseClaims(_, { actor }) {
      if (actor.run === undefined)
        throw invalidField('X-Run', 'Only a run can release everything it holds: as an agent, send the X-Run header you claimed with.')
      claims.releaseAll(actor.run)
    },
    releaseClaim({ params, query }, ctx) {
      if (claims.release(params.id, { actor: ctx.actor }, query.key)) return
      const there = team.shown(params.id)
      if (there)
        throw new AppError(
          'conflict',
          `Task ${params.id} is claimed by ${there.holder.name} on another device of the team. Release it there, or in the team’s web UI.`,
        )
    },
  }
}

/** Any call of a run over REST is a sign of life; what comes over MCP is seen there. */
export function renewClaims(app: FastifyInstance, claims: Pick<Claims, 'touch'>, contextOf: (request: FastifyRequest) => Context): void {
  app.addHook('preHandler', async (request) => {
    if (request.headers['x-run'] === undefined || request.routeOptions.url === '/mcp') return
    const { actor } = contextOf(request)
    if (actor.run !== undefined) claims.touch(actor.run)
  })
}

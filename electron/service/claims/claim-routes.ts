import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { claimContract } from '../../../shared/contract/claims.ts'
import { AppError, invalidField } from '../../../shared/domain/app-error.ts'
import type { Handlers } from '../../../shared/http/mount.ts'
import type { Context, HttpContext } from '../context.ts'
import type { Claims } from './claims.ts'

export function claimRoutes(claims: Claims): Handlers<typeof claimContract, HttpContext> {
  return {
    listClaims: () => claims.list(),
    getClaim({ params }) {
      const claim = claims.of(params.id)
      if (!claim) throw new AppError('not_found', `Nobody has claimed task ${params.id}.`)
      return claim
    },
    claimTask({ params, body }, ctx) {
      const { outcome, claim } = claims.claim(params.id, { actor: ctx.actor }, body)
      if (outcome === 'held') {
        const what = body.key === undefined ? 'Choose another task.' : 'The key you sent is not the key of this claim.'
        throw new AppError('conflict', `Task ${params.id} is claimed by ${claim.holder.name} until ${claim.expires_at}. ${what}`)
      }
      return claim
    },
    releaseClaims(_, { actor }) {
      if (actor.run === undefined)
        throw invalidField('X-Run', 'Only a run can release everything it holds: as an agent, send the X-Run header you claimed with.')
      claims.releaseAll(actor.run)
    },
    releaseClaim: ({ params, query }, ctx) => void claims.release(params.id, { actor: ctx.actor }, query.key),
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

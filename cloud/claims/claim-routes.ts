import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { cloudClaimContract } from '../../shared/contract/cloud/cloud.ts'
import { invalidField } from '../../shared/domain/app-error.ts'
import type { Handlers } from '../../shared/http/mount.ts'
import type { Context, TeamContext } from '../context.ts'
import type { Claims } from './claims.ts'

export function claimRoutes(claims: Claims): Handlers<typeof cloudClaimContract, TeamContext> {
  return {
    listClaims: (_input, ctx) => claims.list(ctx),
    getClaim: ({ params }, ctx) => claims.of(params.id, ctx),
    claimTask: ({ params, body }, ctx) => claims.claim(params.id, body, ctx),
    async releaseClaims(_input, ctx) {
      if (ctx.run === undefined) throw invalidField('X-Run', 'Only a run can release everything it holds: as an agent, send the X-Run header you claimed with.')
      await claims.releaseAll(ctx.run, ctx)
    },
    releaseClaim: ({ params, query }, ctx) => claims.release(params.id, query.key, ctx),
  }
}

/** Milliseconds in which a run need not say again that it lives. */
const apart = 10_000
const maxRemembered = 10_000

/** It renews what the caller holds on its own, where there is anything. */
const renewsItself = (route: { method: string; path: string }) => route.method === 'POST' && route.path === '/tasks/next'

/** Any call of a run is a sign of life. */
export function renewClaims(app: FastifyInstance, claims: Pick<Claims, 'touch'>, contextOf: (request: FastifyRequest) => Context): void {
  const seen = new Map<string, number>()
  app.addHook('preHandler', async (request) => {
    const { contract: route } = request.routeOptions.config
    if (request.headers['x-run'] === undefined || route === undefined || renewsItself(route) || !request.login?.team) return
    const ctx = contextOf(request)
    if (ctx.run === undefined || !ctx.team) return
    const now = performance.now()
    if (now - (seen.get(ctx.run) ?? -apart) < apart) return
    if (seen.size >= maxRemembered) seen.clear()
    seen.set(ctx.run, now)
    await claims.touch(ctx.run, ctx as TeamContext)
  })
}

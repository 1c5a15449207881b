import type { claimContract } from '../../../shared/contract/claims.ts'
import { AppError } from '../../../shared/domain/app-error.ts'
import type { Handlers } from '../../../shared/http/mount.ts'
import type { HttpContext } from '../context.ts'
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
      if (outcome === 'held')
        throw new AppError('conflict', `Task ${params.id} is claimed by ${claim.holder.name} until ${claim.expires_at}. Take another task.`)
      return claim
    },
    releaseClaim: ({ params, query }, ctx) => void claims.release(params.id, { actor: ctx.actor }, query.key),
  }
}

// What a call passes before it reaches a route: whose machine and page it comes from, and what its caller may do.
import type { FastifyInstance } from 'fastify'
import type { AppOptions } from '../app-options.ts'
import { renewClaims } from '../claims/claim-routes.ts'
import { httpContext } from '../http/http-context.ts'
import { guard } from '../http/local-guard.ts'
import { guardPeers } from '../http/peer-user.ts'
import { noteReads } from '../proposals/note-reads.ts'
import { guardPolicy } from '../proposals/policy-guard.ts'
import { guardPersonalActs } from '../sign-in/person-guard.ts'
import type { Features } from './features.ts'
import type { Infrastructure } from './infrastructure.ts'

export function guardCalls(
  app: FastifyInstance,
  { entry }: Infrastructure,
  { content, agents: { agents, claims, provenance } }: Features,
  options: AppOptions,
): void {
  guardPeers(app, options)
  guard(app, options)
  guardPersonalActs(app, { contextOf: httpContext, token: options.token })
  guardPolicy(app, {
    agents,
    contextOf: httpContext,
    entry,
    undoSize(request, ctx) {
      try {
        const { done, left } = content.undo.undo({ ...request, preview: true }, ctx)
        return { writes: done.length + left, deletes: done.filter(({ entity, action }) => entity === 'task' && action === 'removed').length }
      } catch {
        // What is wrong with it the route says.
        return { writes: 1, deletes: 0 }
      }
    },
  })
  noteReads(app, { agents, provenance, contextOf: httpContext })
  renewClaims(app, claims, httpContext)
}

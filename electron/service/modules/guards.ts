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
import { replyTool } from '../../../shared/domain/agents/proposal-rules.ts'
import type { Proposal } from '../../../shared/schema/proposal.ts'
import type { Features } from './features.ts'
import type { Infrastructure } from './infrastructure.ts'

export function guardCalls(
  app: FastifyInstance,
  { entry }: Infrastructure,
  { content, agents: { agents, proposals, claims, provenance }, mail }: Features,
  options: AppOptions,
): void {
  guardPeers(app, options)
  guard(app, options)
  guardPersonalActs(app, { contextOf: httpContext, token: options.token })
  guardPolicy(app, {
    agents,
    contextOf: httpContext,
    entry,
    async proposeReply(reply, id, ctx) {
      const { name, run = null } = ctx.actor
      const arguments_ = await mail.ofAgents.proposed(id, reply, ctx)
      const write = { agent: name, run, kinds: ['reply' as const], tool: replyTool, arguments: arguments_, task_id: id, amount: { writes: 1, deletes: 0 } }
      return proposals.gate(write) as Proposal
    },
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

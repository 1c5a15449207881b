// The same policy at the REST door: an agent that uses curl or the command line is bound by what holds for it over MCP.
// (A name can be made up; the policy keeps honest agents inside what the person wants, as a fence keeps cows.)
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { AppError } from '../../../shared/domain/app-error.ts'
import type { WriteKind } from '../../../shared/schema/agent.ts'
import type { Context } from '../context.ts'
import type { Agents } from './agents.ts'

/** Which kinds of write a request is; none for reads and for what has no policy. */
function kindsOf({ method, routeOptions, body }: FastifyRequest): WriteKind[] {
  if (method === 'GET' || method === 'HEAD') return []
  const path = routeOptions.url ?? ''
  if (path === '/tasks') return ['create']
  if (path === '/tasks/:id' && method === 'DELETE') return ['delete']
  if (path === '/tasks/:id') {
    const fields = new Set(Object.keys(body ?? {}))
    const kinds: WriteKind[] = fields.delete('status') ? ['status'] : []
    return fields.size > 0 ? [...kinds, 'update'] : kinds
  }
  if (path.startsWith('/tasks/:id/comments')) return ['comment']
  if (path.startsWith('/tasks/:id/schedules')) return ['remind']
  if (path === '/tasks/:id/claim') return ['claim']
  if (path.startsWith('/contacts')) return ['contact']
  if (path.startsWith('/conversations')) return method === 'DELETE' ? ['delete'] : ['create', 'update', 'comment', 'contact', 'remind']
  return path === '/undo' ? ['update', 'delete', 'create'] : []
}

export function guardPolicy(app: FastifyInstance, agents: Agents, contextOf: (request: FastifyRequest) => Context): void {
  app.addHook('preHandler', async (request) => {
    const kinds = kindsOf(request)
    if (kinds.length === 0) return
    const { actor } = contextOf(request)
    if (actor.kind !== 'agent') return
    const { verdict, kind } = agents.verdict(actor.name, kinds)
    if (verdict === 'deny') throw new AppError('forbidden', `The person who owns this list does not let ${actor.name} do this (${kind}).`)
    if (verdict === 'propose') {
      throw new AppError('forbidden', `${actor.name} may only propose this (${kind}): call the tool over MCP, which puts it on the review list.`)
    }
  })
}

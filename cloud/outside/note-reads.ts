// Agents that read over REST read text from outside as much as those over MCP, where the fence tells of it.
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { keptTasks, sendersIn, tasksIn, toldIn } from '../../shared/domain/agents/told.ts'
import type { Context, TeamContext } from '../context.ts'
import type { OutsideReads, TextRead } from './outside-reads.ts'
import type { Provenance } from './provenance.ts'

export interface NoteReadsDeps {
  reads: Pick<OutsideReads, 'note'>
  provenance: Pick<Provenance, 'ofTasks' | 'hasAny'>
  contextOf: (request: FastifyRequest) => Context
}

/** What holds everything: whose text an agent reads in it nobody looks up. */
const wholes = new Set(['GET /events/stream', 'GET /teams/:teamId/export'])

/** An agent whose token says that it is one. What a desktop or a script reads it reads for others, and nothing is held against it. */
function agentIn(request: FastifyRequest, contextOf: NoteReadsDeps['contextOf']): TeamContext | undefined {
  const caller = request.login?.caller
  if (caller?.kind !== 'token' || caller.agent === null) return undefined
  const ctx = contextOf(request)
  return ctx.team ? (ctx as TeamContext) : undefined
}

export function noteReads(app: FastifyInstance, { reads, provenance, contextOf }: NoteReadsDeps): void {
  app.addHook('preHandler', async (request) => {
    const route = request.routeOptions.config.contract
    const ctx = route && wholes.has(`${route.method} ${route.path}`) ? agentIn(request, contextOf) : undefined
    if (ctx && (await provenance.hasAny(ctx.team))) await reads.note(ctx, [{ source: '', task: undefined }])
  })
  app.addHook('preSerialization', async (request, reply, payload) => {
    const ctx = reply.statusCode >= 400 ? undefined : agentIn(request, contextOf)
    if (!ctx) return payload
    const told = toldIn(payload)
    const tasks = [...tasksIn(told), ...told.flatMap(keptTasks)]
    const found: TextRead[] = [
      ...sendersIn(told).map(({ source, task }) => ({ source: source.name, task })),
      ...(tasks.length > 0 ? await provenance.ofTasks(tasks, ctx.team) : []),
    ]
    if (found.length > 0) await reads.note(ctx, found)
    return payload
  })
}

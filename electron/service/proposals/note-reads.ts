// Agents that read over REST or the command line read text from outside as much as those over MCP, where the fence tells of it.
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Actor } from '../../../shared/schema/actor.ts'
import type { Task } from '../../../shared/schema/task.ts'
import type { Context } from '../context.ts'
import type { Agents } from './agents.ts'

export interface NoteReadsDeps {
  agents: Pick<Agents, 'hasRead'>
  /** Who from outside wrote a text of these tasks, by task. */
  provenance: { ofTasks(tasks: readonly Task[]): Map<number, string> }
  contextOf: (request: FastifyRequest) => Context
}

/** One of what may stand in a reply. */
interface Told extends Partial<Task> {
  task_id?: number | null
  author?: Actor
  sender?: unknown
  messages?: unknown
}

const isObject = (value: unknown): value is Told => typeof value === 'object' && value !== null

/** A reply, what it holds and what its lists hold. */
function toldIn(payload: unknown): Told[] {
  const parts = Array.isArray(payload) ? payload : isObject(payload) ? [payload, ...Object.values(payload).flat()] : []
  return parts.filter(isObject)
}

const isTask = ({ id, title, status }: Told): boolean => typeof id === 'number' && typeof title === 'string' && status !== undefined

export function noteReads(app: FastifyInstance, { agents, provenance, contextOf }: NoteReadsDeps): void {
  app.addHook('preSerialization', async (request, reply, payload) => {
    // Who calls wrongly may have no name.
    if (reply.statusCode >= 400) return payload
    const { actor } = contextOf(request)
    if (actor.kind !== 'agent') return payload
    const told = toldIn(payload)
    const found = provenance.ofTasks(told.filter(isTask) as Task[])
    for (const [task, name] of found) agents.hasRead(actor, { kind: 'email', name }, task)
    for (const { author, task_id } of told) if (author?.kind === 'email') agents.hasRead(actor, author, task_id ?? undefined)
    if (request.method === 'GET' && request.routeOptions.url === '/conversations/:id') agents.hasRead(actor, { kind: 'email', name: '' }, undefined)
    return payload
  })
}

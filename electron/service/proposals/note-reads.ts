// Agents that read over REST or the command line read text from outside as much as those over MCP, where the fence tells of it.
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { keptTasks, sendersIn, tasksIn, type Told, toldIn } from '../../../shared/domain/agents/told.ts'
import type { JournalEntry } from '../../../shared/schema/journal.ts'
import type { Task } from '../../../shared/schema/task.ts'
import { onPages } from '../../../shared/http/long-list.ts'
import type { Context, Writer } from '../context.ts'
import type { Agents } from './agents.ts'

export interface NoteReadsDeps {
  agents: Pick<Agents, 'hasRead'>
  /** Who from outside wrote a text of these tasks, by task. */
  provenance: {
    ofTasks(tasks: readonly Task[]): Map<number, string>
    /** Whether there is any such text at all. */
    hasAny(): boolean
  }
  contextOf: (request: FastifyRequest) => Context
}

/** One with its messages, or the subjects of all or of a task. */
const isConversations = (path: string | undefined): boolean => path === '/conversations' || path === '/conversations/:id' || path === '/tasks/:id/conversations'

/** The agent that calls, if it says who it is: nothing is held against callers that do not. */
function namedAgent(request: FastifyRequest, contextOf: NoteReadsDeps['contextOf']): Writer | undefined {
  // Whoever calls wrongly may have no name.
  if (request.headers['x-actor'] === undefined) return undefined
  const { actor } = contextOf(request)
  return actor.kind === 'agent' ? actor : undefined
}

/** What hears of the entries that a stream writes to an agent; undefined where nobody who says their name reads. */
export function noteEntries({
  agents,
  provenance,
  contextOf,
}: NoteReadsDeps): (request: FastifyRequest) => ((entries: readonly JournalEntry[]) => void) | undefined {
  return (request) => {
    const agent = namedAgent(request, contextOf)
    return agent && ((entries) => noteTold(agent, entries, { agents, provenance }))
  }
}

/** What was told beside tasks. */
function noteTold(agent: Writer, told: readonly Told[], { agents, provenance }: Pick<NoteReadsDeps, 'agents' | 'provenance'>): void {
  for (const { source, task } of sendersIn(told)) agents.hasRead(agent, source, task)
  // One after the other: two entries of a task keep different texts of it.
  for (const task of told.flatMap(keptTasks)) for (const [id, name] of provenance.ofTasks([task])) agents.hasRead(agent, { kind: 'email', name }, id)
}

/** For what holds everything, such as an export: whose text an agent reads in it nobody looks up. */
export function noteWholeRead({ agents, provenance, contextOf }: NoteReadsDeps): (request: FastifyRequest) => void {
  return (request) => {
    const actor = namedAgent(request, contextOf)
    if (actor && provenance.hasAny()) agents.hasRead(actor, { kind: 'email', name: '' }, undefined)
  }
}

export function noteReads(app: FastifyInstance, { agents, provenance, contextOf }: NoteReadsDeps): void {
  function noteTasks(actor: Writer, tasks: readonly Task[]): void {
    for (const [task, name] of provenance.ofTasks(tasks)) agents.hasRead(actor, { kind: 'email', name }, task)
  }
  // A long list passes no hook as a whole: it leaves page by page.
  app.addHook('preHandler', async (request) => {
    const actor = request.method === 'GET' && request.routeOptions.url === '/tasks' ? namedAgent(request, contextOf) : undefined
    if (actor) onPages(request, (rows) => noteTasks(actor, rows as Task[]))
  })
  app.addHook('preSerialization', async (request, reply, payload) => {
    const actor = reply.statusCode >= 400 ? undefined : namedAgent(request, contextOf)
    if (!actor) return payload
    const told = toldIn(payload)
    noteTasks(actor, tasksIn(told))
    noteTold(actor, told, { agents, provenance })
    if (request.method === 'GET' && isConversations(request.routeOptions.url) && told.length > 0) agents.hasRead(actor, { kind: 'email', name: '' }, undefined)
    return payload
  })
}

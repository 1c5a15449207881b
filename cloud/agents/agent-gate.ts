// What an agent may write in its team, asked before every write that comes with a token. What devices bring with POST /sync is not asked again:
// it has passed the policy of the desktop on which it was written.
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { type AskedRequest, isBesideTheList, kindsOf } from '../../shared/domain/agents/write-kinds.ts'
import { AppError } from '../../shared/domain/app-error.ts'
import { cloudPrefix } from '../../shared/contract/cloud/cloud.ts'
import type { WriteKind } from '../../shared/schema/agent.ts'
import { type Context, teamOf } from '../context.ts'
import { meant } from '../tasks/task-caller.ts'
import type { Agents } from './agents.ts'
import { proposedCall } from './proposed-call.ts'
import type { Proposals } from './proposals.ts'

/** They write nothing of the list. What else a token may not do, the contract says (`needs`). */
const besideTasks = new Set([
  'POST /events/ack',
  'POST /notifications/send',
  'POST /sync',
  'PUT /sync/questions/:uid',
  'PUT /sync/proposals/:uid',
  'PUT /sync/evidence/:uid',
])

const noEntry = () => undefined

export interface AgentGateDeps {
  agents: Pick<Agents, 'verdict' | 'called'>
  proposals: Pick<Proposals, 'put'>
  contextOf: (request: FastifyRequest) => Context
}

export function guardAgents(app: FastifyInstance, { agents, proposals, contextOf }: AgentGateDeps): void {
  /** Puts the call on the review list. Returns what the agent is answered, which is a refusal as on a desktop: nothing is written yet. */
  async function proposed(request: FastifyRequest, asked: AskedRequest, kinds: readonly WriteKind[], kind: WriteKind | undefined): Promise<AppError> {
    const ctx = teamOf(contextOf(request))
    const may = `${ctx.actor.name} may only propose this (${kind}).`
    const body = asked.path.startsWith('/tasks') && !asked.path.includes('/:id/') ? meant({ ...(asked.body as object | undefined) }, ctx) : asked.body
    const call = proposedCall({ ...asked, body }, request.params as object)
    if (!call) return new AppError('forbidden', `${may} The cloud cannot put it up for review: ask a person of the team.`)
    const { id, state, reason } = await proposals.put(call, kinds, ctx)
    const extra = { proposal: id }
    if (state === 'pending')
      return new AppError('forbidden', `${may} It waits for a person as proposal ${id}; GET ${cloudPrefix}/proposals/${id} says what becomes of it.`, { extra })
    const why = reason === null ? '' : `: ${JSON.stringify(reason)}`
    return new AppError('forbidden', `${may} A person has rejected it as proposal ${id}${why}. Do not try again.`, { extra })
  }

  app.addHook('preHandler', async (request) => {
    const { contract: route } = request.routeOptions.config
    const caller = request.login?.caller
    if (caller?.kind !== 'token' || !route) return
    const { team, actor } = contextOf(request)
    if (!team || actor.kind !== 'agent') return
    agents.called(actor.name, team.id)
    const { method, path, needs = 'work' } = route
    if (needs !== 'work' || besideTasks.has(`${method} ${path}`)) return
    const kinds = kindsOf({ method, path, body: request.body }, noEntry)
    if (kinds.length === 0) return
    const { verdict, kind } = await agents.verdict(actor.name, kinds, team, caller)
    if (verdict === 'deny') throw new AppError('forbidden', `The team does not allow ${actor.name} to do this (${kind}).`)
    if (verdict === 'propose' && !isBesideTheList(method, path)) throw await proposed(request, { method, path, body: request.body }, kinds, kind)
  })
}

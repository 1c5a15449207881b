// What an agent may write in its team, asked before every write that comes with a token. What devices bring with POST /sync is not asked again:
// it has passed the policy of the desktop on which it was written.
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { type AskedRequest, isBesideTheList, kindsOf } from '../../shared/domain/agents/write-kinds.ts'
import { AppError } from '../../shared/domain/app-error.ts'
import { onlyProposed, saidWhy, type WriteVerdict } from '../../shared/domain/agents/write-verdict.ts'
import { cloudPrefix } from '../../shared/contract/cloud/cloud.ts'
import type { WriteKind } from '../../shared/schema/agent.ts'
import type { FinishRequest } from '../../shared/schema/work/work.ts'
import { type Context, teamOf } from '../context.ts'
import { meant } from '../tasks/task-caller.ts'
import type { Agents } from './agents.ts'
import type { AskedWrite } from './held-back.ts'
import { type ProposedCall, proposedCall } from './proposed-call.ts'
import type { ProposeFinish } from './propose-finish.ts'
import type { Proposals } from './proposals.ts'

/** They write nothing of the list. What else a token may not do, the contract says (`needs`). */
const besideTasks = new Set([
  'POST /events/ack',
  'POST /notifications/send',
  'POST /attachments/lacking',
  'POST /sync',
  'PUT /sync/questions/:uid',
  'PUT /sync/proposals/:uid',
  'PUT /sync/evidence/:uid',
  'PUT /sync/pairs/:uid',
])

const noEntry = () => undefined

/** How much a call writes, and of which task. An undo of many counts as one: how many they were is in the journal by the next call. */
function sizeOf({ path }: AskedRequest, kinds: readonly WriteKind[], { id }: { id?: number }): AskedWrite {
  const isWritten = kinds.some((kind) => kind !== 'claim')
  const writes = path === '/tasks/:id/finish' ? 2 : isWritten ? 1 : 0
  return {
    amount: { writes, deletes: kinds.includes('delete') && path !== '/undo' ? 1 : 0 },
    ...(path.startsWith('/tasks/:id') && id !== undefined ? { tasks: [id] } : {}),
  }
}

export interface AgentGateDeps {
  agents: Pick<Agents, 'verdict' | 'called'>
  proposals: Pick<Proposals, 'put'>
  proposeFinish: ProposeFinish
  contextOf: (request: FastifyRequest) => Context
}

export function guardAgents(app: FastifyInstance, { agents, proposals, proposeFinish, contextOf }: AgentGateDeps): void {
  /** As the review list keeps it. undefined: it writes nothing. Throws `forbidden` where nobody could carry it out later. */
  async function callOf(request: FastifyRequest, { method, path, body: given }: AskedRequest, may: string): Promise<ProposedCall | undefined> {
    const ctx = teamOf(contextOf(request))
    if (`${method} ${path}` === 'POST /tasks/:id/finish') {
      const call = await proposeFinish((request.params as { id: number }).id, given as FinishRequest, ctx)
      if (!('passes' in call)) return call
      request.body = call.passes
      return undefined
    }
    const body = path.startsWith('/tasks') && !path.includes('/:id/') ? meant({ ...(given as object | undefined) }, ctx) : given
    const call = proposedCall({ method, path, body }, request.params as object)
    if (!call) throw new AppError('forbidden', `${may} The cloud cannot put it up for review: ask a person of the team.`)
    return call
  }

  /** Writes that were allowed and are being made. */
  const underway = new WeakMap<FastifyRequest, () => void>()
  const isOver = async (request: FastifyRequest) => underway.get(request)?.()
  app.addHook('onSend', isOver)
  app.addHook('onResponse', isOver)

  /** Puts the call on the review list, which is a refusal as on a desktop: nothing is written yet. undefined: the call writes nothing, and goes on. */
  async function proposed(
    request: FastifyRequest,
    asked: AskedRequest,
    kinds: readonly WriteKind[],
    { kind, because }: WriteVerdict,
  ): Promise<AppError | undefined> {
    const ctx = teamOf(contextOf(request))
    const why = because ? ` ${saidWhy(because, ctx.actor.name)}` : ''
    const may = `${ctx.actor.name} may only propose this (${kind}).${why}`
    const call = await callOf(request, asked, may)
    if (!call) return undefined
    return onlyProposed(may, await proposals.put(call, kinds, ctx, because), cloudPrefix)
  }

  app.addHook('preHandler', async (request) => {
    const { contract: route } = request.routeOptions.config
    const caller = request.login?.caller
    if (caller?.kind !== 'token' || !route) return
    const { team, actor } = contextOf(request)
    if (!team || actor.kind !== 'agent') return
    const { method, path, needs = 'work' } = route
    // Whoever clicked on a desktop has decided, as what it brings with POST /sync was.
    if (contextOf(request).personThere && path.startsWith('/tasks/:id/replies')) return
    agents.called(actor.name, team.id)
    if (needs !== 'work' || besideTasks.has(`${method} ${path}`)) return
    const kinds = kindsOf({ method, path, body: request.body }, noEntry)
    if (kinds.length === 0) return
    const asked = { method, path, body: request.body }
    const isBeside = isBesideTheList(method, path)
    const said = await agents.verdict(kinds, isBeside ? {} : sizeOf(asked, kinds, request.params as { id?: number }), teamOf(contextOf(request)))
    if (said.over) underway.set(request, said.over)
    if (said.verdict === 'deny') throw new AppError('forbidden', `The team does not allow ${actor.name} to do this (${said.kind}).`)
    if (said.verdict !== 'propose' || isBeside) return
    const refusal = await proposed(request, asked, kinds, said)
    if (refusal) throw refusal
  })
}

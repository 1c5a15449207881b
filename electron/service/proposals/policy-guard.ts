// The same policy for REST: an agent that uses curl or the command line is bound by what holds for it over MCP.
// (A name can be made up; the policy keeps honest agents inside what the person wants, as a fence keeps cows.)
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { AppError } from '../../../shared/domain/app-error.ts'
import { onlyProposed, saidWhy } from '../../../shared/domain/agents/write-verdict.ts'
import { isBesideTheList, kindsOf, seqsOf, undoing } from '../../../shared/domain/agents/write-kinds.ts'
import type { BulkRequest } from '../../../shared/contract/bulk.ts'
import type { WriteKind } from '../../../shared/schema/agent.ts'
import type { NewReply } from '../../../shared/schema/mail/reply.ts'
import type { Proposal } from '../../../shared/schema/proposal.ts'
import type { JournalEntry, UndoRequest } from '../../../shared/schema/journal.ts'
import type { Context } from '../context.ts'
import type { Agents } from './agents.ts'
import type { Amount } from './recent-writes.ts'

export interface PolicyGuardDeps {
  agents: Agents
  contextOf: (request: FastifyRequest) => Context
  entry: (seq: number) => JournalEntry | undefined
  /** How many entries an undo would take back, and how many tasks that would delete. */
  undoSize: (request: UndoRequest, ctx: Context) => Amount
  /** Puts an answer up for review. */
  proposeReply: (reply: NewReply, taskId: number, ctx: Context) => Promise<Proposal>
}

/** How much a request writes, and of which tasks; undefined: nobody knows before. */
function sizeOf({ routeOptions, body, params }: FastifyRequest, kinds: readonly WriteKind[], deps: PolicyGuardDeps, ctx: Context): AskedWriteSize {
  const path = routeOptions.url ?? ''
  const given = (body ?? {}) as BulkRequest & UndoRequest & { records?: unknown[] }
  const own = path.startsWith('/tasks/:id') ? [Number((params as { id: string }).id)] : undefined
  const one = { writes: kinds.every((kind) => kind === 'claim') ? 0 : 1, deletes: kinds.includes('delete') && path !== '/undo' ? 1 : 0 }
  if (path === '/tasks/bulk') {
    const deletes = given.delete ?? []
    const changed = (given.changes ?? []).flatMap(({ ids }) => ids)
    return { amount: { writes: changed.length + deletes.length, deletes: deletes.length }, tasks: [...changed, ...deletes] }
  }
  if (path === '/tasks/:id/finish') return { amount: { writes: 2, deletes: 0 }, tasks: own }
  // What is found in the messages is counted once it is written; each of them is a write at least.
  if (path === '/conversations') return { amount: { writes: 1 + ((given as { messages?: unknown[] }).messages?.length ?? 1), deletes: 0 }, tasks: own }
  if (path === '/import') return { amount: { writes: given.records?.length ?? 1, deletes: 0 }, tasks: own }
  if (path === '/undo') {
    const found = seqsOf(given).map(deps.entry)
    if (found.length === 0) return { amount: deps.undoSize(given, ctx), tasks: undefined }
    const deletes = found.filter((each) => each && undoing(each).includes('delete')).length
    const tasks = found.map((each) => each?.task_id ?? undefined)
    return { amount: { writes: found.length, deletes }, tasks: tasks.every((id) => id !== undefined) ? tasks : undefined }
  }
  return { amount: one, tasks: own }
}

interface AskedWriteSize {
  amount: Amount
  tasks: readonly number[] | undefined
}

export function guardPolicy(app: FastifyInstance, deps: PolicyGuardDeps): void {
  const { agents, contextOf, entry } = deps
  /** Writes that were allowed and are being made. */
  const underway = new WeakMap<FastifyRequest, () => void>()
  const isOver = async (request: FastifyRequest) => underway.get(request)?.()
  app.addHook('onSend', isOver)
  app.addHook('onResponse', isOver)
  app.addHook('preHandler', async (request) => {
    if (request.is404 || request.routeOptions.config.refusal) return
    const path = request.routeOptions.url ?? ''
    // What comes over MCP is asked at the tool.
    const kinds = path === '/mcp' ? [] : kindsOf({ method: request.method, path, body: request.body }, entry)
    if (kinds.length === 0) return
    const ctx = contextOf(request)
    const { actor } = ctx
    if (actor.kind !== 'agent') return
    const isBeside = isBesideTheList(request.method, path)
    const { amount, tasks } = isBeside ? { amount: { writes: 0, deletes: 0 } } : sizeOf(request, kinds, deps, ctx)
    const isUnnamed = request.headers['x-actor'] === undefined
    const { verdict, kind, because } = agents.verdict(actor, kinds, { amount, isUnnamed, ...(tasks ? { tasks } : {}) })
    if (verdict === 'deny') throw new AppError('forbidden', `The person who owns this list does not allow ${actor.name} to do this (${kind}).`)
    if (verdict === 'propose' && !isBeside) {
      const why = because ? ` ${saidWhy(because, actor.name)}` : ''
      const may = `${actor.name} may only propose this (${kind}).${why}`
      if (path === '/tasks/:id/replies')
        throw onlyProposed(may, await deps.proposeReply(request.body as NewReply, Number((request.params as { id: string }).id), ctx), '')
      throw new AppError('forbidden', `${may} Call the matching tool over MCP, which puts it up for review; if there is none, ask the person.`)
    }
    if (amount.writes > 0 && !isUnnamed) underway.set(request, agents.begin(actor.name, amount))
  })
}

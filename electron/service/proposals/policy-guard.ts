// The same policy for REST: an agent that uses curl or the command line is bound by what holds for it over MCP.
// (A name can be made up; the policy keeps honest agents inside what the person wants, as a fence keeps cows.)
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { AppError } from '../../../shared/domain/app-error.ts'
import { saidWhy } from '../../../shared/domain/agents/write-verdict.ts'
import type { BulkRequest } from '../../../shared/contract/bulk.ts'
import { type WriteKind, writeKinds } from '../../../shared/schema/agent.ts'
import type { Entity, JournalEntry, UndoRequest } from '../../../shared/schema/journal.ts'
import type { Context } from '../context.ts'
import type { Agents } from './agents.ts'
import type { Amount } from './recent-writes.ts'

/** They write nothing. What only the person does is refused before (sign-in/person-guard.ts). */
const withoutPolicy = new Set(['POST /tasks/find-duplicates', 'POST /sign-in'])

/** Asking and showing what ran write nothing of the list: who may only propose comments may do both. */
const besideTheList = new Set(['POST /tasks/:id/questions', 'POST /tasks/:id/evidence', 'PUT /evidence/tree'])

/** What a write is that no rule below names: anything. A new route is closed to a restricted agent until somebody says what it does. */
const anyWrite: readonly WriteKind[] = writeKinds.filter((kind) => kind !== 'claim')

const ofEntity: Record<Entity, WriteKind> = {
  task: 'update',
  comment: 'comment',
  schedule: 'remind',
  contact: 'contact',
  conversation: 'delete',
  message: 'delete',
  origin: 'update',
  list: 'update',
}

const ofFields = (fields: object): WriteKind[] => {
  const names = new Set(Object.keys(fields))
  const kinds: WriteKind[] = names.delete('status') ? ['status'] : []
  names.delete('completed_at')
  return names.size > 0 ? [...kinds, 'update'] : kinds
}

/** What it is to take back an entry. */
function undoing({ entity, action, after, texts }: JournalEntry): readonly WriteKind[] {
  if (entity !== 'task') return [ofEntity[entity]]
  if (action === 'updated') return ofFields({ ...after, ...texts })
  return action === 'created' ? ['delete'] : ['create', 'comment', 'remind']
}

const ofBulk = ({ changes = [], delete: deletes = [] }: BulkRequest): readonly WriteKind[] => [
  ...new Set([...changes.flatMap(({ patch }) => ofFields(patch)), ...(deletes.length > 0 ? ['delete' as const] : [])]),
]

export interface PolicyGuardDeps {
  agents: Agents
  contextOf: (request: FastifyRequest) => Context
  entry: (seq: number) => JournalEntry | undefined
  /** How many entries an undo would take back, and how many tasks that would delete. */
  undoSize: (request: UndoRequest, ctx: Context) => Amount
}

/** Which kinds of write a request is; none for reads. */
function kindsOf({ method, routeOptions, body }: FastifyRequest, entry: PolicyGuardDeps['entry']): readonly WriteKind[] {
  const path = routeOptions.url ?? ''
  // What comes over MCP is asked at the tool.
  if (method === 'GET' || method === 'HEAD' || path === '/mcp' || withoutPolicy.has(`${method} ${path}`)) return []
  if (path === '/tasks') return ['create']
  if (path === '/tasks/:id') return method === 'DELETE' ? ['delete'] : ofFields(body ?? {})
  if (path === '/tasks/bulk') return ofBulk(body as BulkRequest)
  if (path === '/tasks/next') return ['claim']
  if (path === '/tasks/:id/finish') return ['comment', 'status']
  if (path === '/tasks/:id/merge') return ['update', 'delete']
  // A file is in the list once a text names it.
  if (path === '/attachments') return ['comment']
  if (path.startsWith('/tasks/:id/comments') || besideTheList.has(`${method} ${path}`)) return ['comment']
  if (path.startsWith('/tasks/:id/schedules') || path.startsWith('/reminders/')) return ['remind']
  if (path === '/tasks/:id/claim' || path === '/claims') return ['claim']
  if (path.startsWith('/lists')) return [method === 'DELETE' ? 'delete' : 'update']
  if (path.startsWith('/contacts')) return ['contact']
  if (path.startsWith('/conversations')) return method === 'DELETE' ? ['delete'] : ['create', 'update', 'comment', 'contact', 'remind']
  // What it is to connect, a person says anyway.
  if (path.startsWith('/remote/conflicts')) return ['update', 'status', 'delete']
  if (path.startsWith('/remote/refused')) return ['create', 'update', 'status', 'delete']
  if (path === '/undo') {
    const asked = body as UndoRequest | undefined
    if (asked?.preview === true) return []
    if (asked?.actor !== undefined) return anyWrite
    const seqs = seqsOf(asked ?? {})
    const found = seqs.map(entry)
    return seqs.length > 0 ? [...new Set(found.flatMap((one) => (one ? undoing(one) : anyWrite)))] : anyWrite
  }
  return anyWrite
}

const seqsOf = ({ entry, entries = [] }: UndoRequest): number[] => [...(entry === undefined ? [] : [entry]), ...entries]

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
    const kinds = kindsOf(request, entry)
    if (kinds.length === 0) return
    const ctx = contextOf(request)
    const { actor } = ctx
    if (actor.kind !== 'agent') return
    const isBeside = besideTheList.has(`${request.method} ${request.routeOptions.url}`)
    const { amount, tasks } = isBeside ? { amount: { writes: 0, deletes: 0 } } : sizeOf(request, kinds, deps, ctx)
    const isUnnamed = request.headers['x-actor'] === undefined
    const { verdict, kind, because } = agents.verdict(actor, kinds, { amount, isUnnamed, ...(tasks ? { tasks } : {}) })
    if (verdict === 'deny') throw new AppError('forbidden', `The person who owns this list does not allow ${actor.name} to do this (${kind}).`)
    if (verdict === 'propose' && !isBeside) {
      const why = because ? ` ${saidWhy(because, actor.name)}` : ''
      throw new AppError(
        'forbidden',
        `${actor.name} may only propose this (${kind}).${why} Call the matching tool over MCP, which puts it up for review; if there is none, ask the person.`,
      )
    }
    if (amount.writes > 0 && !isUnnamed) underway.set(request, agents.begin(actor.name, amount))
  })
}

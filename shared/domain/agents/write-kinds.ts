// Which kinds of write a request is, for the policy of the agent that sends it: once for the service of a machine and for the cloud.
import { type WriteKind, writeKinds } from '../../schema/agent.ts'
import type { Entity, JournalEntry, UndoRequest } from '../../schema/journal.ts'
import type { TaskPatch } from '../../schema/task.ts'

/** A request by its place in the contract: `path` has its `:name` parts, and no prefix. */
export interface AskedRequest {
  method: string
  path: string
  body: unknown
}

interface Bulk {
  changes?: { patch: TaskPatch }[]
  delete?: number[]
}

/** They write nothing. What only the person does is refused before (sign-in/person-guard.ts). */
const withoutPolicy = new Set(['POST /tasks/find-duplicates', 'POST /sign-in'])

/** Asking and showing what ran write nothing of the list: who may only propose comments may do both. */
const besideTheList = new Set(['POST /tasks/:id/questions', 'POST /tasks/:id/evidence', 'PUT /evidence/tree'])

/** What a write is that no rule below names: anything. A new route is closed to a restricted agent until somebody says what it does. */
const anyWrite: readonly WriteKind[] = writeKinds.filter((kind) => kind !== 'claim' && kind !== 'reply')

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
export function undoing({ entity, action, after, texts }: JournalEntry): readonly WriteKind[] {
  if (entity !== 'task') return [ofEntity[entity]]
  if (action === 'updated') return ofFields({ ...after, ...texts })
  return action === 'created' ? ['delete'] : ['create', 'comment', 'remind']
}

const ofBulk = ({ changes = [], delete: deletes = [] }: Bulk): readonly WriteKind[] => [
  ...new Set([...changes.flatMap(({ patch }) => ofFields(patch)), ...(deletes.length > 0 ? ['delete' as const] : [])]),
]

/** Which kinds of write a request is; none for reads. */
export function kindsOf({ method, path, body }: AskedRequest, entry: (seq: number) => JournalEntry | undefined): readonly WriteKind[] {
  if (method === 'GET' || method === 'HEAD' || withoutPolicy.has(`${method} ${path}`)) return []
  if (path === '/tasks') return ['create']
  if (path === '/tasks/:id') return method === 'DELETE' ? ['delete'] : ofFields(body ?? {})
  if (path === '/tasks/bulk') return ofBulk(body ?? {})
  if (path === '/tasks/next') return ['claim']
  if (path === '/tasks/:id/finish') return ['comment', 'status']
  if (path === '/tasks/:id/merge') return ['update', 'delete']
  // A file is in the list once a text names it.
  if (path === '/attachments' || path === '/email/files') return ['comment']
  if (path.startsWith('/tasks/:id/comments') || besideTheList.has(`${method} ${path}`)) return ['comment']
  if (path.startsWith('/tasks/:id/replies')) return ['reply']
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

export const seqsOf = ({ entry, entries = [] }: UndoRequest): number[] => [...(entry === undefined ? [] : [entry]), ...entries]

export const isBesideTheList = (method: string, path: string): boolean => besideTheList.has(`${method} ${path}`)

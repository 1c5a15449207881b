// How each kind of thing is read and written here, for whoever brings it in step with its copy in the cloud.
import type { Row } from '../../../shared/domain/difference.ts'
import type { FieldKinds } from '../../../shared/domain/merge-fields.ts'
import type { Actor } from '../../../shared/schema/actor.ts'
import type { SyncEntity } from '../../../shared/schema/sync.ts'
import type { Comments } from '../comments/comments.ts'
import type { Contacts } from '../contacts/contacts.ts'
import type { Recorder } from '../journal/journal.ts'
import type { Revertible } from '../journal/undo.ts'
import type { Tasks } from '../tasks/tasks.ts'

export interface Replica extends Pick<Revertible, 'read' | 'restore' | 'assign'> {
  kinds: FieldKinds
  /** Makes one as it is in the cloud; returns its id here. */
  insert(row: Row, parent: number | null, actor: Actor, record: Recorder): number
  remove(id: number, actor: Actor): void
  /** What a new one takes along beside its fields. */
  keeps: readonly string[]
}

export type Replicas = Record<SyncEntity, Replica>

/** In this order they go out and come in: what others refer to comes first. */
export const inOrder = ['contact', 'task', 'comment'] as const satisfies readonly SyncEntity[]

export const isSynced = (entity: string): entity is SyncEntity => (inOrder as readonly string[]).includes(entity)

/** The fields that both sides keep, whatever else a row holds. */
export function fieldsOf({ kinds }: Pick<Replica, 'kinds'>, row: Row): Row {
  return Object.fromEntries(Object.keys(kinds).map((field) => [field, row[field] ?? null]))
}

const moment = (value: unknown) => (typeof value === 'string' ? { created_at: value } : {})

export function createReplicas({ tasks, comments, contacts }: { tasks: Tasks; comments: Comments; contacts: Contacts }): Replicas {
  const task: FieldKinds = {
    ...{ title: 'value', description: 'text', status: 'value', priority: 'value', labels: 'set', requesters: 'set', dedupe_key: 'value' },
    completed_at: { with: 'status' },
  }
  const contact: FieldKinds = { name: 'value', email: 'value', phone: 'value', organization: 'value', role: 'value' }
  return {
    task: {
      ...tasks.revertible,
      kinds: task,
      keeps: ['created_at'],
      insert: (row, _parent, _actor, record) =>
        tasks.insertImported(
          { ...(fieldsOf({ kinds: task }, row) as { title: string }), uid: row.uid as string, ...moment(row.created_at) },
          undefined,
          record,
        ),
      remove: (id, actor) => tasks.remove(id, { actor }),
    },
    comment: {
      ...comments.revertible,
      kinds: { body: 'text' },
      keeps: ['created_at'],
      insert: (row, parent, actor, record) =>
        comments.insertImported(
          parent as number,
          { body: row.body as string, uid: row.uid as string, author: (row.author as Actor | undefined) ?? actor, ...moment(row.created_at) },
          undefined,
          { actor },
          record,
        ),
      remove: (id, actor) => comments.remove(comments.revertible.read(id)?.task_id as number, id, { actor }),
    },
    contact: {
      ...contacts.revertible,
      kinds: contact,
      keeps: ['created_at', 'slug'],
      insert: (row, _parent, _actor, record) =>
        contacts.insertImported(
          { ...(fieldsOf({ kinds: contact }, row) as { name: string }), uid: row.uid as string, slug: row.slug as string, ...moment(row.created_at) },
          undefined,
          record,
        ),
      remove: (id, actor) => contacts.remove(contacts.byId(id)?.slug as string, { actor }),
    },
  }
}

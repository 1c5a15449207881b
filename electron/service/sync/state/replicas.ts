// How each kind of thing is read and written here, for whoever brings it in step with its copy in the cloud.
import type { Row } from '../../../../shared/domain/history/difference.ts'
import type { FieldKind, FieldKinds } from '../../../../shared/domain/history/merge-fields.ts'
import type { TaskGraph } from '../../../../shared/domain/tasks/task-graph.ts'
import { orderedQuery } from '../../../../shared/domain/tasks/list-rules.ts'
import type { Actor } from '../../../../shared/schema/actor.ts'
import type { NewSavedList } from '../../../../shared/schema/saved-list.ts'
import type { NewSchedule } from '../../../../shared/schema/schedule.ts'
import type { SyncEntity } from '../../../../shared/schema/cloud/sync.ts'
import { emptyField, laterRuleFields, mergeKinds, ruleFields } from '../../../../shared/sync/synced-fields.ts'
import type { Comments } from '../../comments/comments.ts'
import type { Contacts } from '../../contacts/contacts.ts'
import type { Lists } from '../../lists/lists.ts'
import type { Recorder } from '../../journal/journal.ts'
import type { Revertible } from '../../journal/revertible.ts'
import type { Schedules } from '../../schedules/schedules.ts'
import type { Tasks } from '../../tasks/tasks.ts'
import type { Item } from './sync-store.ts'

export interface Replica extends Pick<Revertible, 'read' | 'restore' | 'assign'> {
  kinds: FieldKinds
  /** Makes one as it is in the cloud; returns its id here. */
  insert(row: Row, parent: number | null, actor: Actor, record: Recorder): number
  remove(id: number, actor: Actor): void
  /** What a new one takes along beside its fields. */
  keeps: readonly string[]
  /** The fields of a row that both sides keep, whatever else it holds. One that is changed as a whole is one field. */
  pick(row: Row): Row
  /** The same of some fields, as they are written here: complete, also where they replace what stood here before. */
  spread(fields: Row): Row
  /** The same of some fields, as they are sent. */
  sent(fields: Row): Row
}

export interface Replicas extends Record<SyncEntity, Replica> {
  task: Replica & { graph: TaskGraph }
}

/** In this order they go out and come in: what others refer to comes first. */
export const inOrder = ['contact', 'task', 'comment', 'schedule', 'list'] as const satisfies readonly SyncEntity[]

export const isSynced = (entity: string): entity is SyncEntity => (inOrder as readonly string[]).includes(entity)

/** What hangs on a task. */
export const isChild = (entity: SyncEntity): boolean => entity === 'comment' || entity === 'schedule'

/** Whether the cloud has such a field: an older one lacks those that came later. */
export type TakesField = (entity: SyncEntity, field: string) => boolean

/** A field that the cloud does not have is none for sync: it is neither sent, nor compared, nor merged, and stays as it is here. */
function named(entity: SyncEntity, all: FieldKinds, takes: TakesField) {
  const names = () => Object.keys(all).filter((field) => takes(entity, field))
  return {
    get kinds() {
      return Object.fromEntries(names().map((name) => [name, all[name] as FieldKind]))
    },
    pick: (row: Row): Row => Object.fromEntries(names().map((name) => [name, row[name] ?? emptyField(name)])),
    spread: (fields: Row) => fields,
    sent: (fields: Row) => fields,
  }
}

/** Without a value they are left out: what both sides had in common before knows nothing of them, and a cloud that is older refuses a write that names them. */
const isLeftOut = (name: string, value: unknown) => value === null && Object.hasOwn(laterRuleFields, name)

/** Half of one rule and half of another make none. */
const asRule = {
  kinds: mergeKinds.schedule,
  pick(row: Row): Row {
    const fields = ruleFields.map((name) => [name, row[name] ?? null] as const)
    return { rule: Object.fromEntries(fields.filter(([name, value]) => !isLeftOut(name, value))) }
  },
  spread: ({ rule }: Row): Row => (rule ? { ...laterRuleFields, ...rule } : {}),
  sent: ({ rule }: Row): Row => (rule ?? {}) as Row,
}

const moment = (value: unknown) => (typeof value === 'string' ? { created_at: value } : {})

export interface ReplicaDeps {
  tasks: Tasks
  comments: Comments
  schedules: Schedules
  contacts: Contacts
  lists: Lists
}

export function createReplicas({ tasks, comments, schedules, contacts, lists }: ReplicaDeps, takes: TakesField = () => true): Replicas {
  const task = named('task', mergeKinds.task, takes)
  const contact = named('contact', mergeKinds.contact, takes)
  const list = named('list', mergeKinds.list, takes)
  return {
    task: {
      ...tasks.replicated,
      graph: tasks.graph,
      ...task,
      get kinds() {
        return task.kinds
      },
      keeps: ['created_at'],
      insert: (row, _parent, _actor, record) =>
        tasks.insertImported({ ...(task.pick(row) as { title: string }), uid: row.uid as string, ...moment(row.created_at) }, undefined, record),
      remove: (id, actor) => tasks.remove(id, { actor }),
    },
    comment: {
      ...comments.revertible,
      ...named('comment', mergeKinds.comment, () => true),
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
    schedule: {
      ...schedules.revertible,
      ...asRule,
      keeps: ['created_at'],
      insert(row, parent, _actor, record) {
        const fired = typeof row.last_fired_at === 'string' ? { last_fired_at: row.last_fired_at, next_fire_at: null } : {}
        const rule = asRule.spread(asRule.pick(row)) as unknown as NewSchedule
        return schedules.insertImported(parent as number, { ...rule, ...fired, uid: row.uid as string, ...moment(row.created_at) }, undefined, record)
      },
      remove: (id, actor) => schedules.remove(schedules.revertible.read(id)?.task_id as number, id, { actor }),
    },
    contact: {
      ...contacts.revertible,
      ...contact,
      get kinds() {
        return contact.kinds
      },
      keeps: ['created_at', 'slug'],
      insert: (row, _parent, _actor, record) =>
        contacts.insertImported(
          { ...(contact.pick(row) as { name: string }), uid: row.uid as string, slug: row.slug as string, ...moment(row.created_at) },
          undefined,
          record,
        ),
      remove: (id, actor) => contacts.remove(contacts.byId(id)?.slug as string, { actor }),
    },
    list: {
      ...lists.revertible,
      ...list,
      get kinds() {
        return list.kinds
      },
      // The stream tells the fields of a query in an order of its own.
      pick: (row) => list.pick(row.query ? { ...row, query: orderedQuery(row.query) } : row),
      keeps: ['created_at'],
      insert: (row, _parent, _actor, record) =>
        lists.insertSynced(list.pick(row) as unknown as NewSavedList, { uid: row.uid as string, ...moment(row.created_at) }, record),
      remove: (id, actor) => lists.remove(lists.byId(id)?.uid as string, { actor }),
    },
  }
}

/** The fields that are on their way, as `pick` has them. */
export function sentFields(replicas: Replicas, { entity, inFlight }: Pick<Item, 'entity' | 'inFlight'>): Row {
  const written = inFlight?.write.fields
  if (!written) return {}
  const { kinds, pick } = replicas[entity]
  if (entity === 'schedule') return pick(written)
  return Object.fromEntries(Object.entries(written).filter(([field]) => Object.hasOwn(kinds, field)))
}

// How a desktop writes to and reads from its team: many writes in one call, each made on a version that it knows.
import { type Static, Type } from 'typebox'
import { actorKinds } from '../actor.ts'
import { CommentPatch } from '../comment.ts'
import { ContactPatch } from '../contact.ts'
import { Id, nullable, object, oneOf, Timestamp, Uid, Version, visibleText } from '../field.ts'
import { SavedListPatch } from '../saved-list.ts'
import { SchedulePatch } from '../schedule.ts'
import { TaskPatch } from '../task.ts'

export const syncEntities = ['task', 'comment', 'schedule', 'contact', 'list'] as const
export type SyncEntity = (typeof syncEntities)[number]

/** Writes of one kind in one call. */
const maxSyncWrites = 500

const SyncActor = object('SyncActor', {
  kind: oneOf(
    actorKinds.filter((kind) => kind !== 'system'),
    'Who made the change on the device.',
  ),
  name: Type.String({ minLength: 1, maxLength: 200 }),
})

const write = {
  key: visibleText(200, 'Like an Idempotency-Key, for this write alone: sent again, it is answered again and not done again.'),
  action: oneOf(['create', 'update', 'delete'], 'What is done.'),
  uid: Uid,
  /** update, delete: what it was made on. What was deleted and made again under its uid has another id, and counts its versions from the start. */
  id: Type.Optional(Id),
  version: Type.Optional(Version),
  after: Type.Optional(
    Type.Integer({
      minimum: 0,
      maximum: Number.MAX_SAFE_INTEGER,
      description:
        'The last event that the device knows. create: what was there and was deleted since is not made again. delete of a task: one about which more has happened since stays.',
    }),
  ),
  actor: Type.Optional(SyncActor),
}

/** Devices name other tasks by uid. */
const { parent_id: _parent, blocked_by: _blockers, ...taskFields } = TaskPatch.properties

const SyncTaskFields = object('SyncTaskFields', {
  ...taskFields,
  completed_at: Type.Optional(nullable(Timestamp)),
  created_at: Type.Optional(Timestamp),
})

export const SyncTaskWrite = object('SyncTaskWrite', {
  ...write,
  fields: Type.Optional(SyncTaskFields),
})
export type SyncTaskWrite = Static<typeof SyncTaskWrite>

export const SyncCommentWrite = object('SyncCommentWrite', {
  ...write,
  task_uid: Uid,
  fields: Type.Optional(object('SyncCommentFields', { ...CommentPatch.properties, created_at: Type.Optional(Timestamp) })),
})
export type SyncCommentWrite = Static<typeof SyncCommentWrite>

export const SyncScheduleWrite = object('SyncScheduleWrite', {
  ...write,
  task_uid: Uid,
  fields: Type.Optional(object('SyncScheduleFields', { ...SchedulePatch.properties, created_at: Type.Optional(Timestamp) })),
})
export type SyncScheduleWrite = Static<typeof SyncScheduleWrite>

export const SyncContactWrite = object('SyncContactWrite', {
  ...write,
  fields: Type.Optional(
    object('SyncContactFields', {
      ...ContactPatch.properties,
      slug: Type.Optional(Type.String({ minLength: 1, maxLength: 200, pattern: '^[a-z0-9-]+$' })),
      created_at: Type.Optional(Timestamp),
    }),
  ),
})
export type SyncContactWrite = Static<typeof SyncContactWrite>

export const SyncListWrite = object('SyncListWrite', {
  ...write,
  fields: Type.Optional(object('SyncListFields', { ...SavedListPatch.properties, created_at: Type.Optional(Timestamp) })),
})
export type SyncListWrite = Static<typeof SyncListWrite>

const several = <S extends typeof SyncTaskWrite | typeof SyncCommentWrite | typeof SyncScheduleWrite | typeof SyncContactWrite | typeof SyncListWrite>(of: S) =>
  Type.Optional(Type.Array(of, { maxItems: maxSyncWrites }))

export const SyncWrites = object('SyncWrites', {
  tasks: several(SyncTaskWrite),
  comments: several(SyncCommentWrite),
  schedules: several(SyncScheduleWrite),
  contacts: several(SyncContactWrite),
  lists: several(SyncListWrite),
})
export type SyncWrites = Static<typeof SyncWrites>

const Row = Type.Record(Type.String(), Type.Unknown())

/**
 * `applied`: done (or done before, under this key); of a new contact `row` has the slug that it got. `conflict`: it stands at another version, which `row` is; of a create without `row`: it was there and was deleted after the event that the device knows. `gone`: it, or its task, is not there (any more).
 * `refused`: it cannot be done, and `reason` says why.
 */
export const SyncResult = object('SyncResult', {
  key: Type.String(),
  status: oneOf(['applied', 'conflict', 'gone', 'refused'], 'What became of it.'),
  id: nullable(Id),
  version: nullable(Version),
  seq: Type.Integer({ description: 'The last event of the team when this was so.' }),
  row: Type.Union([Row, Type.Null()]),
  reason: nullable(Type.String()),
})
export type SyncResult = Static<typeof SyncResult>

export const SyncReply = object('SyncReply', { results: Type.Array(SyncResult, { description: 'One for each write, under its key.' }) })
export type SyncReply = Static<typeof SyncReply>

export const SyncPage = object('SyncPage', {
  seq: Type.Integer({ description: 'The last event of the team that these rows know of.' }),
  rows: Type.Array(Row),
  next: nullable(Id),
})
export type SyncPage = Static<typeof SyncPage>

import { type Static, Type } from 'typebox'
import { Actor, actorKinds } from './actor.ts'
import { Id, nullable, object, oneOf, Timestamp } from './field.ts'

const entities = ['task', 'comment', 'schedule', 'contact', 'conversation', 'message', 'origin'] as const
export type Entity = (typeof entities)[number]
const actions = ['created', 'updated', 'deleted'] as const

/** Only the fields that changed; a create has no `before`, a delete no `after`. */
const Fields = Type.Record(Type.String(), Type.Unknown())

/** In the cloud: which login wrote it, whatever name it gave itself. */
const Principal = object('Principal', {
  kind: oneOf(['person', 'token'], 'Somebody who signed in, or an API token.'),
  id: Type.String({ format: 'uuid' }),
  name: nullable(Type.String({ description: 'null when the token was revoked.' })),
})

export const JournalEntry = object('JournalEntry', {
  seq: Type.Integer({ minimum: 1, description: 'Grows with each write; the cursor of every reader.' }),
  at: Timestamp,
  actor: Actor,
  run: nullable(
    Type.String({ description: 'Which run of an agent (an MCP session, a bridge, a shell session) wrote it; null: a person, or an agent without one.' }),
  ),
  entity: oneOf(entities, 'What was written.'),
  entity_id: Id,
  task_id: nullable(Id),
  action: oneOf(actions, 'What happened to it.'),
  before: nullable(Fields),
  after: nullable(Fields),
  cause: nullable(Type.Integer({ description: "The entry that brought this one about (a task's delete, for its comments)." })),
  undo_of: nullable(Type.Integer({ description: 'The entry that this one reverts.' })),
  undone_by: nullable(Type.Integer({ description: 'The entry that reverted this one.' })),
  principal: Type.Optional(Principal),
})
export type JournalEntry = Static<typeof JournalEntry>

export const UndoRequest = object('UndoRequest', {
  entry: Type.Optional(Type.Integer({ minimum: 1, description: 'One journal entry, by its seq.' })),
  entries: Type.Optional(
    Type.Array(Type.Integer({ minimum: 1 }), {
      minItems: 1,
      maxItems: 1000,
      uniqueItems: true,
      description: 'Several entries, newest first, in one transaction.',
    }),
  ),
  actor: Type.Optional(Type.String({ minLength: 1, maxLength: 200, description: 'Everything this actor did …' })),
  kind: Type.Optional(oneOf(actorKinds, 'Of which kind the actor is, where a person and an agent have one name.')),
  run: Type.Optional(
    nullable(
      Type.String({
        minLength: 1,
        maxLength: 64,
        description:
          'Which run of the actor, as the journal names it; null: what has no run; "*": all that bears the name. Default: your own run if you are that agent, else the only one there is (409 names them when there are several).',
      }),
    ),
  ),
  since: Type.Optional(Type.String({ format: 'date-time', description: '… since this moment (RFC 3339).' })),
  until: Type.Optional(Type.String({ format: 'date-time', description: '… and until this one. Default: now.' })),
  preview: Type.Optional(Type.Boolean({ description: 'Only say what would happen. Default: false.' })),
})
export type UndoRequest = Static<typeof UndoRequest>

const UndoStep = object('UndoStep', {
  seq: Type.Integer(),
  entity: oneOf(entities, 'What is reverted.'),
  entity_id: Id,
  task_id: nullable(Id),
  action: oneOf(['removed', 'restored', 'reverted'], 'What undo does to it.'),
  fields: Type.Array(Type.String(), { description: 'The fields put back; empty for removed and restored.' }),
})
export type UndoStep = Static<typeof UndoStep>

export const UndoConflict = object('UndoConflict', {
  seq: Type.Integer(),
  entity: oneOf(entities, 'What was left as it is.'),
  entity_id: Id,
  task_id: nullable(Id),
  field: nullable(Type.String()),
  reason: Type.String(),
})
export type UndoConflict = Static<typeof UndoConflict>

export const UndoResult = object('UndoResult', {
  preview: Type.Boolean(),
  done: Type.Array(UndoStep),
  conflicts: Type.Array(UndoConflict, { description: 'Left alone, because somebody changed it since.' }),
  entries: Type.Array(Type.Integer(), { description: 'The journal entries that the undo wrote: undo them to redo.' }),
})
export type UndoResult = Static<typeof UndoResult>

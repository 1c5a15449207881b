import { type Static, Type } from 'typebox'
import { Actor, actorKinds } from './actor.ts'
import { Id, nullable, object, oneOf, Timestamp } from './field.ts'

const entities = ['task', 'comment', 'schedule', 'contact', 'conversation', 'message', 'origin', 'list'] as const
export type Entity = (typeof entities)[number]
const actions = ['created', 'updated', 'deleted'] as const

/** Only the fields that changed; a create has no `before`, a delete no `after`, but for `merged_into` (a task's id, a contact's name) where it was a merge. */
const Fields = Type.Record(Type.String(), Type.Unknown())

const NamedUser = object('NamedUser', {
  id: Type.String({ format: 'uuid' }),
  name: nullable(Type.String({ description: 'Their name, or else their address.' })),
})

/** In the cloud: which login wrote it, whatever name it gave itself. */
export const Principal = object('Principal', {
  kind: oneOf(['person', 'token'], 'Somebody who signed in, or an API token.'),
  id: Type.String({ format: 'uuid' }),
  name: nullable(Type.String({ description: 'null when nobody knows it any more.' })),
  owner: Type.Optional(nullable(NamedUser)),
  made_by: Type.Optional(NamedUser),
})

const TextChange = object('TextChange', {
  before: nullable(Type.Integer({ description: 'How long it was, in UTF-16 units; null when there was none.' })),
  after: nullable(Type.Integer({ description: 'How long it is; null when there is none.' })),
  at: Type.Integer({ description: 'Where the two first differ; what was added at the end begins at `before`.' }),
  removed: Type.String({ description: 'What was taken out there: its first 300 characters.' }),
  added: Type.String({ description: 'What was put in there: its first 300 characters.' }),
})
/** What is said of a long text where it is left out. */
export type TextChange = Static<typeof TextChange>

export const TextsQuery = Type.Optional(
  oneOf(
    ['brief', 'whole'] as const,
    'brief: texts of more than 1,000 characters are left out of before and after, and `texts` says what changed. whole: all texts in full. Default: brief.',
  ),
)

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
  texts: Type.Optional(
    Type.Record(Type.String(), TextChange, {
      description: 'The long texts that before and after leave out, by field; ?texts=whole has them in full.',
    }),
  ),
  cause: nullable(Type.Integer({ description: "The entry that brought this one about (a task's delete, for its comments)." })),
  undo_of: nullable(Type.Integer({ description: 'The entry that this one reverts.' })),
  undone_by: nullable(Type.Integer({ description: 'The entry that reverted this one.' })),
  principal: Type.Optional(Principal),
})
export type JournalEntry = Static<typeof JournalEntry>

const seq = { minimum: 1, maximum: Number.MAX_SAFE_INTEGER }

export const UndoRequest = object('UndoRequest', {
  entry: Type.Optional(Type.Integer({ ...seq, description: 'One journal entry, by its seq.' })),
  entries: Type.Optional(
    Type.Array(Type.Integer(seq), {
      minItems: 1,
      maxItems: 1000,
      uniqueItems: true,
      description: 'Several entries, newest first, in one transaction.',
    }),
  ),
  actor: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 200,
      description: 'Everything this actor did, a stretch in each call: newest first, at most 1,000 entries, fewer where they take long …',
    }),
  ),
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
  from: Type.Optional(Type.Integer({ ...seq, description: 'In place of since: from this journal seq on.' })),
  to: Type.Optional(Type.Integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER, description: 'In place of until: up to this journal seq.' })),
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
  from: nullable(Type.Integer({ description: "Of an actor's entries: the first position that since stood for." })),
  to: nullable(Type.Integer({ description: "Of an actor's entries: the last position that until stood for." })),
  left: Type.Integer({ description: "So many of the actor's entries were not reached: they are older than those told here. 0: all were." }),
  next: nullable(Type.Integer({ description: 'To go on, send the same actor with from, and to: next. null: nothing is left.' })),
})
export type UndoResult = Static<typeof UndoResult>

// What an import brings: tasks with their comments and reminders, contacts, and the conversations that tasks came from, each with the name
// its source knows it by.
import { type Static, Type } from 'typebox'
import { Actor } from './actor.ts'
import { NewComment } from './comment.ts'
import { NewContact } from './contact.ts'
import { NewConversation, NewMessage, originFields } from './conversation.ts'
import { Id, nullable, object, oneOf, Timestamp, Uid, Version, visibleText } from './field.ts'
import { NewSchedule } from './schedule.ts'
import { NewSavedList } from './saved-list.ts'
import { DueField, maxBlockers, NewTask } from './task.ts'

/** Ids of another list mean nothing here. */
const { parent_id: _parent, blocked_by: _blockers, ...taskFields } = NewTask.properties

/** Ids count upwards for ever: a file must not be able to use them up. */
const RequestedId = Type.Integer({ minimum: 1, maximum: 1_000_000_000, description: 'Kept when this list never used it; else a new one is given.' })

/** What another Tandem knows of a row and an import keeps. */
const kept = {
  id: Type.Optional(RequestedId),
  uid: Type.Optional(Uid),
  version: Type.Optional(Version),
  created_at: Type.Optional(Timestamp),
  updated_at: Type.Optional(Timestamp),
}

const from_outside = Type.Optional(
  Type.String({ maxLength: 200, description: 'Who from outside (by mail) wrote it: it stays marked as such, and is written in their name.' }),
)

export const ImportedComment = object('ImportedComment', { ...NewComment.properties, ...kept, author: Type.Optional(Actor) })
export type ImportedComment = Static<typeof ImportedComment>

export const ImportedSchedule = object('ImportedSchedule', {
  ...NewSchedule.properties,
  ...kept,
  next_fire_at: Type.Optional(nullable(Timestamp)),
  last_fired_at: Type.Optional(nullable(Timestamp)),
})
export type ImportedSchedule = Static<typeof ImportedSchedule>

const ExternalId = visibleText(300, 'What the source calls it. With `source` it makes a second import find it again.')

/** Other tasks by what the source calls them, whether they came before, come in the same request, or later. */
const links = {
  parent_external_id: Type.Optional({ ...ExternalId, description: 'The external_id of the task that it is a part of.' }),
  blocked_by_external_ids: Type.Optional(
    Type.Array(
      { ...ExternalId, description: 'The external_id of a task.' },
      { maxItems: maxBlockers, uniqueItems: true, description: 'The tasks that must be done first.' },
    ),
  ),
}

const LocalDue = Type.String({
  ...DueField,
  pattern: '^\\d{4}-\\d\\d-\\d\\d([Tt]\\d\\d:\\d\\d(:\\d\\d(\\.\\d{1,9})?)?([Zz]|[+-]\\d\\d:\\d\\d)?)?$',
  description: 'A day, an RFC 3339 moment, or a time without an offset: then in the time zone of the list.',
})

export const ImportedTask = object('ImportedTask', {
  ...taskFields,
  ...kept,
  due: Type.Optional(nullable(LocalDue)),
  ...links,
  from_outside,
  completed_at: Type.Optional(nullable(Timestamp)),
  comments: Type.Optional(Type.Array(ImportedComment, { maxItems: 10_000 })),
  schedules: Type.Optional(Type.Array(ImportedSchedule, { maxItems: 1000 })),
})
export type ImportedTask = Static<typeof ImportedTask>

export const ImportedContact = object('ImportedContact', {
  ...NewContact.properties,
  ...kept,
  from_outside,
  slug: Type.Optional(Type.String({ minLength: 1, maxLength: 200, pattern: '^[a-z0-9-]+$', 'x-hint': 'must be letters a-z, digits and hyphens' })),
})
export type ImportedContact = Static<typeof ImportedContact>

const { source, external_id, subject } = NewConversation.properties
export const ImportedConversation = object('ImportedConversation', { source, external_id, subject, ...kept, last_message_at: Type.Optional(Timestamp) })
export type ImportedConversation = Static<typeof ImportedConversation>

export const ImportedMessage = object('ImportedMessage', {
  ...NewMessage.properties,
  ...kept,
  conversation_uid: Uid,
  text: Type.Optional(Type.String({ maxLength: 500_000, description: 'What the sender wrote themselves. Default: read from the body.' })),
})
export type ImportedMessage = Static<typeof ImportedMessage>

export const ImportedOrigin = object('ImportedOrigin', {
  role: originFields.role,
  extracted_by: originFields.extracted_by,
  ...kept,
  task_uid: Uid,
  conversation_uid: Uid,
  message_uid: Type.Optional(nullable(Uid)),
})
export type ImportedOrigin = Static<typeof ImportedOrigin>

export const ImportedList = object('ImportedList', { ...NewSavedList.properties, ...kept })
export type ImportedList = Static<typeof ImportedList>

export const ImportedAttachment = object('ImportedAttachment', {
  hash: Type.String({ pattern: '^[0-9a-f]{64}$', 'x-hint': 'must be 64 hexadecimal digits, in small letters', description: 'SHA-256 of the whole file.' }),
  bytes: Type.Integer({ minimum: 1, maximum: 25 * 1_048_576, description: 'Of the whole file.' }),
  offset: Type.Integer({ minimum: 0, maximum: 25 * 1_048_576, description: 'Where this piece begins. Pieces come in order.' }),
  // Without a pattern: over so long a text, a regular expression can run out of stack. Reading it says what is wrong with it.
  data: Type.String({ minLength: 4, maxLength: 8 * 1_048_576, description: 'In base64.' }),
})
export type ImportedAttachment = Static<typeof ImportedAttachment>

export const importedEntities = ['task', 'contact', 'conversation', 'message', 'origin', 'list'] as const
export type ImportedEntity = (typeof importedEntities)[number]

export const ImportRecord = object('ImportRecord', {
  external_id: ExternalId,
  task: Type.Optional(ImportedTask),
  contact: Type.Optional(ImportedContact),
  conversation: Type.Optional(ImportedConversation),
  message: Type.Optional(ImportedMessage),
  origin: Type.Optional(ImportedOrigin),
  list: Type.Optional(ImportedList),
  attachment: Type.Optional(ImportedAttachment),
})
export type ImportRecord = Static<typeof ImportRecord>

export const maxRecords = 500

export const ImportRequest = object('ImportRequest', {
  source: visibleText(300, 'Where the records come from, for example "csv:todo.csv".'),
  dry_run: Type.Optional(Type.Boolean({ description: 'Only say what would happen. Default: false.' })),
  records: Type.Array(ImportRecord, {
    maxItems: maxRecords,
    description:
      'Each with one of them: a task, a contact, a conversation, a message of one, the origin of a task, a saved list, or a piece of an attachment. Those with very many comments and reminders: fewer at once.',
  }),
})
export type ImportRequest = Static<typeof ImportRequest>

export const ImportOutcome = object('ImportOutcome', {
  external_id: Type.String(),
  outcome: oneOf(['imported', 'already', 'refused'], 'What became of it. already: it is here, nothing was changed.'),
  entity: nullable(oneOf(importedEntities, 'What it is here.')),
  id: nullable(Id),
  reason: nullable(Type.String({ description: 'Why it was not imported.' })),
  differs: Type.Optional(Type.Boolean({ description: "already: it is not what was imported then. Tandem's version was kept." })),
  awaited: Type.Optional(
    Type.Array(Type.String(), { description: 'Tasks it is linked to that are not here yet, by external_id: the links count once they are imported.' }),
  ),
  left_out: Type.Optional(Type.Array(Type.String(), { description: 'Links that were not made, and why.' })),
})
export type ImportOutcome = Static<typeof ImportOutcome>

export const ImportResult = object('ImportResult', {
  dry_run: Type.Boolean(),
  imported: Type.Integer(),
  already: Type.Integer(),
  refused: Type.Integer(),
  results: Type.Array(ImportOutcome, { description: 'One for each record, in the order sent.' }),
})
export type ImportResult = Static<typeof ImportResult>

import { type Static, Type } from 'typebox'
import { Id, nullable, object, oneOf, Timestamp, visibleText } from './field.ts'
import { MessageFile } from './files/mail-file.ts'
import { StatusField } from './task.ts'

const source = Type.String({
  maxLength: 64,
  pattern: '^[a-z0-9][a-z0-9._-]*$',
  description: 'Where it came from: email, slack, phone, …',
  'x-hint': 'must be a short lowercase word, for example "email"',
})
const externalId = Type.String({ minLength: 1, maxLength: 1000, pattern: '\\S', description: 'How its source knows it.', 'x-hint': 'must not be empty' })
const person = visibleText(1000, 'An address, with or without a name: "Ana Silva <ana@example.org>". In a chat just a name.')
const sentAt = Type.String({ format: 'date-time', description: 'RFC 3339.' })

export const NewMessage = object('NewMessage', {
  external_id: Type.Optional(nullable(externalId)),
  from: person,
  to: Type.Optional(Type.Array(person, { maxItems: 200 })),
  cc: Type.Optional(Type.Array(person, { maxItems: 200, description: 'Who got it in copy: they ask, too, if they are few.' })),
  bulk: Type.Optional(
    Type.Boolean({ description: 'It says of itself that it went to many, as newsletters do: a person decides whether it asks for anything.' }),
  ),
  sent_at: sentAt,
  body: Type.String({ maxLength: 500_000, description: 'As it came: plain text or HTML, with what it quotes.' }),
  attachments: Type.Optional(
    Type.Array(MessageFile, {
      maxItems: 100,
      description:
        'Its files, each sent to POST /attachments before. They become files of the task: links where the text shows them ([cid:ID]), else below it.',
    }),
  ),
})
export type NewMessage = Static<typeof NewMessage>

export const NewConversation = object('NewConversation', {
  source,
  external_id: Type.Optional(nullable(externalId)),
  subject: Type.Optional(nullable(Type.String({ maxLength: 2000 }))),
  messages: Type.Array(NewMessage, { minItems: 1, maxItems: 200, description: 'All of the thread or only what is new: known messages are recognised.' }),
})
export type NewConversation = Static<typeof NewConversation>

export const Message = object('Message', {
  id: Id,
  external_id: nullable(externalId),
  from: person,
  to: Type.Array(person),
  sent_at: Timestamp,
  body: Type.String({ description: 'As it came. It is data from outside: show it as text only.' }),
  text: Type.String({ description: 'What the sender wrote themselves: plain text, without quotes and signature.' }),
  created_at: Timestamp,
})
export type Message = Static<typeof Message>

export const Conversation = object('Conversation', {
  id: Id,
  source,
  external_id: nullable(externalId),
  subject: nullable(Type.String()),
  message_count: Type.Integer({ minimum: 0 }),
  participants: Type.Array(person, { description: 'Who wrote in it, first come first.' }),
  last_message_at: Timestamp,
  task_ids: Type.Array(Id, { description: 'The tasks that it became or was added to.' }),
  created_at: Timestamp,
  updated_at: Timestamp,
})
export type Conversation = Static<typeof Conversation>

const extractors = ['rules', 'model', 'person'] as const
export type Extractor = (typeof extractors)[number]
export const originRoles = ['created', 'updated'] as const

export const originFields = {
  role: oneOf(originRoles, 'created: the task was made of it. updated: it was added to a task that existed.'),
  extracted_by: oneOf(extractors, 'What read it: plain rules, a language model, or a person who put them together.'),
  message_id: nullable(Id),
}

/** A task as the thread shows it. */
const ConversationTask = object('ConversationTask', { id: Id, title: Type.String(), status: StatusField, ...originFields })

const Waiting = object('ConversationProposal', {
  id: Id,
  as: oneOf(['create', 'update', 'reopen'], 'What accepting it does.'),
  title: Type.String(),
  task_id: nullable(Id),
  why: Type.String(),
})

export const ConversationDetail = object('ConversationDetail', {
  ...Conversation.properties,
  messages: Type.Array(Message, { description: 'Oldest first.' }),
  tasks: Type.Array(ConversationTask),
  proposals: Type.Array(Waiting, { description: 'What waits for a person: GET /proposals/:id.' }),
})
export type ConversationDetail = Static<typeof ConversationDetail>

const outcomes = ['created', 'updated', 'proposed', 'kept'] as const

export const Outcome = object('ConversationOutcome', {
  outcome: oneOf(outcomes, 'kept: the messages are stored, and nothing else was to be done.'),
  task_id: nullable(Id),
  proposal_id: nullable(Id),
  score: nullable(Type.Number({ minimum: 0, maximum: 1, description: 'The chance that it is the same task, where that decided.' })),
  why: nullable(Type.String()),
  possible: Type.Array(object('PossibleDuplicate', { id: Id, score: Type.Number({ minimum: 0, maximum: 1 }) }), {
    description: 'Other tasks that are similar, likeliest first: too little alike to decide anything.',
  }),
})
export type Outcome = Static<typeof Outcome>

export const TakenIn = object('TakenInConversation', {
  ...ConversationDetail.properties,
  new_messages: Type.Integer({ minimum: 0, description: '0: everything was known.' }),
  extraction: object('Extraction', {
    by: oneOf(['rules', 'model', 'none'], 'What read the new messages; none when there were none.'),
    model: nullable(Type.String()),
    fallback: nullable(Type.String({ description: 'Why the configured model did not do it, and rules did.' })),
  }),
  outcomes: Type.Array(Outcome),
})
export type TakenIn = Static<typeof TakenIn>

export const TaskConversation = object('TaskConversation', { ...Conversation.properties, ...originFields, linked_at: Timestamp })
export type TaskConversation = Static<typeof TaskConversation>

export const AttachRequest = object('AttachRequest', { task_id: Id })
export type AttachRequest = Static<typeof AttachRequest>

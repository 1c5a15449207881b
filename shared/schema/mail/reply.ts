// Answers to those who asked for a task by mail.
import { type Static, Type } from 'typebox'
import { Id, nullable, object, oneOf, Timestamp } from '../field.ts'

export const replyStates = ['waiting', 'sending', 'sent', 'failed', 'uncertain', 'canceled', 'bounced'] as const
export type ReplyState = (typeof replyStates)[number]
export const replyCauses = ['person', 'agent', 'acknowledge', 'done'] as const
export type ReplyCause = (typeof replyCauses)[number]

const address = Type.String({ minLength: 3, maxLength: 254 })

/** Languages in which a draft is written, and what is answered is introduced. */
export const replyLanguages = ['en', 'de'] as const
export type ReplyLanguage = (typeof replyLanguages)[number]
const language = Type.Optional(oneOf(replyLanguages, 'Of the words around what is quoted, and of a draft. Default: en.'))

export const ReplyDraftQuery = object('ReplyDraftQuery', { language })

export const NewReply = object('NewReply', {
  to: Type.Array(address, { minItems: 1, maxItems: 20, description: 'Addresses. GET /tasks/:id/reply-draft says whom it would be.' }),
  body: Type.String({
    minLength: 1,
    maxLength: 100_000,
    pattern: '\\S',
    'x-hint': 'must not be empty',
    description: 'Plain text. The signature and what is answered are put below.',
  }),
  uid: Type.Optional(Type.String({ format: 'uuid', description: 'Chosen by the caller: with the same one again, it is the same reply.' })),
  quote: Type.Optional(Type.Boolean({ description: 'Puts what is answered below. Default: true.' })),
  language,
})
export type NewReply = Static<typeof NewReply>

export const Reply = object('Reply', {
  id: Type.String({ format: 'uuid' }),
  task_id: Id,
  mailbox: Type.String({ description: 'The mailbox that sends it.' }),
  to: Type.Array(Type.String()),
  subject: Type.String(),
  body: Type.String(),
  message_id: Type.String({ description: 'The same however often it is tried.' }),
  state: oneOf(
    replyStates,
    'waiting: can still be taken back, or is tried again; uncertain: it was handed over, and nobody knows whether it was taken; bounced: it came back.',
  ),
  cause: oneOf(replyCauses, 'Who wanted it: a person, an agent, or a rule (on arrival, when done).'),
  by: Type.String({ description: 'Who wrote it, or set the rule.' }),
  problem: nullable(Type.String({ description: 'Why it is not sent, and what to do.' })),
  send_after: Timestamp,
  sent_at: nullable(Type.String({ format: 'date-time' })),
  created_at: Timestamp,
})
export type Reply = Static<typeof Reply>

export const ReplyDraft = object('ReplyDraft', {
  to: Type.Array(Type.String()),
  subject: Type.String(),
  body: Type.String({ description: 'With what is quoted, for a mail program.' }),
  text: Type.String({ description: 'The words alone.' }),
  quote: Type.String({ description: 'What is put below, signature included.' }),
  mailto: Type.String({ description: 'Opens the mail program with all of it.' }),
  from: nullable(Type.String({ description: 'The mailbox that can send it from here; null: none.' })),
  cannot: nullable(Type.String({ description: 'Why none can, and what to do.' })),
})
export type ReplyDraft = Static<typeof ReplyDraft>

const words = Type.String({ minLength: 1, maxLength: 4000, pattern: '\\S', 'x-hint': 'must not be empty; null switches it off' })

/** How a mailbox answers. */
export const AnswerSettings = object('AnswerSettings', {
  sends: Type.Boolean({ description: 'Whether replies may be sent through it.' }),
  name: Type.String({ maxLength: 100, description: 'As whom, before the address; may be empty.' }),
  signature: Type.String({ maxLength: 2000, description: 'Below each reply; may be empty.' }),
  acknowledge: nullable({
    ...words,
    description: 'Sent by itself when an email became a task, once. {title} and {name} are filled in. null: nothing is sent.',
  }),
  done: nullable({ ...words, description: 'Sent by itself when such a task is done, once. null: nothing is sent.' }),
})
export type AnswerSettings = Static<typeof AnswerSettings>

export const noAnswers: AnswerSettings = { sends: false, name: '', signature: '', acknowledge: null, done: null }

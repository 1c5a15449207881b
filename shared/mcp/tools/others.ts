// Tools beside the tasks themselves: comments, reminders, claims, contacts, questions, proposals.
import { type Static, Type } from 'typebox'
import { replyTool } from '../../domain/agents/proposal-rules.ts'
import { defaultLeaseMinutes, NewClaim } from '../../schema/claim.ts'
import { NewComment } from '../../schema/comment.ts'
import { NewReply } from '../../schema/mail/reply.ts'
import { NewContact } from '../../schema/contact.ts'
import { object } from '../../schema/field.ts'
import { NewSchedule } from '../../schema/schedule.ts'
import { maxOptions, maxWaitSeconds, NewQuestion } from '../../schema/work/question.ts'
import { count, TaskId, text, WriteAnswer } from '../answers/rows.ts'
import { readTool, writeTool } from '../tool.ts'
import { short } from './short.ts'
import { pageSize } from './tasks.ts'

const anything = Type.Unsafe<Record<string, unknown>>({ type: 'object' })
const plainKey = Type.Optional(Type.String({ minLength: 1, maxLength: 64, description: 'From your claim, after a reconnect' }))

export const addComment = writeTool({
  name: 'add_comment',
  profile: 'full',
  description: 'Say something about a task.',
  input: object('AddComment', { id: TaskId, body: NewComment.properties.body }),
  output: object('CommentAnswer', { ...WriteAnswer.properties, comment_id: Type.Optional(count) }),
  annotations: { destructiveHint: false },
  writes: 'comment',
})

export const draftReply = writeTool({
  name: replyTool,
  profile: 'full',
  description: 'Answer by email whoever asked by email for a task. Mostly a person looks first.',
  input: object('DraftReply', { id: TaskId, body: NewReply.properties.body }),
  output: object('ReplyAnswer', { ...WriteAnswer.properties, reply_id: Type.Optional(text), to: Type.Optional(Type.Array(text)) }),
  annotations: { destructiveHint: false, openWorldHint: true },
  writes: 'reply',
})

export const listComments = readTool({
  name: 'list_comments',
  profile: 'full',
  description: 'Comments of a task, oldest first. read_more: pass it to get_task.',
  input: object('ListComments', {
    id: TaskId,
    limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 100, description: `Default ${pageSize}` })),
    cursor: Type.Optional(Type.String({ maxLength: 200 })),
  }),
  output: object('CommentPage', {
    comments: Type.Array(anything),
    total: count,
    next_cursor: Type.Optional(text),
    read_more: Type.Optional(Type.Array(text)),
    more: Type.Optional(text),
  }),
  annotations: { readOnlyHint: true },
})

/** Clients give up after a minute, if they are not told to wait longer. */
export const usualWaitSeconds = 50

const AskInput = object('AskPerson', {
  id: TaskId,
  question: short(NewQuestion.properties.question),
  options: Type.Optional(Type.Array(Type.String({ minLength: 1, maxLength: 200 }), { maxItems: maxOptions, uniqueItems: true })),
  wait_seconds: Type.Optional(Type.Integer({ minimum: 0, maximum: maxWaitSeconds, description: `Default ${usualWaitSeconds}` })),
})
export type AskInput = Static<typeof AskInput>

const AskAnswer = object('AskAnswer', {
  outcome: text,
  question_id: count,
  answer: Type.Optional(text),
  by: Type.Optional(text),
  merged_into: Type.Optional(count),
  note: Type.Optional(text),
})
export type AskAnswer = Static<typeof AskAnswer>

export const askPerson = readTool({
  name: 'ask_person',
  profile: 'core',
  description: 'Ask a person about a task, which waits for the answer. outcome: answered, waiting (get_task shows the answer later) or dismissed.',
  input: AskInput,
  output: AskAnswer,
  told: ['outcome', 'answer', 'question_id', 'note'],
  annotations: { readOnlyHint: false, destructiveHint: false, idempotentHint: true },
})

const { type, fire_at, before_due_minutes, interval_days, day_of_week, day_of_month, rule, starts_on, time, timezone } = NewSchedule.properties

/** The field with the words that an agent needs, in place of those of the REST documentation. (A copy is no longer optional by itself.) */
const said = <S extends object>(schema: S, description: string): S => ({ ...schema, description })

export const scheduleReminder = writeTool({
  name: 'schedule_reminder',
  profile: 'full',
  description: 'Remind the person of a task.',
  input: object('ScheduleReminder', {
    id: TaskId,
    type: said(type, 'Says which of the fields below are needed'),
    fire_at: Type.Optional(said(fire_at, 'one_time: ISO 8601')),
    before_due_minutes: Type.Optional(said(before_due_minutes, 'one_time, instead of fire_at: moves with due')),
    interval_days: Type.Optional(said(interval_days, 'interval')),
    day_of_week: Type.Optional(said(day_of_week, 'weekly: 0 is Sunday')),
    day_of_month: Type.Optional(said(day_of_month, 'monthly')),
    rule: Type.Optional(said(rule, 'rule: RRULE by day, week, month or year, e.g. FREQ=MONTHLY;BYDAY=1MO')),
    starts_on: Type.Optional(said(starts_on, 'rule: day it counts from')),
    time: Type.Optional(said(time, 'weekly, monthly, rule: HH:MM')),
    timezone: Type.Optional(said(timezone, 'IANA')),
  }),
  output: object('ReminderAnswer', { ...WriteAnswer.properties, reminder: Type.Optional(anything) }),
  annotations: { destructiveHint: false },
  writes: 'remind',
})

export const claimTask = writeTool({
  name: 'claim_task',
  profile: 'full',
  description: `Claim a task while you work on it, so that nobody else does. outcome: claimed, renewed or held (by somebody else: take another task). Your calls renew it; it ends after ${defaultLeaseMinutes} silent minutes.`,
  input: object('ClaimTask', { id: TaskId, ttl_minutes: NewClaim.properties.ttl_minutes, key: plainKey }),
  output: object('ClaimAnswer', {
    ...WriteAnswer.properties,
    held_by: Type.Optional(text),
    expires_at: Type.Optional(text),
    key: Type.Optional(text),
  }),
  annotations: { destructiveHint: false, idempotentHint: true },
  writes: 'claim',
})

export const releaseTask = writeTool({
  name: 'release_task',
  profile: 'full',
  description: 'Release your claim on a task.',
  input: object('ReleaseTask', { id: TaskId, key: plainKey }),
  output: WriteAnswer,
  annotations: { destructiveHint: false, idempotentHint: true },
  writes: 'claim',
})

const { name, email, phone, organization, role } = NewContact.properties

export const listContacts = readTool({
  name: 'list_contacts',
  profile: 'full',
  description: 'People, newest first.',
  input: object('ListContacts', {
    limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 100, description: `Default ${pageSize}` })),
    cursor: Type.Optional(Type.String({ maxLength: 200 })),
  }),
  output: object('ContactPage', { contacts: Type.Array(anything), total: count, next_cursor: Type.Optional(text), more: Type.Optional(text) }),
  annotations: { readOnlyHint: true },
})

export const createContact = writeTool({
  name: 'create_contact',
  profile: 'full',
  description: 'Add a person. Look in list_contacts first.',
  input: object('CreateContact', {
    name: short(name),
    email: Type.Optional(short(email)),
    phone: Type.Optional(short(phone)),
    organization: Type.Optional(short(organization)),
    role: Type.Optional(short(role)),
  }),
  output: object('ContactAnswer', { ...WriteAnswer.properties, contact: Type.Optional(anything) }),
  annotations: { destructiveHint: false },
  writes: 'contact',
})

export const getProposal = readTool({
  name: 'get_proposal',
  profile: 'full',
  description: 'What became of a write that was only proposed.',
  input: object('GetProposal', { id: Type.Integer({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER }) }),
  output: WriteAnswer,
  annotations: { readOnlyHint: true },
})

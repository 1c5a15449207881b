import { type Static, Type } from 'typebox'
import { Actor } from '../actor.ts'
import { Id, nullable, object, oneOf, Timestamp, Uid, visibleText } from '../field.ts'
import { UndoConflict } from '../journal.ts'

export const questionStates = ['open', 'answered', 'dismissed', 'withdrawn'] as const
export type QuestionState = (typeof questionStates)[number]

export const maxOptions = 6
/** A call waits no longer on the server: clients give up on one that is silent for five minutes. */
export const maxWaitSeconds = 240

export const text = visibleText(2000, 'What the person is asked.')
const answer = visibleText(4000, 'What the person says: one of the options, or other words.')
export const options = Type.Array(visibleText(200, 'An answer to choose.'), { maxItems: maxOptions, uniqueItems: true, description: 'Answers to choose from.' })
const MergedInto = Type.Integer({ minimum: 1, description: 'Of a withdrawn question: the task that its task was merged into. Ask there.' })
export const WaitSeconds = Type.Integer({
  minimum: 0,
  maximum: maxWaitSeconds,
  description: 'How long the call waits for the answer; the question stays after it. Default: 0.',
})

/** What an agent wants to know of a person about a task. While it is open the task is not ready. */
export const Question = object('Question', {
  id: Id,
  uid: Uid,
  task_id: Id,
  asked_by: Actor,
  question: text,
  options,
  state: oneOf(questionStates, 'open until a person answers or dismisses it; withdrawn while its task is deleted or merged into another.'),
  merged_into: Type.Optional(MergedInto),
  answer: nullable(Type.String()),
  entry: nullable(Type.Integer({ description: 'The journal entry of the comment that keeps the answer. While it is undone the question is open.' })),
  created_at: Timestamp,
  decided_at: nullable(Timestamp),
  decided_by: Type.Unsafe<Actor | null>({ anyOf: [Actor, { type: 'null' }] }),
})
export type Question = Static<typeof Question>

export const NewQuestion = object('NewQuestion', { question: text, options: Type.Optional(nullable(options)), wait_seconds: Type.Optional(WaitSeconds) })
export type NewQuestion = Static<typeof NewQuestion>

/** What whoever asked is told. */
export const QuestionOutcome = object('QuestionOutcome', {
  outcome: oneOf(
    ['answered', 'waiting', 'dismissed', 'withdrawn'],
    'waiting: nobody has answered yet; dismissed: nobody will; withdrawn: the task was deleted or merged into another.',
  ),
  merged_into: Type.Optional(MergedInto),
  question_id: Id,
  answer: Type.Optional(Type.String()),
  by: Type.Optional(Type.String({ description: 'Who answered.' })),
})
export type QuestionOutcome = Static<typeof QuestionOutcome>

export const QuestionAnswer = object('QuestionAnswer', { answer })
export type QuestionAnswer = Static<typeof QuestionAnswer>

export const ReopenedQuestion = object('ReopenedQuestion', {
  question: Question,
  conflicts: Type.Array(UndoConflict, { description: 'Why the answer stays: somebody changed its comment since.' }),
})
export type ReopenedQuestion = Static<typeof ReopenedQuestion>

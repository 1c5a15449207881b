import { type Static, Type } from 'typebox'
import { Actor } from '../actor.ts'
import { nullable, object, oneOf, Timestamp, Uid } from '../field.ts'
import { options, text } from '../work/question.ts'

const version = (description: string) => Type.Integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER, description })

const fields = {
  task_uid: Uid,
  asked_by: Actor,
  question: text,
  options,
  /** Withdrawn is what follows from its task: each side knows it by itself. */
  state: oneOf(['open', 'answered', 'dismissed'], 'What was made of it. While its task is gone, it is withdrawn as well.'),
  answer: nullable(Type.String()),
  comment_uid: nullable({ ...Uid, description: 'The comment that keeps the answer.' }),
  created_at: Timestamp,
  decided_at: nullable(Timestamp),
  decided_by: Type.Unsafe<Actor | null>({ anyOf: [Actor, { type: 'null' }] }),
}

/** A question as devices share it: by uids, since each knows the task by another number. */
export const SyncedQuestion = object('SyncedQuestion', { uid: Uid, ...fields, version: version('Counts its changes.') })
export type SyncedQuestion = Static<typeof SyncedQuestion>

export const SyncQuestionWrite = object('SyncQuestionWrite', {
  ...fields,
  on: version('The version on which the device decided; 0: it knows of none. What is open takes any decision, what is decided only that on its own version.'),
})
export type SyncQuestionWrite = Static<typeof SyncQuestionWrite>

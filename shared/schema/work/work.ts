// The loop of an agent: take the next task, finish it.
import { type Static, Type } from 'typebox'
import { ClaimKey, Worker } from '../claim.ts'
import { Id, object, oneOf, Timestamp, Uid, visibleText } from '../field.ts'
import { TaskView, Waiting } from '../task.ts'
import { NewEvidence } from './evidence.ts'

/** Common HTTP clients give up after five minutes without an answer. */
export const maxWaitSeconds = 240

export const NextRequest = object('NextRequest', {
  id: Type.Optional({ ...Id, description: 'This task, instead of the best one.' }),
  labels: Type.Optional(Type.Array(visibleText(100, 'A label.'), { maxItems: 100, uniqueItems: true, description: 'Only tasks with any of these.' })),
  wait_seconds: Type.Optional(
    Type.Integer({ minimum: 0, maximum: maxWaitSeconds, description: 'Waits on the server until a task is ready. Default: 0. For longer, call again.' }),
  ),
  key: Type.Optional(ClaimKey),
  worker: Type.Optional(Worker),
})
export type NextRequest = Static<typeof NextRequest>

/** What came of a task that this one waited for, or of a part of it. */
export const Outcome = object('Outcome', {
  id: Id,
  title: Type.String(),
  summary: Type.Union([Type.String(), Type.Null()], { description: 'Its last comment, cut if it is long.' }),
})
export type Outcome = Static<typeof Outcome>

export const Left = object('Left', {
  ready: Type.Integer({ description: 'More that you could begin.' }),
  blocked: Type.Integer({ description: 'Wait for other tasks.' }),
  asked: Type.Integer({ description: 'Wait for a person: for an answer, or for a decision about their finish.' }),
  claimed: Type.Integer({ description: 'Somebody else has claimed.' }),
  assigned: Type.Integer({ description: 'Are assigned to somebody else.' }),
})

export const NextAnswer = object('NextAnswer', {
  outcome: oneOf(['claimed', 'resumed', 'none'], 'claimed: begin; resumed: you hold it already, so go on; none: nothing is ready.'),
  task: Type.Optional(TaskView),
  builds_on: Type.Optional(Type.Array(Outcome, { description: 'The tasks that it waited for, and its parts: what came of them.' })),
  key: Type.Optional(ClaimKey),
  expires_at: Type.Optional(Timestamp),
  unconfirmed: Type.Optional(Type.Literal(true, { description: 'The team could not be asked: finish says whether somebody else was given it, too.' })),
  left: Left,
  waits_for: Type.Optional(Type.Array(Waiting, { description: 'Of the task that you asked for: why you cannot begin.' })),
  note: Type.Optional(Type.String()),
})
export type NextAnswer = Static<typeof NextAnswer>

export const finishStatuses = ['done', 'in_review', 'todo'] as const

export const FinishRequest = object('FinishRequest', {
  key: Type.Optional(ClaimKey),
  own_run: Type.Optional(Type.Literal(true, { description: 'Instead of `key`: what this run (X-Run), or this person, has claimed. A shell keeps no keys.' })),
  summary: visibleText(100_000, 'What was done and how it was checked, or why it goes back. Markdown; kept as a comment.'),
  comment_uid: Type.Optional({ ...Uid, description: 'Under which the summary is kept, where a device writes it, too.' }),
  status: Type.Optional(oneOf(finishStatuses, 'in_review: a person should look; todo: it goes back. Default: done.')),
  evidence: Type.Optional(
    Type.Array(NewEvidence, {
      maxItems: 100,
      description:
        'What shows that it is done, recorded in the same step: claims, runs (these need the token of the data folder), or with `id` and without `run` what `tandem prove` has recorded for this task already, for `criterion` to name.',
    }),
  ),
})
export type FinishRequest = Static<typeof FinishRequest>

export const FinishAnswer = object('FinishAnswer', {
  outcome: oneOf(
    ['finished', 'unchanged', 'lost'],
    'finished: comment, status and release are written; unchanged: they were already; lost: the claim is yours no longer, and nothing was written.',
  ),
  task: TaskView,
  held_by: Type.Optional(Type.String({ description: 'Who has claimed it now.' })),
  note: Type.Optional(Type.String()),
})
export type FinishAnswer = Static<typeof FinishAnswer>

import { type Static, Type } from 'typebox'
import { object } from './field.ts'
import { DuplicateCandidate } from './task.ts'

/** RFC 9457. `detail` says what to send instead; `errors` points at each wrong part. */
export const Problem = object('Problem', {
  type: Type.String(),
  title: Type.String(),
  status: Type.Integer(),
  detail: Type.String(),
  instance: Type.String(),
  code: Type.String(),
  errors: Type.Optional(Type.Array(object('ProblemError', { pointer: Type.String(), detail: Type.String() }))),
  proposal: Type.Optional(Type.Integer({ description: 'In the cloud: as which proposal the refused write waits for a person.' })),
  candidates: Type.Optional(Type.Array(DuplicateCandidate, { description: 'on_duplicate=reject: the tasks that it would duplicate, likeliest first.' })),
})
export type Problem = Static<typeof Problem>

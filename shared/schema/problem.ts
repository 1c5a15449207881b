import { type Static, Type } from 'typebox'
import { nullable, object } from './field.ts'
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
  path: Type.Optional(Type.Array(Type.String(), { description: 'Tasks that would wait for each other in a circle, the first one named again at the end.' })),
  max_depth: Type.Optional(Type.Integer({ description: 'How deep parts can be nested.' })),
  answer: Type.Optional(Type.String({ description: 'What was answered to a question already.' })),
  writers: Type.Optional(
    Type.Array(Type.Object({ kind: Type.String(), run: nullable(Type.String()) }), {
      description: 'Those that used a name: send the kind and run of one of them.',
    }),
  ),
  teams: Type.Optional(Type.Array(Type.String({ format: 'uuid' }), { description: 'In the cloud: the teams that would be left without an owner.' })),
  quota: Type.Optional(
    Type.String({
      description: 'In the cloud, of quota_exceeded: which. tasks, text_bytes, members, file_bytes or daily_events of the team; teams or tokens of the person.',
    }),
  ),
  used: Type.Optional(Type.Integer({ description: 'How much of the quota is used.' })),
  limit: Type.Optional(Type.Integer({ description: 'How much the quota allows.' })),
  retry_after: Type.Optional(Type.Integer({ description: 'Seconds until the same call may be made again.' })),
})
export type Problem = Static<typeof Problem>

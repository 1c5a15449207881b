// The loop of an agent in two calls a task: take the next one, finish it.
import { type Static, Type } from 'typebox'
import { ClaimKey } from '../../schema/claim.ts'
import { object } from '../../schema/field.ts'
import { NewEvidence } from '../../schema/work/evidence.ts'
import { FinishRequest, NextRequest } from '../../schema/work/work.ts'
import { count, TaskId, text, WriteAnswer } from '../answers/rows.ts'
import { writeTool } from '../tool.ts'
import { short } from './short.ts'

const anything = Type.Unsafe<Record<string, unknown>>({ type: 'object' })

const Taken = object('TakenTask', {
  outcome: text,
  task: Type.Optional(anything),
  key: Type.Optional(text),
  expires_at: Type.Optional(text),
  left: Type.Optional(anything),
  waits_for: Type.Optional(Type.Array(anything)),
  proposal: Type.Optional(count),
  note: Type.Optional(text),
})
export type Taken = Static<typeof Taken>

const { id, labels, wait_seconds, key, worker } = NextRequest.properties

const NextInput = object('NextTask', {
  id: Type.Optional(short(id, 'This one')),
  labels: Type.Optional(Type.Array(short(labels.items), { maxItems: 100, uniqueItems: true })),
  wait_seconds: Type.Optional(short(wait_seconds)),
  key: Type.Optional(short(key)),
  worker: Type.Optional(short(worker, 'Your name, if agents share this session')),
})

const { criterion, id: evidenceId, text: claimText } = NewEvidence.properties

const ToldEvidence = object('ToldEvidence', {
  criterion: Type.Optional(short(criterion)),
  id: Type.Optional(short(evidenceId)),
  text: Type.Optional(short(claimText)),
})

export const FinishInput = object('FinishTask', {
  id: TaskId,
  key: short({ ...ClaimKey, 'x-missing': 'key is required: take it from the answer of next_task or claim_task' }),
  summary: short(FinishRequest.properties.summary, 'What you did and how you checked it'),
  status: Type.Optional(short(FinishRequest.properties.status, 'Default done')),
  evidence: Type.Optional(Type.Array(ToldEvidence, { maxItems: 100, description: 'id: from tandem prove; text: a claim' })),
})

/** Of what is left only what there is. */
export const toldLeft = (left: object): Record<string, unknown> => Object.fromEntries(Object.entries(left).filter(([, n]) => Number(n) > 0))

export const nextTask = writeTool({
  name: 'next_task',
  profile: 'core',
  description:
    'Take the next task: the best ready one is claimed and set in_progress for you, and told in full. outcome: claimed, resumed (you hold it already) or none. Keep key.',
  input: NextInput,
  output: Taken,
  told: ['outcome', 'task', 'key', 'left', 'note'],
  annotations: { destructiveHint: false, idempotentHint: true },
  writes: 'claim',
})

export const finishTask = writeTool({
  name: 'finish_task',
  profile: 'core',
  description:
    'Finish your task: comment, evidence, status and release in one. outcome: finished, unchanged (it was already) or lost (your claim has ended: nothing written).',
  input: FinishInput,
  output: object('FinishAnswer', { ...WriteAnswer.properties, status: Type.Optional(text), held_by: Type.Optional(text) }),
  told: ['outcome', 'status', 'note'],
  annotations: { destructiveHint: false, idempotentHint: true },
  writes: () => ['comment', 'status'] as const,
})

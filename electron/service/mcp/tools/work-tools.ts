// The loop of an agent in two calls a task: take the next one, finish it.
import { type Static, Type } from 'typebox'
import { ClaimKey } from '../../../../shared/schema/claim.ts'
import { object } from '../../../../shared/schema/field.ts'
import { invalidField } from '../../../../shared/domain/app-error.ts'
import { NewEvidence } from '../../../../shared/schema/work/evidence.ts'
import { FinishRequest, NextRequest } from '../../../../shared/schema/work/work.ts'
import { finishTool } from '../../proposals/held-tasks.ts'
import type { Next } from '../../work/next-task.ts'
import type { McpDeps } from '../deps.ts'
import { count, TaskId, text, WriteAnswer } from '../answers/rows.ts'
import { taskInHand } from '../answers/task-in-hand.ts'
import { type Absent, type Caller, defineTool, type Tool } from '../tool.ts'

/** As over REST, in fewer words. */
function short<S extends object>(schema: S, says?: string): S {
  const { description: _long, ...rest } = schema as S & { description?: string }
  return (says ? { ...rest, description: says } : rest) as S
}

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
type Taken = Static<typeof Taken>

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

const FinishInput = object('FinishTask', {
  id: TaskId,
  key: short({ ...ClaimKey, 'x-missing': 'key is required: take it from the answer of next_task or claim_task' }),
  summary: short(FinishRequest.properties.summary, 'What you did and how you checked it'),
  status: Type.Optional(short(FinishRequest.properties.status, 'Default done')),
  evidence: Type.Optional(Type.Array(ToldEvidence, { maxItems: 100, description: 'id: from tandem prove; text: a claim' })),
})

/** Over MCP nothing is run for anybody: an agent names what `tandem prove` has recorded, or claims. */
function asFinish({ evidence, ...asked }: Omit<Static<typeof FinishInput>, 'id'>): FinishRequest {
  if (!evidence) return asked
  return {
    ...asked,
    evidence: evidence.map(({ criterion, id: named, text: claim }, place) => {
      if ((named === undefined) === (claim === undefined))
        throw invalidField(`/evidence/${place}`, 'Each piece of evidence must have either id (what `tandem prove` printed) or text (a claim), and not both')
      return {
        ...(claim === undefined ? { kind: 'ran' as const, ...(named === undefined ? {} : { id: named }) } : { kind: 'claimed' as const, text: claim }),
        ...(criterion === undefined ? {} : { criterion }),
      }
    }),
  }
}

/** Of what is left only what there is. */
const told = (left: Next['left']) => Object.fromEntries(Object.entries(left).filter(([, n]) => n > 0))

export function workTools(deps: McpDeps): Tool[] {
  const { work, proposals } = deps

  function answerTo(found: Next, { reader }: Caller | Absent): Taken {
    if (found.outcome === 'none') {
      const { waits_for, ...none } = found
      return { ...none, left: told(found.left), ...(waits_for ? { waits_for: waits_for.map((reason) => ({ ...reason })) } : {}) }
    }
    const { outcome, task, claim, left } = found
    return { outcome, task: reader ? taskInHand(task, deps, reader) : { id: task.id }, key: claim.key, expires_at: claim.expires_at, left: told(left) }
  }

  return [
    defineTool({
      name: 'next_task',
      profile: 'core',
      description:
        'Take the next task: the best ready one is claimed and set in_progress for you, and told in full. outcome: claimed, resumed (you hold it already) or none. Keep key.',
      input: NextInput,
      output: Taken,
      told: ['outcome', 'task', 'key', 'left', 'note'],
      annotations: { destructiveHint: false, idempotentHint: true },
      writes: 'claim',
      run: (asked, caller) => answerTo(work.next(asked, caller), caller),
      attend: async (asked, caller, { gone, whileWaiting }) => {
        const found = work.wait(asked, caller, gone)
        return answerTo(found instanceof Promise ? await whileWaiting('No task is ready: waiting for one.', found) : found, caller)
      },
    }),
    {
      ...defineTool({
        name: finishTool,
        profile: 'core',
        description:
          'Finish your task: comment, evidence, status and release in one. outcome: finished, unchanged (it was already) or lost (your claim has ended: nothing written).',
        input: FinishInput,
        output: object('FinishAnswer', { ...WriteAnswer.properties, status: Type.Optional(text), held_by: Type.Optional(text) }),
        told: ['outcome', 'status', 'note'],
        annotations: { destructiveHint: false, idempotentHint: true },
        writes: () => ['comment', 'status'] as const,
        before(args, caller) {
          const { id: taskId, key: shown, ...asked } = args
          const found = work.settled(taskId, { ...asFinish({ ...asked, key: shown }), key: shown }, caller)
          // What was proposed in time is answered as what it is, also when its claim has ended since.
          if (!found || (found.outcome === 'lost' && proposals.knownCall(caller.actor.name, finishTool, args))) return undefined
          const { task, ...answer } = found
          return { answer: { ...answer, status: task.status } }
        },
        run({ id: taskId, ...asked }, caller) {
          const { task, ...answer } = work.finish(taskId, asFinish(asked), caller)
          return { ...answer, status: task.status }
        },
      }),
      accept({ id: taskId, ...asked }: Static<typeof FinishInput>, caller: Absent) {
        const { outcome, task } = work.approved(taskId, asFinish(asked), caller)
        return { outcome, status: task.status }
      },
    },
  ]
}

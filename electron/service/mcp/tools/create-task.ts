import { Type } from 'typebox'
import { AppError } from '../../../../shared/domain/app-error.ts'
import { object } from '../../../../shared/schema/field.ts'
import { NewTask } from '../../../../shared/schema/task.ts'
import { decideCreate, existingTask } from '../create-decision.ts'
import type { McpDeps } from '../deps.ts'
import { Priority, rowOf, Rows, rowsOf, Status, WriteAnswer } from '../rows.ts'
import { defineTool, type Tool } from '../tool.ts'

const { title, description, labels, requesters, dedupe_key } = NewTask.properties

/** The same constraints as over REST; said in fewer words. */
function short<S extends object>(schema: S, says?: string): S {
  const { description: _long, ...rest } = schema as S & { description?: string }
  return (says ? { ...rest, description: says } : rest) as S
}

export function createTaskTool(deps: McpDeps): Tool {
  const { tasks, comments, journal } = deps
  return {
    ...defineTool({
      name: 'create_task',
      profile: 'core',
      description:
        'Create a task unless it exists. outcome: created, existing (use that task) or needs_decision (update a candidate, or call again with force and reason).',
      input: object('CreateTask', {
        title: short(title),
        description: Type.Optional(short(description, 'Markdown')),
        status: Type.Optional(Status),
        priority: Type.Optional(Priority),
        labels: Type.Optional(short(labels)),
        requesters: Type.Optional(short(requesters)),
        dedupe_key: Type.Optional(short(dedupe_key, 'area::intent::object')),
        force: Type.Optional(Type.Boolean()),
        reason: Type.Optional(Type.String({ maxLength: 2000, description: 'Why it is another task than the candidates' })),
      }),
      output: object('CreateAnswer', { ...WriteAnswer.properties, candidates: Type.Optional(Rows) }),
      annotations: { destructiveHint: false, idempotentHint: true },
      writes: 'create',
      async before(args) {
        if (args.force) {
          if (!args.reason?.trim()) throw new AppError('invalid', 'force needs a reason: say in `reason` why this is another task than the candidates.')
          return undefined
        }
        const decision = await decideCreate(deps, args)
        if (decision.outcome === 'create') return undefined
        if (decision.outcome === 'existing') return { outcome: 'existing', task: rowOf(decision.task, deps), note: 'Nothing was created.' }
        return {
          outcome: 'needs_decision',
          candidates: rowsOf(decision.candidates, deps),
          note: 'Nothing was created. Update a candidate, or call again with force: true and a reason.',
        }
      },
      run: ({ force, reason, ...input }, { actor }) =>
        journal.write(actor, () => {
          // Once more, now that nothing can come in between: a task may have been created over REST while we looked.
          const exact = force ? undefined : existingTask(tasks, input)
          if (exact) return { outcome: 'existing', task: rowOf(exact, deps), note: 'Nothing was created.' }
          const task = tasks.create({ ...input, title: input.title.trim() }, { actor })
          if (force && reason?.trim()) comments.create(task.id, { body: `Created although tasks like it exist: ${reason.trim()}` }, { actor })
          return { outcome: 'created', task: rowOf(task, deps) }
        }),
    }),
    exclusive: true,
    // A person who accepts has seen that it is wanted.
    whenAccepted: (args) => ({ ...args, force: true }),
  }
}

// A task with all that is known about it, as get_task and the resource tandem://task/{id} answer it.
import { type Static, Type } from 'typebox'
import { object } from '../../../../shared/schema/field.ts'
import type { Task } from '../../../../shared/schema/task.ts'
import type { TaskViews } from '../../tasks/task-views.ts'
import type { McpDeps } from '../deps.ts'
import type { Caller } from '../tool.ts'
import { tokensOf } from './answer-budget.ts'
import { evidenceOf } from './evidence.ts'
import { questionsOf } from './questions.ts'
import { count } from './rows.ts'
import { TaskDetail, taskDetail } from './task-detail.ts'
import { Links, linksOf } from './task-links.ts'

const objects = Type.Optional(Type.Array(Type.Unsafe<Record<string, unknown>>({ type: 'object' })))

export const WholeTask = object('WholeTask', {
  ...TaskDetail.properties,
  ...Links.properties,
  comes_back_at: Type.Optional(Type.String()),
  questions: objects,
  evidence: objects,
  evidence_total: Type.Optional(count),
})

/** `readMore`: one of those that an earlier answer had; then that part alone is answered. */
export function wholeTask(
  task: Task,
  deps: McpDeps,
  views: Pick<TaskViews, 'one'>,
  { actor, reader }: Pick<Caller, 'actor' | 'reader'>,
  readMore?: string,
): Static<typeof WholeTask> {
  const around = readMore === undefined ? { ...questionsOf(task.id, deps, reader), ...evidenceOf(task.id, deps, reader) } : {}
  const left = { ...reader, tokens: reader.tokens - tokensOf(around) }
  const view = views.one(task, { actor })
  const comesBack = view.comes_back_at === undefined ? {} : { comes_back_at: view.comes_back_at }
  return { ...taskDetail(task, deps, left, readMore), ...linksOf(view), ...comesBack, ...around }
}

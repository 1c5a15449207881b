// A task with all that is known about it, as get_task and the resource tandem://task/{id} answer it.
import { type Static, Type } from 'typebox'
import { object } from '../../schema/field.ts'
import type { TaskView } from '../../schema/task.ts'
import type { AroundTask } from '../around.ts'
import type { Reader } from '../tool.ts'
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
export function wholeTask(view: TaskView, deps: AroundTask, reader: Reader, readMore?: string): Static<typeof WholeTask> {
  const around = readMore === undefined ? { ...questionsOf(view.id, deps, reader), ...evidenceOf(view.id, deps, reader) } : {}
  const left = { ...reader, tokens: reader.tokens - tokensOf(around) }
  const comesBack = view.comes_back_at === undefined ? {} : { comes_back_at: view.comes_back_at }
  return { ...taskDetail(view, deps, left, readMore), ...linksOf(view), ...comesBack, ...around }
}

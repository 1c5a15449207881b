// How tasks look to agents: brief rows in lists (whole bodies cost tokens and come from get_task only), and what a write answers.
import { type Static, Type } from 'typebox'
import { invalidField } from '../../domain/app-error.ts'
import { readCursor } from '../../http/page.ts'
import { object } from '../../schema/field.ts'
import { priorities, statuses, type Task } from '../../schema/task.ts'
import type { Fence } from '../../domain/agents/outside-text.ts'
import type { AroundRows } from '../around.ts'
import { tokensOf } from './answer-budget.ts'

export const TaskId = Type.Integer({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER })
export const Status = Type.Unsafe<Task['status']>({ type: 'string', enum: [...statuses] })
export const Priority = Type.Unsafe<Task['priority']>({ type: 'string', enum: [...priorities] })

const text = Type.String()
const count = Type.Integer()

export const Row = object('Row', {
  id: count,
  title: text,
  status: text,
  priority: text,
  labels: Type.Optional(Type.Array(text)),
  labels_total: Type.Optional(count),
  claimed_by: Type.Optional(text),
  score: Type.Optional(Type.Number()),
  likely: Type.Optional(Type.Boolean()),
  snippet: Type.Optional(text),
})
export type Row = Static<typeof Row>

export const Rows = Type.Unsafe<Row[]>({ type: 'array', items: { type: 'object' } })

export const WriteAnswer = object('WriteAnswer', {
  outcome: text,
  task: Type.Optional(Type.Unsafe<Row>({ type: 'object' })),
  proposal: Type.Optional(count),
  note: Type.Optional(text),
})
export type WriteAnswer = Static<typeof WriteAnswer>

export const onlyId = object('TaskCall', { id: TaskId })

export { count, text }

/** The position in a page's cursor; what is no cursor is told in the words of tools. */
export function positionOf(cursor: string | undefined): number | undefined {
  try {
    return readCursor(cursor)
  } catch {
    throw invalidField('/cursor', 'cursor is invalid; send next_cursor from the previous page, or leave it out')
  }
}

/** Labels that are longer together are left out of a row: only the whole list may be sent back with update_task. */
const maxLabelTokens = 150

/** Scores are told to two places: more digits are tokens without meaning. */
const rounded = (score: number): number => Math.round(score * 100) / 100

/** Without a fence the rows are for the record, not for an agent to read. */
export function rowsOf(
  tasks: readonly (Task & { score?: number; likely?: boolean; snippet?: string })[],
  { claims, provenance }: AroundRows,
  fence: Fence | undefined,
): Row[] {
  return tasks.map((task) => {
    const { id, title, status, priority, labels, score, likely, snippet } = fence ? provenance.fenceTask(task, fence) : task
    const claim = claims.of(id)
    const hasTooMany = tokensOf(labels) > maxLabelTokens
    return {
      id,
      title,
      status,
      priority,
      ...(labels.length === 0 ? {} : hasTooMany ? { labels_total: labels.length } : { labels }),
      ...(claim ? { claimed_by: claim.holder.name } : {}),
      ...(score === undefined ? {} : { score: rounded(score) }),
      ...(likely === undefined ? {} : { likely }),
      ...(snippet === undefined || snippet === '' ? {} : { snippet }),
    }
  })
}

export const rowOf = (task: Task, deps: AroundRows, fence: Fence | undefined): Row => rowsOf([task], deps, fence)[0] as Row

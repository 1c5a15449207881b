// A task as whoever has just taken it reads it: all that is needed to begin, within the answer's bound, and nothing else.
import type { Task } from '../../schema/task.ts'
import type { AroundTask, BuiltOn } from '../around.ts'
import type { Reader } from '../tool.ts'
import { countFitting, tokensOf } from './answer-budget.ts'
import { questionsOf } from './questions.ts'
import { commentRow, taskDetail } from './task-detail.ts'

/** Of the answer, for what the task builds on; and for each of these. */
const shareOfOthers = 0.25
const summaryTokens = 150

/** What whoever holds a task does not ask for. */
const needless = new Set(['version', 'created_at', 'updated_at', 'claim', 'comments_total'])

/** The tasks that it waited for, and its parts, with the last that was said of each. */
function othersOf(builtOn: readonly BuiltOn[], deps: AroundTask, reader: Reader): { builds_on?: object[] } {
  const rows = builtOn.map(({ task: done, last }) => {
    const { id, title } = deps.provenance.fenceTask(done, reader.fence)
    return { id, title, ...(last ? { summary: commentRow(last, deps, { ...reader, tokens: summaryTokens }).row.body } : {}) }
  })
  const shown = rows.slice(0, countFitting(rows, reader.tokens * shareOfOthers))
  return shown.length > 0 ? { builds_on: shown } : {}
}

export function taskInHand(task: Task, builtOn: readonly BuiltOn[], deps: AroundTask, reader: Reader): Record<string, unknown> {
  const others = { ...othersOf(builtOn, deps, reader), ...questionsOf(task.id, deps, reader) }
  const detail = taskDetail(task, deps, { ...reader, tokens: reader.tokens - tokensOf(others) })
  const needed = Object.entries(detail).filter(([field, value]) => !needless.has(field) && !(Array.isArray(value) && value.length === 0))
  return { ...Object.fromEntries(needed), ...others }
}

// Tools that find tasks by words and meaning, and how their answers look.
import { Type } from 'typebox'
import { object } from '../../schema/field.ts'
import type { DuplicateCandidate, SearchHit } from '../../schema/task.ts'
import { rowsFitting } from '../answers/answer-budget.ts'
import { count, Rows, rowsOf, text } from '../answers/rows.ts'
import type { AroundRows } from '../around.ts'
import { type Reader, readTool } from '../tool.ts'

export const shownHits = 10
export const maxHits = 50

const Query = (description?: string) =>
  Type.String({
    minLength: 1,
    maxLength: 100_000,
    pattern: '\\S',
    'x-hint': 'must contain at least one visible character',
    ...(description ? { description } : {}),
  })

const Hits = object('Hits', { tasks: Rows, total: count, more: Type.Optional(text), note: Type.Optional(text) })

export const search = readTool({
  name: 'search',
  profile: 'core',
  description: 'Search tasks by words and meaning, best first.',
  input: object('SearchCall', {
    query: Query(),
    limit: Type.Optional(Type.Integer({ minimum: 1, maximum: maxHits, description: `Default ${shownHits}` })),
  }),
  output: Hits,
  annotations: { readOnlyHint: true },
})

export const findDuplicates = readTool({
  name: 'find_duplicates',
  profile: 'core',
  description: 'The five tasks most like a text, each with a score from 0 to 1; likely: probably the same. Ask before you create.',
  input: object('DuplicateCall', { text: Query('Title, report or dedupe_key') }),
  output: Hits,
  told: ['tasks', 'total'],
  annotations: { readOnlyHint: true },
})

/** The first `limit` of the hits, as far as they fit. */
export function hitsAnswer({ hits, hints }: { hits: readonly SearchHit[]; hints: readonly string[] }, limit: number, around: AroundRows, reader: Reader) {
  const rows = rowsOf(hits.slice(0, limit), around, reader.fence)
  const shown = rowsFitting(rows, reader.tokens)
  const left = hits.length - shown.length
  const how = shown.length < rows.length ? 'narrow the query' : 'raise limit or narrow the query'
  return {
    tasks: shown,
    total: hits.length,
    ...(left > 0 ? { more: `${left} more: ${how}` } : {}),
    ...(hints.length > 0 ? { note: hints.join(' ') } : {}),
  }
}

export function candidatesAnswer(candidates: readonly DuplicateCandidate[], around: AroundRows, reader: Reader) {
  return { tasks: rowsFitting(rowsOf(candidates, around, reader.fence), reader.tokens), total: candidates.length }
}

import { Type } from 'typebox'
import { assigneesOf } from '../../../../shared/domain/tasks/task-filter.ts'
import { object } from '../../../../shared/schema/field.ts'
import { rowsFitting } from '../../../../shared/mcp/answers/answer-budget.ts'
import type { McpDeps } from '../deps.ts'
import { count, Rows, rowsOf, text } from '../../../../shared/mcp/answers/rows.ts'
import { defineTool, readTool, type Tool } from '../../../../shared/mcp/tool.ts'

const shownHits = 10
const maxHits = 50

const Query = (description?: string) =>
  Type.String({
    minLength: 1,
    maxLength: 100_000,
    pattern: '\\S',
    'x-hint': 'must contain at least one visible character',
    ...(description ? { description } : {}),
  })

export function searchTools(deps: McpDeps): Tool[] {
  const { search } = deps
  const answer = object('Hits', { tasks: Rows, total: count, more: Type.Optional(text), note: Type.Optional(text) })
  return [
    defineTool(
      readTool({
        name: 'search',
        profile: 'core',
        description: 'Search tasks by words and meaning, best first.',
        input: object('SearchCall', {
          query: Query(),
          limit: Type.Optional(Type.Integer({ minimum: 1, maximum: maxHits, description: `Default ${shownHits}` })),
        }),
        output: answer,
        annotations: { readOnlyHint: true },
      }),
      {
        async run({ query, limit = shownHits }, { actor, reader }) {
          const { hits, hints } = await search.search(query, maxHits, assigneesOf(actor))
          const rows = rowsOf(hits.slice(0, limit), deps, reader.fence)
          const shown = rowsFitting(rows, reader.tokens)
          const left = hits.length - shown.length
          const how = shown.length < rows.length ? 'narrow the query' : 'raise limit or narrow the query'
          return {
            tasks: shown,
            total: hits.length,
            ...(left > 0 ? { more: `${left} more: ${how}` } : {}),
            ...(hints.length > 0 ? { note: hints.join(' ') } : {}),
          }
        },
      },
    ),
    defineTool(
      readTool({
        name: 'find_duplicates',
        profile: 'core',
        description: 'The five tasks most like a text, each with a score from 0 to 1; likely: probably the same. Ask before you create.',
        input: object('DuplicateCall', { text: Query('Title, report or dedupe_key') }),
        output: answer,
        told: ['tasks', 'total'],
        annotations: { readOnlyHint: true },
      }),
      {
        async run({ text }, { reader }) {
          const { candidates } = await search.findDuplicates({ text })
          const rows = rowsOf(candidates, deps, reader.fence)
          return { tasks: rowsFitting(rows, reader.tokens), total: candidates.length }
        },
      },
    ),
  ]
}

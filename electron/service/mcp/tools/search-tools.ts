import { assigneesOf } from '../../../../shared/domain/tasks/task-filter.ts'
import { defineTool, type Tool } from '../../../../shared/mcp/tool.ts'
import * as table from '../../../../shared/mcp/tools/search.ts'
import type { McpDeps } from '../deps.ts'

export function searchTools(deps: McpDeps): Tool[] {
  const { search } = deps
  return [
    defineTool(table.search, {
      run: async ({ query, limit = table.shownHits }, { actor, reader }) =>
        table.hitsAnswer(await search.search(query, table.maxHits, assigneesOf(actor)), limit, deps, reader),
    }),
    defineTool(table.findDuplicates, {
      run: async ({ text }, { reader }) => table.candidatesAnswer((await search.findDuplicates({ text })).candidates, deps, reader),
    }),
  ]
}

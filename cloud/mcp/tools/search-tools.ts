// Tools that find tasks of a team by words and meaning.
import type { Tool } from '../../../shared/mcp/tool.ts'
import * as table from '../../../shared/mcp/tools/search.ts'
import { meOf } from '../../tasks/task-caller.ts'
import type { TeamMcpDeps } from '../deps.ts'
import { teamTool } from '../team-tool.ts'

const idsOf = (tasks: readonly { id: number }[]) => tasks.map(({ id }) => id)

export function searchTools({ search, around }: TeamMcpDeps): Tool[] {
  return [
    teamTool(table.search, {
      async work({ query, limit = table.shownHits }, { ctx, reader }) {
        const found = await search.search({ q: query, limit: table.maxHits, me: meOf(ctx) }, ctx)
        return table.hitsAnswer(found, limit, await around.rows(idsOf(found.hits.slice(0, limit)), ctx), reader)
      },
    }),
    teamTool(table.findDuplicates, {
      async work({ text }, { ctx, reader }) {
        const { candidates } = await search.findDuplicates({ text }, ctx)
        return table.candidatesAnswer(candidates, await around.rows(idsOf(candidates), ctx), reader)
      },
    }),
  ]
}

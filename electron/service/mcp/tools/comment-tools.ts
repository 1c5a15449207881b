import { commentPage } from '../../../../shared/mcp/answers/pages.ts'
import { positionOf } from '../../../../shared/mcp/answers/rows.ts'
import { defineTool, type Tool } from '../../../../shared/mcp/tool.ts'
import { addComment, listComments } from '../../../../shared/mcp/tools/others.ts'
import { pageSize } from '../../../../shared/mcp/tools/tasks.ts'
import type { McpDeps } from '../deps.ts'

export function commentTools(deps: McpDeps): Tool[] {
  const { tasks, comments } = deps
  return [
    defineTool(addComment, {
      before: ({ id }) => void tasks.get(id),
      run({ id, body }, { actor, makes }) {
        if (makes !== undefined && comments.hasUid(makes)) return { outcome: 'existing' }
        return { outcome: 'created', comment_id: comments.create(id, { body }, { actor }, makes).id }
      },
    }),
    defineTool(listComments, {
      run({ id, limit = pageSize, cursor }, { reader }) {
        const after = positionOf(cursor)
        return commentPage({ found: comments.page(id, after, limit + 1), total: comments.count(id), limit, after }, deps, reader)
      },
    }),
  ]
}

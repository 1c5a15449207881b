import { claimAnswer } from '../../../../shared/mcp/answers/claims.ts'
import { defineTool, type Tool } from '../../../../shared/mcp/tool.ts'
import { claimTask, releaseTask } from '../../../../shared/mcp/tools/others.ts'
import type { McpDeps } from '../deps.ts'

export function claimTools({ tasks, claims, team }: McpDeps): Tool[] {
  return [
    defineTool(claimTask, {
      before: ({ id }) => void tasks.get(id),
      run: ({ id, ...asked }, caller) => claimAnswer(claims.claim(id, caller, asked), caller.actor.name),
      attend: async ({ id, ...asked }, caller) => claimAnswer(await team.claim(id, caller, asked), caller.actor.name),
    }),
    defineTool(releaseTask, {
      run: ({ id, key }, caller) => (claims.release(id, caller, key) ? { outcome: 'released' } : { outcome: 'unchanged', note: 'Nobody held it.' }),
    }),
  ]
}

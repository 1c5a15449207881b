import type { McpDeps } from '../deps.ts'
import type { Tool } from '../../../../shared/mcp/tool.ts'
import { askPersonTool } from './ask-person.ts'
import { claimTools } from './claim-tools.ts'
import { commentTools } from './comment-tools.ts'
import { contactTools } from './contact-tools.ts'
import { createTaskTool } from './create-task.ts'
import { proposalTools } from './proposal-tools.ts'
import { reminderTools } from './reminder-tools.ts'
import { replyTools } from './reply-tools.ts'
import { searchTools } from './search-tools.ts'
import { taskTools } from './task-tools.ts'
import { workTools } from './work-tools.ts'

/** In the order in which they are listed. */
export const allTools = (deps: McpDeps): Tool[] => [
  ...workTools(deps),
  ...taskTools(deps),
  createTaskTool(deps),
  ...searchTools(deps),
  ...commentTools(deps),
  ...replyTools(deps),
  askPersonTool(deps),
  ...reminderTools(deps),
  ...claimTools(deps),
  ...contactTools(deps),
  ...proposalTools(deps),
]

import { reminderRow } from '../../../../shared/mcp/answers/task-detail.ts'
import { defineTool, type Tool } from '../../../../shared/mcp/tool.ts'
import { scheduleReminder } from '../../../../shared/mcp/tools/others.ts'
import type { McpDeps } from '../deps.ts'

export function reminderTools({ tasks, schedules }: McpDeps): Tool[] {
  return [
    defineTool(scheduleReminder, {
      before: ({ id }) => void tasks.get(id),
      run({ id, ...input }, { actor, makes }) {
        if (makes !== undefined && schedules.hasUid(makes)) return { outcome: 'existing' }
        return { outcome: 'created', reminder: reminderRow(schedules.create(id, input, { actor }, makes)) }
      },
    }),
  ]
}

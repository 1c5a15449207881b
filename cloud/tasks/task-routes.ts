import type { cloudHistoryContract, cloudTaskContract } from '../../shared/contract/cloud/cloud.ts'
import { assigneesOf, readFilter } from '../../shared/domain/tasks/task-filter.ts'
import type { Handlers } from '../../shared/http/mount.ts'
import { historyPage, pageOf, pageOfHistory, readCursor } from '../../shared/http/page.ts'
import type { TeamContext } from '../context.ts'
import type { createHistory } from '../journal/history.ts'
import type { Tasks } from './tasks.ts'

export function taskRoutes(tasks: Tasks): Handlers<typeof cloudTaskContract, TeamContext> {
  return {
    async listTasks({ query: { limit, cursor, ...asked } }, ctx) {
      const email = ctx.caller?.kind === 'session' ? ctx.caller.user.email : undefined
      const filter = readFilter({ timezone: 'UTC', ...asked }, assigneesOf(ctx.actor, email), new Date())
      const { rows, total } = await tasks.list(ctx, filter, readCursor(cursor), limit === undefined ? undefined : limit + 1)
      return pageOf(rows, limit, total, ctx.url, (task) => task.id)
    },
    createTask: ({ body }, ctx) => tasks.create(body, ctx),
    getTask: ({ params }, ctx) => tasks.get(params.id, ctx),
    updateTask: ({ params, body }, ctx) => tasks.update(params.id, body, ctx),
    deleteTask: ({ params }, ctx) => tasks.remove(params.id, ctx),
  }
}

export function historyRoutes(history: ReturnType<typeof createHistory>): Handlers<typeof cloudHistoryContract, TeamContext> {
  return {
    async readTaskHistory({ params, query: { limit = historyPage, cursor, texts } }, ctx) {
      const { entries, more, total } = await history.ofTask(ctx.team, params.id, readCursor(cursor), limit, texts === 'whole')
      return pageOfHistory(entries, more, total, ctx.url)
    },
    readHistoryEntry: ({ params }, ctx) => history.entryOfTask(ctx.team, params.id, params.seq),
  }
}

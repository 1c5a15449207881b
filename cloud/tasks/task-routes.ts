import type { cloudHistoryContract, cloudTaskContract } from '../../shared/contract/cloud/cloud.ts'
import type { Handlers } from '../../shared/http/mount.ts'
import { historyPage, pageOf, pageOfHistory, readCursor } from '../../shared/http/page.ts'
import type { TeamContext } from '../context.ts'
import type { createHistory } from '../journal/history.ts'
import type { TaskViews } from './task-views.ts'
import type { Tasks } from './tasks.ts'

export function taskRoutes(tasks: Tasks, views: TaskViews): Handlers<typeof cloudTaskContract, TeamContext> {
  return {
    async listTasks({ query: { limit, cursor, ...asked } }, ctx) {
      const filter = await views.filter(asked, ctx)
      const { rows, total } = await tasks.list(ctx, filter, readCursor(cursor), limit === undefined ? undefined : limit + 1)
      return pageOf(await views.all(rows, ctx), limit, total, ctx.url, (task) => task.id)
    },
    createTask: async ({ body }, ctx) => views.made(await tasks.create(body, ctx), ctx),
    getTask: async ({ params }, ctx) => views.one(await tasks.get(params.id, ctx), ctx),
    updateTask: async ({ params, body }, ctx) => views.one(await tasks.update(params.id, body, ctx), ctx),
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

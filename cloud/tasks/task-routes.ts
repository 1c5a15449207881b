import type { cloudHistoryContract } from '../../shared/contract/cloud/cloud.ts'
import type { taskContract } from '../../shared/contract/tasks.ts'
import { duePosition } from '../../shared/domain/tasks/due-order.ts'
import { decidedBy, startedBy } from '../../shared/domain/tasks/triage.ts'
import { defaultWords, mostUsed } from '../../shared/domain/tasks/words-in-use.ts'
import { Answer, type Handlers } from '../../shared/http/mount.ts'
import { historyPage, nextLink, pageOf, pageOfHistory, readCursor, readDueCursor } from '../../shared/http/page.ts'
import { textHeader } from '../../shared/http/in-header.ts'
import type { TaskView } from '../../shared/schema/task.ts'
import type { TeamContext } from '../context.ts'
import type { AssigneeHint } from './assignee-hint.ts'
import type { createHistory } from '../journal/history.ts'
import type { Undo } from '../journal/undo.ts'
import type { CreateUnlessSame } from './create-unless-same.ts'
import { meant } from './task-caller.ts'
import type { TaskViews } from './task-views.ts'
import type { Tasks } from './tasks.ts'

export function taskRoutes(tasks: Tasks, create: CreateUnlessSame, views: TaskViews, hintOf: AssigneeHint): Handlers<typeof taskContract, TeamContext> {
  const hinted = async (view: TaskView, written: { assignee?: string | null | undefined }, ctx: TeamContext, more: Record<string, string> = {}) =>
    new Answer(view, { headers: { ...more, ...textHeader('X-Assignee-Hint', await hintOf(written, ctx)) } })
  return {
    async listTasks({ query: { limit, cursor, sort, ...asked } }, ctx) {
      const filter = await views.filter(asked, ctx)
      const [byDue, most] = [sort === 'due', limit === undefined ? undefined : limit + 1]
      const { rows, total } = await (byDue ? tasks.listByDue(ctx, filter, readDueCursor(cursor), most) : tasks.list(ctx, filter, readCursor(cursor), most))
      return pageOf(await views.all(rows, ctx), limit, total, ctx.url, byDue ? duePosition : (task) => task.id)
    },
    async createTask({ query, body }, ctx) {
      const { task, isNew, possible } = await create(startedBy(ctx.actor.kind, meant(body, ctx)), query.on_duplicate ?? 'create', ctx)
      if (!isNew) return new Answer(await views.one(task, ctx), { status: 200, headers: { 'X-Duplicate-Of': String(task.id) } })
      return hinted(await views.made(task, ctx), task, ctx, possible.length > 0 ? { 'X-Possible-Duplicates': possible.join(', ') } : {})
    },
    async listTaskWords({ query: { field, q, limit = defaultWords } }, ctx) {
      return mostUsed(await tasks.wordsInUse(field, ctx), q, limit)
    },
    getTask: async ({ params }, ctx) => views.one(await tasks.get(params.id, ctx), ctx),
    async updateTask({ params, body }, ctx) {
      const patch = meant(body, ctx)
      return hinted(await views.one(await tasks.update(params.id, decidedBy(ctx.actor.kind, patch), ctx), ctx), patch, ctx)
    },
    deleteTask: ({ params }, ctx) => tasks.remove(params.id, ctx),
  }
}

export function historyRoutes(history: ReturnType<typeof createHistory>, { undo }: Undo): Handlers<typeof cloudHistoryContract, TeamContext> {
  return {
    async readJournal({ query: { after = 0, limit = 100, texts } }, { team, url }) {
      const { entries, more } = await history.after(team, after, limit, texts === 'whole')
      const last = entries.at(-1)
      return new Answer(entries, { headers: more && last ? nextLink(url, 'after', String(last.seq)) : {} })
    },
    async readTaskHistory({ params, query: { limit = historyPage, cursor, texts } }, ctx) {
      const { entries, more, total } = await history.ofTask(ctx.team, params.id, readCursor(cursor), limit, texts === 'whole')
      return pageOfHistory(entries, more, total, ctx.url)
    },
    readHistoryEntry: ({ params }, ctx) => history.entryOfTask(ctx.team, params.id, params.seq),
    undo: ({ body }, ctx) => undo(body, ctx),
  }
}

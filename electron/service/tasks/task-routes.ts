import type { taskContract } from '../../../shared/contract/tasks.ts'
import { Answer, type Handlers, prepared } from '../../../shared/http/mount.ts'
import { LongList } from '../../../shared/http/long-list.ts'
import { pageOf, readCursor } from '../../../shared/http/page.ts'
import type { Task, TaskFilter, TaskView } from '../../../shared/schema/task.ts'
import type { HttpContext } from '../context.ts'
import type { Created, CreateUnlessSame } from './create-unless-same.ts'
import type { TaskViews } from './task-views.ts'
import type { Tasks } from './tasks.ts'

/** From this many tasks on, a list without a limit is sent page by page. */
const longFrom = 1000
const pageSize = 50

function* pages(tasks: Tasks, filter: TaskFilter, shown: (page: Task[]) => TaskView[]): Iterable<TaskView[]> {
  let below: number | undefined
  for (;;) {
    const page = tasks.list(filter, below, pageSize)
    if (page.length > 0) yield shown(page)
    if (page.length < pageSize) return
    below = page.at(-1)?.id
  }
}

/** Which of the two it was, and what is similar, is told by status and headers. */
function answerTo(created: Created, shown: (task: Task) => TaskView): TaskView | Answer<TaskView> {
  const task = shown(created.task)
  if (!created.isNew) return new Answer(task, { status: 200, headers: { 'X-Duplicate-Of': String(task.id) } })
  return created.possible.length === 0 ? task : new Answer(task, { headers: { 'X-Possible-Duplicates': created.possible.join(', ') } })
}

export function taskRoutes(tasks: Tasks, unlessSame: CreateUnlessSame, views: TaskViews): Handlers<typeof taskContract, HttpContext> {
  return {
    listTasks({ query: { limit, cursor, ...asked } }, ctx) {
      const filter = views.filter(asked, ctx)
      if (limit === undefined && cursor === undefined && tasks.count(filter) > longFrom) {
        return new Answer(new LongList(() => pages(tasks, filter, (page) => views.all(page, ctx))) as unknown as TaskView[], {
          headers: { 'X-Total-Count': String(tasks.count(filter)) },
        })
      }
      const rows = tasks.list(filter, readCursor(cursor), limit === undefined ? undefined : limit + 1)
      return pageOf(views.all(rows, ctx), limit, tasks.count(filter), ctx.url, (task) => task.id)
    },
    createTask: prepared({
      prepare: ({ query, body }) => unlessSame.look(body, query.on_duplicate ?? 'create'),
      handle: ({ query, body }, ctx, looked) => answerTo(unlessSame.create(body, query.on_duplicate ?? 'create', ctx, looked), (task) => views.one(task, ctx)),
      inTurn: ({ query }, steps) => unlessSame.inTurn(query.on_duplicate ?? 'create', steps),
    }),
    getTask: ({ params }, ctx) => views.one(tasks.get(params.id), ctx),
    updateTask: ({ params, body }, ctx) => views.one(tasks.update(params.id, body, ctx), ctx),
    deleteTask: ({ params }, ctx) => tasks.remove(params.id, ctx),
  }
}

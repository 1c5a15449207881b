import type { taskContract } from '../../../shared/contract/tasks.ts'
import { assigneesOf, readFilter } from '../../../shared/domain/tasks/task-filter.ts'
import { Answer, type Handlers, prepared } from '../../../shared/http/mount.ts'
import { LongList } from '../../../shared/http/long-list.ts'
import { pageOf, readCursor } from '../../../shared/http/page.ts'
import type { Task, TaskFilter } from '../../../shared/schema/task.ts'
import type { HttpContext } from '../context.ts'
import type { Created, CreateUnlessSame } from './create-unless-same.ts'
import type { Tasks } from './tasks.ts'

/** From this many tasks on, a list without a limit is sent page by page. */
const longFrom = 1000
const pageSize = 50

function* pages(tasks: Tasks, filter: TaskFilter): Iterable<Task[]> {
  let below: number | undefined
  for (;;) {
    const page = tasks.list(filter, below, pageSize)
    if (page.length > 0) yield page
    if (page.length < pageSize) return
    below = page.at(-1)?.id
  }
}

/** Which of the two it was, and what is similar, is told by status and headers. */
function answerTo(created: Created): Task | Answer<Task> {
  const { task } = created
  if (!created.isNew) return new Answer(task, { status: 200, headers: { 'X-Duplicate-Of': String(task.id) } })
  return created.possible.length === 0 ? task : new Answer(task, { headers: { 'X-Possible-Duplicates': created.possible.join(', ') } })
}

export function taskRoutes(tasks: Tasks, unlessSame: CreateUnlessSame, now: () => Date): Handlers<typeof taskContract, HttpContext> {
  return {
    listTasks({ query: { limit, cursor, ...asked } }, ctx) {
      const filter = readFilter(asked, assigneesOf(ctx.actor), now())
      if (limit === undefined && cursor === undefined && tasks.count(filter) > longFrom) {
        return new Answer(new LongList(() => pages(tasks, filter)) as unknown as Task[], { headers: { 'X-Total-Count': String(tasks.count(filter)) } })
      }
      const rows = tasks.list(filter, readCursor(cursor), limit === undefined ? undefined : limit + 1)
      return pageOf(rows, limit, tasks.count(filter), ctx.url, (task) => task.id)
    },
    createTask: prepared({
      prepare: ({ query, body }) => unlessSame.look(body, query.on_duplicate ?? 'create'),
      handle: ({ query, body }, ctx, looked) => answerTo(unlessSame.create(body, query.on_duplicate ?? 'create', ctx, looked)),
      inTurn: ({ query }, steps) => unlessSame.inTurn(query.on_duplicate ?? 'create', steps),
    }),
    getTask: ({ params }) => tasks.get(params.id),
    updateTask: ({ params, body }, ctx) => tasks.update(params.id, body, ctx),
    deleteTask: ({ params }, ctx) => tasks.remove(params.id, ctx),
  }
}

import type { taskContract } from '../../../shared/contract/tasks.ts'
import { duePosition } from '../../../shared/domain/tasks/due-order.ts'
import { defaultWords, mostUsed } from '../../../shared/domain/tasks/words-in-use.ts'
import { textHeader } from '../../../shared/http/in-header.ts'
import { Answer, type Handlers, prepared } from '../../../shared/http/mount.ts'
import { LongList } from '../../../shared/http/long-list.ts'
import { pageOf, readCursor, readDueCursor } from '../../../shared/http/page.ts'
import type { Task, TaskFilter, TaskView } from '../../../shared/schema/task.ts'
import type { HttpContext } from '../context.ts'
import type { Created, CreateUnlessSame } from './create-unless-same.ts'
import type { TaskViews } from './task-views.ts'
import type { Tasks } from './tasks.ts'
import type { AssigneeHint } from './assignee-hints.ts'
import type { WordsInUse } from './words-in-use.ts'

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

/** The order is that of the beginning: a task whose due date changes meanwhile comes once all the same. */
function* pagesByDue(tasks: Tasks, filter: TaskFilter, shown: (page: Task[]) => TaskView[]): Iterable<TaskView[]> {
  const ids = tasks.byDue.ids(filter)
  for (let from = 0; from < ids.length; from += pageSize) {
    const some = ids.slice(from, from + pageSize)
    const found = new Map(tasks.byIds(some).map((task) => [task.id, task]))
    const page = some.flatMap((id) => found.get(id) ?? [])
    if (page.length > 0) yield shown(page)
  }
}

/** Which of the two it was, and what is similar, is told by status and headers. */
function answerTo(created: Created, shown: (task: Task) => TaskView, hintOf: AssigneeHint): TaskView | Answer<TaskView> {
  const task = shown(created.task)
  if (!created.isNew) return new Answer(task, { status: 200, headers: { 'X-Duplicate-Of': String(task.id) } })
  const possible: Record<string, string> = created.possible.length === 0 ? {} : { 'X-Possible-Duplicates': created.possible.join(', ') }
  return new Answer(task, { headers: { ...possible, ...hinted(hintOf(created.task)) } })
}

const hinted = (hint: string | undefined): Record<string, string> => textHeader('X-Assignee-Hint', hint)

export function taskRoutes(
  tasks: Tasks,
  unlessSame: CreateUnlessSame,
  views: TaskViews,
  wordsInUse: WordsInUse,
  hintOf: AssigneeHint,
): Handlers<typeof taskContract, HttpContext> {
  return {
    listTasks({ query: { limit, cursor, sort, ...asked } }, ctx) {
      const byDue = sort === 'due'
      const filter = views.filter(asked, ctx)
      if (limit === undefined && cursor === undefined && tasks.count(filter) > longFrom) {
        return new Answer(new LongList(() => (byDue ? pagesByDue : pages)(tasks, filter, (page) => views.all(page, ctx))) as unknown as TaskView[], {
          headers: { 'X-Total-Count': String(tasks.count(filter)) },
        })
      }
      const most = limit === undefined ? undefined : limit + 1
      const rows = byDue ? tasks.byDue.list(filter, readDueCursor(cursor), most) : tasks.list(filter, readCursor(cursor), most)
      return pageOf(views.all(rows, ctx), limit, tasks.count(filter), ctx.url, byDue ? duePosition : (task) => task.id)
    },
    createTask: prepared({
      prepare: ({ query, body }) => unlessSame.look(body, query.on_duplicate ?? 'create'),
      handle: ({ query, body }, ctx, looked) =>
        answerTo(unlessSame.create(body, query.on_duplicate ?? 'create', ctx, looked), (task) => views.one(task, ctx), hintOf),
      inTurn: ({ query }, steps) => unlessSame.inTurn(query.on_duplicate ?? 'create', steps),
    }),
    listTaskWords: ({ query: { field, q, limit = defaultWords } }) => mostUsed(wordsInUse(field), q, limit),
    getTask: ({ params }, ctx) => views.one(tasks.get(params.id), ctx),
    updateTask: ({ params, body }, ctx) => new Answer(views.one(tasks.update(params.id, body, ctx), ctx), { headers: hinted(hintOf(body)) }),
    deleteTask: ({ params }, ctx) => tasks.remove(params.id, ctx),
  }
}

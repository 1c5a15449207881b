import { isSameWord } from '../../../shared/domain/search/plain-words.ts'
import type { taskContract } from '../../../shared/contract/tasks.ts'
import { AppError } from '../../../shared/domain/app-error.ts'
import { Answer, type Handlers, prepared } from '../../../shared/http/mount.ts'
import { LongList } from '../../../shared/http/long-list.ts'
import { pageOf, readCursor } from '../../../shared/http/page.ts'
import type { DuplicateCandidate, NewTask, Task, TaskFilter } from '../../../shared/schema/task.ts'
import type { HttpContext } from '../context.ts'
import type { Search } from '../search/open-search.ts'
import type { Tasks } from './tasks.ts'

type OnDuplicate = 'create' | 'return' | 'reject'

/** From this chance on, `on_duplicate` takes a task for the same one. */
const sameTask = 0.85

interface Lookup {
  candidates: DuplicateCandidate[]
  /** What is similar, and not similar enough to stop anybody. */
  possible: DuplicateCandidate[]
  /** The newest task before the search. */
  newest: number
}

const fold = (title: string) => title.toLowerCase().replaceAll(/\s+/g, ' ').trim()

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

export function taskRoutes(tasks: Tasks, search: Search): Handlers<typeof taskContract, HttpContext> {
  /** The tasks that are the same one already. Searching takes a moment; it comes before the write. */
  async function sameAs(body: NewTask, onDuplicate: OnDuplicate): Promise<Lookup> {
    if (onDuplicate === 'create') return { candidates: [], possible: [], newest: 0 }
    const newest = tasks.list({}, undefined, 1)[0]?.id ?? 0
    const text = [body.title, body.description, body.dedupe_key].filter(Boolean).join('\n')
    const { candidates } = await search.findDuplicates({ text })
    return { candidates: candidates.filter((one) => one.score >= sameTask), possible: candidates.filter((one) => one.score < sameTask), newest }
  }

  /** What others wrote during the search, if it is plainly the same: of two who ask at once, one is told. */
  function writtenMeanwhile(body: NewTask, newest: number): DuplicateCandidate[] {
    return tasks
      .list({}, undefined, 100)
      .filter(
        (task) =>
          task.id > newest && (fold(task.title) === fold(body.title) || (task.dedupe_key !== null && isSameWord(task.dedupe_key, body.dedupe_key ?? ''))),
      )
      .map((task) => ({ ...task, score: 1, likely: true }))
  }

  /** The new task, or what `on_duplicate` makes of an existing one. */
  function create(body: NewTask, onDuplicate: OnDuplicate, ctx: HttpContext, lookup: Lookup): Task | Answer<Task> {
    if (onDuplicate === 'create') return tasks.create(body, ctx)
    const candidates = [...writtenMeanwhile(body, lookup.newest), ...lookup.candidates].filter(({ id }) => tasks.byIds([id]).length > 0)
    const [likeliest] = candidates
    if (!likeliest) {
      const created = tasks.create(body, ctx)
      search.adopt(created)
      const similar = lookup.possible.map(({ id }) => id).join(', ')
      return similar === '' ? created : new Answer(created, { headers: { 'X-Possible-Duplicates': similar } })
    }
    if (onDuplicate === 'return') return new Answer(tasks.get(likeliest.id), { status: 200, headers: { 'X-Duplicate-Of': String(likeliest.id) } })
    throw new AppError(
      'conflict',
      `A task like this exists already: ${likeliest.id} '${likeliest.title}'. Update it, or create yours with ?on_duplicate=create.`,
      { extra: { candidates } },
    )
  }

  return {
    listTasks({ query: { limit, cursor, ...filter } }, ctx) {
      if (limit === undefined && cursor === undefined && tasks.count(filter) > longFrom) {
        return new Answer(new LongList(() => pages(tasks, filter)) as unknown as Task[], { headers: { 'X-Total-Count': String(tasks.count(filter)) } })
      }
      const rows = tasks.list(filter, readCursor(cursor), limit === undefined ? undefined : limit + 1)
      return pageOf(rows, limit, tasks.count(filter), ctx.url, (task) => task.id)
    },
    createTask: prepared({
      prepare: ({ query, body }) => sameAs(body, query.on_duplicate ?? 'create'),
      handle: ({ query, body }, ctx, lookup) => create(body, query.on_duplicate ?? 'create', ctx, lookup),
      // Of many who ask at once each sees what those before have made.
      inTurn: ({ query }, steps) => ((query.on_duplicate ?? 'create') === 'create' ? steps() : search.inTurn(steps)),
    }),
    getTask: ({ params }) => tasks.get(params.id),
    updateTask: ({ params, body }, ctx) => tasks.update(params.id, body, ctx),
    deleteTask: ({ params }, ctx) => tasks.remove(params.id, ctx),
  }
}

// Reading where the cloud serves the web UI: from the copy on the device, and from the cloud what is not in it.
import type { Actor } from '../../../../shared/schema/actor.ts'
import type { Comment } from '../../../../shared/schema/comment.ts'
import { compareDuePositions, duePosition, notDue } from '../../../../shared/domain/tasks/due-order.ts'
import { isWaiting } from '../../../../shared/domain/tasks/task-view.ts'
import { countWords, defaultWords, mostUsed } from '../../../../shared/domain/tasks/words-in-use.ts'
import type { Task } from '../../../../shared/schema/task.ts'
import { isAway } from '../../api.ts'
import type { Api } from '../../backend.ts'
import { cloudApi } from '../../cloud-api.ts'
import { shownIn, viewIn, viewsOf } from './task-views.ts'
import { keepLists, keptLists } from '../replica/kept-lists.ts'
import { seenContacts, seenTask, seenTasks, type TeamCopy, unnumberedTask } from '../seen.ts'

type ListQuery = NonNullable<NonNullable<Parameters<Api['listTasks']>[0]>['query']>

/** What the cloud says, or what is kept when it does not answer. */
async function orKept<T>(asked: Promise<T>, kept: () => T | undefined): Promise<T> {
  try {
    return await asked
  } catch (error) {
    const known = isAway(error) ? kept() : undefined
    if (known === undefined) throw error
    return known
  }
}

/** Newest first. What follows from other tasks is asked of all that the rest of the filter lets through. */
function wantedOf(copy: TeamCopy, me: Actor, { limit: _limit, cursor: _cursor, sort: _sort, ready, parent, blocker, ...filter }: ListQuery): Task[] {
  const named = (id: number | undefined) => (id === undefined ? undefined : { id, uid: seenTask(copy, id)?.uid ?? '' })
  const some = seenTasks(copy, { ...filter, parent: named(parent), blocker: named(blocker) })
  return ready === undefined ? some : viewsOf(some, seenTasks(copy, {}), me).filter((view) => (ready ? view.ready : isWaiting(view.status) && !view.ready))
}

const cursorAt = (task: Task, sort: ListQuery['sort']) => (sort === 'due' ? `${task.due ?? notDue} ${task.id}` : String(task.id))

/** Whether a task comes after the page that ended at this cursor. */
function isBehind(cursor: string): (task: Task) => boolean {
  const [due, id] = cursor.split(' ')
  if (due === undefined || id === undefined) return (task) => task.id < Number(cursor)
  return (task) => compareDuePositions(duePosition(task), { due, id: Number(id) }) > 0
}

/** A page of a list, with the headers that the service would send. */
export async function readPage(copy: TeamCopy, me: Actor, query: ListQuery, options?: { signal?: AbortSignal }) {
  const { limit, cursor, sort } = query
  if (!copy.replica.isWhole()) return cloudApi.full.listTasks({ query }, options)
  const wanted = wantedOf(copy, me, query)
  const all = sort === 'due' ? wanted.toSorted((a, b) => compareDuePositions(duePosition(a), duePosition(b))) : wanted
  const rest = cursor === undefined ? all : all.filter(isBehind(cursor))
  const page = limit === undefined ? rest : rest.slice(0, limit)
  const body = await shownIn(copy, page, me)
  const headers = new Headers({ 'X-Total-Count': String(all.length) })
  const last = body.at(-1)
  if (last && body.length < rest.length) headers.set('Link', `<?cursor=${encodeURIComponent(cursorAt(last, sort))}>; rel="next"`)
  return { body, status: 200, headers }
}

export function createReads(copy: () => TeamCopy, me: () => Actor) {
  return {
    listTasks: async (input: { query?: ListQuery } = {}, options) => (await readPage(copy(), me(), input.query ?? {}, options)).body,
    async listTaskWords(input, options) {
      const { field, q, limit = defaultWords } = input.query
      return copy().replica.isWhole() ? mostUsed(countWords(seenTasks(copy(), {}), field), q, limit) : cloudApi.listTaskWords(input, options)
    },
    async getTask({ params: { id } }, options) {
      const task = seenTask(copy(), id)
      return task ? viewIn(copy(), task, me()) : cloudApi.getTask({ params: { id } }, options)
    },
    async listComments({ params: { id } }, options) {
      const { replica, outbox } = copy()
      if (unnumberedTask(copy(), id)) return outbox.commentsOver(id, [])
      const comments = await orKept(
        cloudApi.listComments({ params: { id } }, options).then((list) => {
          replica.takeComments(id, list)
          return list
        }),
        () => replica.comments(id) as Comment[] | undefined,
      )
      return outbox.commentsOver(id, comments)
    },
    listContacts: (_input, options) =>
      orKept(
        cloudApi.listContacts({}, options).then((list) => {
          copy().replica.takeContacts(list)
          return seenContacts(copy())
        }),
        () => seenContacts(copy()),
      ),
    listLists: async (_input, options) => copy().outbox.listsOver(await orKept(cloudApi.listLists({}, options).then(keepLists), keptLists)),
    findDuplicates: (input, options) => orKept(cloudApi.findDuplicates(input, options), () => []),
    async listSchedules({ params: { id } }, options) {
      const { replica, outbox } = copy()
      const shown = () => outbox.schedulesOver(id, replica.schedules(id))
      if (unnumberedTask(copy(), id)) return shown()
      const asked = cloudApi.listSchedules({ params: { id } }, options).then((list) => {
        replica.takeSchedules(id, list)
        return shown()
      })
      return orKept(asked, shown)
    },
  } satisfies Partial<Api>
}

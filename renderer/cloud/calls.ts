// What stands in for the local service's calls while the cloud serves the window: reads come from the copy on the device, writes go through
// the outbox, and what the cloud does not have is empty. Everything above renderer/api.ts stays as it is.
import type { Comment } from '../../shared/schema/comment.ts'
import type { Reminder } from '../../shared/schema/reminder.ts'
import type { Schedule } from '../../shared/schema/schedule.ts'
import type { Task } from '../../shared/schema/task.ts'
import { api, isAway, me } from '../api.ts'
import { cloudApi } from '../cloud-api.ts'
import { type Filter, matches } from '../data/filter.ts'
import { shownAs } from '../data/task-writes.ts'
import type { Outbox } from './outbox.ts'
import type { Replica } from './replica.ts'
import type { createUndo } from './undo.ts'

export interface CallDeps {
  replica: Replica
  outbox: Outbox
  undo: ReturnType<typeof createUndo>
  search: (q: string, limit: number) => ReturnType<typeof api.searchTasks>
}

type ListQuery = NonNullable<NonNullable<Parameters<typeof api.listTasks>[0]>['query']>

const keyIn = (options: { headers?: Record<string, string> } | undefined) => options?.headers?.['Idempotency-Key'] ?? crypto.randomUUID()
let lastComment = -Date.now()

export function useCloudCalls({ replica, outbox, undo, search }: CallDeps): void {
  /** As the person sees them, newest first. */
  function shown(filter: Filter): Task[] {
    const numbered = [...replica.tasks.values()].flatMap((task) => outbox.over(task) ?? [])
    return [...numbered, ...outbox.created()].filter((task) => matches(filter, task)).sort((a, b) => b.id - a.id)
  }

  /** As the person sees it; what waits is in it. */
  function asSeen(id: number): Task | undefined {
    const known = replica.tasks.get(id)
    return (known && outbox.over(known)) ?? outbox.created().find((one) => one.id === id)
  }

  async function page({ limit, cursor, ...filter }: ListQuery, options?: { signal?: AbortSignal }) {
    if (!replica.isWhole()) return cloudApi.full.listTasks({ query: { ...filter, ...(limit ? { limit } : {}), ...(cursor ? { cursor } : {}) } }, options)
    const all = shown(filter)
    const below = cursor === undefined ? Number.POSITIVE_INFINITY : Number(cursor)
    const rest = all.filter(({ id }) => id < below)
    const body = limit === undefined ? rest : rest.slice(0, limit)
    const headers = new Headers({ 'X-Total-Count': String(all.length) })
    const last = body.at(-1)
    if (last && body.length < rest.length) headers.set('Link', `<?cursor=${last.id}>; rel="next"`)
    return { body, status: 200, headers }
  }

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

  const reading = {
    listTasks: async (input: { query?: ListQuery } = {}, options) => (await page(input.query ?? {}, options)).body,
    async getTask({ params: { id } }, options) {
      return asSeen(id) ?? cloudApi.getTask({ params: { id } }, options)
    },
    async listComments({ params: { id } }, options) {
      const waiting = outbox.comments(id)
      if (outbox.created().some((task) => task.id === id)) return waiting
      const comments = await orKept(
        cloudApi.listComments({ params: { id } }, options).then((list) => {
          replica.takeComments(id, list)
          return list
        }),
        () => replica.comments(id) as Comment[] | undefined,
      )
      return [...comments, ...waiting]
    },
    listContacts: (_input, options) =>
      orKept(
        cloudApi.listContacts({}, options).then((list) => {
          replica.takeContacts(list)
          return list
        }),
        () => [...replica.contacts()],
      ),
    searchTasks: ({ query: { q, limit = 20 } }) => search(q, limit),
    async listSchedules({ params: { id } }, options) {
      if (outbox.created().some((task) => task.id === id)) return []
      return orKept(cloudApi.listSchedules({ params: { id } }, options), () => [])
    },
    readTaskHistory: async ({ params: { id } }, options) => undo.remember(await cloudApi.readTaskHistory({ params: { id } }, options)),
  } satisfies Partial<typeof api>

  const writing = {
    createTask({ body }, options) {
      const key = keyIn(options)
      const id = shownAs.get(key) ?? Number.MAX_SAFE_INTEGER - 910_000 - Math.floor(Math.random() * 80_000)
      return outbox.add({ kind: 'create', id, key, body, at: new Date().toISOString() }) as Promise<Task>
    },
    async updateTask({ params: { id }, body }) {
      const known = replica.tasks.get(id)
      const base = asSeen(id)
      if (!base) return cloudApi.updateTask({ params: { id }, body })
      return outbox.add({ kind: 'change', id, key: crypto.randomUUID(), body, base, version: known?.version }) as Promise<Task>
    },
    async deleteTask({ params: { id } }) {
      await outbox.add({ kind: 'delete', id, version: replica.tasks.get(id)?.version })
    },
    createComment({ params: { id }, body }, options) {
      const at = new Date().toISOString()
      const comment: Comment = { id: --lastComment, task_id: id, body: body.body, author: { ...me }, created_at: at, updated_at: at }
      return outbox.add({ kind: 'comment', id, key: keyIn(options), shown: comment, base: asSeen(id) }) as Promise<Comment>
    },
    createSchedule({ params: { id }, body }, options) {
      // The cloud is in no place: whose wall clock is meant must be said.
      const here = { timezone: Intl.DateTimeFormat().resolvedOptions().timeZone, ...body }
      return outbox.add({ kind: 'remind', id, key: keyIn(options), body: here, base: asSeen(id) }) as Promise<Schedule>
    },
    undo: ({ body }) => undo.undo(body),
  } satisfies Partial<typeof api>

  const nothing = async () => []
  /** The desktops of the team fire them; when is known here, too. */
  async function comingUp(taskId: number): Promise<Reminder[]> {
    const schedules = await cloudApi.listSchedules({ params: { id: taskId } })
    return schedules.flatMap(({ id, next_fire_at }) =>
      next_fire_at === null ? [] : [{ id: null, schedule_id: id, task_id: taskId, due_at: next_fire_at } as Reminder],
    )
  }
  const absent = {
    listClaims: nothing,
    listProposals: nothing,
    listDuplicates: nothing,
    findDuplicates: nothing,
    listReminders: async ({ query } = {}) => (query?.task_id === undefined ? [] : comingUp(query.task_id)),
    readJournal: nothing,
    health: async () => ({ status: 'ok', version: '', journal: 0, indexed: 0 }),
  } satisfies Partial<typeof api>

  Object.assign(api, reading, writing, absent)
  Object.assign(api.full, { listTasks: (input: { query?: ListQuery } = {}, options?: { signal?: AbortSignal }) => page(input.query ?? {}, options) })
}

// What stands in for the local service's calls while the cloud serves the window: reads come from the copy on the device, writes go through
// the outbox, and what the cloud does not have is empty. Everything above renderer/backend/api.ts stays as it is.
import { slugFor } from '../../../shared/domain/tasks/slug.ts'
import type { Comment } from '../../../shared/schema/comment.ts'
import type { Reminder } from '../../../shared/schema/reminder.ts'
import type { Schedule } from '../../../shared/schema/schedule.ts'
import type { Task } from '../../../shared/schema/task.ts'
import { api, isAway, me, Withdrawn } from '../api.ts'
import { cloudApi } from '../cloud-api.ts'
import { connection } from '../connection.ts'
import { type Filter, matches } from '../../lib/filter.ts'
import { queryClient } from '../../data/query-client.ts'
import { temporaryIdOf } from '../unnumbered.ts'
import type { Outbox } from './outbox.ts'
import type { Replica } from './replica.ts'
import type { createUndo } from './undo.ts'
import { isSamePerson } from '../../../shared/domain/people/same-person.ts'
import { changesOf } from './waiting-contacts.ts'
import { type Answer, contactLane, type Draft, unsentSchedule } from './write.ts'

export interface CallDeps {
  replica: Replica
  outbox: Outbox
  undo: ReturnType<typeof createUndo>
  /** The cloud refused what the person believes to be done. */
  refused: (write: Draft, error: unknown) => void
  search: (q: string, limit: number) => ReturnType<typeof api.searchTasks>
}

type ListQuery = NonNullable<NonNullable<Parameters<typeof api.listTasks>[0]>['query']>

const keyIn = (options: { headers?: Record<string, string> } | undefined) => options?.headers?.['Idempotency-Key'] ?? crypto.randomUUID()

/** Milliseconds for which somebody waits for the cloud's answer before the device's own has to do. */
const timeoutMs = 3000

export function installCloudApi({ replica, outbox, undo, refused, search }: CallDeps): void {
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

  const contacts = () => outbox.contactsOver(replica.contacts())

  /** Queued, and answered with what the device knows as soon as the cloud is out of reach. */
  async function soon<T extends Answer>(write: Draft, shown: T): Promise<T> {
    const answer = outbox.add(write)
    let isLeft = false
    answer.catch((error: unknown) => isLeft && !(error instanceof Withdrawn) && refused(write, error))
    const left = awayOrLate().then(() => {
      isLeft = true
      return shown
    })
    return (await Promise.race([answer as Promise<T | undefined>, left])) ?? shown
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
          return contacts()
        }),
        contacts,
      ),
    searchTasks: ({ query: { q, limit = 20 } }) => search(q, limit),
    async listSchedules({ params: { id } }, options) {
      const shown = () => outbox.schedulesOver(id, replica.schedules(id))
      if (outbox.created().some((task) => task.id === id)) return shown()
      const asked = cloudApi.listSchedules({ params: { id } }, options).then((list) => {
        replica.takeSchedules(id, list)
        return shown()
      })
      return orKept(asked, shown)
    },
    readTaskHistory: async (input, options) => undo.remember(await cloudApi.readTaskHistory(input, options)),
  } satisfies Partial<typeof api>

  const writing = {
    createTask({ body }, options) {
      const key = keyIn(options)
      return outbox.add({ kind: 'create', id: temporaryIdOf(key), key, body, at: new Date().toISOString() }) as Promise<Task>
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
      const key = keyIn(options)
      const comment: Comment = { id: temporaryIdOf(key), task_id: id, body: body.body, author: { ...me }, created_at: at, updated_at: at }
      return outbox.add({ kind: 'comment', id, key, shown: comment, base: asSeen(id) }) as Promise<Comment>
    },
    async createSchedule({ params: { id }, body }, options) {
      const at = new Date().toISOString()
      // The cloud is in no place: whose wall clock is meant must be said.
      const here = { timezone: Intl.DateTimeFormat().resolvedOptions().timeZone, ...body }
      const key = keyIn(options)
      const shown = unsentSchedule(temporaryIdOf(key), id, here, at)
      const answer = soon<Schedule>({ kind: 'remind', id, key, body: here, shown, base: asSeen(id) }, shown)
      void queryClient.invalidateQueries({ queryKey: ['schedules', id] })
      return answer
    },
    async deleteSchedule({ params: { id, scheduleId } }) {
      if (outbox.withdraw((write) => write.kind === 'remind' && write.shown.id === scheduleId)) return
      await soon({ kind: 'unremind', id, scheduleId }, undefined)
    },
    createContact({ body }, options) {
      const at = new Date().toISOString()
      const slug = slugFor(body.name, (taken) => contacts().some((one) => one.slug === taken))
      const shown = { slug, email: null, phone: null, organization: null, role: null, ...body, created_at: at, updated_at: at }
      const isApart = connection.reach.get() === 'away' && !contacts().some((one) => isSamePerson(one, body))
      return soon({ kind: 'contact', id: contactLane, key: keyIn(options), body, shown, isApart }, shown)
    },
    async updateContact({ params: { slug }, body }) {
      const base = contacts().find((one) => one.slug === slug)
      if (!base) return cloudApi.updateContact({ params: { slug }, body })
      const changes = changesOf(base, body)
      if (Object.keys(changes).length === 0) return base
      return soon({ kind: 'contact-change', id: contactLane, key: crypto.randomUUID(), slug, body: changes, base }, { ...base, ...changes })
    },
    async deleteContact({ params: { slug } }) {
      const base = contacts().find((one) => one.slug === slug)
      if (!base) return cloudApi.deleteContact({ params: { slug } })
      await soon({ kind: 'contact-delete', id: contactLane, slug, base }, base)
    },
    undo: ({ body }) => undo.undo(body),
  } satisfies Partial<typeof api>

  const nothing = async () => []
  /** The desktops of the team fire them; when is known here, too. */
  async function comingUp(taskId: number): Promise<Reminder[]> {
    const schedules = await reading.listSchedules({ params: { id: taskId } }, {})
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
  const full = {
    listTasks: (input: { query?: ListQuery } = {}, options?: { signal?: AbortSignal }) => page(input.query ?? {}, options),
    async readTaskHistory(input, options) {
      const answer = await cloudApi.full.readTaskHistory(input, options)
      undo.remember(answer.body)
      return answer
    },
  } satisfies Partial<typeof api.full>
  Object.assign(api.full, full)
}

function awayOrLate(): Promise<void> {
  return new Promise((resolve) => {
    const look = () => connection.reach.get() === 'away' && done()
    const timer = setTimeout(done, timeoutMs)
    const stop = connection.reach.subscribe(look)
    function done() {
      clearTimeout(timer)
      stop()
      resolve()
    }
    look()
  })
}

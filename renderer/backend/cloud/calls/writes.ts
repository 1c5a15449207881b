// Writing where the cloud serves the web UI: into the outbox, from where it is sent.
import { viewIn, withUids } from './task-views.ts'
import { isSamePerson } from '../../../../shared/domain/people/same-person.ts'
import { slugFor } from '../../../../shared/domain/tasks/slug.ts'
import type { Comment } from '../../../../shared/schema/comment.ts'
import type { SavedList } from '../../../../shared/schema/saved-list.ts'
import type { Schedule } from '../../../../shared/schema/schedule.ts'
import type { Task } from '../../../../shared/schema/task.ts'
import { Kept, Withdrawn } from '../../api.ts'
import type { Api, Backend } from '../../backend.ts'
import { cloudApi } from '../../cloud-api.ts'
import { connection } from '../../connection.ts'
import { temporaryIdOf } from '../../unnumbered.ts'
import { seenContacts, seenTask, type TeamCopy } from '../seen.ts'
import { changesOf } from '../outbox/waiting-contacts.ts'
import { keptLists } from '../replica/kept-lists.ts'
import { unsentList } from '../outbox/waiting-lists.ts'
import { type Answer, changedSchedule, contactLane, listLane, type Draft, unsentSchedule } from '../outbox/write.ts'

export interface WriteDeps {
  copy: () => TeamCopy
  me: Backend['me']
  /** The cloud refused what the person believes to be done. */
  refused: (write: Draft, error: unknown) => void
  schedulesChanged: (taskId: number) => void
}

const keyIn = (options: { headers?: Record<string, string> } | undefined) => options?.headers?.['Idempotency-Key'] ?? crypto.randomUUID()

/** What stays here for lack of room is as good as written: `shown` is how. */
const orKept = <T, S>(answer: Promise<T>, shown: () => S): Promise<T | S> =>
  answer.catch((error: unknown) => {
    if (error instanceof Kept) return shown()
    throw error
  })

/** Milliseconds for which somebody waits for the cloud's answer before the device's own has to do. */
const timeoutMs = 3000

/** Queued, and answered with what the device knows as soon as the cloud is out of reach. */
export async function soon<T extends Answer>({ copy, refused }: WriteDeps, write: Draft, shown: T): Promise<T> {
  const answer = copy().outbox.add(write)
  let isLeft = false
  answer.catch((error: unknown) => isLeft && !(error instanceof Withdrawn) && refused(write, error))
  const left = awayOrLate().then(() => {
    isLeft = true
    return shown
  })
  return (await Promise.race([orKept(answer as Promise<T | undefined>, () => shown), left])) ?? shown
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

export const createWrites = (deps: WriteDeps) =>
  ({ ...taskWrites(deps), ...commentWrites(deps), ...scheduleWrites(deps), ...contactWrites(deps), ...listWrites(deps) }) satisfies Partial<Api>

function taskWrites({ copy, me }: WriteDeps) {
  return {
    async createTask({ body }, options) {
      const key = keyIn(options)
      const write = { kind: 'create' as const, id: temporaryIdOf(key), key, body: withUids(copy(), body), at: new Date().toISOString() }
      const made = () =>
        copy()
          .outbox.created()
          .find(({ id }) => id === write.id)
      return viewIn(copy(), (await orKept(copy().outbox.add(write), made)) as Task, me())
    },
    async updateTask({ params: { id }, body }, options) {
      const base = seenTask(copy(), id)
      // The copy is still being read: only as the person saw it.
      if (!base) return cloudApi.updateTask({ params: { id }, body }, options)
      const { replica, outbox } = copy()
      const version = replica.tasks.get(id)?.version
      const write = { kind: 'change' as const, id, key: crypto.randomUUID(), body: withUids(copy(), body), base, version }
      return viewIn(copy(), (await orKept(outbox.add(write), () => outbox.over(replica.tasks.get(id) ?? base))) as Task, me())
    },
    async deleteTask({ params: { id } }) {
      const { replica, outbox } = copy()
      await outbox.add({ kind: 'delete', id, version: replica.tasks.get(id)?.version })
    },
  } satisfies Partial<Api>
}

function commentWrites(deps: WriteDeps) {
  const { copy, me } = deps
  return {
    createComment({ params: { id }, body }, options) {
      const at = new Date().toISOString()
      const key = keyIn(options)
      const shown: Comment = { id: temporaryIdOf(key), task_id: id, body: body.body, author: me(), created_at: at, updated_at: at }
      return orKept(copy().outbox.add({ kind: 'comment', id, key, shown, base: seenTask(copy(), id) }), () => shown) as Promise<Comment>
    },
    async updateComment({ params, body: { body } }, options) {
      const { id, commentId } = params
      const { replica, outbox } = copy()
      const known = outbox.commentsOver(id, replica.comments(id) ?? []).find((one) => one.id === commentId)
      if (!known || body === undefined) return cloudApi.updateComment({ params, body: { body } }, options)
      const shown = { ...known, body, updated_at: new Date().toISOString() }
      const write = { kind: 'comment-change' as const, id, key: crypto.randomUUID(), commentId, was: known.body, shown, base: seenTask(copy(), id) }
      return soon<Comment>(deps, write, shown)
    },
    async deleteComment({ params: { id, commentId } }) {
      // What it would have become is of no interest any more, and would bring it back.
      while (copy().outbox.withdraw((write) => write.kind === 'comment-change' && write.commentId === commentId));
      if (copy().outbox.withdraw((write) => write.kind === 'comment' && write.shown.id === commentId)) return
      await soon(deps, { kind: 'comment-delete', id, commentId }, undefined)
    },
  } satisfies Partial<Api>
}

function scheduleWrites(deps: WriteDeps) {
  const { copy, schedulesChanged } = deps
  return {
    async createSchedule({ params: { id }, body }, options) {
      const at = new Date().toISOString()
      // The cloud is in no place: whose wall clock is meant must be said.
      const here = { timezone: Intl.DateTimeFormat().resolvedOptions().timeZone, ...body }
      const key = keyIn(options)
      const shown = unsentSchedule(temporaryIdOf(key), id, here, at)
      const answer = soon<Schedule>(deps, { kind: 'remind', id, key, body: here, shown, base: seenTask(copy(), id) }, shown)
      schedulesChanged(id)
      return answer
    },
    updateSchedule({ params: { id, scheduleId }, body }) {
      const { replica, outbox } = copy()
      const known = outbox.schedulesOver(id, replica.schedules(id)).find((one) => one.id === scheduleId)
      if (!known) return cloudApi.updateSchedule({ params: { id, scheduleId }, body })
      const shown = changedSchedule(known, body, new Date().toISOString())
      const write = { kind: 'remind-change' as const, id, key: crypto.randomUUID(), scheduleId, body, shown, base: seenTask(copy(), id) }
      const answer = soon<Schedule>(deps, write, shown)
      schedulesChanged(id)
      return answer
    },
    async deleteSchedule({ params: { id, scheduleId } }) {
      // What it would have become is of no interest any more, and would bring it back.
      while (copy().outbox.withdraw((write) => write.kind === 'remind-change' && write.scheduleId === scheduleId));
      if (copy().outbox.withdraw((write) => write.kind === 'remind' && write.shown.id === scheduleId)) return
      await soon(deps, { kind: 'unremind', id, scheduleId }, undefined)
    },
  } satisfies Partial<Api>
}

function listWrites(deps: WriteDeps) {
  const lists = () => deps.copy().outbox.listsOver(keptLists())
  return {
    createList({ body: given }, options) {
      const key = keyIn(options)
      // Tasks are put in order under its uid before the cloud has it.
      const body = { ...given, uid: given.uid ?? crypto.randomUUID() }
      const shown = unsentList(temporaryIdOf(key), body, lists(), new Date().toISOString())
      return soon<SavedList>(deps, { kind: 'list', id: listLane, key, body, shown }, shown)
    },
    async updateList({ params: { uid }, body }) {
      const base = lists().find((one) => one.uid === uid)
      if (!base) return cloudApi.updateList({ params: { uid }, body })
      return soon<SavedList>(deps, { kind: 'list-change', id: listLane, key: crypto.randomUUID(), uid, body, base }, { ...base, ...body })
    },
    async deleteList({ params: { uid } }) {
      const base = lists().find((one) => one.uid === uid)
      if (!base) return cloudApi.deleteList({ params: { uid } })
      await soon(deps, { kind: 'list-delete', id: listLane, uid, base }, undefined)
    },
  } satisfies Partial<Api>
}

function contactWrites(deps: WriteDeps) {
  const contacts = () => seenContacts(deps.copy())
  return {
    createContact({ body }, options) {
      const at = new Date().toISOString()
      const slug = slugFor(body.name, (taken) => contacts().some((one) => one.slug === taken))
      const shown = { slug, email: null, phone: null, organization: null, role: null, ...body, created_at: at, updated_at: at }
      const isApart = connection.reach.get() === 'away' && !contacts().some((one) => isSamePerson(one, body))
      return soon(deps, { kind: 'contact', id: contactLane, key: keyIn(options), body, shown, isApart }, shown)
    },
    async updateContact({ params: { slug }, body }) {
      const base = contacts().find((one) => one.slug === slug)
      if (!base) return cloudApi.updateContact({ params: { slug }, body })
      const changes = changesOf(base, body)
      if (Object.keys(changes).length === 0) return base
      return soon(deps, { kind: 'contact-change', id: contactLane, key: crypto.randomUUID(), slug, body: changes, base }, { ...base, ...changes })
    },
    async deleteContact({ params: { slug } }) {
      const base = contacts().find((one) => one.slug === slug)
      if (!base) return cloudApi.deleteContact({ params: { slug } })
      await soon(deps, { kind: 'contact-delete', id: contactLane, slug, base }, base)
    },
  } satisfies Partial<Api>
}

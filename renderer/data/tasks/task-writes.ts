// Changing tasks: shown at once, then sent. What the service refuses is put back and explained.
import type { NewTask, Task, TaskView } from '../../../shared/schema/task.ts'
import { decidedBy } from '../../../shared/domain/tasks/triage.ts'
import { can } from '../../backend/abilities.ts'
import { ApiError, once, Withdrawn } from '../../backend/api.ts'
import { api } from '../../backend/backend.ts'
import { navigate } from 'wouter/use-browser-location'
import { connection } from '../../backend/connection.ts'
import { explain } from '../../backend/explain.ts'
import { shortDay } from '../../lib/dates.ts'
import { m } from '../../lib/messages.ts'
import { answeredLinks, withLinks } from '../../lib/plan/links.ts'
import { cursor, picked } from '../../lib/navigation.ts'
import { amendNotice, notify } from '../../lib/notices.ts'
import { queryClient } from '../query-client.ts'
import { offerReply } from '../conversations.ts'
import { gave } from './history.ts'
import { rememberNumber } from './numbers-since.ts'
import { didAction, forgetAction, noticeOf, type OwnAction, type UndoHooks, willBeDone } from './own-actions.ts'
import { holdFields, withoutHeld } from '../../backend/held-fields.ts'
import { forgetTemporaryId, isTemporary, temporaryIdOf, unnumbered } from '../../backend/unnumbered.ts'
import { send } from './sending.ts'
import { changedHere } from './link-changes.ts'
import { allTogether, cachedTask, everyCachedTask, hideTask, showTask, showUnanswered, soonTogether } from './task-cache.ts'

export type Changes = Partial<
  Pick<
    Task,
    | 'title'
    | 'description'
    | 'status'
    | 'priority'
    | 'labels'
    | 'requesters'
    | 'due'
    | 'assignee'
    | 'criteria'
    | 'parent_uid'
    | 'blocker_uids'
    | 'triage'
    | 'places'
  >
>

export const laneOf = (id: number) => `task ${id}`
const same = (a: unknown, b: unknown) => JSON.stringify(a) === JSON.stringify(b)

/** Somebody else wrote the same field since the person began: theirs stands, and nothing was saved. */
class WrittenMeanwhile extends Error {
  readonly task: Task
  constructor(task: Task, said = m.writtenMeanwhile(task.id)) {
    super(said)
    this.task = task
  }
}

/** What to write where somebody wrote the same fields between `base` and `now`; what to say where it is refused after all. */
export type Merge = (wanted: Changes, base: Task, now: Task) => Changes | string
/** What becomes of what somebody else wrote after what this window shows. */
export type Meanwhile = 'overwritten' | 'refused' | Merge

/** The fields in which the changes differ from the task. */
export function changedFields(task: Partial<Task> | null, changes: Changes): (keyof Changes)[] {
  return (Object.keys(changes) as (keyof Changes)[]).filter((field) => !same(task?.[field], changes[field]))
}

/**
 * Changes fields of a task; true once the service has them. `said` is for the undo message. `meanwhile`: for texts, of which the last
 * one saved would otherwise silently win. `hooks` are told when the person takes it back, and does it again.
 * @throws nothing: a refusal is shown and answered with false.
 */
export async function changeTask(id: number, given: Changes, said: string, meanwhile: Meanwhile = 'overwritten', hooks: UndoHooks = {}): Promise<boolean> {
  const before = cachedTask(id)
  if (!before) return false
  const changes = decidedBy('person', given)
  const fields = changedFields(before, changes)
  if (fields.length === 0) return true
  const now = withLinks({ ...before, ...changes }, everyCachedTask)
  showTask(now, before)
  changedHere(now, before)
  // As it was written in the end: a text may have been merged.
  let written: Changes = changes
  const action: OwnAction = {
    said,
    writes: [
      {
        taskId: id,
        is: (entry) => entry.entity === 'task' && entry.action === 'updated' && fields.every((field) => gave(entry, field, written[field])),
      },
    ],
    ...hooks,
  }
  didAction(action)
  const problem = await sendChange(before, changes, meanwhile, (saved) => {
    if (typeof meanwhile === 'function') written = Object.fromEntries(fields.map((field) => [field, saved[field]]))
    sayComingBack(saved, action)
  })
  if (problem === undefined) {
    if (changes.status === 'done') void offerReply(id, noticeOf(action))
    return true
  }
  forgetAction(action)
  notify({ kind: 'problem', text: problem instanceof WrittenMeanwhile ? problem.message : explain(m.taskNotSaved(id), problem) })
  return false
}

/** What was just completed and repeats is gone for a while only. */
function sayComingBack({ comes_back_at: at }: TaskView, action: OwnAction): void {
  const notice = noticeOf(action)
  if (at !== undefined && notice !== undefined) amendNotice(notice, { text: m.saidAlso(action.said, m.due.comesBack(shortDay(new Date(at)))) })
}

async function update(before: Task, changes: Changes, meanwhile: Meanwhile): Promise<TaskView> {
  const params = { id: before.id }
  if (meanwhile === 'overwritten') return api.updateTask({ params, body: changes })
  // Where it waits on the device, it meets what others wrote when the cloud takes it (cloud/outbox.ts).
  for (let [base, wanted] = [before, changes]; ; ) {
    try {
      return await api.updateTask({ params, body: wanted }, { headers: { 'If-Match': `"${base.version}"` } })
    } catch (error) {
      if (!(error instanceof ApiError) || error.problem.code !== 'stale') throw error
      // Another field, or this very change, whose answer was lost: that is no conflict.
      const now = await api.getTask({ params })
      const isWritten = changedFields(now, wanted).some((field) => !same(now[field], base[field]))
      const merged = !isWritten ? wanted : meanwhile === 'refused' ? undefined : meanwhile(wanted, base, now)
      if (merged === undefined || typeof merged === 'string') throw new WrittenMeanwhile(now, merged)
      wanted = merged
      base = now
    }
  }
}

/** Sends what is shown already; a refusal puts `before` back and is the answer. `accepted` is given the task as the service has it. */
export async function sendChange(before: Task, changes: Changes, meanwhile: Meanwhile = 'overwritten', accepted?: (saved: TaskView) => void): Promise<unknown> {
  const { id } = before
  const fields = changedFields(before, changes)
  const release = holdFields(id, fields)
  try {
    const saved = await send(laneOf(id), () => update(before, changes, meanwhile))
    accepted?.(saved)
    soonTogether(() => {
      release()
      const shown = cachedTask(id)
      if (shown) showTask({ ...shown, ...withoutHeld(id, saved) })
    })
    return undefined
  } catch (error) {
    if (error instanceof Withdrawn) {
      release()
      return undefined
    }
    const undone =
      error instanceof WrittenMeanwhile
        ? error.task
        : ({ ...answeredLinks(before), ...Object.fromEntries(fields.map((field) => [field, before[field]])) } as Changes)
    soonTogether(() => {
      release()
      const shown = cachedTask(id)
      if (error instanceof ApiError && error.problem.code === 'not_found') hideTask(id)
      else if (shown) showTask({ ...shown, ...withoutHeld(id, undone) })
    })
    return error
  }
}

/** Whether it can be changed: where writes are kept until they can be sent, also before it has its number. */
export const isChangeable = (id: number): boolean => can.writeOffline || !isTemporary(id)

/** The row that keys act on, and a picked one, keep that when the task gets its number. */
export function renumber(from: number, to: number): void {
  rememberNumber(from, to)
  if (cursor.get() === from) cursor.set(to)
  if (picked.get().has(from)) picked.set(new Set([...picked.get()].map((id) => (id === from ? to : id))))
  // It may be open already, where it can be changed before it has one.
  if (location.pathname.endsWith(`/${from}`)) navigate(`${location.pathname.slice(0, -String(from).length)}${to}${location.search}`, { replace: true })
}

/** Adds a task; undefined when the service refuses it, which is then explained. */
export async function addTask(input: NewTask): Promise<Task | undefined> {
  const options = once()
  const shown = unnumbered(temporaryIdOf(options.headers['Idempotency-Key']), input, new Date().toISOString())
  if (!can.writeOffline || connection.reach.get() !== 'away') return willBeDone(add(shown, input, options))
  // Without a network it is as good as added: it is on the device, and can be opened, changed and taken back.
  const placing = place(shown, input, options)
  const action = additionOf(shown)
  didAction(action)
  void placing.then((task) => task ?? forgetAction(action))
  return shown
}

const additionOf = ({ id }: Task): OwnAction => ({
  said: m.added(id),
  writes: [{ taskId: id, is: (entry) => entry.entity === 'task' && entry.action === 'created' }],
})

async function add(shown: Task, input: NewTask, options: ReturnType<typeof once>): Promise<Task | undefined> {
  const task = await place(shown, input, options)
  if (task) didAction(additionOf(task))
  return task
}

/** One of several: whoever adds them says so, and how to take them back. */
export const addQuietly = (input: NewTask, options: ReturnType<typeof once>): Promise<Task | undefined> =>
  place(unnumbered(temporaryIdOf(options.headers['Idempotency-Key']), input, new Date().toISOString()), input, options)

async function place(shown: Task, input: NewTask, options: ReturnType<typeof once>): Promise<Task | undefined> {
  connection.creating.set(connection.creating.get() + 1)
  showUnanswered(shown)
  changedHere(shown, undefined)
  try {
    const task = await send('new tasks', () => api.createTask({ body: input }, options))
    allTogether(() => {
      hideTask(shown.id)
      showTask(task)
    })
    // One for which the team has no room keeps the number of this device.
    if (task.id !== shown.id) renumber(shown.id, task.id)
    queryClient.setQueryData(['task', task.id], task)
    return task
  } catch (error) {
    hideTask(shown.id)
    if (!(error instanceof Withdrawn)) notify({ kind: 'problem', text: explain(m.taskNotAdded, error) })
    return undefined
  } finally {
    forgetTemporaryId(options.headers['Idempotency-Key'])
    connection.creating.set(connection.creating.get() - 1)
  }
}

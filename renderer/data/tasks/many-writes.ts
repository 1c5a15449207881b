// The same change for many tasks: shown at once, one message, one key to take all of it back.
import type { Task } from '../../../shared/schema/task.ts'
import { decidedBy } from '../../../shared/domain/tasks/triage.ts'
import { type BulkRequest, type BulkResult, maxAtOnce } from '../../../shared/contract/bulk.ts'
import { can } from '../../backend/abilities.ts'
import { ApiError, once, Withdrawn } from '../../backend/api.ts'
import { api } from '../../backend/backend.ts'
import { explain } from '../../backend/explain.ts'
import { m } from '../../lib/messages.ts'
import { notify } from '../../lib/notices.ts'
import { gave } from './history.ts'
import { inTurns } from './in-turns.ts'
import { changedHere } from './link-changes.ts'
import { type ActionWrite, didAction, forgetAction, type OwnAction } from './own-actions.ts'
import { holdFields, withoutHeld } from '../../backend/held-fields.ts'
import { send, sendTogether } from './sending.ts'
import { allTogether, cachedTask, cachedTasks, hideTask, showTask, soonTogether } from './task-cache.ts'
import { type Changes, changedFields, isChangeable, laneOf, sendChange } from './task-writes.ts'

/**
 * `changesOf` says what becomes of each task. What the service refuses is put back and explained. `further`: begins what belongs to the same step, where any task
 * changes.
 */
export async function changeTasks(
  ids: Iterable<number>,
  changesOf: (task: Task) => Changes,
  said: (n: number, first: number) => string,
  further?: () => Promise<readonly ActionWrite[]>,
): Promise<void> {
  const wanted = cachedTasks([...ids].filter((id) => isChangeable(id))).flatMap((before) => {
    const changes = decidedBy('person', changesOf(before))
    const fields = changedFields(before, changes)
    return fields.length > 0 ? [{ before, changes: Object.fromEntries(fields.map((field) => [field, changes[field]])) }] : []
  })
  if (wanted.length === 0) return
  allTogether(() => {
    for (const { before, changes } of wanted) {
      showTask({ ...before, ...changes }, before)
      changedHere(before, before)
    }
  })
  const action: OwnAction = {
    said: said(wanted.length, wanted[0]?.before.id ?? 0),
    writes: wanted.map(({ before, changes }) => ({
      taskId: before.id,
      is: (entry) => entry.entity === 'task' && entry.action === 'updated' && Object.entries(changes).every(([field, value]) => gave(entry, field, value)),
    })),
  }
  if (further) action.further = further()
  didAction(action)
  const answers = can.changeTogether ? await sendTogetherInParts(wanted, action) : await inTurns(wanted, ({ before, changes }) => sendChange(before, changes))
  const problems = answers.filter((problem) => problem !== undefined)
  if (problems.length === 0) return
  if (problems.length === wanted.length) forgetAction(action)
  notify({ kind: 'problem', text: explain(m.many.notSaved(problems.length), problems[0]) })
}

interface Wanted {
  before: Task
  changes: Changes
}

/** Each part waits for the one before it; all have their place in the order of writes at once. Answers the problem of each task that was not changed. */
async function sendTogetherInParts(wanted: readonly Wanted[], action: OwnAction): Promise<unknown[]> {
  const problems = await Promise.all(
    inParts(wanted).map(async (part) => {
      const release = part.map(({ before, changes }) => holdFields(before.id, Object.keys(changes)))
      const answer = await inOneCall({ changes: grouped(part) }, part, action).catch((error: unknown) => ({ error }))
      soonTogether(() => {
        for (const one of release) one()
        if ('error' in answer) for (const { before, changes } of part) putBack(before, changes)
        else showAnswer(answer)
      })
      return 'error' in answer ? part.map(() => answer.error) : answer.left.map(({ detail }) => new Error(detail))
    }),
  )
  return problems.flat()
}

const inParts = <T>(all: readonly T[]): T[][] =>
  Array.from({ length: Math.ceil(all.length / maxAtOnce) }, (_, part) => all.slice(part * maxAtOnce, (part + 1) * maxAtOnce))

/** The tasks of each patch: "all to Done" is one, another label for each as many as there are sets of labels. */
function grouped(part: readonly Wanted[]): NonNullable<BulkRequest['changes']> {
  const groups = Map.groupBy(part, ({ changes }) => JSON.stringify(changes))
  return [...groups.values()].map((group) => ({ ids: group.map(({ before }) => before.id), patch: group[0]?.changes ?? {} }))
}

function inOneCall(body: BulkRequest, part: readonly { before: Task }[], action: OwnAction): Promise<BulkResult> {
  const options = once()
  return sendTogether(['many', ...part.map(({ before }) => laneOf(before.id))], async () => {
    const answer = await api.changeTasks({ body }, options)
    // Undo needs no history then.
    const entries = new Map([...answer.changed, ...answer.deleted].map(({ id, entry }) => [id, entry]))
    for (const write of action.writes) {
      const entry = entries.get(write.taskId)
      if (entry !== undefined) write.entry = entry
    }
    return answer
  })
}

function showAnswer({ changed, left }: BulkResult): void {
  for (const { id, entry: _entry, ...saved } of changed) {
    const shown = cachedTask(id)
    if (shown && shown.version < saved.version) showTask({ ...shown, ...withoutHeld(id, saved) })
  }
  for (const { id } of left) hideTask(id)
}

function putBack(before: Task, changes: Changes): void {
  const shown = cachedTask(before.id)
  const undone = Object.fromEntries(Object.keys(changes).map((field) => [field, before[field as keyof Changes]])) as Changes
  if (shown) showTask({ ...shown, ...withoutHeld(before.id, undone) })
}

/** Answers the problem of each task that is still there. */
async function deleteInParts(tasks: readonly Task[], action: OwnAction): Promise<unknown[]> {
  const problems = await Promise.all(
    inParts(tasks.map((before) => ({ before }))).map(async (part) => {
      try {
        // What was gone already is what was wanted.
        await inOneCall({ delete: part.map(({ before }) => before.id) }, part, action)
        return []
      } catch (error) {
        soonTogether(() => {
          for (const { before } of part) showTask(before)
        })
        return part.map(() => error)
      }
    }),
  )
  return problems.flat()
}

export async function deleteTasks(tasks: readonly Task[]): Promise<void> {
  if (tasks.length === 0) return
  allTogether(() => {
    for (const task of tasks) {
      hideTask(task.id)
      changedHere(task, task)
    }
  })
  const action: OwnAction = {
    said: tasks.length === 1 ? m.deleted(tasks[0]?.id ?? 0) : m.many.deleted(tasks.length),
    writes: tasks.map(({ id }) => ({ taskId: id, is: (entry) => entry.entity === 'task' && entry.action === 'deleted' })),
  }
  didAction(action)
  const deleteEach = () =>
    inTurns(tasks, async (task) => {
      try {
        await send(laneOf(task.id), () => api.deleteTask({ params: { id: task.id } }))
        return undefined
      } catch (error) {
        // Taken back before it was sent; or somebody deleted it before, and it is gone, as was wanted.
        if (error instanceof Withdrawn || (error instanceof ApiError && error.problem.code === 'not_found')) return undefined
        soonTogether(() => showTask(task))
        return error
      }
    })
  const problems = can.changeTogether && tasks.length > 1 ? await deleteInParts(tasks, action) : await deleteEach()
  const failed = problems.filter((problem) => problem !== undefined)
  if (failed.length === 0) return
  if (failed.length === tasks.length) forgetAction(action)
  notify({ kind: 'problem', text: explain(tasks.length === 1 ? m.taskNotDeleted(tasks[0]?.id ?? 0) : m.many.notDeleted(failed.length), failed[0]) })
}

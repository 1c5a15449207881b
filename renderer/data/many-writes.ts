// The same change for many tasks: shown at once, one message, one key to take all of it back.
import type { Task } from '../../shared/schema/task.ts'
import { api, ApiError } from '../api.ts'
import { explain } from '../errors.ts'
import { m } from '../messages.ts'
import { notify } from '../notices.ts'
import { inTurns } from './in-turns.ts'
import { didAction, forgetAction, type OwnAction } from './own-actions.ts'
import { send } from './sending.ts'
import { allTogether, cachedTasks, hideTask, showTask, soonTogether } from './task-cache.ts'
import { type Changes, changedFields, isChangeable, laneOf, sendChange } from './task-writes.ts'

/** `changesOf` says what becomes of each task. What the service refuses is put back and explained. */
export async function changeTasks(ids: Iterable<number>, changesOf: (task: Task) => Changes, said: (n: number) => string): Promise<void> {
  const wanted = cachedTasks([...ids].filter((id) => isChangeable(id))).flatMap((before) => {
    const changes = changesOf(before)
    const fields = changedFields(before, changes)
    return fields.length > 0 ? [{ before, changes: Object.fromEntries(fields.map((field) => [field, changes[field]])) }] : []
  })
  if (wanted.length === 0) return
  allTogether(() => {
    for (const { before, changes } of wanted) showTask({ ...before, ...changes }, before)
  })
  const action: OwnAction = {
    said: said(wanted.length),
    writes: wanted.map(({ before, changes }) => ({
      taskId: before.id,
      is: (entry) => entry.entity === 'task' && entry.action === 'updated' && changedFields(entry.after, changes).length === 0,
    })),
  }
  didAction(action)
  const problems = (await inTurns(wanted, ({ before, changes }) => sendChange(before, changes))).filter((problem) => problem !== undefined)
  if (problems.length === 0) return
  if (problems.length === wanted.length) forgetAction(action)
  notify({ kind: 'problem', text: explain(m.many.notSaved(problems.length), problems[0]) })
}

export async function deleteTasks(tasks: readonly Task[]): Promise<void> {
  if (tasks.length === 0) return
  allTogether(() => {
    for (const task of tasks) hideTask(task.id)
  })
  const action: OwnAction = {
    said: tasks.length === 1 ? m.deleted(tasks[0]?.id ?? 0) : m.many.deleted(tasks.length),
    writes: tasks.map(({ id }) => ({ taskId: id, is: (entry) => entry.entity === 'task' && entry.action === 'deleted' })),
  }
  didAction(action)
  const problems = await inTurns(tasks, async (task) => {
    try {
      await send(laneOf(task.id), () => api.deleteTask({ params: { id: task.id } }))
      return undefined
    } catch (error) {
      if (error instanceof ApiError && error.problem.code === 'not_found') return undefined
      soonTogether(() => showTask(task))
      return error
    }
  })
  const failed = problems.filter((problem) => problem !== undefined)
  if (failed.length === 0) return
  if (failed.length === tasks.length) forgetAction(action)
  notify({ kind: 'problem', text: explain(tasks.length === 1 ? m.taskNotDeleted(tasks[0]?.id ?? 0) : m.many.notDeleted(failed.length), failed[0]) })
}

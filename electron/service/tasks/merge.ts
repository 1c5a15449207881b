// Makes one task of two. What hangs on the first moves to the other, with the first one's delete as its cause: undoing that one
// entry brings the task back and everything to where it was.
import { plainWords } from '../../../shared/domain/search/plain-words.ts'
import { AppError, invalidField } from '../../../shared/domain/app-error.ts'
import type { Task } from '../../../shared/schema/task.ts'
import { type TaskField, taskFields, taskJson, taskLists, taskSets } from '../../../shared/sync/synced-fields.ts'
import type { Context } from '../context.ts'
import type { Journal, Recorder } from '../journal/journal.ts'
import type { Tasks } from './tasks.ts'

/** Moves what hangs on one task to another, recording each move with its cause. */
export type MoveDependents = (from: number, to: number, record: Recorder, cause: number) => void

export type Merge = (id: number, into: number, ctx: Context) => Task

const maxWords = 100
/** What the merged task stays, whatever the other one was. */
const itself: ReadonlySet<TaskField> = new Set(['title', 'description', 'status', 'priority'])

const isEmpty = (value: unknown) => value === null || (Array.isArray(value) && value.length === 0)

const withoutCopies = (list: readonly unknown[]) => [...new Map(list.map((one) => [JSON.stringify(one), one])).values()]

/** The words and lists of both; what else `target` does not say, as the other one says it. */
function together(target: Task, task: Task): Partial<Task> {
  const fields = taskFields.filter((field) => !itself.has(field))
  const rest = Object.fromEntries(fields.map((field) => [field, isEmpty(target[field]) ? task[field] : target[field]]))
  const words = Object.fromEntries(taskSets.map((field) => [field, [...new Set<unknown>([...target[field], ...task[field]])]]))
  const lists = Object.fromEntries(taskJson.map((field) => [field, withoutCopies([...target[field], ...task[field]])]))
  return { ...rest, ...words, ...lists, labels: plainWords([...target.labels, ...task.labels]) }
}

export function createMerge({ tasks, journal, moveDependents }: { tasks: Tasks; journal: Journal; moveDependents: MoveDependents }): Merge {
  return (id, into, ctx) =>
    journal.write(ctx.actor, (record) => {
      if (id === into) throw invalidField('/into', `into must be a different task; ${id} is the one being merged`)
      const task = tasks.get(id)
      const target = tasks.get(into)
      const fields = together(target, task)
      if (taskLists.some((field) => (fields[field]?.length ?? 0) > maxWords))
        throw new AppError('conflict', `Together they have more than ${maxWords} ${taskLists.join(' or ')}. Remove some of task ${into} first.`)
      const cause = tasks.removeFor(task, record, (seq) => moveDependents(id, into, record, seq))
      return tasks.change(target, fields, record, cause)
    })
}

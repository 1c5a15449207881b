// Makes one task of two. What hangs on the first moves to the other, with the first one's delete as its cause: undoing that one
// entry brings the task back and everything to where it was.
import { plainWords } from '../../../shared/domain/search/plain-words.ts'
import { AppError, invalidField } from '../../../shared/domain/app-error.ts'
import { maxBlockers, type Task } from '../../../shared/schema/task.ts'
import { type TaskField, taskFields, taskJson, taskLists, taskSets } from '../../../shared/sync/synced-fields.ts'
import type { Context } from '../context.ts'
import type { Journal, Recorder } from '../journal/journal.ts'
import type { Tasks } from './tasks.ts'

/** Moves what hangs on one task to another, recording each move with its cause. */
export type MoveDependents = (from: number, to: number, record: Recorder, cause: number) => void

export type Merge = (id: number, into: number, ctx: Context) => Task

const maxWords = 100
/** What the merged task stays, whatever the other one was. */
const itself: ReadonlySet<TaskField> = new Set(['title', 'description', 'status', 'priority', 'triage'])

const isEmpty = (value: unknown) => value === null || (Array.isArray(value) && value.length === 0)

const withoutCopies = (list: readonly unknown[]) => [...new Map(list.map((one) => [JSON.stringify(one), one])).values()]

/** The words and lists of both; what else `target` does not say, as the other one says it. */
function together(target: Task, task: Task): Partial<Task> {
  const fields = taskFields.filter((field) => !itself.has(field))
  const rest = Object.fromEntries(fields.map((field) => [field, isEmpty(target[field]) ? task[field] : target[field]]))
  const words = Object.fromEntries(taskSets.map((field) => [field, [...new Set<unknown>([...target[field], ...task[field]])]]))
  const lists = Object.fromEntries(taskJson.map((field) => [field, withoutCopies([...target[field], ...task[field]])]))
  // It cannot wait for itself, nor for the one that it takes in.
  const links = {
    parent_uid: rest.parent_uid === target.uid || rest.parent_uid === task.uid ? null : (rest.parent_uid as string | null),
    blocker_uids: (words.blocker_uids as string[]).filter((uid) => uid !== target.uid && uid !== task.uid),
  }
  return { ...rest, ...words, ...lists, ...links, labels: plainWords([...target.labels, ...task.labels]) }
}

export function createMerge({ tasks, journal, moveDependents }: { tasks: Tasks; journal: Journal; moveDependents: MoveDependents }): Merge {
  return (id, into, ctx) =>
    journal.write(ctx.actor, (record) => {
      if (id === into) throw invalidField('/into', `into must be a different task; ${id} is the one being merged`)
      const task = tasks.get(id)
      const target = tasks.get(into)
      // Two that a person makes one of are triaged.
      const fields = { ...together(target, task), ...(ctx.actor.kind === 'person' ? { triage: null } : {}) }
      if (taskLists.some((field) => (fields[field]?.length ?? 0) > (field === 'blocker_uids' ? maxBlockers : maxWords)))
        throw new AppError(
          'conflict',
          `Together they have more than ${maxWords} labels, requesters or criteria, or more than ${maxBlockers} blockers. Remove some of task ${into} first.`,
        )
      const linked = tasks.linkedTo(task.uid).filter((other) => other.id !== into)
      const cause = tasks.removeFor(task, { after: { merged_into: into } }, record, (seq) => moveDependents(id, into, record, seq))
      // What was a part of it, or waited for it, is a part of the other one, or waits for that.
      const meant = (uid: string) => (uid === task.uid ? target.uid : uid)
      for (const { id: other } of linked) {
        const now = tasks.get(other)
        const blocker_uids = [...new Set(now.blocker_uids.map(meant))]
        const links = { parent_uid: now.parent_uid === null ? null : meant(now.parent_uid), blocker_uids }
        tasks.change(now, links, record, cause)
      }
      const merged = tasks.change(target, fields, record, cause)
      tasks.requireAcyclic(merged)
      // What was open would count as done with it. What proves the one that goes counts for the other by now.
      if (task.status !== 'done') tasks.requireProven({ ...merged, status: task.status }, merged, ctx, 'forbidden')
      return merged
    })
}

// Makes one task of two. What hangs on the first moves to the other, with the first one's delete as its cause: undoing that one
// entry brings the task back and everything to where it was.
import { plainWords } from '../../../shared/domain/search/plain-words.ts'
import { AppError, invalidField } from '../../../shared/domain/app-error.ts'
import type { Task } from '../../../shared/schema/task.ts'
import type { Context } from '../context.ts'
import type { Journal, Recorder } from '../journal/journal.ts'
import type { Tasks } from './tasks.ts'

/** Moves what hangs on one task to another, recording each move with its cause. */
export type MoveDependents = (from: number, to: number, record: Recorder, cause: number) => void

export type Merge = (id: number, into: number, ctx: Context) => Task

const maxWords = 100

export function createMerge({ tasks, journal, moveDependents }: { tasks: Tasks; journal: Journal; moveDependents: MoveDependents }): Merge {
  return (id, into, ctx) =>
    journal.write(ctx.actor, (record) => {
      if (id === into) throw invalidField('/into', `into must be another task; ${id} is the one to be merged`)
      const task = tasks.get(id)
      const target = tasks.get(into)
      const labels = plainWords([...target.labels, ...task.labels])
      const requesters = [...new Set([...target.requesters, ...task.requesters])]
      if (labels.length > maxWords || requesters.length > maxWords)
        throw new AppError('conflict', `Together they have more than ${maxWords} labels or requesters. Remove some of task ${into} first.`)
      const cause = tasks.removeFor(task, record, (seq) => moveDependents(id, into, record, seq))
      return tasks.change(target, { labels, requesters, dedupe_key: target.dedupe_key ?? task.dedupe_key }, record, cause)
    })
}

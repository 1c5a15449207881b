// What a task builds on: the tasks that it waited for and its own parts, each with what its doer said last.
import type { Task } from '../../../shared/schema/task.ts'
import type { Comments } from '../comments/comments.ts'
import type { Comment } from '../../../shared/schema/comment.ts'
import type { Tasks } from '../tasks/tasks.ts'

/** The first so many. */
const maxShown = 20

export interface BuiltOn {
  task: Task
  last: Comment | undefined
}

export function buildsOn(task: Task, { tasks, comments }: { tasks: Pick<Tasks, 'byUid' | 'graph'>; comments: Pick<Comments, 'list' | 'count'> }): BuiltOn[] {
  return [...task.blocker_uids, ...tasks.graph.partsOf(task.uid)]
    .flatMap((uid) => tasks.byUid(uid) ?? [])
    .filter(({ status }) => status === 'done')
    .slice(0, maxShown)
    .map((done) => ({ task: done, last: comments.list(done.id, Math.max(0, comments.count(done.id) - 1), 1)[0] }))
}

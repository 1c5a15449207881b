// The end of an agent's work: what it says, where the task stands and the release of its claim, in one transaction and only under its key.
import { createHash } from 'node:crypto'
import type { Task } from '../../../shared/schema/task.ts'
import type { FinishRequest } from '../../../shared/schema/work/work.ts'
import type { Claims } from '../claims/claims.ts'
import type { Comments } from '../comments/comments.ts'
import type { Tasks } from '../tasks/tasks.ts'
import type { Asking } from './next-task.ts'

export interface FinishDeps {
  tasks: Pick<Tasks, 'get' | 'update'>
  comments: Pick<Comments, 'create'>
  claims: Pick<Claims, 'finish' | 'of'>
}

export interface Finished {
  outcome: 'finished' | 'unchanged' | 'lost'
  task: Task
  held_by?: string
  note?: string
}

const digestOf = (parts: readonly string[]) => createHash('sha256').update(JSON.stringify(parts)).digest('base64url')

export function createFinishTask({ tasks, comments, claims }: FinishDeps) {
  function lost(id: number): Omit<Finished, 'outcome'> {
    const task = tasks.get(id)
    const claim = claims.of(id)
    const nothing = 'Nothing was written.'
    if (claim)
      return { task, held_by: claim.holder.name, note: `${nothing} Your claim has ended, and ${claim.holder.name} works on it now. Take another task.` }
    if (task.status === 'done') return { task, note: `${nothing} Your claim has ended, and the task is done.` }
    return { task, note: `${nothing} Your claim has ended. Nobody has the task now: next_task with this id claims it again.` }
  }

  return function finish(id: number, { key, summary, status = 'done' }: FinishRequest, who: Asking): Finished {
    const outcome = claims.finish(id, who, { key, digest: digestOf([status, summary]) }, () => {
      comments.create(id, { body: summary }, who)
      tasks.update(id, { status }, who)
    })
    return outcome === 'lost' ? { outcome, ...lost(id) } : { outcome, task: tasks.get(id) }
  }
}

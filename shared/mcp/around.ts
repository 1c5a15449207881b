// What the answers of tools are made of. A service reads it when it is asked for; a cloud has read it before, since its database takes a moment.
import type { Claim } from '../schema/claim.ts'
import type { Comment } from '../schema/comment.ts'
import type { Schedule } from '../schema/schedule.ts'
import type { Task } from '../schema/task.ts'
import type { Evidence } from '../schema/work/evidence.ts'
import type { Question } from '../schema/work/question.ts'
import type { Fencing } from './answers/fencing.ts'

/** For rows of lists. */
export interface AroundRows {
  claims: { of(taskId: number): Pick<Claim, 'holder' | 'expires_at'> | undefined }
  provenance: Fencing
}

/** For what becomes of a proposal: the task as it is now. */
export interface AroundProposals extends AroundRows {
  tasks: { byIds(ids: readonly number[]): readonly Task[] }
}

/** For one task in full. */
export interface AroundTask extends AroundRows {
  comments: {
    count(taskId: number): number
    /** Those above an id, oldest first. */
    page(taskId: number, above: number | undefined, limit: number): readonly Comment[]
    /** By their place, oldest first. */
    list(taskId: number, from: number, limit: number): readonly Comment[]
  }
  schedules: { list(taskId: number): readonly Schedule[] }
  questions: { ofTask(taskId: number): readonly Question[] }
  evidence: { list(taskId: number): readonly Evidence[] }
}

/** What a task builds on: done before it, with the last that was said of it. */
export interface BuiltOn {
  task: Task
  last: Comment | undefined
}

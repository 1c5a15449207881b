// Questions of this list and of its team.
import type { SyncedQuestion, SyncQuestionWrite } from '../../../../shared/schema/cloud/synced-question.ts'
import type { SharedQuestions } from '../../questions/shared-questions.ts'
import type { GroundStore } from './ground-store.ts'
import type { WaitingKind } from './waiting-kind.ts'

export interface TeamQuestionDeps {
  ground: GroundStore
  questions: SharedQuestions
  /** The id that a task has here, also one that is gone. */
  taskOf: (uid: string) => number | undefined
  /** Undefined: the cloud does not have the task (yet). */
  taskUidThere: (taskId: number) => string | undefined
}

export function teamQuestions({ ground, questions, taskOf, taskUidThere }: TeamQuestionDeps): WaitingKind<SyncedQuestion> {
  return {
    name: 'question',
    path: '/sync/questions',
    undecided: 'open',
    ground,
    saidThere: ({ answer }) => answer,
    here(uid) {
      const here = questions.byUid(uid)
      return here && { state: here.state, said: here.answer, isWithdrawn: here.isWithdrawn }
    },
    waiting: questions.open,
    write(uid, on): SyncQuestionWrite | undefined {
      const here = questions.byUid(uid)
      const task_uid = here && taskUidThere(here.task_id)
      if (!here || task_uid === undefined) return undefined
      const { asked_by, question, options, state, answer, comment_uid, created_at, decided_at, decided_by } = here
      return { task_uid, asked_by, question, options, state, answer, comment_uid, created_at, decided_at, decided_by, on }
    },
    add(there) {
      const task = taskOf(there.task_uid)
      if (task !== undefined) questions.add(there, task)
      return task !== undefined
    },
    // What was answered here, when it was second, stays as a comment.
    settle: questions.settle,
    refresh: questions.refresh,
  }
}

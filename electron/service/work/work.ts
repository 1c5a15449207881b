// The loop of an agent over the use-cases of tasks, comments and claims.
import type { NextRequest } from '../../../shared/schema/work/work.ts'
import type { Claims } from '../claims/claims.ts'
import type { Comments } from '../comments/comments.ts'
import type { DoneGate } from '../evidence/done-gate.ts'
import type { Evidence } from '../evidence/evidence.ts'
import type { Journal } from '../journal/journal.ts'
import type { Proposals } from '../proposals/proposals.ts'
import type { TaskViews } from '../tasks/task-views.ts'
import type { Questions } from '../questions/questions.ts'
import type { Tasks } from '../tasks/tasks.ts'
import { buildsOn } from './builds-on.ts'
import { createFinishTask } from './finish-task.ts'
import type { ChooseOpen } from './next-store.ts'
import { type Asking, createNextTask, type Next } from './next-task.ts'
import { createWaitForNext } from './wait-for-next.ts'

export interface WorkDeps {
  chooseOpen: ChooseOpen
  tasks: Tasks
  doneGate: Pick<DoneGate, 'note'>
  evidence: Pick<Evidence, 'addAll' | 'keyForAll'>
  comments: Comments
  claims: Claims
  questions: Pick<Questions, 'openByTask'>
  proposals: Pick<Proposals, 'holding'>
  views: TaskViews
  journal: Journal
  /** Told how many wait. */
  waiting?: ((count: number) => void) | undefined
}

export type Work = ReturnType<typeof createWork>

export function createWork(deps: WorkDeps) {
  const next = createNextTask(deps)
  const { finish, settled, approved } = createFinishTask(deps)
  const waiting = createWaitForNext({ next, journal: deps.journal, changed: deps.waiting })
  return {
    /** Without waiting. */
    next: (asked: NextRequest, who: Asking): Next => next(asked, who),
    wait: ({ wait_seconds = 0, ...asked }: NextRequest, who: Asking, gone: AbortSignal): Next | Promise<Next> => waiting.wait(asked, who, wait_seconds, gone),
    finish,
    settled,
    /** What signs the runs that a finish brings. */
    keyForFinish: deps.evidence.keyForAll,
    approved,
    buildsOn: (task: Parameters<typeof buildsOn>[0]) => buildsOn(task, deps),
    /** Something beside the journal may have made a task ready. */
    wake: waiting.wake,
    close: waiting.close,
  }
}

// The loop of an agent over the use-cases of tasks, comments and claims.
import type { FinishRequest, NextRequest } from '../../../shared/schema/work/work.ts'
import type { Claims, StoredClaim } from '../claims/claims.ts'
import type { Elsewhere } from '../claims/elsewhere.ts'
import type { TeamClaims, There } from '../claims/team-claims.ts'
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
import { createNextInTeam } from './next-in-team.ts'
import type { ChooseOpen } from './next-store.ts'
import { type AskedNext, type Asking, createNextTask, type Next } from './next-task.ts'
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
  elsewhere: Elsewhere
  team: TeamClaims
  needsProof: (agent: string) => boolean
  views: TaskViews
  journal: Journal
  /** Told how many wait. */
  waiting?: ((count: number) => void) | undefined
}

export type Work = ReturnType<typeof createWork>

export function createWork(deps: WorkDeps) {
  const choosing = createNextTask(deps)
  const { next, peek } = choosing
  const { team } = deps
  const nextInTeam = createNextInTeam({ ...choosing, ...deps })
  const { finish, settled, approved } = createFinishTask(deps)
  const waiting = createWaitForNext({ next, journal: deps.journal, changed: deps.waiting })
  const looking = createWaitForNext({
    next: (asked, who) => ({ outcome: peek(asked, who) ? 'some' : 'none' }),
    journal: deps.journal,
    changed: deps.waiting,
  })

  /** In a team whoever waits is asked for again when there may be one, and the cloud decides. */
  async function waitInTeam(asked: AskedNext, who: Asking, seconds: number, gone: AbortSignal): Promise<Next> {
    const until = performance.now() + seconds * 1000
    for (;;) {
      const found = await nextInTeam(asked, who, gone)
      const left = (until - performance.now()) / 1000
      if (found.outcome !== 'none' || left <= 0 || gone.aborted) return found
      if ((await looking.wait(asked, who, left, gone)).outcome === 'none') return choosing.none(asked, who)
    }
  }

  return {
    /** Without waiting. */
    next: (asked: NextRequest, who: Asking): Next => next(asked, who),
    wait: ({ wait_seconds = 0, ...asked }: NextRequest, who: Asking, gone: AbortSignal): Next | Promise<Next> =>
      team.isTeam() ? waitInTeam(asked, who, wait_seconds, gone) : waiting.wait(asked, who, wait_seconds, gone),
    finish,
    /** What the team's cloud says to a finish, before anything is written here; undefined: nothing, or not yet. */
    async finishThere(id: number, asked: FinishRequest, who: Asking): Promise<There | undefined> {
      if (!team.isTeam()) return undefined
      // Where a person wants proof, and for a person, it is this side that decides what is written.
      if (who.actor.kind === 'agent' && !deps.needsProof(who.actor.name)) return team.finish(id, asked, who)
      await team.fence(id, asked, who)
      return undefined
    },
    settled,
    isUnconfirmed: (claim: StoredClaim): boolean => team.marked(claim).unconfirmed === true,
    /** What signs the runs that a finish brings. */
    keyForFinish: deps.evidence.keyForAll,
    approved,
    buildsOn: (task: Parameters<typeof buildsOn>[0]) => buildsOn(task, deps),
    /** Something beside the journal may have made a task ready. */
    wake(): void {
      waiting.wake()
      looking.wake()
    },
    close(): void {
      waiting.close()
      looking.close()
    },
  }
}

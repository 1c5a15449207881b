// The next task of an agent: chosen, claimed and set in progress in one transaction.
import type { Left } from '../../../shared/domain/tasks/choose-next.ts'
import { assigneesOf } from '../../../shared/domain/tasks/task-filter.ts'
import { isWaiting } from '../../../shared/domain/tasks/task-view.ts'
import type { Task, Waiting } from '../../../shared/schema/task.ts'
import type { NextRequest } from '../../../shared/schema/work/work.ts'
import type { Claims, StoredClaim } from '../claims/claims.ts'
import type { Context } from '../context.ts'
import type { Journal } from '../journal/journal.ts'
import type { Questions } from '../questions/questions.ts'
import type { TaskViews } from '../tasks/task-views.ts'
import type { Tasks } from '../tasks/tasks.ts'
import type { ChooseOpen } from './next-store.ts'

export interface NextDeps {
  chooseOpen: ChooseOpen
  tasks: Pick<Tasks, 'get' | 'byIds' | 'update'>
  claims: Pick<Claims, 'list' | 'of' | 'heldBy' | 'take' | 'endExpired'>
  questions: Pick<Questions, 'openByTask'>
  views: TaskViews
  journal: Pick<Journal, 'head'>
}

export type AskedNext = Omit<NextRequest, 'wait_seconds'>
export type Asking = Pick<Context, 'actor'>

export type Next =
  | { outcome: 'claimed' | 'resumed'; task: Task; claim: StoredClaim; left: Left }
  | { outcome: 'none'; left: Left; waits_for?: Waiting[]; note: string }

const whyNone = ({ blocked, asked, claimed, assigned }: Left): string =>
  blocked + asked + claimed + assigned === 0 ? 'No task is left to begin.' : 'No task is ready: the others wait, or belong to somebody else.'

/** One call is one turn: nothing is read here that somebody else could write before the claim commits. */
export function createNextTask({ chooseOpen, tasks, claims, questions, views, journal }: NextDeps) {
  function choose({ key, labels }: AskedNext, who: Asking) {
    const own = new Set(claims.heldBy(who, key).map(({ task_id }) => task_id))
    const claimed = claims.list().flatMap(({ task_id }) => (own.has(task_id) ? [] : [task_id]))
    return chooseOpen({ me: assigneesOf(who.actor), claimed: new Set(claimed), asked: new Set(questions.openByTask().keys()), labels })
  }

  /** Why a task cannot be begun, whatever its status. */
  function standsAgainst(task: Task, { key }: AskedNext, who: Asking): Waiting[] {
    const others = views.one({ ...task, status: 'todo' }, who).waits_for.filter((reason) => reason.for !== 'claim')
    const claim = claims.of(task.id)
    const isOwn = !claim || claims.heldBy(who, key).includes(claim)
    return isOwn ? others : [...others, { for: 'claim', who: claim.holder.name }]
  }

  /** What the caller works on already. */
  function inHand(asked: AskedNext, who: Asking): Task | undefined {
    const held = claims.heldBy(who, asked.key).flatMap(({ task_id }) => tasks.byIds([task_id]))
    return held.find(({ status }) => status === 'in_progress') ?? held.find((task) => isWaiting(task.status) && standsAgainst(task, asked, who).length === 0)
  }

  function begin(task: Task, { key }: AskedNext, who: Asking): Omit<Exclude<Next, { outcome: 'none' }>, 'left'> {
    const { outcome, claim } = claims.take(task.id, who, key === undefined ? {} : { key }, () => {
      if (task.status === 'in_progress') return null
      tasks.update(task.id, { status: 'in_progress' }, who)
      return journal.head()
    })
    if (outcome === 'held') throw new Error(`task ${task.id} was chosen though it is claimed`)
    return { outcome: outcome === 'renewed' ? 'resumed' : 'claimed', task: tasks.get(task.id), claim }
  }

  function one(id: number, asked: AskedNext, who: Asking): Next {
    const task = tasks.get(id)
    if (task.status === 'done') return { outcome: 'none', left: choose(asked, who).left, note: `Task ${id} is done.` }
    const waits_for = standsAgainst(task, asked, who)
    if (waits_for.length > 0) return { outcome: 'none', left: choose(asked, who).left, waits_for, note: `Task ${id} cannot be begun: waits_for says why.` }
    return { ...begin(task, asked, who), left: choose(asked, who).left }
  }

  return function next(asked: AskedNext, who: Asking): Next {
    claims.endExpired()
    if (asked.id !== undefined) return one(asked.id, asked, who)
    const held = inHand(asked, who)
    if (held) return { ...begin(held, asked, who), left: choose(asked, who).left }
    const { best, left } = choose(asked, who)
    if (best === undefined) return { outcome: 'none', left, note: whyNone(left) }
    return { ...begin(tasks.get(best), asked, who), left: { ...left, ready: left.ready - 1 } }
  }
}

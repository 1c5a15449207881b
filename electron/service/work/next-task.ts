// The next task of an agent: chosen, claimed and set in progress in one transaction.
import { isSameName } from '../../../shared/domain/people/same-name.ts'
import { hasAnyLabel, type Left } from '../../../shared/domain/tasks/choose-next.ts'
import { assigneesOf } from '../../../shared/domain/tasks/task-filter.ts'
import { isWaiting } from '../../../shared/domain/tasks/task-view.ts'
import type { Task, Waiting } from '../../../shared/schema/task.ts'
import type { NextRequest } from '../../../shared/schema/work/work.ts'
import type { Claims, StoredClaim } from '../claims/claims.ts'
import type { Context } from '../context.ts'
import type { Journal } from '../journal/journal.ts'
import type { Proposals } from '../proposals/proposals.ts'
import type { Questions } from '../questions/questions.ts'
import type { TaskViews } from '../tasks/task-views.ts'
import type { Tasks } from '../tasks/tasks.ts'
import type { ChooseOpen } from './next-store.ts'

export interface NextDeps {
  chooseOpen: ChooseOpen
  tasks: Pick<Tasks, 'get' | 'byIds' | 'update'>
  claims: Pick<Claims, 'list' | 'of' | 'heldBy' | 'take' | 'endExpired'>
  questions: Pick<Questions, 'openByTask'>
  proposals: Pick<Proposals, 'holding'>
  views: TaskViews
  journal: Pick<Journal, 'head'>
}

export type AskedNext = Omit<NextRequest, 'wait_seconds'>
export type Asking = Pick<Context, 'actor'>

export type Next =
  | { outcome: 'claimed' | 'resumed'; task: Task; claim: StoredClaim; left: Left }
  | { outcome: 'none'; left: Left; waits_for?: Waiting[]; note: string }

const waits = (n: number) => (n === 1 ? 'waits' : 'wait')

/** `underway`: what others work on, which may come back. */
function whyNone({ blocked, asked, claimed, assigned }: Left, underway: number): string {
  const why = [
    ...(blocked > 0 ? [`${blocked} ${waits(blocked)} for other tasks`] : []),
    ...(asked > 0 ? [`${asked} ${waits(asked)} for a person`] : []),
    ...(assigned > 0 ? [`${assigned} ${assigned === 1 ? 'is' : 'are'} assigned to somebody else`] : []),
    ...(claimed + underway > 0 ? [`others work on ${claimed + underway}`] : []),
  ]
  if (why.length === 0) return 'No task is left to begin.'
  return `No task is ready: ${why.join(', ')}. With wait_seconds the call waits until one is.`
}

/** Where an agent's name was written without `agent:`. */
function namesake({ assignee }: Task, { actor }: Asking): string {
  if (assignee === null || actor.kind !== 'agent' || !isSameName(assignee.replace(/^\s*agent:/i, ''), actor.name)) return ''
  const [me] = assigneesOf(actor) as [string]
  return isSameName(assignee, me) ? '' : ` "${assignee}" is a person's name; for you it would be assigned to ${me}.`
}

/** One call is one turn: nothing is read here that somebody else could write before the claim commits. */
export function createNextTask({ chooseOpen, tasks, claims, questions, proposals, views, journal }: NextDeps) {
  function choose({ key, worker, labels }: AskedNext, who: Asking) {
    const own = new Set(claims.heldBy(who, { key, worker }).map(({ task_id }) => task_id))
    const claimed = claims.list().flatMap(({ task_id }) => (own.has(task_id) ? [] : [task_id]))
    const asked = new Set([...questions.openByTask().keys(), ...proposals.holding().keys()])
    return chooseOpen({ me: assigneesOf(who.actor), claimed: new Set(claimed), asked, labels })
  }

  /** How many tasks others have in progress, of those that are asked for. */
  function underway({ key, worker, labels }: AskedNext, who: Asking): number {
    const own = new Set(claims.heldBy(who, { key, worker }))
    const others = claims.list().flatMap((claim) => (own.has(claim) ? [] : [claim.task_id]))
    return tasks.byIds(others).filter((task) => !isWaiting(task.status) && hasAnyLabel(task, labels)).length
  }

  /** Why a task cannot be begun, whatever its status. */
  function standsAgainst(task: Task, { key, worker }: AskedNext, who: Asking): Waiting[] {
    const others = views.one({ ...task, status: 'todo' }, who).waits_for.filter((reason) => reason.for !== 'claim')
    const claim = claims.of(task.id)
    const isOwn = !claim || claims.heldBy(who, { key, worker }).includes(claim)
    return isOwn ? others : [...others, { for: 'claim', who: claim.holder.name }]
  }

  /** What the caller works on already. One that is to be finished once a person agrees needs no work now. */
  function inHand(asked: AskedNext, who: Asking): Task | undefined {
    const finishing = proposals.holding()
    const held = claims.heldBy(who, asked).flatMap(({ task_id }) => (finishing.has(task_id) ? [] : tasks.byIds([task_id])))
    return held.find(({ status }) => status === 'in_progress') ?? held.find((task) => isWaiting(task.status) && standsAgainst(task, asked, who).length === 0)
  }

  function begin(task: Task, { key, worker }: AskedNext, who: Asking): Omit<Exclude<Next, { outcome: 'none' }>, 'left'> {
    const { outcome, claim } = claims.take(task.id, who, { key, worker }, () => {
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
    if (waits_for.length > 0)
      return { outcome: 'none', left: choose(asked, who).left, waits_for, note: `Task ${id} cannot be begun: waits_for says why.${namesake(task, who)}` }
    return { ...begin(task, asked, who), left: choose(asked, who).left }
  }

  return function next(asked: AskedNext, who: Asking): Next {
    claims.endExpired()
    if (asked.id !== undefined) return one(asked.id, asked, who)
    const held = inHand(asked, who)
    if (held) return { ...begin(held, asked, who), left: choose(asked, who).left }
    const { best, left } = choose(asked, who)
    if (best === undefined) return { outcome: 'none', left, note: whyNone(left, underway(asked, who)) }
    return { ...begin(tasks.get(best), asked, who), left: { ...left, ready: left.ready - 1 } }
  }
}

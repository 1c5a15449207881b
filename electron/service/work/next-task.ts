// The next task of an agent: chosen, claimed and set in progress in one transaction.
import { spellingsOf } from '../../../shared/domain/people/same-name.ts'
import { hasAnyLabel, type Left } from '../../../shared/domain/tasks/choose-next.ts'
import { assigneesOf } from '../../../shared/domain/tasks/task-filter.ts'
import { isWaiting } from '../../../shared/domain/tasks/task-view.ts'
import { cannotBegin, isDoneNote, misnamedNote, whyNone } from '../../../shared/domain/work/next-words.ts'
import type { Task, Waiting } from '../../../shared/schema/task.ts'
import type { NextRequest } from '../../../shared/schema/work/work.ts'
import type { NewClaim } from '../../../shared/schema/claim.ts'
import type { Elsewhere } from '../claims/elsewhere.ts'
import type { Confirmed } from '../claims/grants.ts'
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
  tasks: Pick<Tasks, 'get' | 'byIds' | 'update' | 'list' | 'assignees'>
  claims: Pick<Claims, 'list' | 'of' | 'heldBy' | 'take' | 'endExpired'>
  elsewhere: Pick<Elsewhere, 'of' | 'list'>
  questions: Pick<Questions, 'openByTask'>
  proposals: Pick<Proposals, 'holding'>
  views: TaskViews
  journal: Pick<Journal, 'head'>
}

/** `new_key`, `confirmed`: of a claim that the cloud has granted for this. */
export type AskedNext = Omit<NextRequest, 'wait_seconds'> & Pick<NewClaim, 'new_key'> & Confirmed
export type Asking = Pick<Context, 'actor'>

export type Next =
  | { outcome: 'claimed' | 'resumed'; task: Task; claim: StoredClaim; left: Left }
  | { outcome: 'none'; left: Left; waits_for?: Waiting[]; note: string }

/** One call is one turn: nothing is read here that somebody else could write before the claim commits. */
export function createNextTask({ chooseOpen, tasks, claims, elsewhere, questions, proposals, views, journal }: NextDeps) {
  function choose({ key, worker, labels }: AskedNext, who: Asking) {
    const own = new Set(claims.heldBy(who, { key, worker }).map(({ task_id }) => task_id))
    const claimed = [...claims.list(), ...elsewhere.list()].flatMap(({ task_id }) => (own.has(task_id) ? [] : [task_id]))
    const asked = new Set([...questions.openByTask().keys(), ...proposals.holding().keys()])
    return chooseOpen({ me: assigneesOf(who.actor), claimed: new Set(claimed), asked, labels })
  }

  /** How many tasks others have in progress, of those that are asked for. */
  function underway({ key, worker, labels }: AskedNext, who: Asking): number {
    const own = new Set(claims.heldBy(who, { key, worker }).map(({ task_id }) => task_id))
    const others = [...new Set([...claims.list(), ...elsewhere.list()].flatMap(({ task_id }) => (own.has(task_id) ? [] : [task_id])))]
    return tasks.byIds(others).filter((task) => !isWaiting(task.status) && hasAnyLabel(task, labels)).length
  }

  /** Why a task cannot be begun, whatever its status. */
  function standsAgainst(task: Task, { key, worker }: AskedNext, who: Asking): Waiting[] {
    const others = views.one({ ...task, status: 'todo' }, who).waits_for.filter((reason) => reason.for !== 'claim')
    const claim = claims.of(task.id)
    if (claim && claims.heldBy(who, { key, worker }).includes(claim)) return others
    const held = claim ?? elsewhere.of(task.id)
    return held ? [...others, { for: 'claim', who: held.holder.name }] : others
  }

  /** What the caller works on already. One that is to be finished once a person agrees needs no work now. */
  function inHand(asked: AskedNext, who: Asking): Task | undefined {
    const finishing = proposals.holding()
    const held = claims.heldBy(who, asked).flatMap(({ task_id }) => (finishing.has(task_id) ? [] : tasks.byIds([task_id])))
    return held.find(({ status }) => status === 'in_progress') ?? held.find((task) => isWaiting(task.status) && standsAgainst(task, asked, who).length === 0)
  }

  function begin(task: Task, { key, worker, new_key, confirmed }: AskedNext, who: Asking): Omit<Exclude<Next, { outcome: 'none' }>, 'left'> {
    const { outcome, claim } = claims.take(task.id, who, { key, worker, new_key, confirmed }, () => {
      if (task.status === 'in_progress') return null
      tasks.update(task.id, { status: 'in_progress' }, who)
      return journal.head()
    })
    if (outcome === 'held') throw new Error(`task ${task.id} was chosen though it is claimed`)
    return { outcome: outcome === 'renewed' ? 'resumed' : 'claimed', task: tasks.get(task.id), claim }
  }

  function one(id: number, asked: AskedNext, who: Asking): Next {
    const task = tasks.get(id)
    if (task.status === 'done') return { outcome: 'none', left: choose(asked, who).left, note: isDoneNote(id) }
    const waits_for = standsAgainst(task, asked, who)
    if (waits_for.length > 0) return { outcome: 'none', left: choose(asked, who).left, waits_for, note: cannotBegin(task, who.actor) }
    return { ...begin(task, asked, who), left: choose(asked, who).left }
  }

  /** Tasks that may be meant for the caller and are never handed out to it. */
  function misnamed({ labels }: AskedNext, who: Asking): string {
    if (who.actor.kind !== 'agent') return ''
    const words = spellingsOf([who.actor.name], tasks.assignees())
    return misnamedNote(
      tasks.list({ status: ['backlog', 'todo'], assignee: words }, undefined, -1).filter((task) => hasAnyLabel(task, labels)),
      who.actor,
    )
  }

  const none = (asked: AskedNext, who: Asking, left = choose(asked, who).left): Next => ({
    outcome: 'none',
    left,
    note: whyNone(left, underway(asked, who)) + (left.assigned > 0 ? misnamed(asked, who) : ''),
  })

  function next(asked: AskedNext, who: Asking): Next {
    claims.endExpired()
    if (asked.id !== undefined) return one(asked.id, asked, who)
    const held = inHand(asked, who)
    if (held) return { ...begin(held, asked, who), left: choose(asked, who).left }
    const { best, left } = choose(asked, who)
    if (best === undefined) return none(asked, who, left)
    return { ...begin(tasks.get(best), asked, who), left: { ...left, ready: left.ready - 1 } }
  }

  return {
    next,
    none,
    /** Which task `next` would give; undefined: none. Nothing is claimed. */
    peek(asked: AskedNext, who: Asking): Task | undefined {
      claims.endExpired()
      if (asked.id === undefined) {
        const held = inHand(asked, who)
        const best = held ? undefined : choose(asked, who).best
        return held ?? (best === undefined ? undefined : tasks.get(best))
      }
      const task = tasks.get(asked.id)
      return task.status === 'done' || standsAgainst(task, asked, who).length > 0 ? undefined : task
    },
  }
}

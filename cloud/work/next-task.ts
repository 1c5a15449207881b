// The next task of somebody in a team: chosen, claimed and set in progress in one transaction. The service has the same of its own list
// (electron/service/work/next-task.ts); the order and what is said are shared.
import { isOneOf } from '../../shared/domain/people/same-name.ts'
import type { Left } from '../../shared/domain/tasks/choose-next.ts'
import { isWaiting } from '../../shared/domain/tasks/task-view.ts'
import { type HeldClaim, isHolder } from '../../shared/domain/work/holding.ts'
import { cannotBegin, isDoneNote } from '../../shared/domain/work/next-words.ts'
import type { Status, Task, TaskView, Waiting } from '../../shared/schema/task.ts'
import type { NextRequest } from '../../shared/schema/work/work.ts'
import { type Claims, isHeldMeanwhile, writerOf } from '../claims/claims.ts'
import type { TeamContext } from '../context.ts'
import { lastEvent, requireStillHere } from '../events/standing.ts'
import type { Journal, Write } from '../journal/journal.ts'
import { meOf } from '../tasks/task-caller.ts'
import type { Finishing, TaskViews } from '../tasks/task-views.ts'
import type { Tasks } from '../tasks/tasks.ts'
import { createNextAnswer, heldBy } from './next-answer.ts'
import { type BuiltOn, nextStore } from './next-store.ts'

export interface NextDeps {
  journal: Journal
  tasks: Pick<Tasks, 'lock' | 'setStatus' | 'count'>
  claims: Pick<Claims, 'grant' | 'beginFree' | 'endOne' | 'endedIn' | 'heldIn' | 'mineIn' | 'touch'>
  views: Pick<TaskViews, 'one'>
  finishing: Finishing
}

export type AskedNext = Omit<NextRequest, 'wait_seconds'>

export type Next =
  | { outcome: 'claimed' | 'resumed'; task: TaskView; builtOn: BuiltOn[]; claim: HeldClaim; left: Left }
  | { outcome: 'none'; left: Left; waits_for?: Waiting[]; note: string }

type Begun = { outcome: 'claimed' | 'resumed'; task: Task; claim: HeldClaim }
/** `begun`: the task as it will be once the write is committed. */
type Found = Begun | { outcome: 'begun'; begun: Promise<Task>; claim: HeldClaim } | { outcome: 'none'; waits_for?: Waiting[]; note?: string }

/** So often somebody else may be faster before a call fails. */
const maxTries = 20

/** Nobody waits for the answer: the transaction is rolled back. */
export class NobodyWaits extends Error {}

export interface Trying {
  /** Asked just before the commit. */
  isWanted: () => boolean
  /** The call has waited: whoever made it may be shut out by now. */
  hasWaited: boolean
}

/** The best that nobody else is being given at this moment. `mine`: how the caller is spelt as an assignee, where anything is assigned so. */
async function best({ tx, teamId }: Write, { labels = [] }: AskedNext, mine: readonly string[]): Promise<{ task: Task; at: string } | undefined> {
  // First in passing; what is locked for a moment by somebody who only edits it is waited for, rather than saying that there is none.
  for (const inPassing of [true, false]) {
    const own = mine.length === 0 ? undefined : await nextStore.first(tx, teamId, mine, { labels }, inPassing)
    const first = own ?? (await nextStore.first(tx, teamId, null, { labels }, inPassing))
    if (first) return first
  }
  return undefined
}

export function createNextTask({ journal, tasks, claims, views, finishing }: NextDeps) {
  async function begin(write: Write, task: Task, { key, worker }: AskedNext, ctx: TeamContext): Promise<Begun | undefined> {
    let now = task
    const started = async () => {
      const began_from: Status = task.status
      if (began_from === 'in_progress') return null
      const [begun, entry] = await Promise.all([tasks.setStatus(write, task, 'in_progress'), lastEvent(write)])
      now = begun
      return { entry, began_from }
    }
    const { outcome, claim } = await claims.grant(write, task, ctx, { ...(key === undefined ? {} : { key }), worker }, started)
    return outcome === 'held' ? undefined : { outcome: outcome === 'renewed' ? 'resumed' : 'claimed', task: now, claim }
  }

  /** Why a task cannot be begun, whatever its status. */
  async function standsAgainst(write: Write, task: Task, asked: AskedNext, ctx: TeamContext): Promise<Waiting[]> {
    const others = (await views.one({ ...task, status: 'todo' }, { ...ctx, write })).waits_for.filter((reason) => reason.for !== 'claim')
    const claim = await claims.heldIn(write.tx, write.teamId, task.id)
    return !claim || isHolder(claim, writerOf(ctx), asked) ? others : [...others, { for: 'claim', who: claim.holder.name }]
  }

  async function one(write: Write, id: number, asked: AskedNext, ctx: TeamContext): Promise<Found> {
    const task = await tasks.lock(write, id)
    if (task.status === 'done') return { outcome: 'none', note: isDoneNote(id) }
    const waits_for = await standsAgainst(write, task, asked, ctx)
    if (waits_for.length === 0) {
      const begun = await begin(write, task, asked, ctx)
      if (begun) return begun
    }
    return { outcome: 'none', waits_for, note: cannotBegin(task, ctx.actor) }
  }

  /** What the caller works on already. One that is to be finished once a person agrees needs no work now. */
  async function inHand(write: Write, asked: AskedNext, ctx: TeamContext): Promise<Found | undefined> {
    const held = await heldBy(claims, write.tx, asked, ctx)
    const waiting: Task[] = []
    for (const { task_id } of held) {
      const task = await tasks.lock(write, task_id)
      if ((await finishing(write.tx, write.teamId, [task.uid])).size > 0) continue
      if (task.status === 'in_progress') return begin(write, task, asked, ctx)
      if (isWaiting(task.status)) waiting.push(task)
    }
    for (const task of waiting) if ((await standsAgainst(write, task, asked, ctx)).length === 0) return begin(write, task, asked, ctx)
    return undefined
  }

  /** What is known before a task is looked for, in one question: a claim that has ended is no longer in the way. */
  async function lookAround(asked: AskedNext, ctx: TeamContext): Promise<{ mine: string[]; holds: boolean }> {
    const { team } = ctx
    const [ended, counts, held] = await journal.read(team, (tx) =>
      Promise.all([claims.endedIn(tx, team.id), nextStore.assigned(tx, team.id), heldBy(claims, tx, asked, ctx)]),
    )
    for (const { task_id } of ended) await claims.endOne(team, task_id)
    if (held.length > 0 && ctx.run !== undefined) await claims.touch(ctx.run, ctx)
    const me = meOf(ctx)
    return { mine: counts.flatMap(({ assignee }) => (assignee !== null && isOneOf(me, assignee) ? assignee : [])), holds: held.length > 0 }
  }

  const attempt = async (asked: AskedNext, ctx: TeamContext, { isWanted, hasWaited }: Trying): Promise<Found> => {
    const { mine, holds } = await lookAround(asked, ctx)
    return journal.write(ctx, async (write): Promise<Found> => {
      if (hasWaited) await requireStillHere(write, ctx)
      const named = asked.id === undefined ? undefined : await one(write, asked.id, asked, ctx)
      const found = named ?? (holds ? await inHand(write, asked, ctx) : undefined)
      const free = found ? undefined : await best(write, asked, mine)
      if ((free || (found && found.outcome !== 'none')) && !isWanted()) throw new NobodyWaits()
      if (!free) return found ?? { outcome: 'none' }
      return { outcome: 'begun', ...claims.beginFree(write, free.task, ctx, asked, new Date(free.at)) }
    })
  }

  /** Again when somebody claimed the chosen task between the look at it and its lock. */
  async function find(asked: AskedNext, ctx: TeamContext, trying: Trying): Promise<Exclude<Found, { outcome: 'begun' }>> {
    for (let tries = 1; ; tries++)
      try {
        const found = await attempt(asked, ctx, trying)
        return found.outcome === 'begun' ? { outcome: 'claimed', task: await found.begun, claim: found.claim } : found
      } catch (error) {
        if (tries === maxTries || !isHeldMeanwhile(error)) throw error
      }
  }

  const answer = createNextAnswer({ journal, tasks, claims, views })

  return async function next(asked: AskedNext, ctx: TeamContext, trying: Trying): Promise<Next> {
    const found = await find(asked, ctx, trying)
    if (found.outcome === 'none') return { ...found, ...(await answer.none(asked, ctx, found.note)) }
    const { outcome, task, claim } = found
    return { outcome, claim, ...(await answer.of(task, asked, ctx)) }
  }
}

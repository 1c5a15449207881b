// Claims of a team: leases on tasks, by the database's clock. Whoever begins or ends one has its task locked, so that no two hold one, on whatever
// instance. The service has the same of its own (electron/service/claims/claims.ts); who holds what is decided by the same rules.
import { randomBytes } from 'node:crypto'
import type { Writer } from '../../shared/domain/people/writer.ts'
import { finisherOf, isRepeated } from '../../shared/domain/work/finishing.ts'
import {
  grantedTo,
  type HeldClaim,
  holderOf,
  isHolder,
  isOfRun,
  keyBytes,
  publicClaim,
  refuseHeld,
  requireClaimable,
  requireMayRelease,
  type Said,
} from '../../shared/domain/work/holding.ts'
import { AppError } from '../../shared/domain/app-error.ts'
import type { NewClaim } from '../../shared/schema/claim.ts'
import type { Status, Task } from '../../shared/schema/task.ts'
import type { TeamContext } from '../context.ts'
import type { Database, Tx } from '../db/database.ts'
import { lastEvent } from '../events/standing.ts'
import { behind, type Journal, type Write } from '../journal/journal.ts'
import { goPastDailyEvents } from '../quotas/past-quotas.ts'
import { claimStore, isHeldMeanwhile, type StoredClaim } from './claim-store.ts'

export interface ClaimDeps {
  db: Pick<Database, 'asCourier'>
  journal: Journal
  /** Locks the task. Throws `not_found`. */
  lockTask: (write: Write, id: number) => Promise<Task>
  setStatus: (write: Write, task: Task, status: Status) => Promise<Task>
  onError: (error: unknown) => void
}

export { isHeldMeanwhile, type StoredClaim }

export interface Grant {
  outcome: 'claimed' | 'renewed' | 'held'
  claim: StoredClaim
}

export type Claims = ReturnType<typeof createClaims>

const system = { kind: 'system', name: 'Tandem' } as const
const newKey = () => randomBytes(keyBytes).toString('base64url')

/** Who asks. A person is known by their login: two of a team may have one name. */
export const writerOf = ({ actor, run, principal }: Pick<TeamContext, 'actor' | 'run' | 'principal'>): Writer =>
  actor.kind === 'person' ? { ...actor, run: principal } : { ...actor, run }

const unknownHolder = ({ id }: { id: number }) => new AppError('not_found', `Nobody has claimed task ${id}.`)

async function recordClaim({ record }: Write, action: 'created' | 'deleted', claim: HeldClaim): Promise<void> {
  const shown = { ...publicClaim(claim) }
  await record({ entity: 'claim', entity_id: claim.task_id, action, before: action === 'deleted' ? shown : null, after: action === 'created' ? shown : null })
}

/** The end of one claim, and what it takes back. */
function createEnds({ journal, lockTask, setStatus }: ClaimDeps) {
  /** What the work began with goes back in the same write, unless somebody else has set it since. The task is locked. */
  async function end(write: Write, claim: StoredClaim, task: Task | undefined): Promise<void> {
    const { tx, teamId, lock } = write
    const { task_id, entry, began_from } = claim
    // The team's counters before a claim's row, as everywhere here: nobody waits for the other in a circle.
    await lock()
    const isBegun = task?.status === 'in_progress' && entry !== null && began_from !== null
    if (isBegun && !(await claimStore.isSetSince(tx, teamId, task_id, entry))) {
      await goPastDailyEvents(tx)
      await setStatus(write, task, began_from)
    }
    await claimStore.remove(tx, teamId, task_id)
    await recordClaim(write, 'deleted', claim)
  }

  /** One whose time is over. Another instance may have been faster, or its holder. */
  const endOne = (team: { id: string }, taskId: number): Promise<void> =>
    journal.write({ team, actor: system, principal: 'system' }, async (write) => {
      const task = await lockTask(write, taskId).catch((error: unknown) => {
        if (error instanceof AppError && error.code === 'not_found') return undefined
        throw error
      })
      const claim = await claimStore.anyByTask(write.tx, write.teamId, taskId)
      if (claim && !claim.live) await end(write, claim, task)
    })

  return { end, endOne }
}

/** What is granted to whoever asks, inside a write. */
function createGrant({ journal }: ClaimDeps) {
  /** Inside a write that has the task locked. `begin` returns the event that the end of the claim takes back, with the status before it. */
  return async function grant(
    write: Write,
    task: Task,
    ctx: TeamContext,
    asked: NewClaim & Said,
    begin: () => Promise<{ entry: number; began_from: Status } | null>,
  ): Promise<Grant> {
    const { tx, teamId } = write
    requireClaimable(task.id, task)
    const writer = writerOf(ctx)
    const existing = await claimStore.byTask(tx, teamId, task.id)
    if (existing && !isHolder(existing, writer, asked)) return { outcome: 'held', claim: existing }
    const begun = (await behind(write.lock(), begin())) ?? { entry: existing?.entry ?? null, began_from: existing?.began_from ?? null }
    const granted = grantedTo(task.id, writer, asked, { existing, at: journal.now(), newKey })
    const claim = await claimStore.put(tx, teamId, { ...granted, principal: ctx.principal, ...begun }, !existing)
    if (!existing) await recordClaim(write, 'created', claim)
    return { outcome: existing ? 'renewed' : 'claimed', claim }
  }
}

/**
 * The claim of whoever was chosen a free task, with what begins the work, inside the write that locks it. Nothing is awaited: everything goes out with
 * the commit, so that nobody waits long for the team's counters. The write fails where somebody else was faster: see isHeldMeanwhile.
 */
function createBeginFree({ setStatus }: Pick<ClaimDeps, 'setStatus'>) {
  return function beginFree(write: Write, task: Task, ctx: TeamContext, asked: NewClaim & Said, at: Date): { claim: HeldClaim; begun: Promise<Task> } {
    const granted = grantedTo(task.id, writerOf(ctx), asked, { existing: undefined, at, newKey })
    const begun = setStatus(write, task, 'in_progress')
    const claimed = claimStore.begin(write.tx, write.teamId, { ...granted, principal: ctx.principal, began_from: task.status })
    const told = recordClaim(write, 'created', granted)
    // What fails here is what the commit fails of.
    for (const sent of [begun, claimed, told]) sent.catch(() => undefined)
    return { claim: granted, begun }
  }
}

export function createClaims(deps: ClaimDeps) {
  const { journal, lockTask, setStatus } = deps
  const { end, endOne } = createEnds(deps)
  const grant = createGrant(deps)

  return {
    grant,
    beginFree: createBeginFree(deps),
    endOne,
    ...endings(deps, { end, endOne }),

    /** Inside a transaction of a team: the one that holds, those of a run or with a key, and those whose time is over. */
    heldIn: (tx: Tx, team: string, taskId: number): Promise<StoredClaim | undefined> => claimStore.byTask(tx, team, taskId),
    mineIn: (tx: Tx, team: string, run: string | undefined, key: string | undefined): Promise<StoredClaim[]> => claimStore.mine(tx, team, run, key),
    /** Whether just this finish was written under that key. */
    hasFinished: async (tx: Tx, team: string, taskId: number, asked: { key: string; digest: string }): Promise<boolean> =>
      isRepeated(await claimStore.finished(tx, team, taskId), asked, null),
    endedIn: (tx: Tx, team: string): Promise<{ task_id: number }[]> => claimStore.ended(tx, team),

    list: (ctx: TeamContext): Promise<StoredClaim[]> => journal.read(ctx.team, (tx) => claimStore.all(tx, ctx.team.id)),

    async of(id: number, ctx: TeamContext): Promise<StoredClaim> {
      const claim = await journal.read(ctx.team, (tx) => claimStore.byTask(tx, ctx.team.id, id))
      if (!claim) throw unknownHolder({ id })
      return claim
    },

    /** Takes or renews. Throws `conflict` where somebody else has it, or the task is done. */
    claim: (id: number, asked: NewClaim, ctx: TeamContext): Promise<StoredClaim> =>
      journal.write(ctx, async (write) => {
        const task = await lockTask(write, id)
        const { outcome, claim } = await grant(write, task, ctx, asked, async () => {
          if (!asked.begin || task.status === 'in_progress') return null
          const [, entry] = await Promise.all([setStatus(write, task, 'in_progress'), lastEvent(write)])
          return { entry, began_from: task.status }
        })
        return outcome === 'held' ? refuseHeld(claim, asked) : claim
      }),

    /** Ends a claim: its holder may, and any person. Throws `conflict` when it is somebody else's. */
    release: (id: number, key: string | undefined, ctx: TeamContext): Promise<void> =>
      journal.write(ctx, async (write) => {
        const task = await lockTask(write, id)
        const claim = await claimStore.byTask(write.tx, write.teamId, id)
        if (!claim) return
        const writer = writerOf(ctx)
        // A name without a run is believed of the login that made the claim.
        requireMayRelease(claim, claim.principal === ctx.principal ? writer : { ...writer, run: writer.run ?? ctx.principal }, key)
        await end(write, claim, task)
      }),

    /** Of one run, each in a write of its own. */
    async releaseAll(run: string, ctx: TeamContext): Promise<void> {
      for (const { task_id } of await journal.read(ctx.team, (tx) => claimStore.mine(tx, ctx.team.id, run, undefined)))
        await journal.write(ctx, async (write) => {
          const task = await lockTask(write, task_id)
          const claim = await claimStore.byTask(write.tx, write.teamId, task_id)
          if (claim?.run === run) await end(write.as(holderOf(claim)), claim, task)
        })
    },

    /** A sign of life of a run: all that it holds is renewed. */
    touch: (run: string, ctx: TeamContext): Promise<number> => journal.write(ctx, ({ tx, teamId }) => claimStore.touch(tx, teamId, run), { atOnce: 'alone' }),

    /**
     * Inside a write that has the task locked: runs the end of the work and ends the claim, if the key is that of the present claim; without a key, if the
     * caller's run has it. `digest` tells a repetition.
     */
    async finish(
      write: Write,
      taskId: number,
      ctx: TeamContext,
      { key, digest }: { key: string | undefined; digest: string },
      act: () => Promise<unknown>,
    ): Promise<'finished' | 'unchanged' | 'lost'> {
      const { tx, teamId } = write
      const writer = writerOf(ctx)
      const finisher = finisherOf(writer)
      const claim = await claimStore.byTask(tx, teamId, taskId)
      if (!claim || (key === undefined ? !isOfRun(claim, writer) : key !== claim.key))
        return isRepeated(await claimStore.finished(tx, teamId, taskId), { key, digest }, finisher) ? 'unchanged' : 'lost'
      // Before the status: a task that is done has no claim.
      await behind(write.lock(), claimStore.remove(tx, teamId, taskId))
      await act()
      await Promise.all([claimStore.finish(tx, teamId, taskId, { key: claim.key, digest, finisher }), recordClaim(write, 'deleted', claim)])
      return 'finished'
    },
  }
}

/** How claims end by themselves: with their time, their task, or the login that made them. */
function endings({ db, journal, onError }: ClaimDeps, { end, endOne }: ReturnType<typeof createEnds>) {
  return {
    /** Ends what has expired in a team. Not inside a write. */
    async endExpired(team: { id: string }): Promise<void> {
      for (const { task_id } of await journal.read(team, (tx) => claimStore.ended(tx, team.id))) await endOne(team, task_id)
    },

    /** Some of what has expired in all teams. Returns whether there may be more. */
    async sweep(limit: number): Promise<boolean> {
      const ended = await db.asCourier((tx) => claimStore.endedAnywhere(tx, limit))
      for (const { team_id, task_id } of ended) await endOne({ id: team_id }, task_id).catch(onError)
      return ended.length === limit
    },

    /** Inside the write that makes the task done: nobody needs to work on it any more. */
    async taskDone(write: Write, taskId: number): Promise<void> {
      const claim = await claimStore.anyByTask(write.tx, write.teamId, taskId)
      if (claim) await end(write, claim, undefined)
    },

    /** For a task's delete. */
    async removeOfTask(write: Write, taskId: number): Promise<void> {
      const { tx, teamId } = write
      const claim = await claimStore.anyByTask(tx, teamId, taskId)
      if (claim) await end(write, claim, undefined)
      await claimStore.forget(tx, teamId, taskId)
    },

    /** Inside the write that ends a login: what it holds is nobody's from now on, and is taken back once that is committed. */
    async endOf(write: Write, principal: string): Promise<void> {
      await write.lock()
      if ((await claimStore.endOf(write.tx, write.teamId, principal)) === 0) return
      const { teamId } = write
      write.afterCommit(() => void this.endExpired({ id: teamId }).catch(onError))
    },

    /** Of other people's and runs' claims, who holds them, by task. */
    async othersByTask(tx: Tx, ctx: TeamContext): Promise<Map<number, string>> {
      const writer = writerOf(ctx)
      const others = (await claimStore.all(tx, ctx.team.id)).filter((claim) => !(claim.principal === ctx.principal && isSame(claim, writer)))
      return new Map(others.map(({ task_id, holder }) => [task_id, holder.name]))
    },
  }
}

/** In a list an agent without a run is known by its name. */
const isSame = ({ holder, run }: StoredClaim, writer: Writer): boolean =>
  holder.kind === writer.kind && holder.name === writer.name && (run ?? null) === (writer.run ?? null)

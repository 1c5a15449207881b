// Claims are leases: one holder for a task at a time, ended by release, with the task (deleted, or done), with the run that holds them, or by
// silence. They are no content, so they are not in the journal; each change is signalled to whoever watches.
import { randomBytes } from 'node:crypto'
import { AppError } from '../../../shared/domain/app-error.ts'
import { type Claim, defaultLeaseMinutes, type NewClaim } from '../../../shared/schema/claim.ts'
import type { Task } from '../../../shared/schema/task.ts'
import { actorOnly, type Context, isSameWriter } from '../context.ts'
import type { Journal } from '../journal/journal.ts'
import { type ClaimStore, holderOf, type StoredClaim } from './claim-store.ts'
import { followJournal } from './follow-journal.ts'
import { attempt, createLeases } from './leases.ts'

/** Who asks. */
export type Claimant = Pick<Context, 'actor'>

export interface ClaimDeps {
  store: ClaimStore
  journal: Journal
  now: () => Date
  /** Milliseconds that only ever grow: a lease must not end, or go on for ever, because the wall clock was set. */
  monotonic?: () => number
  requireTask: (id: number) => Pick<Task, 'status'>
  /** Called after each change, with the task. */
  changed: (taskId: number) => void
}

export type { StoredClaim }

export type Claims = ReturnType<typeof createClaims>

/** A claim as everybody may see it: without the key that proves it. */
export function publicClaim(claim: StoredClaim | undefined): Claim | null {
  return claim ? { task_id: claim.task_id, holder: claim.holder, claimed_at: claim.claimed_at, expires_at: claim.expires_at } : null
}

/** A run whose connection ended without a word may come back (a reconnect, a restarted client) and find its claims. */
const graceMs = 60_000

const isHolder = (claim: StoredClaim, { actor }: Claimant, key: string | undefined) =>
  key === claim.key || (claim.run !== null && isSameWriter(actor, holderOf(claim)))

export function createClaims({ store, journal, now, monotonic = () => performance.now(), requireTask, changed }: ClaimDeps) {
  const leases = createLeases({ store, now, monotonic, changed })
  const stopFollowing = followJournal({ journal, leases, requireTask })

  return {
    /** The newest first. */
    list(): StoredClaim[] {
      return leases
        .taskIds()
        .flatMap((id) => leases.current(id) ?? [])
        .sort((a, b) => b.claimed_at.localeCompare(a.claimed_at) || b.task_id - a.task_id)
    },

    of: leases.current,

    /** Takes or renews. `held`: somebody else has it, until `claim.expires_at`. Throws `conflict` when the task is done. */
    claim(
      taskId: number,
      who: Claimant,
      { ttl_minutes = defaultLeaseMinutes, key }: NewClaim,
    ): { outcome: 'claimed' | 'renewed' | 'held'; claim: StoredClaim } {
      if (requireTask(taskId).status === 'done')
        throw new AppError('conflict', `Task ${taskId} is done: there is nothing to claim. Choose another task, or set its status to todo first.`)
      const existing = leases.current(taskId)
      if (existing && !isHolder(existing, who, key)) return { outcome: 'held', claim: existing }
      const ttl_ms = ttl_minutes * 60_000
      const at = now()
      const claim: StoredClaim = {
        task_id: taskId,
        holder: existing?.holder ?? actorOnly(who.actor),
        // The key proves the holder: from here on the claim lives with the run that showed it.
        run: who.actor.run ?? existing?.run ?? null,
        key: existing?.key ?? randomBytes(5).toString('base64url'),
        ttl_ms,
        claimed_at: existing?.claimed_at ?? at.toISOString(),
        expires_at: new Date(at.getTime() + ttl_ms).toISOString(),
      }
      leases.begin(claim)
      return { outcome: existing ? 'renewed' : 'claimed', claim }
    },

    /**
     * Ends a claim: its holder may, and any person. An agent without a run is believed by its name, if the claim was made without one too. Throws `conflict` when it is somebody else's; false when there was none.
     */
    release(taskId: number, who: Claimant, key?: string): boolean {
      requireTask(taskId)
      const claim = leases.current(taskId)
      if (!claim) return false
      const believed = claim.run === null && isSameWriter(who.actor, claim.holder)
      if (who.actor.kind !== 'person' && !isHolder(claim, who, key) && !believed) {
        throw new AppError(
          'conflict',
          `Task ${taskId} is claimed by ${claim.holder.name} until ${claim.expires_at}. Only its holder can release it, with the key of the claim; or a person.`,
        )
      }
      leases.end(taskId)
      return true
    },

    /** A sign of life of a run: all that it holds is renewed. */
    touch(run: string): void {
      for (const lease of leases.ofRun(run)) attempt(() => leases.renew(lease))
    },

    /** A run that says goodbye releases all that it holds. */
    releaseAll(run: string): void {
      for (const { claim } of leases.ofRun(run)) leases.end(claim.task_id)
    },

    /** A run that ended without a word keeps what it holds for a minute: it may come back. */
    cutShort(run: string): void {
      leases.shorten(leases.ofRun(run), graceMs)
    },

    close(): void {
      leases.close()
      stopFollowing()
    },
  }
}

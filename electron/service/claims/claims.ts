// Claims are leases: one holder for a task at a time, ended by release, with the task (deleted, or done), with the run that holds them, or by
// silence. They are no content, so they are not in the journal; each change is signalled to whoever watches.
import { AppError } from '../../../shared/domain/app-error.ts'
import type { Claim, NewClaim } from '../../../shared/schema/claim.ts'
import type { Task } from '../../../shared/schema/task.ts'
import { isSameWriter, type Writer } from '../context.ts'
import type { Journal } from '../journal/journal.ts'
import { type ClaimStore, holderOf, type StoredClaim } from './claim-store.ts'
import { createClaimedWork } from './claimed-work.ts'
import { followJournal } from './follow-journal.ts'
import { type Claimant, createGrants, type Grant, isHolder, isOfRun, type Said } from './grants.ts'
import { attempt, createLeases } from './leases.ts'

export interface ClaimDeps {
  store: ClaimStore
  journal: Journal
  now: () => Date
  /** Milliseconds that only ever grow: a lease must not end, or go on for ever, because the wall clock was set. */
  monotonic?: () => number
  requireTask: (id: number) => Pick<Task, 'status'>
  /** Undoes the entry with which the work began, if the status is still from it. Inside a write. */
  putBack: (entry: number, actor: Writer) => void
  /** Called after each change, with the task. */
  changed: (taskId: number) => void
}

export type { Claimant, StoredClaim }

export type Claims = ReturnType<typeof createClaims>

/** A claim as everybody may see it: without the key that proves it. */
export function publicClaim(claim: StoredClaim | undefined): Claim | null {
  return claim ? { task_id: claim.task_id, holder: claim.holder, claimed_at: claim.claimed_at, expires_at: claim.expires_at } : null
}

const system = { kind: 'system', name: 'Tandem' } as const

/** A run whose connection ended without a word may come back (a reconnect, a restarted client) and find its claims. */
const graceMs = 60_000

export function createClaims({ store, journal, now, monotonic = () => performance.now(), requireTask, putBack, changed }: ClaimDeps) {
  const leases = createLeases({ store, now, monotonic, changed, expired: (claim) => end(claim, system) })
  const grant = createGrants({ leases, now, requireTask })
  const stopFollowing = followJournal({ journal, leases, requireTask, end: ({ claim }) => end(claim, system) })

  /** What the work began with goes back in the same write, so that a crash leaves no task in progress on which nobody works. */
  function end(claim: StoredClaim, by: Writer): void {
    journal.write(by, () => {
      if (claim.entry !== null) putBack(claim.entry, by)
      store.remove(claim.task_id)
    })
    leases.end(claim.task_id)
  }

  return {
    /** The newest first. */
    list(): StoredClaim[] {
      return leases
        .taskIds()
        .flatMap((id) => leases.current(id) ?? [])
        .sort((a, b) => b.claimed_at.localeCompare(a.claimed_at) || b.task_id - a.task_id)
    },

    of: leases.current,

    /** What a caller holds, by its run or by a key; the oldest first. */
    heldBy: ({ actor }: Claimant, said: Said): StoredClaim[] =>
      leases
        .taskIds()
        .flatMap((id) => leases.current(id) ?? [])
        .filter((claim) => isHolder(claim, { actor }, said))
        .sort((a, b) => a.claimed_at.localeCompare(b.claimed_at) || a.task_id - b.task_id),

    /** Takes or renews. `held`: somebody else has it, until `claim.expires_at`. Throws `conflict` when the task is done. */
    claim(taskId: number, who: Claimant, asked: NewClaim): Grant {
      const found = grant(taskId, who, asked)
      if (found.outcome === 'held') return found
      store.put(found.claim)
      leases.begin(found.claim)
      return found
    },

    ...createClaimedWork({ store, journal, leases, grant, requireTask }),

    /**
     * Ends a claim: its holder may, and any person. An agent without a run is believed by its name, if the claim was made without one too. Throws `conflict` when it is somebody else's; false when there was none.
     */
    release(taskId: number, who: Claimant, key?: string): boolean {
      requireTask(taskId)
      const claim = leases.current(taskId)
      if (!claim) return false
      const believed = claim.run === null && isSameWriter(who.actor, claim.holder)
      if (who.actor.kind !== 'person' && key !== claim.key && !isOfRun(claim, who) && !believed) {
        throw new AppError(
          'conflict',
          `Task ${taskId} is claimed by ${claim.holder.name} until ${claim.expires_at}. Only a person can release it, or its holder with the key of the claim.`,
        )
      }
      end(claim, who.actor)
      return true
    },

    /** A sign of life of a run: all that it holds is renewed. */
    touch(run: string): void {
      for (const lease of leases.ofRun(run)) attempt(() => leases.renew(lease))
    },

    /** A run that says goodbye releases all that it holds. */
    releaseAll(run: string): void {
      for (const { claim } of leases.ofRun(run)) end(claim, holderOf(claim))
    },

    /** A run that ended without a word keeps what it holds for a minute: it may come back. */
    cutShort(run: string): void {
      leases.shorten(leases.ofRun(run), graceMs)
    },

    /** Ends what has expired now, for whoever is about to look for a free task. Not inside a write. */
    endExpired: leases.endExpired,

    close(): void {
      leases.close()
      stopFollowing()
    },
  }
}

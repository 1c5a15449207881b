// Claims are leases: one holder for a task at a time, ended by release, with the task (deleted, or done), with the run that holds them, or by
// silence. They are no content, so they are not in the journal; each change is signalled to whoever watches.
import { holderOf, isHolder, requireMayRelease, type Said } from '../../../shared/domain/work/holding.ts'
import type { NewClaim } from '../../../shared/schema/claim.ts'
import type { Task } from '../../../shared/schema/task.ts'
import type { Writer } from '../context.ts'
import type { Journal } from '../journal/journal.ts'
import type { ClaimStore, StoredClaim } from './claim-store.ts'
import { createClaimedWork } from './claimed-work.ts'
import { followJournal } from './follow-journal.ts'
import { type Claimant, type Confirmed, createGrants, type Grant } from './grants.ts'
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
  /** Sets the task in progress. Inside a write; returns the entry that the end of the claim takes back, or null. */
  beginWork: (taskId: number, who: Claimant) => number | null
  /** Called after each change, with the task. */
  changed: (taskId: number) => void
  /** One ended without a finish. */
  ended?: (claim: StoredClaim) => void
}

export type { Claimant, StoredClaim }

export type Claims = ReturnType<typeof createClaims>

const system = { kind: 'system', name: 'Tandem' } as const

/** A run whose connection ended without a word may come back (a reconnect, a restarted client) and find its claims. */
const graceMs = 60_000

export function createClaims({ store, journal, now, monotonic = () => performance.now(), requireTask, putBack, beginWork, changed, ended }: ClaimDeps) {
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
    ended?.(claim)
  }

  const work = createClaimedWork({ store, journal, leases, grant, requireTask })

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
        .filter((claim) => isHolder(claim, actor, said))
        .sort((a, b) => a.claimed_at.localeCompare(b.claimed_at) || a.task_id - b.task_id),

    /** Takes or renews. `held`: somebody else has it, until `claim.expires_at`. Throws `conflict` when the task is done. */
    claim(taskId: number, who: Claimant, asked: NewClaim & Said & Confirmed): Grant {
      if (asked.begin) return work.take(taskId, who, asked, () => beginWork(taskId, who))
      const found = grant(taskId, who, asked)
      if (found.outcome === 'held') return found
      store.put(found.claim)
      leases.begin(found.claim)
      return found
    },

    ...work,

    /** The cloud has granted it. */
    confirm(taskId: number, confirmed: string): void {
      const claim = leases.current(taskId)
      if (!claim || claim.confirmed === confirmed) return
      claim.confirmed = confirmed
      store.confirm(taskId, confirmed)
      changed(taskId)
    },

    /** Somebody else of the team has the task: its status is theirs now, and nothing goes back. */
    lose(taskId: number): void {
      if (!leases.of(taskId)) return
      store.remove(taskId)
      leases.end(taskId)
    },

    /**
     * Ends a claim: its holder may, and any person. Throws `conflict` when it is somebody else's; false when there was none.
     */
    release(taskId: number, who: Claimant, key?: string): boolean {
      requireTask(taskId)
      const claim = leases.current(taskId)
      if (!claim) return false
      requireMayRelease(claim, who.actor, key)
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

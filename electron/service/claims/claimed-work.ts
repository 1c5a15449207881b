// Claims that begin and end together with the work: the claim and what is written about the task commit in one transaction.
import type { NewClaim } from '../../../shared/schema/claim.ts'
import type { Task } from '../../../shared/schema/task.ts'
import type { Journal } from '../journal/journal.ts'
import type { ClaimStore } from './claim-store.ts'
import { type Claimant, type Grant, type GrantClaim, isOfRun, type Said } from './grants.ts'
import type { Leases } from './leases.ts'

export interface ClaimedWorkDeps {
  store: Pick<ClaimStore, 'put' | 'remove' | 'finished' | 'finish'>
  journal: Pick<Journal, 'write'>
  leases: Pick<Leases, 'current' | 'begin' | 'end'>
  grant: GrantClaim
  requireTask: (id: number) => Pick<Task, 'status'>
}

/** Who ends a piece of work, as far as that tells it from a namesake. */
const finisherOf = ({ actor: { kind, name, run } }: Claimant): string | null => run ?? (kind === 'person' ? `person ${name}` : null)

export function createClaimedWork({ store, journal, leases, grant, requireTask }: ClaimedWorkDeps) {
  return {
    /** Whether the last work on a task ended so, under this key. */
    hasFinished(taskId: number, key: string, digest: string): boolean {
      const finished = store.finished(taskId)
      return finished?.key === key && finished.digest === digest
    },

    /** Claims and begins. `begin` returns the entry that the end of the claim takes back, or null. */
    take(taskId: number, who: Claimant, asked: NewClaim & Said, begin: () => number | null): Grant {
      const taken = journal.write(who.actor, () => {
        const found = grant(taskId, who, asked)
        if (found.outcome === 'held') return found
        found.claim.entry = begin() ?? found.claim.entry
        store.put(found.claim)
        return found
      })
      if (taken.outcome !== 'held') leases.begin(taken.claim)
      return taken
    },

    /**
     * Runs the end of the work and ends the claim, if the key is that of the present claim; without a key, if the caller's run has it. `digest` tells a
     * repetition.
     */
    finish(taskId: number, who: Claimant, { key, digest }: { key: string | undefined; digest: string }, act: () => void): 'finished' | 'unchanged' | 'lost' {
      requireTask(taskId)
      const finisher = finisherOf(who)
      const claim = leases.current(taskId)
      if (!claim || (key === undefined ? !isOfRun(claim, who) : key !== claim.key)) {
        const finished = store.finished(taskId)
        const isSame = key === undefined ? finisher !== null && finished?.finisher === finisher : finished?.key === key
        return isSame && finished?.digest === digest ? 'unchanged' : 'lost'
      }
      journal.write(who.actor, () => {
        act()
        store.remove(taskId)
        store.finish(taskId, { key: claim.key, digest, finisher })
      })
      leases.end(taskId)
      return 'finished'
    },
  }
}

// Claims that begin and end together with the work: the claim and what is written about the task commit in one transaction.
import { finisherOf, isRepeated } from '../../../shared/domain/work/finishing.ts'
import { isOfRun, type Said } from '../../../shared/domain/work/holding.ts'
import type { NewClaim } from '../../../shared/schema/claim.ts'
import type { Task } from '../../../shared/schema/task.ts'
import type { Journal } from '../journal/journal.ts'
import type { ClaimStore } from './claim-store.ts'
import type { Claimant, Confirmed, Grant, GrantClaim } from './grants.ts'
import type { Leases } from './leases.ts'

export interface ClaimedWorkDeps {
  store: Pick<ClaimStore, 'put' | 'remove' | 'finished' | 'finish'>
  journal: Pick<Journal, 'write'>
  leases: Pick<Leases, 'current' | 'begin' | 'end'>
  grant: GrantClaim
  requireTask: (id: number) => Pick<Task, 'status'>
}

export function createClaimedWork({ store, journal, leases, grant, requireTask }: ClaimedWorkDeps) {
  return {
    /** Whether the last work on a task ended so, under this key. */
    hasFinished(taskId: number, key: string, digest: string): boolean {
      const finished = store.finished(taskId)
      return finished?.key === key && finished.digest === digest
    },

    /** Claims and begins. `begin` returns the entry that the end of the claim takes back, or null. */
    take(taskId: number, who: Claimant, asked: NewClaim & Said & Confirmed, begin: () => number | null): Grant {
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
      const finisher = finisherOf(who.actor)
      const claim = leases.current(taskId)
      if (!claim || (key === undefined ? !isOfRun(claim, who.actor) : key !== claim.key)) {
        return isRepeated(store.finished(taskId), { key, digest }, finisher) ? 'unchanged' : 'lost'
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

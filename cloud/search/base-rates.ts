// How common duplicates are in the list of each team whose index is open: measured in the background after somebody asked for duplicates, as a desktop
// does, and kept in the index.
import { followBaseRate, type ListBaseRate } from '../../shared/search/duplicates/duplicate-base-rate.ts'
import type { GatherEvidence } from '../../shared/search/duplicates/evidence.ts'
import type { Journal } from '../journal/journal.ts'
import type { TeamIndex } from './team-index.ts'
import { teamListStore } from './team-list-store.ts'

/** Milliseconds between two looks whether the list is another one by now. */
const lookApart = 60_000

interface Known {
  rate: ListBaseRate
  lookedAt: number
  askedAt: number
}

export function createBaseRates({ journal, report }: { journal: Pick<Journal, 'read'>; report(error: unknown): void }) {
  const known = new WeakMap<TeamIndex, Known>()

  function start(team: string, index: TeamIndex, gather: GatherEvidence): Known {
    const found: Known = {
      lookedAt: Number.NEGATIVE_INFINITY,
      askedAt: 0,
      rate: followBaseRate({
        keyword: index.words,
        gather,
        byIds: (ids) => journal.read({ id: team }, (tx) => teamListStore.whole(tx, team, ids)),
        countTasks: index.tasks,
        model: index.model,
        sinceSearched: () => performance.now() - found.askedAt,
        report,
      }),
    }
    known.set(index, found)
    return found
  }

  return {
    of(team: string, index: TeamIndex, gather: GatherEvidence) {
      const found = known.get(index) ?? start(team, index, gather)
      found.askedAt = performance.now()
      return {
        now: found.rate.now,
        /** Measures it again, if need be. Nobody waits for it. */
        follow(): void {
          if (performance.now() - found.lookedAt < lookApart) return
          found.lookedAt = performance.now()
          // A team that goes, or an index that is closed meanwhile, ends it.
          found.rate.refresh().catch(() => undefined)
        },
      }
    },
  }
}

// Which tasks the people of this list and of its team found to be different.
import { tasksOfPair } from '../../../../shared/domain/duplicates/pair-uid.ts'
import type { SyncedPair, SyncPairWrite } from '../../../../shared/schema/cloud/synced-pair.ts'
import type { Judging } from '../../search/duplicates/judge-duplicates.ts'
import type { GroundStore } from './ground-store.ts'
import type { WaitingKind } from './waiting-kind.ts'

export interface TeamPairDeps {
  ground: GroundStore
  pairs: Judging['shared']
  taskOf: (uid: string) => number | undefined
  /** Undefined: the cloud does not have the task (yet). */
  taskUidThere: (taskId: number) => string | undefined
}

export function teamPairs({ ground, pairs, taskOf, taskUidThere }: TeamPairDeps): WaitingKind<SyncedPair> {
  const isThere = (uid: string) => {
    const id = taskOf(uid)
    return id !== undefined && taskUidThere(id) !== undefined
  }
  return {
    name: 'pair',
    path: '/sync/pairs',
    undecided: 'open',
    ground,
    saidThere: () => null,
    here(uid) {
      const here = pairs.byUid(uid)
      return here && { state: here.state, said: null, isWithdrawn: false }
    },
    waiting: pairs.different,
    write(uid, on): SyncPairWrite | undefined {
      const here = pairs.byUid(uid)
      if (!here || !tasksOfPair(uid).every(isThere)) return undefined
      return { state: here.state, decided_by: { kind: 'person', name: here.said_by }, decided_at: here.said_at, on }
    },
    add(there) {
      pairs.take(there)
      return true
    },
    settle: pairs.take,
    refresh: pairs.refresh,
  }
}

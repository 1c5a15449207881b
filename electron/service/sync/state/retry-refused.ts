// Perhaps the cloud takes by now what it refused.
import { unexpected } from '../../../../shared/sync/effect.ts'
import { transition } from '../../../../shared/sync/transition.ts'
import { changeRow, stateOf } from './sync-row.ts'
import type { SyncStore } from './sync-store.ts'

/** Inside a transaction. */
export function retryRefused(store: Pick<SyncStore, 'refused' | 'put'>): void {
  for (const item of store.refused(Number.MAX_SAFE_INTEGER)) {
    // What is here and what is not is tried again alike.
    const { effects } = transition(stateOf(item, true), { type: 'retry' })
    for (const effect of effects) {
      if (effect.do === 'writeRow') store.put(changeRow(item, effect))
      else unexpected(effect)
    }
  }
}

// Inputs of the table that reach more than one record: the cloud lost its history, or what it refused is tried once more.
import { unexpected } from '../../../../shared/sync/effect.ts'
import { transition } from '../../../../shared/sync/transition.ts'
import { syncEntities } from '../../../../shared/schema/cloud/sync.ts'
import { changeRow, stateOf } from './sync-row.ts'
import type { Item, SyncStore } from './sync-store.ts'

/** Records at once. */
const pageSize = 1000

/** The table answers these alike for what is here and what is not. */
function apply(item: Item, type: 'resync' | 'retry'): Item {
  const { effects } = transition(stateOf(item, true), { type })
  return effects.reduce((row, effect) => (effect.do === 'writeRow' ? changeRow(row, effect) : unexpected(effect)), item)
}

/**
 * Inside a transaction: the cloud lost what it had. What is here is compared with what it has now as if the two had never met: nothing of it is taken
 * for deleted there.
 */
export function resyncAll(store: SyncStore): void {
  for (const entity of syncEntities) {
    let page: Item[] = []
    do {
      page = store.page(entity, page.at(-1)?.local_id ?? 0, pageSize)
      // By now its id there may be another's.
      for (const item of page) store.put({ ...apply(item, 'resync'), cloud_id: null })
    } while (page.length === pageSize)
  }
  store.forgetCloudState()
}

/** Inside a transaction: perhaps the cloud takes by now what it refused. */
export function retryRefused(store: SyncStore): void {
  for (const item of store.refused(Number.MAX_SAFE_INTEGER)) store.put(apply(item, 'retry'))
}

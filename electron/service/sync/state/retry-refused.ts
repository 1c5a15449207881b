// Perhaps the cloud takes by now what it refused.
import { type Row, same } from '../../../../shared/domain/history/difference.ts'
import { unexpected } from '../../../../shared/sync/effect.ts'
import { transition } from '../../../../shared/sync/transition.ts'
import type { Replicas } from './replicas.ts'
import { changeRow, stateOf } from './sync-row.ts'
import type { Item, SyncStore } from './sync-store.ts'

/** `which`: all, unless it says less. Inside a transaction. */
export function retryRefused(store: Pick<SyncStore, 'refused' | 'put'>, which: (item: Item) => boolean = () => true): void {
  for (const item of store.refused(Number.MAX_SAFE_INTEGER)) {
    if (!which(item)) continue
    // What is here and what is not is tried again alike.
    const { effects } = transition(stateOf(item, true), { type: 'retry' })
    for (const effect of effects) {
      if (effect.do === 'writeRow') store.put(changeRow(item, effect))
      else unexpected(effect)
    }
  }
}

const linkFields = ['parent_uid', 'blocker_uids'] as const
const noLinks: Row = { parent_uid: null, blocker_uids: [] }

/** Whether these fields of a task say something of its links. */
export const namesLinks = (fields: Row | undefined): boolean => fields !== undefined && linkFields.some((field) => field in fields)

export const sameLinks = (a: Row, b: Row): boolean => linkFields.every((field) => same(a[field] ?? noLinks[field], b[field] ?? noLinks[field]))

/**
 * Links between tasks have changed there, or gone with one of them. What closed a circle with them may be taken now: links that are turned round here
 * are two writes, and the second makes room for the first. Inside a transaction.
 */
export function retryLinks(store: Pick<SyncStore, 'refused' | 'put'>, replicas: Pick<Replicas, 'task'>): void {
  retryRefused(store, ({ entity, local_id, base }) => {
    const here = entity === 'task' ? replicas.task.read(local_id) : undefined
    return here !== undefined && !sameLinks(here, base ?? noLinks)
  })
}

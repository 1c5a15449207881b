// How a record stands there is written here: as a new one, into the one that is here, or into one that was deleted here and comes back.
import { same } from '../../../../shared/domain/history/difference.ts'
import type { Actor } from '../../../../shared/schema/actor.ts'
import type { SyncEntity } from '../../../../shared/schema/cloud/sync.ts'
import { unexpected } from '../../../../shared/sync/effect.ts'
import { transition } from '../../../../shared/sync/transition.ts'
import type { Journal } from '../../journal/journal.ts'
import { createKeepOrder } from './keep-order.ts'
import type { RestoreDeleted } from './restore-deleted.ts'
import { commonOf } from '../engine/common-ground.ts'
import type { Item, SyncStore } from '../state/sync-store.ts'
import { retryLinks, sameLinks } from '../state/retry-refused.ts'
import { changeRow, stateOf } from '../state/sync-row.ts'
import { isChild, type Replicas } from '../state/replicas.ts'
import { createMergeRecord, type Incoming, knownOf } from './merge-record.ts'
import type { RemoteRecord } from './team-event.ts'

export interface ApplyRemoteRecordDeps {
  store: SyncStore
  journal: Journal
  replicas: Replicas
  restoreDeleted: RestoreDeleted
  now: () => Date
}

/** Told whole, or by the fields that changed. */
type RecordInput = 'remoteRecord' | 'remoteChange'

export function createApplyRemoteRecord({ store, journal, replicas, restoreDeleted, now }: ApplyRemoteRecordDeps) {
  const { isHere, isTaskHere, undoDelete, restore, deletionOf, requireTask } = restoreDeleted
  const keepOrder = createKeepOrder({ store, journal, replicas })
  const merge = createMergeRecord({ store, journal, replicas, restoreDeleted, now })

  function insert(incoming: Incoming, parent: number | null): void {
    const { entity, uid, row, actor } = incoming
    const local_id = journal.write(actor, (record) => replicas[entity].insert(row, parent, actor, record))
    const unsent = { localChangeCount: 0, actor: null, inFlight: null, problem: null }
    store.put({ entity, local_id, uid, parent, ...knownOf(incoming), ...unsent })
  }

  /** Inside a transaction: the record stands there like this, as of an event. */
  return function applyRecord(entity: SyncEntity, record: RemoteRecord, seq: number, actor: Actor, type: RecordInput = 'remoteRecord'): void {
    const found = store.byUid(entity, record.uid)
    // What an older cloud does not say of it stays as both had it.
    const told = found?.base && entity !== 'schedule' ? { ...found.base, ...record.row } : record.row
    const incoming: Incoming = { ...record, row: told, entity, fields: replicas[entity].pick(told), seq, actor }
    const { uid, task_id, row, fields } = incoming
    const wasGone = found !== undefined && !isHere(found)
    const { effects } = transition(found ? stateOf(found, !wasGone) : { name: 'untracked' }, {
      type,
      isNewer: found === undefined || seq > found.lastEventId,
      get differs() {
        const common = commonOf(replicas, found as Item, fields)
        return common === null || Object.entries(fields).some(([field, value]) => !same(value, common[field]))
      },
      get deletion() {
        const home = isChild(entity) && task_id ? store.byCloudId('task', task_id) : undefined
        return deletionOf(found as Item, home !== undefined && isTaskHere(home.local_id))
      },
    })
    let item = found as Item
    let parent: number | null = null
    for (const effect of effects) {
      switch (effect.do) {
        case 'requireTask': {
          const task = isChild(entity) ? requireTask(task_id) : null
          if (task === undefined) return
          parent = task
          break
        }
        case 'insert':
          insert(incoming, parent)
          break
        case 'undoDelete':
          // With its task it may be back already.
          if (!isHere(item)) undoDelete(item)
          break
        case 'restore':
          item = store.byId(entity, item.local_id) ?? item
          if (!isHere(item)) item = { ...item, parent, local_id: restore(item, row, parent, actor) }
          break
        case 'merge':
          merge(incoming, item, wasGone)
          break
        case 'writeRow': {
          const home = isChild(entity) && task_id ? store.byCloudId('task', task_id) : undefined
          store.put(changeRow(item, effect, { ...knownOf(incoming), ...(home ? { parent: home.local_id } : {}) }))
          break
        }
        default:
          unexpected(effect)
      }
    }
    if (entity !== 'task') return
    keepOrder(uid)
    if (found?.base && !sameLinks(found.base, fields)) retryLinks(store, replicas)
  }
}

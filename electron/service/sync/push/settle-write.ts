// What became of a write.
import type { SyncResult } from '../../../../shared/schema/cloud/sync.ts'
import { unexpected } from '../../../../shared/sync/effect.ts'
import { transition } from '../../../../shared/sync/transition.ts'
import type { Inbox } from '../pull/inbox.ts'
import type { SlugCollisions } from '../state/slug-collisions.ts'
import type { Item, SyncStore } from '../state/sync-store.ts'
import { changeRow, isThere, stateOf } from '../state/sync-row.ts'
import type { Replicas } from '../state/replicas.ts'
import { namesLinks, retryLinks } from '../state/retry-refused.ts'
import { syncActor } from '../pull/team-event.ts'
import { type DeferredWrites, longTimeoutMs, timeoutMs } from './deferred-writes.ts'
import { createReadReply, type SentResult, taskOf } from './read-reply.ts'

interface SettleWriteDeps {
  store: SyncStore
  replicas: Replicas
  inbox: Inbox
  slugCollisions: Pick<SlugCollisions, 'keep' | 'resolve'>
  deferred: DeferredWrites
}

export function createSettleWrite({ store, replicas, inbox, slugCollisions, deferred }: SettleWriteDeps) {
  const { canMerge, toldBy } = createReadReply({ store, replicas, deferred })

  /** Called otherwise than here: what goes out with it, or after it, must not name somebody else by that word. */
  function adoptSlug({ entity, local_id, uid }: Item, { row }: SyncResult): void {
    if (entity !== 'contact' || typeof row?.slug !== 'string' || row.slug === replicas.contact.read(local_id)?.slug) return
    slugCollisions.keep(uid, row.slug)
    slugCollisions.resolve()
  }

  /** Its task is gone there, and what was written here keeps it. If more than that was told of the task meanwhile, that is waited for. */
  function recreateTask(item: Item, seq: number, at: number, told: number): void {
    const task = item.parent === null ? undefined : store.byId('task', item.parent)
    if (!task || !isThere(task)) return
    if (seq > task.lastEventId && replicas.task.read(task.local_id) !== undefined) inbox.outliveDelete(task, seq)
    else deferred.begin(item, { id: null, version: null, seq, until: at + timeoutMs, told })
  }

  /** Inside a transaction. `at`: a moment of `performance.now()`. */
  return function settle({ entity, local_id }: Item, result: SentResult, at: number): void {
    const item = store.byId(entity, local_id)
    if (!item?.inFlight) return
    const { inFlight } = item
    const { status, id, version, seq, row } = result
    const told = store.connection()?.inbox ?? 0
    const { effects } = transition(stateOf(item, replicas[entity].read(local_id) !== undefined), {
      type: 'reply',
      status,
      isNewer: seq > item.lastEventId,
      hasWaited: deferred.of(item)?.seq === seq,
      get canMerge() {
        return canMerge(item, inFlight, result)
      },
    })
    let settled = item
    for (const effect of effects) {
      switch (effect.do) {
        case 'writeRow':
          settled = changeRow(item, effect, toldBy(item, inFlight, result, effect.remote === 'confirm'))
          store.put(settled)
          break
        case 'stopWaiting':
          deferred.end(item)
          break
        case 'defer':
          deferred.begin(
            item,
            effect.wait === 'long' ? { id: null, version: null, seq, until: at + longTimeoutMs, told } : { id, version, seq, until: at + timeoutMs, told },
          )
          break
        case 'applyReply':
          inbox.applyRecord(
            entity,
            { uid: item.uid, cloud_id: id as number, version: version as number, row: row ?? {}, task_id: taskOf(result) },
            seq,
            syncActor,
          )
          break
        case 'recreateTask':
          recreateTask(item, seq, at, told)
          break
        case 'keepChildren':
          if (entity === 'task') inbox.keepChildren(local_id, seq)
          break
        case 'adoptSlug':
          adoptSlug(item, result)
          break
        case 'rejoinTask':
          inbox.rejoin(settled)
          break
        default:
          unexpected(effect)
      }
    }
    const { action, fields } = inFlight.write
    if (entity === 'task' && status === 'applied' && (action === 'delete' || namesLinks(fields))) retryLinks(store, replicas)
  }
}

// What became of a write.
import type { SyncResult } from '../../../../shared/schema/cloud/sync.ts'
import type { Inbox } from '../pull/inbox.ts'
import type { Namesakes } from '../state/slug-collisions.ts'
import type { Item, RemoteStore } from '../state/sync-store.ts'
import { isChild, type Replicas, sentFields } from '../state/replicas.ts'
import { tandem } from '../pull/team-event.ts'
import { longTimeoutMs, timeoutMs, type WaitingForTheStream } from './deferred-writes.ts'

interface SettlingDeps {
  store: RemoteStore
  replicas: Replicas
  inbox: Inbox
  namesakes: Pick<Namesakes, 'keep' | 'tellApart'>
  held: WaitingForTheStream
}

export function createSettling({ store, replicas, inbox, namesakes, held }: SettlingDeps) {
  /** Inside a transaction. `at`: a moment of `performance.now()`. */
  return function settle({ entity, local_id }: Item, { status, id, version, seq, row, reason }: SyncResult, at: number): void {
    const item = store.byId(entity, local_id)
    if (!item?.sent) return
    const told = store.connection()?.inbox ?? 0
    const { count, write } = item.sent
    const answered: Item = { ...item, sent: null }
    const news = seq > item.seen
    const replica = replicas[entity]
    const isHere = replica.read(local_id) !== undefined
    if (status === 'refused') return store.put({ ...answered, problem: reason })
    if (status === 'conflict') {
      const before = held.of(item)
      store.put({ ...answered, changes: item.changes + count })
      const known = write.action === 'delete' && version === item.version && id === item.cloud_id
      // The stream tells what happened, and who did it. Only if it does not, the answer itself has to do.
      const task_id = (row as { task_id?: number } | null)?.task_id ?? null
      // Nor can it do where it is with a task that has not been told of yet.
      const hasHome = !isChild(entity) || (task_id !== null && store.byCloudId('task', task_id) !== undefined)
      if (!known && before?.version === version && before.id === id && row && news && hasHome) {
        held.end(item)
        return inbox.receive(entity, { uid: item.uid, cloud_id: id as number, version: version as number, row, task_id }, seq, tandem)
      }
      held.begin(item, { id, version, seq, until: at + timeoutMs, told })
      return
    }
    const wasHeld = held.of(item)
    held.end(item)
    if (status === 'applied' && write.action !== 'delete') {
      const there = news ? { base: { ...item.base, ...sentFields(replicas, item) }, version, cloud_id: id, seen: seq } : {}
      const home = write.task_uid === undefined ? undefined : store.byUid('task', write.task_uid)
      // Gone here meanwhile, and sent again because the answer had been lost: it is to go there, too.
      const changes = isHere || !news ? item.changes : Math.max(1, item.changes)
      const arrived = { ...answered, ...there, ...(news && home ? { parent: home.local_id } : {}), changes }
      store.put(arrived)
      // Called otherwise than here: what goes out with it, or after it, must not name somebody else by that word.
      if (entity === 'contact' && typeof row?.slug === 'string' && row.slug !== replica.read(local_id)?.slug) {
        namesakes.keep(item.uid, row.slug)
        namesakes.tellApart()
      }
      return inbox.rejoin(arrived)
    }
    // What was written there before the end is still on its way in the stream, and must stay with what outlives it.
    if (status === 'gone' && (news || write.action === 'create') && wasHeld?.seq !== seq) {
      held.begin(item, { id: null, version: null, seq, until: at + longTimeoutMs, told })
      return store.put({ ...answered, changes: item.changes + count })
    }
    if (status === 'gone' && write.action === 'create') {
      // Its task is gone there. What was written here keeps it.
      const parent = item.parent === null ? undefined : store.byId('task', item.parent)
      if (parent && parent.base !== null && seq > parent.seen && replicas.task.read(parent.local_id) !== undefined) {
        store.put({ ...parent, base: null, version: null, seen: seq, changes: Math.max(1, parent.changes) })
        inbox.keepChildren(parent.local_id, seq)
      } else if (parent && parent.base !== null) held.begin(item, { id: null, version: null, seq, until: at + timeoutMs, told })
      return store.put({ ...answered, changes: item.changes + count })
    }
    // It is not there: deleted by us, or by somebody else while we changed it.
    if (!news) return store.put(answered)
    store.put({ ...answered, base: null, version: null, seen: seq, changes: isHere ? item.changes + count : 0 })
    if (entity === 'task') inbox.keepChildren(local_id, seq)
  }
}

// What is to be sent of one thing: how it differs from what the cloud had last.
import { same } from '../../../shared/domain/difference.ts'
import type { Item, RemoteStore, Sent } from './remote-store.ts'
import { isChild, type Replicas } from './replicas.ts'
import { patience, type WaitingForTheStream } from './waiting-for-the-stream.ts'

export type Plan = Omit<Sent['write'], 'key' | 'uid'> | 'nothing' | 'later'

export function createPlanning({ store, replicas, held }: { store: RemoteStore; replicas: Replicas; held: WaitingForTheStream }) {
  /** `inbox`: how far the stream has told; `together`: tasks that are made by the same call. */
  return function plan(item: Item, inbox: number, together: ReadonlySet<number>): Plan {
    const { entity, base, version } = item
    const replica = replicas[entity]
    const here = replica.read(item.local_id)
    const parent = item.parent === null ? undefined : store.byId('task', item.parent)
    const hold = held.of(item)
    if (held.isWaiting(item, inbox)) return 'later'
    const changed = version === null || item.cloud_id === null ? {} : { id: item.cloud_id, version }
    if (!here) {
      if (base === null) return 'nothing'
      // It goes with its task.
      if (parent && replicas.task.read(parent.local_id) === undefined) return 'nothing'
      if (entity !== 'task') return { action: 'delete', ...changed, ...(parent ? { task_uid: parent.uid } : {}) }
      const seen = Math.max(item.seen, ...store.children(item.local_id).map((child) => child.seen))
      // Our own writes must have come round first: then what the stream has told is all that has happened about it.
      if (seen > inbox && !hold) {
        held.begin(item, { id: item.cloud_id, version, seq: seen, until: performance.now() + patience, told: inbox })
        return 'later'
      }
      // Never of what has not been told: the cloud refuses it until then.
      return { action: 'delete', ...changed, after: inbox }
    }
    const home = isChild(entity) ? (here.task_id as number) : null
    if (home !== null && base !== null && home !== item.parent) return { action: 'delete', ...changed, task_uid: parent?.uid ?? item.uid }
    const task = home === null ? undefined : store.byId('task', home)
    const fields = replica.pick(here)
    if (base === null) {
      if (home !== null && (!task || (task.base === null && !together.has(home)))) return 'later'
      const kept = Object.fromEntries(replica.keeps.map((name) => [name, here[name]]))
      return { action: 'create', ...(task ? { task_uid: task.uid } : {}), fields: { ...replica.spread(fields), ...kept } }
    }
    const differing = Object.entries(fields).filter(([field, value]) => !same(value, base[field]))
    if (differing.length === 0) return 'nothing'
    return { action: 'update', ...changed, ...(task ? { task_uid: task.uid } : {}), fields: replica.spread(Object.fromEntries(differing)) }
  }
}

// What is to be sent of one thing: how it differs from what the cloud had last.
import { type Row, same } from '../../../../shared/domain/history/difference.ts'
import type { Item, RemoteStore, Sent } from '../state/sync-store.ts'
import { isChild, type Replicas } from '../state/replicas.ts'
import { timeoutMs, type WaitingForTheStream } from './deferred-writes.ts'

export type Plan = Omit<Sent['write'], 'key' | 'uid'> | 'nothing' | 'later'

const differing = (fields: Row, base: Row) => Object.entries(fields).filter(([field, value]) => !same(value, base[field]))

export function createPlanning({ store, replicas, held }: { store: RemoteStore; replicas: Replicas; held: WaitingForTheStream }) {
  /**
   * What was written on a task just before the task was deleted goes there before the delete: somebody there may still want the task, and makes
   * it anew with all that the cloud has of it. Undefined for what was deleted by itself, or whose task is gone there, too.
   */
  function lastWords(item: Item): Exclude<Plan, string> | undefined {
    if (!isChild(item.entity) || item.base !== null || item.parent === null) return undefined
    const task = store.byId('task', item.parent)
    if (!task || task.base === null || replicas.task.read(task.local_id) !== undefined) return undefined
    const last = store.lastDelete(item)
    if (!last || last.cause === null || last.by === 'sync') return undefined
    const replica = replicas[item.entity]
    const kept = Object.fromEntries(replica.keeps.map((name) => [name, last.before[name]]))
    return { action: 'create', task_uid: task.uid, fields: { ...replica.spread(replica.pick(last.before)), ...kept } }
  }

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
      if (base === null) return lastWords(item) ?? 'nothing'
      // It goes with its task.
      if (parent && replicas.task.read(parent.local_id) === undefined) return 'nothing'
      if (entity !== 'task') return { action: 'delete', ...changed, ...(parent ? { task_uid: parent.uid } : {}) }
      const unsent = differing(replica.pick(store.lastDelete(item)?.before ?? base), base)
      if (unsent.length > 0) return { action: 'update', ...changed, fields: replica.spread(Object.fromEntries(unsent)) }
      if (store.children(item.local_id).some((child) => child.sent !== null || (child.changes > 0 && lastWords(child)))) return 'later'
      const seen = Math.max(item.seen, ...store.children(item.local_id).map((child) => child.seen))
      // Our own writes must have come round first: then what the stream has told is all that has happened about it.
      if (seen > inbox && !hold) {
        held.begin(item, { id: item.cloud_id, version, seq: seen, until: performance.now() + timeoutMs, told: inbox })
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
    const unsent = differing(fields, base)
    if (unsent.length === 0) return 'nothing'
    return { action: 'update', ...changed, ...(task ? { task_uid: task.uid } : {}), fields: replica.spread(Object.fromEntries(unsent)) }
  }
}

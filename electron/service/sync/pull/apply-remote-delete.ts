// What is gone there goes here, too, unless something was written here since: then it stays, and goes there again with what hangs on it.
import type { Row } from '../../../../shared/domain/history/difference.ts'
import type { Actor } from '../../../../shared/schema/actor.ts'
import { isChanged } from '../engine/common-ground.ts'
import type { Item, RemoteStore } from '../state/sync-store.ts'
import type { Replicas } from '../state/replicas.ts'

export function createEnding({ store, replicas, now }: { store: RemoteStore; replicas: Replicas; now: () => Date }) {
  const isHere = ({ entity, local_id }: Item) => replicas[entity].read(local_id) !== undefined

  /** What hangs on a task that stays here and is gone there: it is to go there again, too, unless it is known to be there since. */
  function keepChildren(taskId: number, seq: number): void {
    for (const child of store.children(taskId)) {
      if (child.base === null || child.seen > seq) continue
      const stays = isHere(child)
      store.put({ ...child, base: null, version: null, seen: seq, changes: stays ? Math.max(1, child.changes) : child.changes })
    }
  }

  /** It is gone there, as of an event. `upTo`: until when nothing more is told of what hangs on it. What was changed here since stays, and goes there again. */
  function receiveEnd(item: Item, seq: number, actor: Actor, withParent: boolean, upTo = seq): void {
    if (seq <= item.seen || item.base === null) return
    const gone: Item = { ...item, base: null, version: null, seen: seq }
    if (!isHere(item)) return store.put({ ...gone, changes: item.sent ? item.changes : 0, problem: null })
    const parent = item.parent === null ? undefined : store.byId('task', item.parent)
    const parentStays = withParent && parent !== undefined && parent.base === null && isHere(parent)
    // Our own delete, and somebody took it back here since.
    const backAgain = item.sent?.write.action === 'delete' && item.changes > 0
    const hanging = item.entity === 'task' ? [...store.children(item.local_id), ...store.movedTo(item.local_id)] : []
    const edited = isChanged(replicas, item) || backAgain || hanging.some((child) => (child.changes > 0 || child.sent) && isChanged(replicas, child))
    if (edited || parentStays) {
      store.put({ ...gone, changes: Math.max(1, item.changes) })
      if (item.entity === 'task') keepChildren(item.local_id, upTo)
      if (!parentStays) {
        const here = replicas[item.entity].read(item.local_id) as Row
        const text = here.title ?? here.body ?? here.name ?? here.type
        store.addConflict(item, { field: 'deleted', base: null, local: text, remote: null, kept: text }, now().toISOString())
      }
      return
    }
    store.put({ ...gone, changes: 0 })
    replicas[item.entity].remove(item.local_id, actor)
  }

  return { keepChildren, receiveEnd }
}

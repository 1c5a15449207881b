// What is gone there goes here, too, unless something was written here since: then it stays, and goes there again with what hangs on it.
import type { Row } from '../../../../shared/domain/history/difference.ts'
import type { Actor } from '../../../../shared/schema/actor.ts'
import { type Effect, unexpected } from '../../../../shared/sync/effect.ts'
import { transition } from '../../../../shared/sync/transition.ts'
import { isChanged } from '../engine/common-ground.ts'
import type { Item, SyncStore } from '../state/sync-store.ts'
import { retryLinks } from '../state/retry-refused.ts'
import { changeRow, isThere, isUnsettled, stateOf } from '../state/sync-row.ts'
import type { Replicas } from '../state/replicas.ts'
import { syncActor } from './team-event.ts'

export function createApplyRemoteDelete({ store, replicas, now }: { store: SyncStore; replicas: Replicas; now: () => Date }) {
  const isHere = ({ entity, local_id }: Item) => replicas[entity].read(local_id) !== undefined

  /** What hangs on a task that stays here and is gone there: it is to go there again, too, unless it is known to be there since. */
  function keepChildren(taskId: number, seq: number): void {
    for (const child of store.children(taskId)) {
      const { effects } = transition(stateOf(child, isHere(child)), { type: 'taskOutlived', isNewer: child.lastEventId <= seq })
      for (const effect of effects) {
        if (effect.do === 'writeRow') store.put(changeRow(child, effect, { lastEventId: seq }))
        else unexpected(effect)
      }
    }
  }

  /** Its task was deleted there and stays here. */
  function isNeededHere(item: Item): boolean {
    const task = item.parent === null ? undefined : store.byId('task', item.parent)
    return task !== undefined && !isThere(task) && isHere(task)
  }

  function isEdited(item: Item): boolean {
    const hanging = item.entity === 'task' ? [...store.children(item.local_id), ...store.movedTo(item.local_id)] : []
    return isChanged(replicas, item) || hanging.some((child) => isUnsettled(child) && isChanged(replicas, child))
  }

  function askPerson(item: Item): void {
    const here = replicas[item.entity].read(item.local_id) as Row
    const text = here.title ?? here.body ?? here.name ?? here.type
    store.addConflict(item, { field: 'deleted', base: null, local: text, remote: null, kept: text }, now().toISOString())
  }

  function run(effects: readonly Effect[], item: Item, seq: number, actor: Actor, upTo: number): void {
    for (const effect of effects) {
      switch (effect.do) {
        case 'writeRow':
          store.put(changeRow(item, effect, { lastEventId: seq }))
          break
        case 'keepChildren':
          if (item.entity === 'task') keepChildren(item.local_id, upTo)
          break
        case 'askPerson':
          askPerson(item)
          break
        case 'remove':
          replicas[item.entity].remove(item.local_id, actor)
          break
        default:
          unexpected(effect)
      }
    }
  }

  return {
    keepChildren,

    /** It is gone there, as of an event. `withTask`: its task was deleted, and it went along. `upTo`: until when nothing more is told of what hangs on it. */
    applyDelete(item: Item, seq: number, actor: Actor, withTask: boolean, upTo = seq): void {
      const { effects } = transition(stateOf(item, isHere(item)), {
        type: 'remoteDelete',
        isNewer: seq > item.lastEventId,
        get isEdited() {
          return isEdited(item)
        },
        get isNeeded() {
          return withTask && isNeededHere(item)
        },
      })
      run(effects, item, seq, actor, upTo)
      if (item.entity === 'task') retryLinks(store, replicas)
    },

    /** It is gone there, and stays here because something that is written here needs it. */
    outliveDelete(item: Item, seq: number): void {
      const { effects } = transition(stateOf(item, isHere(item)), { type: 'remoteDelete', isNewer: seq > item.lastEventId, isEdited: true, isNeeded: true })
      run(effects, item, seq, syncActor, seq)
    },
  }
}

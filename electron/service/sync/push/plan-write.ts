// What is to be sent of one thing: how it differs from what the cloud had last.
import { type Row, same } from '../../../../shared/domain/history/difference.ts'
import type { Effect } from '../../../../shared/sync/effect.ts'
import type { SendFacts } from '../../../../shared/sync/input.ts'
import type { WriteAction } from '../../../../shared/sync/record-state.ts'
import { emptyField } from '../../../../shared/sync/synced-fields.ts'
import { transition } from '../../../../shared/sync/transition.ts'
import type { InFlight, Item, SyncStore } from '../state/sync-store.ts'
import { isThere, isUnderWay, stateOf } from '../state/sync-row.ts'
import { isChild, type Replicas } from '../state/replicas.ts'
import { type DeferredWrites, timeoutMs, type Wait } from './deferred-writes.ts'

export type PlannedWrite = Omit<InFlight['write'], 'key' | 'uid'>

export interface Plan {
  effects: readonly Effect[]
  /** For the effect `send`. */
  writeOf: (action: WriteAction) => PlannedWrite
  /** For the effect `defer`: until the stream has told all that is known of it. */
  waitForStream: () => Wait
}

/** What was kept before a field was added has it empty. */
const differing = (fields: Row, base: Row): Row =>
  Object.fromEntries(Object.entries(fields).filter(([field, value]) => !same(value, base[field] ?? emptyField(field))))
const isEmpty = (fields: Row): boolean => Object.keys(fields).length === 0

function once<T>(look: () => T): () => T {
  let found: { value: T } | undefined
  return () => (found ??= { value: look() }).value
}

export function createPlanWrite({ store, replicas, deferred }: { store: SyncStore; replicas: Replicas; deferred: DeferredWrites }) {
  /**
   * What was written on a task just before the task was deleted goes there before the delete: somebody there may still want the task, and makes
   * it again with all that the cloud has of it. Undefined for what was deleted by itself, or whose task is gone there, too.
   */
  function lastWords(item: Item): PlannedWrite | undefined {
    if (!isChild(item.entity) || isThere(item) || item.parent === null) return undefined
    const task = store.byId('task', item.parent)
    if (!task || !isThere(task) || replicas.task.read(task.local_id) !== undefined) return undefined
    const last = store.lastDelete(item)
    if (!last || last.cause === null || last.by === 'sync') return undefined
    return { action: 'create', task_uid: task.uid, fields: whole(item, last.before) }
  }

  function whole({ entity }: Item, row: Row): Row {
    const { keeps, pick, sent } = replicas[entity]
    return { ...sent(pick(row)), ...Object.fromEntries(keeps.map((name) => [name, row[name]])) }
  }

  function lastEdit(item: Item): Row {
    if (item.entity !== 'task' || !isThere(item)) return {}
    return differing(replicas.task.pick(store.lastDelete(item)?.before ?? item.base), item.base)
  }

  /** The last that was told of a task and of what hangs on it. */
  const lastEventOf = (item: Item): number => Math.max(item.lastEventId, ...store.children(item.local_id).map((child) => child.lastEventId))

  function deleteWaitsFor(item: Item, inbox: number): SendFacts['deleteWaitsFor'] {
    if (item.entity !== 'task') return 'nothing'
    if (store.children(item.local_id).some((child) => isUnderWay(child) || (child.localChangeCount > 0 && lastWords(child)))) return 'children'
    // Our own writes must have come round first: then what the stream has told is all that has happened about it.
    return lastEventOf(item) > inbox && !deferred.of(item) ? 'stream' : 'nothing'
  }

  /** `inbox`: how far the stream has told; `together`: tasks that are made by the same call. */
  return function plan(item: Item, inbox: number, together: ReadonlySet<number>): Plan {
    const { entity, base, version, cloud_id } = item
    const replica = replicas[entity]
    const here = replica.read(item.local_id)
    const parent = item.parent === null ? undefined : store.byId('task', item.parent)
    const home = isChild(entity) && here ? (here.task_id as number) : null
    const task = once(() => (home === null ? undefined : store.byId('task', home)))
    const unsent = once(() => (here && base ? differing(replica.pick(here), base) : {}))
    const editBefore = once(() => lastEdit(item))
    const words = once(() => lastWords(item))
    const { effects } = transition(stateOf(item, here !== undefined), {
      type: 'sendDue',
      isDeferred: deferred.isWaiting(item, inbox),
      get differs() {
        return !isEmpty(unsent())
      },
      isMoved: home !== null && home !== item.parent,
      get taskIsThere() {
        const its = task()
        return home === null || (its !== undefined && (isThere(its) || together.has(home)))
      },
      get wentWithTask() {
        return parent !== undefined && replicas.task.read(parent.local_id) === undefined
      },
      get hasLastWords() {
        return words() !== undefined
      },
      get hasLastEdit() {
        return !isEmpty(editBefore())
      },
      get deleteWaitsFor() {
        return deleteWaitsFor(item, inbox)
      },
    })
    const known = version === null || cloud_id === null ? {} : { id: cloud_id, version }
    const ofTask = (uid: string | undefined) => (uid === undefined ? {} : { task_uid: uid })
    return {
      effects,
      waitForStream: () => ({ id: cloud_id, version, seq: lastEventOf(item), until: performance.now() + timeoutMs, told: inbox }),
      writeOf(action) {
        // Not over a delete that has not been told: what was deleted there, and by whom, is to be heard first.
        if (action === 'create') return { ...(here ? { action, ...ofTask(task()?.uid), fields: whole(item, here) } : (words() as PlannedWrite)), after: inbox }
        if (action === 'update') return { action, ...known, ...ofTask(task()?.uid), fields: replica.sent(here ? unsent() : editBefore()) }
        if (here) return { action, ...known, task_uid: parent?.uid ?? item.uid }
        // A task never with what has not been told of it: the cloud refuses it until then.
        return entity === 'task' ? { action, ...known, after: inbox } : { action, ...known, ...ofTask(parent?.uid) }
      },
    }
  }
}

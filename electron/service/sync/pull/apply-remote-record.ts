// How something stands there is written here as it came, in the name of who did it, and then what was written here meanwhile is put on top: the
// history has both, whatever stands.
import { type Row, same } from '../../../../shared/domain/history/difference.ts'
import { mergeFields } from '../../../../shared/domain/history/merge-fields.ts'
import type { Actor } from '../../../../shared/schema/actor.ts'
import type { SyncEntity } from '../../../../shared/schema/cloud/sync.ts'
import { unexpected } from '../../../../shared/sync/effect.ts'
import { transition } from '../../../../shared/sync/transition.ts'
import type { Journal } from '../../journal/journal.ts'
import type { RestoreDeleted } from './restore-deleted.ts'
import { commonOf } from '../engine/common-ground.ts'
import type { Item, SyncStore } from '../state/sync-store.ts'
import { changeRow, stateOf } from '../state/sync-row.ts'
import { isChild, type Replicas } from '../state/replicas.ts'
import { syncActor, type RemoteRecord } from './team-event.ts'

export interface ApplyRemoteRecordDeps {
  store: SyncStore
  journal: Journal
  replicas: Replicas
  restoreDeleted: RestoreDeleted
  now: () => Date
}

/** Told whole, or by the fields that changed. */
type RecordInput = 'remoteRecord' | 'remoteChange'

/** A record as it is there, as of an event. */
interface Incoming extends RemoteRecord {
  entity: SyncEntity
  /** The fields that both sides keep. */
  fields: Row
  seq: number
  actor: Actor
}

const knownOf = ({ cloud_id, version, fields, seq }: Incoming) => ({ cloud_id, version, base: fields, lastEventId: seq })

export function createApplyRemoteRecord({ store, journal, replicas, restoreDeleted, now }: ApplyRemoteRecordDeps) {
  const { isHere, isTaskHere, undoDelete, restore, deletionOf, restoreChildren, requireTask } = restoreDeleted

  function insert(incoming: Incoming, parent: number | null): void {
    const { entity, uid, row, actor } = incoming
    const local_id = journal.write(actor, (record) => replicas[entity].insert(row, parent, actor, record))
    const unsent = { localChangeCount: 0, actor: null, inFlight: null, problem: null }
    store.put({ entity, local_id, uid, parent, ...knownOf(incoming), ...unsent })
  }

  /** Where it belongs there, unless it was moved here. */
  function move({ entity, task_id, actor }: Incoming, item: Item, stands: unknown): { item: Item; home: number | undefined } {
    const home = isChild(entity) ? requireTask(task_id) : undefined
    if (home === undefined) return { item, home }
    const replica = replicas[entity]
    if (stands === home) return { item: { ...item, parent: home }, home }
    const movedHere = item.base === null ? item.localChangeCount > 0 || item.inFlight !== null : stands !== item.parent
    if (!movedHere) journal.write(actor, (record) => replica.assign(item.local_id, { task_id: home }, record, null))
    return { item: { ...item, parent: home, localChangeCount: Math.max(1, item.localChangeCount) }, home }
  }

  /** Writes both sides' fields; returns whether what stands now differs from what is there. */
  function mergeBoth({ entity, fields, actor }: Incoming, item: Item, here: Row): boolean {
    const replica = replicas[entity]
    const common = commonOf(replicas, item, fields)
    const { row: merged, clashes } = mergeFields(replica.kinds, common, here, fields)
    // A comment must say something.
    if (entity === 'comment' && !((merged.body as string | null) ?? '').trim()) merged.body = here.body
    const theirs = Object.keys(fields).filter((field) => !same(fields[field], common?.[field] ?? null) && !same(fields[field], here[field]))
    const write = (by: Actor, values: Row, names: string[]) => {
      if (names.length === 0) return
      const picked = Object.fromEntries(names.map((name) => [name, values[name]]))
      journal.write(by, (record) => replica.assign(item.local_id, replica.spread(picked), record, null))
    }
    write(actor, fields, theirs)
    const then: Row = { ...here, ...Object.fromEntries(theirs.map((name) => [name, fields[name]])) }
    // Text from outside stays such, also merged with other.
    const merger: Actor = item.actor?.kind === 'email' ? item.actor : actor.kind === 'email' ? actor : syncActor
    write(
      merger,
      merged,
      Object.keys(merged).filter((field) => !same(merged[field], then[field])),
    )
    for (const clash of clashes) store.addConflict(item, clash, now().toISOString())
    return Object.keys(merged).some((field) => !same(merged[field], fields[field]))
  }

  function merge(incoming: Incoming, found: Item, wasGone: boolean): void {
    const { entity } = incoming
    const replica = replicas[entity]
    const here = replica.read(found.local_id) as Row
    const { item, home } = move(incoming, found, here.task_id)
    const differs = mergeBoth(incoming, item, replica.pick(here))
    const isAhead = (home !== undefined && replica.read(item.local_id)?.task_id !== home) || differs
    const { effects } = transition(stateOf(item, true), { type: 'merged', isAhead, restoredTask: wasGone && entity === 'task' })
    for (const effect of effects) {
      if (effect.do === 'writeRow') store.put(changeRow(item, effect, knownOf(incoming)))
      else if (effect.do === 'restoreChildren') restoreChildren(item.local_id)
      else unexpected(effect)
    }
  }

  /** Inside a transaction: the record stands there like this, as of an event. */
  return function applyRecord(entity: SyncEntity, record: RemoteRecord, seq: number, actor: Actor, type: RecordInput = 'remoteRecord'): void {
    const incoming: Incoming = { ...record, entity, fields: replicas[entity].pick(record.row), seq, actor }
    const { uid, task_id, row, fields } = incoming
    const found = store.byUid(entity, uid)
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
        case 'writeRow':
          store.put(changeRow(item, effect, knownOf(incoming)))
          break
        default:
          unexpected(effect)
      }
    }
  }
}

// How something stands there is written here as it came, in the name of who did it, and then what was written here meanwhile is put on top: the
// history has both, whatever stands.
import { type Row, same } from '../../../../shared/domain/history/difference.ts'
import { mergeFields } from '../../../../shared/domain/history/merge-fields.ts'
import type { Actor } from '../../../../shared/schema/actor.ts'
import type { SyncEntity } from '../../../../shared/schema/cloud/sync.ts'
import type { Journal } from '../../journal/journal.ts'
import type { ComingBack } from './restore-deleted.ts'
import { commonOf } from '../engine/common-ground.ts'
import type { RemoteStore } from '../state/sync-store.ts'
import { isChild, type Replicas } from '../state/replicas.ts'
import { tandem, type RemoteRecord } from './team-event.ts'

export interface ReceivingDeps {
  store: RemoteStore
  journal: Journal
  replicas: Replicas
  comingBack: ComingBack
  now: () => Date
}

export function createReceiving({ store, journal, replicas, comingBack, now }: ReceivingDeps) {
  const { isHere, isTaskHere, takeBack, restore, onlyGone, reunite, taskHere } = comingBack

  /** It stands there like this, as of an event. */
  return function receive(entity: SyncEntity, { uid, cloud_id, version, row, task_id }: RemoteRecord, seq: number, actor: Actor): void {
    const replica = replicas[entity]
    const fields = replica.pick(row)
    const found = store.byUid(entity, uid)
    if (found && seq <= found.seen) return
    const known = { cloud_id, version, base: fields, seen: seq }
    const belongs = isChild(entity)

    if (!found) {
      const parent = belongs ? taskHere(task_id) : null
      if (parent === undefined) return
      const local_id = journal.write(actor, (record) => replica.insert(row, parent, actor, record))
      return store.put({ entity, local_id, uid, parent, ...known, changes: 0, actor: null, sent: null, problem: null })
    }
    let item = found
    const isBack = !isHere(item)
    if (isBack) {
      const mine = commonOf(replicas, item, fields)
      const isNews = mine === null || Object.entries(fields).some(([field, value]) => !same(value, mine[field]))
      const home = belongs && task_id ? store.byCloudId('task', task_id) : undefined
      const { bySync, along } = onlyGone(item)
      const isWanted = bySync || (along && home !== undefined && isTaskHere(home.local_id))
      // Deleted here, and nothing happened there that would speak against it.
      if (!isNews && !isWanted) return store.put({ ...item, ...known, changes: Math.max(1, item.changes) })
      // With its task it may come back itself.
      const parent = belongs ? taskHere(task_id) : null
      if (parent === undefined) return
      if (!isHere(item) && !bySync && (item.base !== null || item.sent?.write.action === 'create')) takeBack(item)
      item = store.byId(entity, item.local_id) ?? item
      if (!isHere(item)) {
        item = { ...item, parent, local_id: restore(item, row, parent, actor) }
      }
    }
    const standing = replica.read(item.local_id) as Row
    const home = belongs ? taskHere(task_id) : undefined
    if (home !== undefined && standing.task_id !== home) {
      const movedHere = item.base === null ? item.changes > 0 || item.sent !== null : standing.task_id !== item.parent
      if (!movedHere) journal.write(actor, (record) => replica.assign(item.local_id, { task_id: home }, record, null))
    }
    if (home !== undefined) item = { ...item, parent: home, changes: standing.task_id === home ? item.changes : Math.max(1, item.changes) }
    const here = replica.pick(standing)
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
    const merger: Actor = item.actor?.kind === 'email' ? item.actor : actor.kind === 'email' ? actor : tandem
    write(
      merger,
      merged,
      Object.keys(merged).filter((field) => !same(merged[field], then[field])),
    )
    for (const clash of clashes) store.addConflict(item, clash, now().toISOString())
    const ahead =
      (home !== undefined && replica.read(item.local_id)?.task_id !== home) || Object.keys(merged).some((field) => !same(merged[field], fields[field]))
    store.put({ ...item, ...known, problem: null, changes: ahead ? Math.max(1, item.changes) : item.sent ? item.changes : 0 })
    if (isBack && entity === 'task') reunite(item.local_id)
  }
}

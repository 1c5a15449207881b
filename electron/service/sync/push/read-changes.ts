// A reader of the journal: which records were written here since it was read last.
import type { Actor } from '../../../../shared/schema/actor.ts'
import type { SyncEntity } from '../../../../shared/schema/cloud/sync.ts'
import { unexpected } from '../../../../shared/sync/effect.ts'
import { transition } from '../../../../shared/sync/transition.ts'
import type { Journal } from '../../journal/journal.ts'
import type { Inbox } from '../pull/inbox.ts'
import { isChild, isSynced, type Replicas } from '../state/replicas.ts'
import { changeRow, isThere, isUnderWay, isUnsettled, stateOf } from '../state/sync-row.ts'
import type { Connection, Item, SyncStore } from '../state/sync-store.ts'

export interface ReadChangesDeps {
  store: SyncStore
  journal: Journal
  replicas: Replicas
  inbox: Pick<Inbox, 'restoreChildren'>
}

/** Entries of the journal at once. */
const page = 1000

export function createReadChanges({ store, journal, replicas, inbox }: ReadChangesDeps) {
  function track(entity: SyncEntity, id: number, uid: string | undefined): Item | undefined {
    const called = (uid ?? (replicas[entity].read(id)?.uid as string | undefined))?.toLowerCase()
    if (called === undefined) return undefined
    const before = store.byUid(entity, called)
    // It was taken in again under another id here.
    if (before) store.drop(entity, before.local_id)
    const unknown = { parent: null, cloud_id: null, version: null, base: null, former: null, lastEventId: 0 }
    const unsent = { localChangeCount: 0, actor: null, inFlight: null, problem: null }
    return { ...unknown, ...unsent, ...before, entity, local_id: id, uid: called }
  }

  /** `isHere`: the change was no delete. */
  function noteChange(item: Item, taskId: number | null, actor: Actor, isHere: boolean): void {
    const { effects } = transition(stateOf(item, isHere), { type: 'localChange' })
    // Text from outside stays such until the cloud has it.
    const isOutside = item.actor?.kind === 'email' && isUnsettled(item)
    const parent = !isThere(item) && !isUnderWay(item) && isChild(item.entity) ? taskId : item.parent
    for (const effect of effects) {
      if (effect.do === 'writeRow') store.put({ ...changeRow(item, effect), parent, actor: isOutside ? item.actor : actor })
      else unexpected(effect)
    }
  }

  /** Notes what was written here since. Inside a transaction. */
  return function readOn(connection: Connection): Connection {
    let { outbox } = connection
    for (;;) {
      const entries = journal.after(outbox, page)
      // That a reminder fired is no change of anybody's.
      for (const { entity, entity_id, action, before, after, task_id, actor } of entries) {
        if (!isSynced(entity) || (actor.kind === 'system' && entity === 'schedule')) continue
        const item = store.byId(entity, entity_id) ?? track(entity, entity_id, (after?.uid ?? before?.uid) as string | undefined)
        if (item) noteChange(item, task_id, actor, action !== 'deleted')
        if (entity === 'task' && action === 'created') inbox.restoreChildren(entity_id)
      }
      outbox = entries.at(-1)?.seq ?? outbox
      if (entries.length < page) break
    }
    if (outbox !== connection.outbox) store.keepConnection({ ...connection, outbox })
    return { ...connection, outbox }
  }
}

// What was written here goes to the cloud: a reader of the journal that notes what changed, and sends how it differs from what the cloud has.
import { createHash } from 'node:crypto'
import type { Actor } from '../../../../shared/schema/actor.ts'
import type { SyncEntity } from '../../../../shared/schema/cloud/sync.ts'
import type { Journal } from '../../journal/journal.ts'
import { unexpected } from '../../../../shared/sync/effect.ts'
import { transition } from '../../../../shared/sync/transition.ts'
import type { Inbox } from '../pull/inbox.ts'
import type { SlugCollisions } from '../state/slug-collisions.ts'
import { createPlanWrite, type PlannedWrite } from './plan-write.ts'
import type { Connection, InFlight, Item, SyncStore } from '../state/sync-store.ts'
import { changeRow, stateOf } from '../state/sync-row.ts'
import { inOrder, isChild, isSynced, type Replicas } from '../state/replicas.ts'
import { createSettleWrite } from './settle-write.ts'
import { syncActor } from '../pull/team-event.ts'
import { createDeferredWrites } from './deferred-writes.ts'

export interface Batch {
  items: Item[]
  body: { tasks: InFlight['write'][]; comments: InFlight['write'][]; schedules: InFlight['write'][]; contacts: InFlight['write'][] }
}

export type Outbox = ReturnType<typeof createOutbox>

export interface OutboxDeps {
  store: SyncStore
  journal: Journal
  replicas: Replicas
  inbox: Inbox
  slugCollisions: Pick<SlugCollisions, 'keep' | 'resolve'>
  /** Names this life of the data: after a restore the same numbers mean other changes. */
  epoch: string
}

const page = 1000
const maxTogether = 500
const maxBytes = 1_000_000

const listOf = { task: 'tasks', comment: 'comments', schedule: 'schedules', contact: 'contacts' } as const

function startBatch() {
  const batch: Batch = { items: [], body: { tasks: [], comments: [], schedules: [], contacts: [] } }
  /** Tasks that it makes. */
  const created = new Set<number>()
  let bytes = 0
  return {
    batch,
    created,
    isFull: () => batch.items.length >= maxTogether || bytes >= maxBytes,
    add(item: Item, { write }: InFlight): void {
      batch.items.push(item)
      batch.body[listOf[item.entity]].push(write)
      if (item.entity === 'task' && write.action === 'create') created.add(item.local_id)
      bytes += JSON.stringify(write).length
    },
  }
}

export function createOutbox({ store, journal, replicas, inbox, slugCollisions, epoch }: OutboxDeps) {
  const deferred = createDeferredWrites()
  const plan = createPlanWrite({ store, replicas, deferred })

  function track(entity: SyncEntity, id: number, uid: string | undefined): Item | undefined {
    const called = (uid ?? (replicas[entity].read(id)?.uid as string | undefined))?.toLowerCase()
    if (called === undefined) return undefined
    const before = store.byUid(entity, called)
    // It was taken in again under another id here.
    if (before) store.drop(entity, before.local_id)
    const unknown = { parent: null, cloud_id: null, version: null, base: null, lastEventId: 0 }
    const unsent = { localChangeCount: 0, actor: null, inFlight: null, problem: null }
    return { ...unknown, ...unsent, ...before, entity, local_id: id, uid: called }
  }

  /** `isHere`: the change was no delete. */
  function noteChange(item: Item, taskId: number | null, actor: Actor, isHere: boolean): void {
    const { effects } = transition(stateOf(item, isHere), { type: 'localChange' })
    // Text from outside stays such until the cloud has it.
    const isOutside = item.actor?.kind === 'email' && (item.localChangeCount > 0 || item.inFlight !== null)
    const parent = item.base === null && item.inFlight === null && isChild(item.entity) ? taskId : item.parent
    for (const effect of effects) {
      if (effect.do === 'writeRow') store.put({ ...changeRow(item, effect), parent, actor: isOutside ? item.actor : actor })
      else unexpected(effect)
    }
  }

  /** Notes what was written here since. Inside a transaction. */
  function readOn(connection: Connection): Connection {
    let { outbox } = connection
    for (;;) {
      const entries = journal.after(outbox, page)
      // That a reminder fired is no change of anybody's.
      for (const { entity, entity_id, action, before, after, task_id, actor } of entries) {
        if (!isSynced(entity) || actor.kind === 'system') continue
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

  /** As the cloud may name who did it. */
  function writerOf(item: Item): Actor {
    const actor = item.actor ?? store.writerOf(item) ?? syncActor
    return actor.kind === 'system' ? syncActor : actor
  }

  /** Stores a write with its key, before it goes out. */
  function putInFlight(item: Item, planned: PlannedWrite, outboxAt: number): Item & { inFlight: InFlight } {
    const { entity, local_id, cloud_id, version, lastEventId } = item
    const write = { uid: item.uid, actor: writerOf(item), ...planned }
    const place = `${epoch}.${outboxAt}.${entity}.${local_id}.${cloud_id ?? 0}.${version ?? 0}.${lastEventId}`
    // A copy of this list elsewhere counts as we do, but writes something else.
    const key = `${place}.${createHash('sha256').update(JSON.stringify(write)).digest('hex').slice(0, 16)}`
    const home = isChild(entity) ? (replicas[entity].read(local_id)?.task_id as number | undefined) : undefined
    const parent = planned.action === 'create' ? (home ?? null) : item.parent
    // Whether it is refused again, the reply says.
    const going = { ...item, parent, localChangeCount: 0, inFlight: { count: item.localChangeCount, write: { key, ...write } }, problem: null }
    store.put(going)
    return going
  }

  function sendItem(item: Item, connection: Connection, { add, created }: ReturnType<typeof startBatch>): void {
    if (item.inFlight) return add(item, item.inFlight)
    const { effects, writeOf, waitForStream } = plan(item, connection.inbox ?? 0, created)
    for (const effect of effects) {
      if (effect.do === 'send') {
        const going = putInFlight(item, writeOf(effect.action), connection.outbox)
        add(going, going.inFlight)
      } else if (effect.do === 'writeRow') store.put(changeRow(item, effect))
      else if (effect.do === 'defer') deferred.begin(item, waitForStream())
      else unexpected(effect)
    }
  }

  return {
    readOn,

    /** The next writes to send; those that were sent and not answered come first, as they were. Inside a transaction. */
    next(connection: Connection): Batch {
      slugCollisions.resolve()
      const started = startBatch()
      for (const entity of inOrder) {
        for (let after = 0; !started.isFull(); ) {
          const items = store.waiting(entity, after, maxTogether)
          for (const item of items) {
            after = item.local_id
            if (started.isFull()) break
            sendItem(item, connection, started)
          }
          if (items.length < maxTogether) break
        }
      }
      return started.batch
    },

    settle: createSettleWrite({ store, replicas, inbox, slugCollisions, deferred }),

    /** The stream begins anew: what waited for it waits for that one. */
    waitAnew: deferred.endAll,

    /** When the first write that waits for the stream is looked at again; undefined when none does. Asked once nothing is left to send. */
    deferredUntil: deferred.until,
  }
}

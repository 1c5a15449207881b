// What was written here goes to the cloud: a reader of the journal that notes what changed, and sends how it differs from what the cloud has.
import { createHash } from 'node:crypto'
import type { Actor } from '../../../../shared/schema/actor.ts'
import type { SyncEntity } from '../../../../shared/schema/cloud/sync.ts'
import type { Journal } from '../../journal/journal.ts'
import type { Inbox } from '../pull/inbox.ts'
import type { Namesakes } from '../state/slug-collisions.ts'
import { createPlanning } from './plan-write.ts'
import type { Connection, Item, RemoteStore, Sent } from '../state/sync-store.ts'
import { inOrder, isChild, isSynced, type Replicas } from '../state/replicas.ts'
import { createSettling } from './settle-write.ts'
import { tandem } from '../pull/team-event.ts'
import { createWaitingForTheStream } from './deferred-writes.ts'

export interface Batch {
  items: Item[]
  body: { tasks: Sent['write'][]; comments: Sent['write'][]; schedules: Sent['write'][]; contacts: Sent['write'][] }
}

export type Outbox = ReturnType<typeof createOutbox>

export interface OutboxDeps {
  store: RemoteStore
  journal: Journal
  replicas: Replicas
  inbox: Inbox
  namesakes: Pick<Namesakes, 'keep' | 'tellApart'>
  /** Names this life of the data: after a restore the same numbers mean other changes. */
  epoch: string
}

const page = 1000
const maxTogether = 500
const maxBytes = 1_000_000

const listOf = { task: 'tasks', comment: 'comments', schedule: 'schedules', contact: 'contacts' } as const

export function createOutbox({ store, journal, replicas, inbox, namesakes, epoch }: OutboxDeps) {
  const held = createWaitingForTheStream()
  const plan = createPlanning({ store, replicas, held })

  function note(entity: SyncEntity, id: number, uid: string | undefined, taskId: number | null, actor: Actor): void {
    let item = store.byId(entity, id)
    if (!item) {
      const called = (uid ?? (replicas[entity].read(id)?.uid as string | undefined))?.toLowerCase()
      if (called === undefined) return
      const before = store.byUid(entity, called)
      // It was taken in again under another id here.
      if (before) store.drop(entity, before.local_id)
      const fresh = { parent: null, cloud_id: null, version: null, base: null, seen: 0, changes: 0, actor: null, sent: null, problem: null }
      item = { ...fresh, ...before, entity, local_id: id, uid: called }
    }
    const outside = item.actor?.kind === 'email' && (item.changes > 0 || item.sent !== null)
    const parent = item.base === null && item.sent === null && isChild(entity) ? taskId : item.parent
    store.put({ ...item, parent, changes: item.changes + 1, actor: outside ? item.actor : actor, problem: null })
  }

  /** Notes what was written here since. Inside a transaction. */
  function readOn(connection: Connection): Connection {
    let { outbox } = connection
    for (;;) {
      const entries = journal.after(outbox, page)
      // That a reminder fired is no change of anybody's.
      for (const { entity, entity_id, action, before, after, task_id, actor } of entries) {
        if (!isSynced(entity) || actor.kind === 'system') continue
        note(entity, entity_id, (after?.uid ?? before?.uid) as string | undefined, task_id, actor)
        if (entity === 'task' && action === 'created') inbox.reunite(entity_id)
      }
      outbox = entries.at(-1)?.seq ?? outbox
      if (entries.length < page) break
    }
    if (outbox !== connection.outbox) store.keepConnection({ ...connection, outbox })
    return { ...connection, outbox }
  }

  /** As the cloud may name who did it. */
  function writerOf(item: Item): Actor {
    const actor = item.actor ?? store.writerOf(item) ?? tandem
    return actor.kind === 'system' ? tandem : actor
  }

  return {
    readOn,

    /** The next writes to send; those that were sent and not answered come first, as they were. Inside a transaction. */
    next(connection: Connection): Batch {
      namesakes.tellApart()
      const batch: Batch = { items: [], body: { tasks: [], comments: [], schedules: [], contacts: [] } }
      let bytes = 0
      const full = () => batch.items.length >= maxTogether || bytes >= maxBytes
      const together = new Set<number>()
      const add = (item: Item, { write }: Sent) => {
        batch.items.push(item)
        batch.body[listOf[item.entity]].push(write)
        if (item.entity === 'task' && write.action === 'create') together.add(item.local_id)
        bytes += JSON.stringify(write).length
      }
      for (const entity of inOrder) {
        for (let after = 0; !full(); ) {
          const items = store.waiting(entity, after, maxTogether)
          for (const item of items) {
            after = item.local_id
            if (full()) break
            if (item.sent) {
              add(item, item.sent)
              continue
            }
            const planned = plan(item, connection.inbox ?? 0, together)
            if (planned === 'later') continue
            if (planned === 'nothing') {
              store.put({ ...item, changes: 0, problem: null })
              continue
            }
            const write = { uid: item.uid, actor: writerOf(item), ...planned }
            const place = `${epoch}.${connection.outbox}.${entity}.${item.local_id}.${item.cloud_id ?? 0}.${item.version ?? 0}.${item.seen}`
            // A copy of this list elsewhere counts as we do, but writes something else.
            const key = `${place}.${createHash('sha256').update(JSON.stringify(write)).digest('hex').slice(0, 16)}`
            const home = isChild(entity) ? (replicas[entity].read(item.local_id)?.task_id as number | undefined) : undefined
            const parent = planned.action === 'create' ? (home ?? null) : item.parent
            const sent: Sent = { count: item.changes, write: { key, ...write } }
            // Whether it is refused again, the answer says.
            const going = { ...item, parent, changes: 0, sent, problem: null }
            store.put(going)
            add(going, sent)
          }
          if (items.length < maxTogether) break
        }
      }
      return batch
    },

    settle: createSettling({ store, replicas, inbox, namesakes, held }),

    /** The stream begins anew: what waited for it waits for that one. */
    waitAnew: held.endAll,

    /** When the first write that waits for the stream is looked at again; undefined when none does. Asked once nothing is left to send. */
    heldUntil: held.until,
  }
}

// What was written here goes to the cloud: a reader of the journal that notes what changed, and sends how it differs from what the cloud has.
import { createHash } from 'node:crypto'
import { same } from '../../../shared/domain/difference.ts'
import type { Actor } from '../../../shared/schema/actor.ts'
import type { SyncEntity, SyncResult } from '../../../shared/schema/sync.ts'
import type { Journal } from '../journal/journal.ts'
import { type Inbox, tandem } from './inbox.ts'
import type { Connection, Item, RemoteStore, Sent } from './remote-store.ts'
import { inOrder, isChild, isSynced, type Replicas, sentFields } from './replicas.ts'

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
  /** Names this life of the data: after a restore the same numbers mean other changes. */
  epoch: string
}

const page = 1000
const mostTogether = 500
const mostBytes = 1_000_000
/** Milliseconds for which a write waits for the stream to tell what speaks against it, before it looks for itself. */
const patience = 1000
/** Of what is gone there nothing can be asked any more: only the stream knows what it was. */
const longPatience = 20_000

const listOf = { task: 'tasks', comment: 'comments', schedule: 'schedules', contact: 'contacts' } as const

export function createOutbox({ store, journal, replicas, inbox, epoch }: OutboxDeps) {
  /** Writes that were refused because more had happened: the version that stands there, and until when the stream may tell what it was. */
  const held = new Map<string, { id: number | null; version: number | null; seq: number; until: number }>()
  const nameOf = ({ entity, local_id }: Item) => `${entity} ${local_id}`

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

  type Plan = Omit<Sent['write'], 'key' | 'uid'> | 'nothing' | 'later'

  function plan(item: Item, inbox: number, together: ReadonlySet<number>): Plan {
    const { entity, base, version } = item
    const replica = replicas[entity]
    const here = replica.read(item.local_id)
    const parent = item.parent === null ? undefined : store.byId('task', item.parent)
    const hold = held.get(nameOf(item))
    if (hold && inbox < hold.seq && performance.now() < hold.until) return 'later'
    const changed = version === null || item.cloud_id === null ? {} : { id: item.cloud_id, version }
    if (!here) {
      if (base === null) return 'nothing'
      // It goes with its task.
      if (parent && replicas.task.read(parent.local_id) === undefined) return 'nothing'
      if (entity !== 'task') return { action: 'delete', ...changed, ...(parent ? { task_uid: parent.uid } : {}) }
      const seen = Math.max(item.seen, ...store.children(item.local_id).map((child) => child.seen))
      // Our own writes must have come round first: then what the stream has told is all that has happened about it.
      if (seen > inbox && !hold) {
        held.set(nameOf(item), { id: item.cloud_id, version, seq: seen, until: performance.now() + patience })
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

  return {
    readOn,

    /** The next writes to send; those that were sent and not answered come first, as they were. Inside a transaction. */
    next(connection: Connection): Batch {
      const batch: Batch = { items: [], body: { tasks: [], comments: [], schedules: [], contacts: [] } }
      let bytes = 0
      const full = () => batch.items.length >= mostTogether || bytes >= mostBytes
      const together = new Set<number>()
      const add = (item: Item, { write }: Sent) => {
        batch.items.push(item)
        batch.body[listOf[item.entity]].push(write)
        if (item.entity === 'task' && write.action === 'create') together.add(item.local_id)
        bytes += JSON.stringify(write).length
      }
      for (const entity of inOrder) {
        for (let after = 0; !full(); ) {
          const items = store.waiting(entity, after, mostTogether)
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
              store.put({ ...item, changes: 0 })
              continue
            }
            const write = { uid: item.uid, actor: writerOf(item), ...planned }
            const place = `${epoch}.${connection.outbox}.${entity}.${item.local_id}.${item.cloud_id ?? 0}.${item.version ?? 0}.${item.seen}`
            // A copy of this list elsewhere counts as we do, but writes something else.
            const key = `${place}.${createHash('sha256').update(JSON.stringify(write)).digest('hex').slice(0, 16)}`
            const home = isChild(entity) ? (replicas[entity].read(item.local_id)?.task_id as number | undefined) : undefined
            const parent = planned.action === 'create' ? (home ?? null) : item.parent
            const sent: Sent = { count: item.changes, write: { key, ...write } }
            const going = { ...item, parent, changes: 0, actor: item.actor, sent }
            store.put(going)
            add(going, sent)
          }
          if (items.length < mostTogether) break
        }
      }
      return batch
    },

    /** What became of a write. Inside a transaction. */
    settle({ entity, local_id }: Item, { status, id, version, seq, row, reason }: SyncResult, at: number): void {
      const item = store.byId(entity, local_id)
      if (!item?.sent) return
      const { count, write } = item.sent
      const answered: Item = { ...item, sent: null }
      const news = seq > item.seen
      const replica = replicas[entity]
      const isHere = replica.read(local_id) !== undefined
      const name = nameOf(item)
      if (status === 'refused') return store.put({ ...answered, problem: reason })
      if (status === 'conflict') {
        const before = held.get(name)
        store.put({ ...answered, changes: item.changes + count })
        const known = write.action === 'delete' && version === item.version && id === item.cloud_id
        // The stream tells what happened, and who did it. Only if it does not, the answer itself has to do.
        const task_id = (row as { task_id?: number } | null)?.task_id ?? null
        // Nor can it do where it is with a task that has not been told of yet.
        const hasHome = !isChild(entity) || (task_id !== null && store.byCloudId('task', task_id) !== undefined)
        if (!known && before?.version === version && before.id === id && row && news && hasHome) {
          held.delete(name)
          return inbox.receive(entity, { uid: item.uid, cloud_id: id as number, version: version as number, row: row, task_id }, seq, tandem)
        }
        held.set(name, { id, version, seq, until: performance.now() + patience })
        return
      }
      const wasHeld = held.get(name)
      held.delete(name)
      if (status === 'applied' && write.action !== 'delete') {
        const there = news ? { base: { ...item.base, ...sentFields(replicas, item) }, version, cloud_id: id, seen: seq } : {}
        const home = write.task_uid === undefined ? undefined : store.byUid('task', write.task_uid)
        const arrived = { ...answered, ...there, ...(news && home ? { parent: home.local_id } : {}) }
        store.put(arrived)
        return inbox.rejoin(arrived)
      }
      // What was written there before the end is still on its way in the stream, and must stay with what outlives it.
      if (status === 'gone' && (news || write.action === 'create') && wasHeld?.seq !== seq) {
        held.set(name, { id: null, version: null, seq, until: performance.now() + longPatience })
        return store.put({ ...answered, changes: item.changes + count })
      }
      if (status === 'gone' && write.action === 'create') {
        // Its task is gone there. What was written here keeps it.
        const parent = item.parent === null ? undefined : store.byId('task', item.parent)
        if (parent && parent.base !== null && seq > parent.seen && replicas.task.read(parent.local_id) !== undefined) {
          store.put({ ...parent, base: null, version: null, seen: seq, changes: Math.max(1, parent.changes) })
          inbox.keepChildren(parent.local_id, seq)
        } else if (parent && parent.base !== null) held.set(name, { id: null, version: null, seq, until: at + patience })
        return store.put({ ...answered, changes: item.changes + count })
      }
      // It is not there: deleted by us, or by somebody else while we changed it.
      if (!news) return store.put(answered)
      store.put({ ...answered, base: null, version: null, seen: seq, changes: isHere ? item.changes + count : 0 })
      if (entity === 'task') inbox.keepChildren(local_id, seq)
    },

    /** The stream begins anew: what waited for it waits for that one. */
    waitAnew: (): void => held.clear(),

    /** When the first write that waits for the stream is looked at again; undefined when none does. */
    heldUntil(): number | undefined {
      let soonest: number | undefined
      for (const { until } of held.values()) if (until > performance.now() && (soonest === undefined || until < soonest)) soonest = until
      return soonest
    },
  }
}

// What the cloud tells is written here: through the same use-cases as everything, in the name of who did it there. A change from there is
// written as it came, and then what was written here meanwhile is put on top: the history has both, whatever stands.
import { AppError } from '../../../shared/domain/app-error.ts'
import { type Row, same } from '../../../shared/domain/difference.ts'
import { mergeFields } from '../../../shared/domain/merge-fields.ts'
import type { Actor } from '../../../shared/schema/actor.ts'
import type { SyncEntity } from '../../../shared/schema/sync.ts'
import type { Journal } from '../journal/journal.ts'
import type { createUndo } from '../journal/undo.ts'
import type { Item, RemoteStore } from './remote-store.ts'
import { isChild, isSynced, type Replicas, sentFields } from './replicas.ts'

export interface TeamEvent {
  id: number
  created_at?: string
  kind: string
  data: Record<string, unknown>
}

/** One as it is in the cloud. */
export interface There {
  uid: string
  cloud_id: number
  version: number
  row: Row
  /** Its task, by the id in the cloud. */
  task_id?: number | null
}

export type Inbox = ReturnType<typeof createInbox>

export interface InboxDeps {
  store: RemoteStore
  journal: Journal
  replicas: Replicas
  undo: ReturnType<typeof createUndo>
  now: () => Date
}

/** What sync itself decides. */
export const tandem: Actor = { kind: 'sync', name: 'Tandem' }

/** Who did it there. What came from outside stays so on every device. */
export function actorThere(actor: unknown): Actor {
  const { kind, name } = (actor ?? tandem) as Actor
  return { kind: kind === 'email' ? 'email' : 'sync', name }
}

export function createInbox({ store, journal, replicas, undo, now }: InboxDeps) {
  const isHere = (entity: SyncEntity, id: number) => replicas[entity].read(id) !== undefined

  /** What both had in common last. What we sent and see there now has arrived, also when its answer has not. */
  function commonOf(item: Item, there: Row): Row | null {
    const { base } = item
    const arrived = Object.entries(sentFields(replicas, item)).filter(([field, value]) => same(there[field], value))
    return base === null && arrived.length === 0 ? null : { ...base, ...Object.fromEntries(arrived) }
  }

  /** Was it changed here since both had it in common? */
  function isChanged(item: Item): boolean {
    const here = replicas[item.entity].read(item.local_id)
    if (!here) return false
    if (item.base === null) return true
    const { base } = item
    const moved = isChild(item.entity) && here.task_id !== item.parent
    // What was sent counts too: if it had arrived before the end, the stream would have told.
    return moved || Object.entries(replicas[item.entity].pick(here)).some(([field, value]) => !same(value, base[field]))
  }

  /** Our delete is taken back, with all that it took along. */
  function takeBack(item: Item): void {
    const deleted = store.lastDelete(item)
    if (!deleted) return
    // What else that brings about (a merge changed the other task, too) is news for the cloud.
    for (const seq of undo.undo({ entry: deleted.seq }, { actor: tandem }).entries) {
      const [entry] = journal.after(seq - 1, 1)
      const changed = entry && isSynced(entry.entity) ? store.byId(entry.entity, entry.entity_id) : undefined
      if (changed) store.put({ ...changed, changes: changed.changes + 1 })
    }
  }

  /** Under the id that it had here, unless that cannot be. Returns its id here. */
  function restore(item: Item, row: Row, parent: number | null, actor: Actor): number {
    const replica = replicas[item.entity]
    const last = store.lastDelete(item)?.before
    return journal.write(actor, (record) => {
      if (last) {
        try {
          replica.restore(
            item.local_id,
            { version: 1, ...last, ...replica.spread(replica.pick(row)), ...(parent === null ? {} : { task_id: parent }) },
            record,
            null,
            null,
          )
          return item.local_id
        } catch (error) {
          if (!(error instanceof AppError)) throw error
        }
      }
      store.drop(item.entity, item.local_id)
      const id = replica.insert({ ...last, ...row, uid: item.uid }, parent, actor, record)
      if (item.entity === 'task') for (const child of store.children(item.local_id)) store.put({ ...child, parent: id })
      return id
    })
  }

  /** Nobody deleted it here: its end was told, or it went because its task went. */
  function onlyGone(item: Item): { bySync: boolean; along: boolean } {
    const last = store.lastDelete(item)
    return { bySync: last?.by === 'sync' || last?.by === 'email', along: isChild(item.entity) && (last?.cause ?? null) !== null }
  }

  /**
   * What is there and not here although its task is here: either somebody deleted it here, and that is still to be told, or it only went along
   * with its task, which is back, and then it is wanted, too.
   */
  function rejoin(item: Item): void {
    if (item.base === null || item.parent === null || isHere(item.entity, item.local_id) || !isHere('task', item.parent)) return
    const known = { ...item, changes: Math.max(1, item.changes) }
    const { base, parent } = item
    const { bySync, along } = onlyGone(item)
    if (!bySync && !along) return item.sent ? undefined : store.put(known)
    const last = store.lastDelete(item)?.before
    store.put({ ...known, local_id: restore(item, last ?? replicas[item.entity].spread(base), parent, tandem) })
  }

  /** A task is here again. */
  function reunite(taskId: number): void {
    for (const child of store.children(taskId)) rejoin(child)
  }

  /** The task here that something in the cloud belongs to. One that was deleted here is wanted again. Undefined when it is gone on both sides. */
  function taskHere(cloudId: number | null | undefined): number | undefined {
    const item = cloudId ? store.byCloudId('task', cloudId) : undefined
    if (!item) return undefined
    if (!isHere('task', item.local_id) && item.base !== null) {
      takeBack(item)
      reunite(item.local_id)
    }
    return isHere('task', item.local_id) ? item.local_id : undefined
  }

  /** It stands there like this, as of an event. */
  function receive(entity: SyncEntity, { uid, cloud_id, version, row, task_id }: There, seq: number, actor: Actor): void {
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
    const isBack = !isHere(entity, item.local_id)
    if (isBack) {
      const mine = commonOf(item, fields)
      const isNews = mine === null || Object.entries(fields).some(([field, value]) => !same(value, mine[field]))
      const home = belongs && task_id ? store.byCloudId('task', task_id) : undefined
      const { bySync, along } = onlyGone(item)
      const isWanted = bySync || (along && home !== undefined && isHere('task', home.local_id))
      // Deleted here, and nothing happened there that would speak against it.
      if (!isNews && !isWanted) return store.put({ ...item, ...known, changes: Math.max(1, item.changes) })
      // With its task it may come back itself.
      const parent = belongs ? taskHere(task_id) : null
      if (parent === undefined) return
      if (!isHere(entity, item.local_id) && !bySync && (item.base !== null || item.sent?.write.action === 'create')) takeBack(item)
      item = store.byId(entity, item.local_id) ?? item
      if (!isHere(entity, item.local_id)) {
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
    const common = commonOf(item, fields)
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
    store.put({ ...item, ...known, changes: ahead ? Math.max(1, item.changes) : item.sent ? item.changes : 0 })
    if (isBack && entity === 'task') reunite(item.local_id)
  }

  /** What hangs on a task that stays here and is gone there: it is to go there again, too, unless it is known to be there since. */
  function keepChildren(taskId: number, seq: number): void {
    for (const child of store.children(taskId)) {
      if (child.base === null || child.seen > seq) continue
      const stays = isHere(child.entity, child.local_id)
      store.put({ ...child, base: null, version: null, seen: seq, changes: stays ? Math.max(1, child.changes) : child.changes })
    }
  }

  /** It is gone there, as of an event. `upTo`: until when nothing more is told of what hangs on it. What was changed here since stays, and goes there again. */
  function receiveEnd(item: Item, seq: number, actor: Actor, withParent: boolean, upTo = seq): void {
    if (seq <= item.seen || item.base === null) return
    const gone: Item = { ...item, base: null, version: null, seen: seq }
    if (!isHere(item.entity, item.local_id)) return store.put({ ...gone, changes: item.sent ? item.changes : 0 })
    const parent = item.parent === null ? undefined : store.byId('task', item.parent)
    const parentStays = withParent && parent !== undefined && parent.base === null && isHere('task', parent.local_id)
    // Our own delete, and somebody took it back here since.
    const backAgain = item.sent?.write.action === 'delete' && item.changes > 0
    const hanging = item.entity === 'task' ? [...store.children(item.local_id), ...store.movedTo(item.local_id)] : []
    const edited = isChanged(item) || backAgain || hanging.some((child) => (child.changes > 0 || child.sent) && isChanged(child))
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

  return {
    receive,
    receiveEnd,
    keepChildren,
    rejoin,
    reunite,

    /** An event of the team's stream, if it is about something that is kept in step. */
    take({ id, kind, data }: TeamEvent): void {
      const [entity = '', action] = kind.split('.')
      if (!isSynced(entity)) return
      const actor = actorThere(data.actor)
      const cloud_id = Number(data.entity_id)
      const after = (data.after ?? {}) as Row
      if (action === 'created') {
        const version = (after.version as number | undefined) ?? 1
        return receive(entity, { uid: after.uid as string, cloud_id, version, row: after, task_id: data.task_id as number | null }, id, actor)
      }
      const item = store.byCloudId(entity, cloud_id)
      if (!item || item.base === null || id <= item.seen) return
      if (action === 'deleted') return receiveEnd(item, id, actor, data.cause !== null && data.cause !== undefined)
      const version = (item.version ?? 0) + 1
      const row = { ...replicas[entity].spread(item.base), ...after }
      receive(entity, { uid: item.uid, cloud_id, version, row, task_id: data.task_id as number | null }, id, actor)
    },

    /** A page of everything that is there, in the order of its ids. What should be among it and is not was deleted. */
    takePage(entity: SyncEntity, rows: readonly Row[], seq: number, above: number, upTo: number): void {
      const there = new Set(rows.map((row) => row.id as number))
      for (const id of store.thereBetween(entity, above, upTo, seq)) {
        const item = store.byId(entity, id)
        // What hangs on it may be elsewhere there, and be told of as of the same event.
        if (item && !there.has(item.cloud_id as number)) receiveEnd(item, seq, tandem, true, seq - 1)
      }
      for (const row of rows) {
        const { id, uid, version, task_id } = row as { id: number; uid: string; version: number; task_id?: number }
        // Of reminders whose moment has long been, somebody was told before this list came here.
        const isOld = row.type === 'one_time' && (row.fire_at as string) < now().toISOString()
        const then = isOld ? { ...row, last_fired_at: row.fire_at } : row
        receive(entity, { uid, cloud_id: id, version, row: then, task_id: task_id ?? null }, seq, actorThere(row.author))
      }
    },
  }
}

// What was deleted here and is wanted again, because it lives on there: it comes back with all that it took along.
import { AppError } from '../../../../shared/domain/app-error.ts'
import type { Row } from '../../../../shared/domain/history/difference.ts'
import type { Actor } from '../../../../shared/schema/actor.ts'
import type { Journal } from '../../journal/journal.ts'
import type { createUndo } from '../../journal/undo.ts'
import type { Item, RemoteStore } from '../state/sync-store.ts'
import { isChild, isSynced, type Replicas } from '../state/replicas.ts'
import { tandem } from './team-event.ts'

export interface ComingBackDeps {
  store: RemoteStore
  journal: Journal
  replicas: Replicas
  undo: ReturnType<typeof createUndo>
}

export type ComingBack = ReturnType<typeof createComingBack>

export function createComingBack({ store, journal, replicas, undo }: ComingBackDeps) {
  const isHere = ({ entity, local_id }: Pick<Item, 'entity' | 'local_id'>) => replicas[entity].read(local_id) !== undefined
  const isTaskHere = (id: number) => replicas.task.read(id) !== undefined

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
    if (item.base === null || item.parent === null || isHere(item) || !isTaskHere(item.parent)) return
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
    if (!isHere(item) && item.base !== null) {
      takeBack(item)
      reunite(item.local_id)
    }
    return isHere(item) ? item.local_id : undefined
  }

  return { isHere, isTaskHere, takeBack, restore, onlyGone, rejoin, reunite, taskHere }
}

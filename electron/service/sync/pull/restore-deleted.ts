// What was deleted here and is wanted again, because it lives on there: it comes back with all that it took along.
import { AppError } from '../../../../shared/domain/app-error.ts'
import type { Row } from '../../../../shared/domain/history/difference.ts'
import type { Actor } from '../../../../shared/schema/actor.ts'
import { unexpected } from '../../../../shared/sync/effect.ts'
import type { Deletion } from '../../../../shared/sync/input.ts'
import { transition } from '../../../../shared/sync/transition.ts'
import type { Journal } from '../../journal/journal.ts'
import type { createUndo } from '../../journal/undo.ts'
import type { Item, SyncStore } from '../state/sync-store.ts'
import { changeRow, isThere, sideEffect, stateOf } from '../state/sync-row.ts'
import { isChild, isSynced, type Replicas } from '../state/replicas.ts'
import { syncActor } from './team-event.ts'

export interface RestoreDeletedDeps {
  store: SyncStore
  journal: Journal
  replicas: Replicas
  undo: ReturnType<typeof createUndo>
}

export type RestoreDeleted = ReturnType<typeof createRestoreDeleted>

export function createRestoreDeleted({ store, journal, replicas, undo }: RestoreDeletedDeps) {
  const isHere = ({ entity, local_id }: Pick<Item, 'entity' | 'local_id'>) => replicas[entity].read(local_id) !== undefined
  const isTaskHere = (id: number) => replicas.task.read(id) !== undefined

  /** Our delete is taken back, with all that it took along. */
  function undoDelete(item: Item): void {
    const deleted = store.lastDelete(item)
    if (!deleted) return
    // What else that brings about (a merge changed the other task, too) is news for the cloud.
    for (const seq of undo.undo({ entry: deleted.seq }, { actor: syncActor }).entries) {
      const [entry] = journal.after(seq - 1, 1)
      const changed = entry && isSynced(entry.entity) ? store.byId(entry.entity, entry.entity_id) : undefined
      if (changed) store.put(sideEffect(changed))
    }
  }

  /** Under the id that it had here, unless that cannot be. Returns its id here. */
  function restore(item: Item, row: Row, parent: number | null, actor: Actor): number {
    const replica = replicas[item.entity]
    const last = store.lastDelete(item)?.before
    const fields = replica.spread(replica.pick(row))
    return journal.write(actor, (record) => {
      if (last) {
        try {
          replica.restore(item.local_id, { version: 1, ...last, ...fields, ...(parent === null ? {} : { task_id: parent }) }, record, null, null)
          return item.local_id
        } catch (error) {
          if (!(error instanceof AppError)) throw error
        }
      }
      store.drop(item.entity, item.local_id)
      const id = replica.insert({ ...last, ...row, ...fields, uid: item.uid }, parent, actor, record)
      if (item.entity === 'task') for (const child of store.children(item.local_id)) store.put({ ...child, parent: id })
      return id
    })
  }

  /** Why it is not here any more. `taskIsHere`: what went along with its task comes back with it, and its task is here. */
  function deletionOf(item: Item, taskIsHere: boolean): Deletion {
    const last = store.lastDelete(item)
    if (last?.by === 'sync' || last?.by === 'email') return 'bySync'
    return isChild(item.entity) && (last?.cause ?? null) !== null && taskIsHere ? 'withTask' : 'byHand'
  }

  /**
   * What is there and not here although its task is here: either somebody deleted it here, and that is still to be told, or it only went along
   * with its task, which is back, and then it is wanted, too.
   */
  function rejoin(item: Item): void {
    const { base, parent } = item
    const { effects } = transition(stateOf(item, isHere(item)), {
      type: 'taskRestored',
      get taskIsHere() {
        return parent !== null && isTaskHere(parent)
      },
      get deletion() {
        return deletionOf(item, true)
      },
    })
    let { local_id } = item
    for (const effect of effects) {
      if (effect.do === 'restore') {
        const last = store.lastDelete(item)?.before
        local_id = restore(item, last ?? replicas[item.entity].spread(base as Row), parent, syncActor)
      } else if (effect.do === 'writeRow') store.put(changeRow({ ...item, local_id }, effect))
      else unexpected(effect)
    }
  }

  /** A task is here again. */
  function restoreChildren(taskId: number): void {
    for (const child of store.children(taskId)) rejoin(child)
  }

  /** The task here that something in the cloud belongs to. One that was deleted here is wanted again. Undefined when it is gone on both sides. */
  function requireTask(cloudId: number | null | undefined): number | undefined {
    const item = cloudId ? store.byCloudId('task', cloudId) : undefined
    if (!item) return undefined
    if (!isHere(item) && isThere(item)) {
      undoDelete(item)
      restoreChildren(item.local_id)
    }
    return isHere(item) ? item.local_id : undefined
  }

  return { isHere, isTaskHere, undoDelete, restore, deletionOf, rejoin, restoreChildren, requireTask }
}

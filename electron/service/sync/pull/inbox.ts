// What the cloud tells is written here: through the same use-cases as everything, in the name of who did it there.
import type { Row } from '../../../../shared/domain/history/difference.ts'
import { momentBeforeDue } from '../../../../shared/domain/time/before-due.ts'
import type { SyncEntity } from '../../../../shared/schema/cloud/sync.ts'
import { scheduleTypes } from '../../../../shared/schema/schedule.ts'
import type { Journal } from '../../journal/journal.ts'
import type { createUndo } from '../../journal/undo.ts'
import { createRestoreDeleted } from './restore-deleted.ts'
import { createApplyRemoteDelete } from './apply-remote-delete.ts'
import { createApplyRemoteRecord } from './apply-remote-record.ts'
import type { SlugCollisions } from '../state/slug-collisions.ts'
import type { SyncStore } from '../state/sync-store.ts'
import { isSynced, type Replicas } from '../state/replicas.ts'
import { cloudActor, syncActor, type TeamEvent } from './team-event.ts'
import { isThere } from '../state/sync-row.ts'

export type Inbox = ReturnType<typeof createInbox>

export interface InboxDeps {
  store: SyncStore
  journal: Journal
  replicas: Replicas
  undo: ReturnType<typeof createUndo>
  slugCollisions: Pick<SlugCollisions, 'keep' | 'drop'>
  now: () => Date
}

/** A newer Tandem may set reminders of a type that this one has not got: they stay there, and keep nothing else from coming. */
const isForeign = (entity: SyncEntity, { type }: Row) =>
  entity === 'schedule' && typeof type === 'string' && !(scheduleTypes as readonly string[]).includes(type)

export function createInbox({ store, journal, replicas, undo, slugCollisions, now }: InboxDeps) {
  const restoreDeleted = createRestoreDeleted({ store, journal, replicas, undo })
  const applyRecord = createApplyRemoteRecord({ store, journal, replicas, restoreDeleted, now })
  const { keepChildren, applyDelete, outliveDelete } = createApplyRemoteDelete({ store, replicas, now })

  /** When a one_time reminder comes that the cloud tells of. */
  function onceAt({ fire_at, before_due_minutes: minutes, timezone }: Row, cloudTaskId: number | undefined): string | null {
    if (typeof minutes !== 'number') return fire_at as string | null
    const id = cloudTaskId === undefined ? undefined : store.byCloudId('task', cloudTaskId)?.local_id
    const due = typeof id === 'number' ? replicas.task.read(id)?.due : null
    return momentBeforeDue((due ?? null) as string | null, minutes, timezone as string)
  }

  return {
    applyRecord,
    applyDelete,
    outliveDelete,
    keepChildren,
    rejoin: restoreDeleted.rejoin,
    restoreChildren: restoreDeleted.restoreChildren,

    /** An event of the team's stream, if it is about something that is kept in step. */
    take({ id, kind, data }: TeamEvent): void {
      const [entity = '', action] = kind.split('.')
      if (!isSynced(entity)) return
      const actor = cloudActor(data.actor)
      const cloud_id = Number(data.entity_id)
      const after = (data.after ?? {}) as Row
      if (isForeign(entity, after)) return
      if (action === 'created') {
        if (entity === 'contact' && typeof after.slug === 'string') slugCollisions.keep(after.uid as string, after.slug)
        const version = (after.version as number | undefined) ?? 1
        return applyRecord(entity, { uid: after.uid as string, cloud_id, version, row: after, task_id: data.task_id as number | null }, id, actor)
      }
      const item = store.byCloudId(entity, cloud_id)
      if (!item || !isThere(item) || id <= item.lastEventId) return
      if (action === 'deleted') {
        if (entity === 'contact') slugCollisions.drop(item.uid)
        return applyDelete(item, id, actor, data.cause !== null && data.cause !== undefined)
      }
      const version = (item.version ?? 0) + 1
      const row = { ...replicas[entity].spread(item.base), ...after }
      applyRecord(entity, { uid: item.uid, cloud_id, version, row, task_id: data.task_id as number | null }, id, actor, 'remoteChange')
    },

    /**
     * A page of everything that is there, in the order of its ids. What should be among it and is not was deleted, before `begin` as far as anybody
     * knows: of what happened since the stream tells, also that it is there again under another id.
     */
    takePage(entity: SyncEntity, rows: readonly Row[], seq: number, begin: number, above: number, upTo: number): void {
      const there = new Set(rows.map((row) => row.id as number))
      for (const id of store.cloudRecordsBetween(entity, above, upTo, begin - 1)) {
        const item = store.byId(entity, id)
        if (!item || there.has(item.cloud_id as number)) continue
        if (entity === 'contact') slugCollisions.drop(item.uid)
        applyDelete(item, Math.max(item.lastEventId + 1, begin - 1), syncActor, true, begin - 1)
      }
      for (const row of rows) {
        const { id, uid, version, task_id } = row as { id: number; uid: string; version: number; task_id?: number }
        if (isForeign(entity, row)) continue
        // Its task was made after the tasks were read, so it came there after that, too: the stream tells of both, and where it was before.
        if (task_id && !store.byCloudId('task', task_id)) continue
        // Of reminders whose moment has long been, somebody was told before this list came here.
        const moment = row.type === 'one_time' ? onceAt(row, task_id) : null
        const then = moment !== null && moment < now().toISOString() ? { ...row, last_fired_at: moment } : row
        applyRecord(entity, { uid, cloud_id: id, version, row: then, task_id: task_id ?? null }, seq, cloudActor(row.author))
      }
    },
  }
}

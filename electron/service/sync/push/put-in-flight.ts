// Stores a write with its key before it goes out, so that it goes out as it was after a crash.
import { createHash } from 'node:crypto'
import type { Actor } from '../../../../shared/schema/actor.ts'
import { syncActor } from '../pull/team-event.ts'
import { isChild, type Replicas } from '../state/replicas.ts'
import type { InFlight, Item, SyncStore } from '../state/sync-store.ts'
import type { PlannedWrite } from './plan-write.ts'

export interface PutInFlightDeps {
  store: SyncStore
  replicas: Replicas
  /** Names this life of the data: after a restore the same numbers mean other changes. */
  epoch: string
}

export function createPutInFlight({ store, replicas, epoch }: PutInFlightDeps) {
  /** As the cloud may name who did it. */
  function writerOf(item: Item): Actor {
    const actor = item.actor ?? store.writerOf(item) ?? syncActor
    return actor.kind === 'system' ? syncActor : actor
  }

  return function putInFlight(item: Item, planned: PlannedWrite, outboxAt: number): Item & { inFlight: InFlight } {
    const { entity, local_id, cloud_id, version, lastEventId } = item
    const write = { uid: item.uid, actor: writerOf(item), ...planned }
    const place = `${epoch}.${outboxAt}.${entity}.${local_id}.${cloud_id ?? 0}.${version ?? 0}.${lastEventId}`
    // A copy of this list elsewhere counts as we do, but writes something else.
    const key = `${place}.${createHash('sha256').update(JSON.stringify(write)).digest('hex').slice(0, 16)}`
    const home = isChild(entity) ? (replicas[entity].read(local_id)?.task_id as number | undefined) : undefined
    // The last words on a task that was deleted here belong to that task.
    const parent = planned.action === 'create' ? (home ?? item.parent) : item.parent
    // Whether it is refused again, the reply says.
    const going = { ...item, parent, localChangeCount: 0, inFlight: { count: item.localChangeCount, write: { key, ...write } }, problem: null }
    store.put(going)
    return going
  }
}

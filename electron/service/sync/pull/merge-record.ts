// Brings together how a record stands there and what was written here meanwhile: what came is written in the name of who did it, and then what was
// written here is put on top. The history has both, whatever stands.
import { type Row, same } from '../../../../shared/domain/history/difference.ts'
import { type Clash, mergeFields } from '../../../../shared/domain/history/merge-fields.ts'
import type { Actor } from '../../../../shared/schema/actor.ts'
import type { SyncEntity } from '../../../../shared/schema/cloud/sync.ts'
import { unexpected } from '../../../../shared/sync/effect.ts'
import { transition } from '../../../../shared/sync/transition.ts'
import type { Journal } from '../../journal/journal.ts'
import { commonOf } from '../engine/common-ground.ts'
import { isChild, type Replicas } from '../state/replicas.ts'
import { changeRow, isThere, isUnsettled, stateOf } from '../state/sync-row.ts'
import type { Item, SyncStore } from '../state/sync-store.ts'
import type { RestoreDeleted } from './restore-deleted.ts'
import { type RemoteRecord, syncActor } from './team-event.ts'

export interface MergeRecordDeps {
  store: SyncStore
  journal: Journal
  replicas: Replicas
  restoreDeleted: Pick<RestoreDeleted, 'requireTask' | 'restoreChildren'>
  now: () => Date
}

/** A record as it is there, as of an event. */
export interface Incoming extends RemoteRecord {
  entity: SyncEntity
  /** The fields that both sides keep. */
  fields: Row
  seq: number
  actor: Actor
}

/** What the row of sync learns from it. */
export const knownOf = ({ cloud_id, version, fields, seq }: Incoming) => ({ cloud_id, version, base: fields, former: null, lastEventId: seq })

/** Where a list stands in the sidebar is seen there, and nobody need be asked about it. */
const isPlace = (entity: SyncEntity, { field }: Clash) => entity === 'list' && field === 'position'

export function createMergeRecord({ store, journal, replicas, restoreDeleted, now }: MergeRecordDeps) {
  const { restoreChildren, requireTask } = restoreDeleted

  /** Where it belongs there, unless it was moved here. */
  function move({ entity, task_id, actor }: Incoming, item: Item, stands: unknown): { item: Item; home: number | undefined } {
    const home = isChild(entity) ? requireTask(task_id) : undefined
    if (home === undefined) return { item, home }
    const replica = replicas[entity]
    if (stands === home) return { item: { ...item, parent: home }, home }
    const movedHere = isThere(item) ? stands !== item.parent : isUnsettled(item)
    if (!movedHere) journal.write(actor, (record) => replica.assign(item.local_id, { task_id: home }, record, null))
    return { item: { ...item, parent: home, localChangeCount: Math.max(1, item.localChangeCount) }, home }
  }

  /**
   * Of a history that is gone, only what was written here since it was in common is known to be newer than what is there now. Where the other one counts
   * as many changes, and a value never stood here, somebody wrote it since: without this a task that was finished meanwhile would go back to what
   * it was in the moments that were lost. Where it counts fewer, as a backup of before this device came does, its value is the older one.
   */
  const olderHere =
    ({ entity, version, fields }: Incoming, { local_id, former }: Item, here: Row) =>
    (field: string) =>
      entity === 'task' &&
      former !== null &&
      version >= Number(former.version) &&
      same(here[field] ?? null, former[field] ?? null) &&
      !journal.everHad(local_id, field, fields[field] ?? null)

  /** Writes both sides' fields; returns whether what stands now differs from what is there. */
  function mergeBoth(incoming: Incoming, item: Item, here: Row): boolean {
    const { entity, fields, actor } = incoming
    const replica = replicas[entity]
    const common = commonOf(replicas, item, fields)
    const { row: merged, clashes } = mergeFields(replica.kinds, common, here, fields, olderHere(incoming, item, here))
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
    const merger: Actor = item.actor?.kind === 'email' ? item.actor : actor.kind === 'email' ? actor : syncActor
    write(
      merger,
      merged,
      Object.keys(merged).filter((field) => !same(merged[field], then[field])),
    )
    for (const clash of clashes) if (!isPlace(entity, clash)) store.addConflict(item, clash, now().toISOString())
    return Object.keys(merged).some((field) => !same(merged[field], fields[field]))
  }

  /** `wasGone`: it was not here until a moment ago. */
  return function merge(incoming: Incoming, found: Item, wasGone: boolean): void {
    const { entity } = incoming
    const replica = replicas[entity]
    const here = replica.read(found.local_id) as Row
    const { item, home } = move(incoming, found, here.task_id)
    const differs = mergeBoth(incoming, item, replica.pick(here))
    const isAhead = (home !== undefined && replica.read(item.local_id)?.task_id !== home) || differs
    const { effects } = transition(stateOf(item, true), { type: 'merged', isAhead, restoredTask: wasGone && entity === 'task' })
    for (const effect of effects) {
      if (effect.do === 'writeRow') store.put(changeRow(item, effect, knownOf(incoming)))
      else if (effect.do === 'restoreChildren') restoreChildren(item.local_id)
      else unexpected(effect)
    }
  }
}

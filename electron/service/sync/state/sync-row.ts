// The row in which sync keeps how a record stands, and what an effect changes in it.
import { type RowChange, unexpected } from '../../../../shared/sync/effect.ts'
import { type RecordState, recordState } from '../../../../shared/sync/record-state.ts'
import { transition } from '../../../../shared/sync/transition.ts'
import type { Item } from './sync-store.ts'

/** The cloud has it, as of the last event that was applied. */
export const isThere = (item: Item): item is Item & { base: NonNullable<Item['base']> } => item.base !== null

/** A write is on its way, and its reply has not been read. */
export const isUnderWay = (item: Item): item is Item & { inFlight: NonNullable<Item['inFlight']> } => item.inFlight !== null

/** Something was written here that the cloud is not known to have, sent or not. */
export const isUnsettled = (item: Item): boolean => item.localChangeCount > 0 || isUnderWay(item)

/** The cloud did not take its last write. */
export const isRefused = (item: Item): item is Item & { problem: NonNullable<Item['problem']> } => item.problem !== null

export function stateOf(item: Item, isHere: boolean): RecordState {
  return recordState({
    isHere,
    isThere: isThere(item),
    isEdited: item.localChangeCount > 0,
    inFlight: item.inFlight?.write.action ?? null,
    isRefused: isRefused(item),
  })
}

/** What was told with the input. */
export interface RemoteFacts extends Partial<Pick<Item, 'base' | 'former' | 'version' | 'cloud_id' | 'parent' | 'problem'>> {
  lastEventId?: number
}

export function changeRow(item: Item, { remote, changes, inFlight, problem }: RowChange, told: RemoteFacts = {}): Item {
  const { problem: reason, ...known } = told
  return {
    ...item,
    ...(remote === undefined ? {} : remote === 'forget' ? { base: null, version: null, lastEventId: told.lastEventId ?? 0 } : known),
    ...(inFlight === 'end' ? { inFlight: null } : {}),
    ...(problem === undefined ? {} : { problem: problem === 'set' ? (reason ?? null) : null }),
    localChangeCount: countAfter(item, changes),
  }
}

function countAfter({ localChangeCount, inFlight }: Item, changes: RowChange['changes']): number {
  switch (changes) {
    case undefined:
      return localChangeCount
    case 'none':
      return 0
    case 'oneMore':
      return localChangeCount + 1
    case 'atLeastOne':
      return Math.max(1, localChangeCount)
    case 'returned':
      return localChangeCount + (inFlight?.count ?? 0)
  }
}

/** Sync itself changed it while it did something else: that is to be sent, too. */
export function sideEffect(item: Item): Item {
  const { effects } = transition(stateOf(item, true), { type: 'sideEffect' })
  return effects.reduce((row, effect) => (effect.do === 'writeRow' ? changeRow(row, effect) : unexpected(effect)), item)
}

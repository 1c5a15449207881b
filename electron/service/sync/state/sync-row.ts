// The row in which sync keeps how a record stands, and what an effect changes in it.
import { type RowChange, unexpected } from '../../../../shared/sync/effect.ts'
import { type RecordState, recordState } from '../../../../shared/sync/record-state.ts'
import { transition } from '../../../../shared/sync/transition.ts'
import type { Item } from './sync-store.ts'

export function stateOf(item: Item, isHere: boolean): RecordState {
  return recordState({
    isHere,
    isThere: item.base !== null,
    isEdited: item.localChangeCount > 0,
    inFlight: item.inFlight?.write.action ?? null,
    isRefused: item.problem !== null,
  })
}

/** What was told with the input. */
export interface Told extends Partial<Pick<Item, 'base' | 'version' | 'cloud_id' | 'parent' | 'problem'>> {
  lastEventId?: number
}

export function changeRow(item: Item, { remote, changes, inFlight, problem }: RowChange, told: Told = {}): Item {
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

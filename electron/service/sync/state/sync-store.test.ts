import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { allStates, standingOf, type Standing } from '../../../../shared/sync/record-state.ts'
import { transition } from '../../../../shared/sync/transition.ts'
import { type Db, openDatabase } from '../../db/open.ts'
import { retryRefused } from './retry-refused.ts'
import { changeRow } from './sync-row.ts'
import { createSyncStore, type Item, type SyncStore } from './sync-store.ts'

let folder: string
let db: Db
let store: SyncStore

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'tandem-sync-store-'))
  db = openDatabase(join(folder, 'tandem.db'))
  store = createSyncStore(db)
})
afterEach(() => {
  db.close()
  rmSync(folder, { recursive: true })
})

const synced: Item = {
  entity: 'task',
  local_id: 1,
  uid: 'a',
  parent: null,
  cloud_id: 11,
  version: 3,
  base: { title: 'x' },
  former: null,
  lastEventId: 40,
  localChangeCount: 0,
  actor: { kind: 'person', name: 'Ana' },
  inFlight: null,
  problem: null,
}

function itemIn(id: number, { isThere, isEdited, inFlight, isRefused }: Standing): Item {
  const uid = `record ${id}`
  return {
    ...synced,
    local_id: id,
    uid,
    cloud_id: id,
    ...(isThere ? {} : { base: null, version: null }),
    localChangeCount: isEdited ? 3 : 0,
    inFlight: inFlight && { count: 2, write: { key: 'k', action: inFlight, uid } },
    problem: isRefused ? { reason: 'too long', overQuota: null } : null,
  }
}

it('the one statement for a cloud that lost its history does what the table says of each record, and its id there means nothing any more', () => {
  const cases = allStates.filter(({ name }) => name !== 'untracked').map((state, n) => ({ state, item: itemIn(n + 1, standingOf(state)) }))
  for (const { item } of cases) store.put(item)
  store.resyncAll()
  for (const { state, item } of cases) {
    const { effects } = transition(state, { type: 'resync' })
    const expected = effects.reduce((row, effect) => (effect.do === 'writeRow' ? changeRow(row, effect) : row), item)
    expect(effects).toHaveLength(1)
    expect(store.byId('task', item.local_id)).toEqual({ ...expected, cloud_id: null, former: item.base && { ...item.base, version: item.version } })
  }
})

it('what the cloud refused is sent once more, and nothing else', () => {
  const refused: Item = { ...synced, problem: { reason: 'no room', overQuota: { quota: 'tasks', used: 2, limit: 2, resets_at: null } } }
  store.put(refused)
  expect(store.byId('task', 1)).toEqual(refused)
  store.put({ ...synced, local_id: 2, uid: 'b', cloud_id: 12 })
  retryRefused(store)
  expect(store.byId('task', 1)).toEqual({ ...refused, problem: null, localChangeCount: 1 })
  expect(store.countWaiting()).toBe(1)
})

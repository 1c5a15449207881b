import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { temporaryFolder } from '../../../../test/support/service/service.ts'
import { type Db, openDatabase } from '../../db/open.ts'
import { resyncAll, retryRefused } from './every-record.ts'
import { createSyncStore, type Item, type SyncStore } from './sync-store.ts'

let folder: ReturnType<typeof temporaryFolder>
let db: Db
let store: SyncStore

beforeEach(() => {
  folder = temporaryFolder()
  db = openDatabase(join(folder.path, 'tandem.db'))
  store = createSyncStore(db)
})
afterEach(() => {
  db.close()
  folder.remove()
})

const synced: Item = {
  entity: 'task',
  local_id: 1,
  uid: 'a',
  parent: null,
  cloud_id: 11,
  version: 3,
  base: { title: 'x' },
  lastEventId: 40,
  localChangeCount: 0,
  actor: { kind: 'person', name: 'Ana' },
  inFlight: null,
  problem: null,
}
const sent = { count: 2, write: { key: 'k', action: 'update', uid: 'b', id: 12, version: 3 } } as const

describe('the cloud lost its history', () => {
  it('every record is compared as if the two had never met, and counts as written here', () => {
    const items: Item[] = [
      synced,
      { ...synced, local_id: 2, uid: 'b', cloud_id: 12, localChangeCount: 3, inFlight: { ...sent } },
      { ...synced, entity: 'comment', local_id: 3, uid: 'c', cloud_id: 13, parent: 1, problem: 'too long' },
      { ...synced, entity: 'contact', local_id: 4, uid: 'd', cloud_id: null, version: null, base: null, localChangeCount: 1, lastEventId: 7 },
    ]
    for (const item of items) store.put(item)
    resyncAll(store)
    const unknown = { cloud_id: null, version: null, base: null, lastEventId: 0, inFlight: null, problem: null }
    for (const item of items)
      expect(store.byId(item.entity, item.local_id)).toEqual({ ...item, ...unknown, localChangeCount: Math.max(1, item.localChangeCount) })
  })

  it('of more records than one page, too', () => {
    for (let id = 1; id <= 2500; id++) store.put({ ...synced, local_id: id, uid: `t${id}`, cloud_id: id })
    resyncAll(store)
    expect(store.all('task').filter(({ base, localChangeCount }) => base !== null || localChangeCount !== 1)).toEqual([])
    expect(store.countWaiting()).toBe(2500)
  })
})

it('what the cloud refused is sent once more, and nothing else', () => {
  const refused: Item = { ...synced, problem: 'no room' }
  store.put(refused)
  store.put({ ...synced, local_id: 2, uid: 'b', cloud_id: 12 })
  retryRefused(store)
  expect(store.byId('task', 1)).toEqual({ ...refused, problem: null, localChangeCount: 1 })
  expect(store.countWaiting()).toBe(1)
})

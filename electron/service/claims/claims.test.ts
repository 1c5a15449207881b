import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { type Db, openDatabase } from '../db/open.ts'
import { createJournal, type Journal } from '../journal/journal.ts'
import { createClaimStore } from './claim-store.ts'
import { type Claims, createClaims } from './claims.ts'

const minute = 60_000
const agent = (name: string, instance?: string) => ({ actor: { kind: 'agent' as const, name }, instance })
const ana = { actor: { kind: 'person' as const, name: 'Ana' } }

let folder: string
let db: Db
let journal: Journal
let claims: Claims
let wall: number
let monotonic: number
let signals: number[]

const start = () =>
  createClaims({
    store: createClaimStore(db),
    journal,
    now: () => new Date(wall),
    monotonic: () => monotonic,
    requireTask: () => undefined,
    changed: (taskId) => signals.push(taskId),
  })
const pass = (ms: number) => {
  wall += ms
  monotonic += ms
}
const write = (name: string, change: { action?: 'updated' | 'deleted'; after?: Record<string, unknown> } = {}) =>
  journal.write({ kind: 'agent', name }, (record) =>
    record({ entity: 'task', entity_id: 1, task_id: 1, action: change.action ?? 'updated', before: {}, after: change.after ?? { title: 'x' } }),
  )

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'tandem-claims-'))
  db = openDatabase(join(folder, 'tandem.db'))
  for (const id of [1, 2]) db.prepare("INSERT INTO tasks VALUES (?, ?, 't', NULL, 'todo', 'low', '[]', '[]', NULL, 1, '', '', NULL)").run(id, `uid-${id}`)
  wall = Date.parse('2026-11-20T09:00:00Z')
  monotonic = 1000
  signals = []
  journal = createJournal(
    db,
    () => new Date(wall),
    () => undefined,
  )
  claims = start()
})
afterEach(() => {
  claims.close()
  db.close()
  rmSync(folder, { recursive: true })
})

it('[A1] holds for one agent until it is released', () => {
  expect(claims.claim(1, agent('a', 's1'), {}).outcome).toBe('claimed')
  expect(claims.claim(1, agent('b', 's2'), {})).toMatchObject({ outcome: 'held', claim: { holder: { name: 'a' } } })
  expect(claims.claim(1, agent('a', 's1'), {}).outcome).toBe('renewed')
  expect(() => claims.release(1, agent('b', 's2'))).toThrow(/claimed by a/)
  expect(claims.release(1, agent('a', 's1'))).toBe(true)
  expect(claims.release(1, agent('a', 's1'))).toBe(false)
  expect(claims.claim(1, agent('b', 's2'), {}).outcome).toBe('claimed')
  expect(signals).toEqual([1, 1, 1, 1])
})

it('[A1] two agents of one name are two agents; the key tells which one holds it', () => {
  const { claim } = claims.claim(1, agent('claude', 's1'), {})
  expect(claims.claim(1, agent('claude', 's2'), {}).outcome).toBe('held')
  expect(claims.claim(1, agent('claude'), {}).outcome).toBe('held')
  expect(claims.claim(1, agent('claude', 's3'), { key: 'wrong' }).outcome).toBe('held')
  expect(claims.claim(1, agent('claude', 's3'), { key: claim.key }).outcome).toBe('renewed')
  expect(claims.claim(1, agent('claude', 's3'), {}).outcome).toBe('renewed')
})

it('[A1] a person can release any', () => {
  claims.claim(1, agent('a', 's1'), {})
  expect(claims.release(1, ana)).toBe(true)
})

it('[A2] ends after silence, and the time is signalled', () => {
  claims.claim(1, agent('a', 's1'), { ttl_minutes: 15 })
  pass(15 * minute - 1)
  expect(claims.of(1)).toBeDefined()
  pass(1)
  expect(claims.of(1)).toBeUndefined()
  expect(claims.list()).toEqual([])
  expect(signals).toEqual([1, 1])
  expect(claims.claim(1, agent('b', 's2'), {}).outcome).toBe('claimed')
})

it('[A2] any call of its holder renews it, and so do its writes over another door', async () => {
  claims.claim(1, agent('a', 's1'), { ttl_minutes: 10 })
  pass(9 * minute)
  claims.touch('s2')
  claims.touch('s1')
  pass(9 * minute)
  expect(claims.of(1)).toBeDefined()
  write('b')
  write('a')
  await expect.poll(() => signals.length).toBe(3)
  pass(9 * minute)
  expect(claims.of(1)).toBeDefined()
})

it('[A2] ends with its task, but not because somebody else calls it done', async () => {
  claims.claim(1, agent('a', 's1'), {})
  claims.claim(2, agent('a', 's1'), {})
  journal.write({ kind: 'agent', name: 'b' }, (record) =>
    record({ entity: 'task', entity_id: 2, task_id: 2, action: 'updated', before: {}, after: { status: 'done' } }),
  )
  write('b', { action: 'deleted' })
  await expect.poll(() => claims.of(1)).toBeUndefined()
  expect(claims.of(2)).toBeDefined()
})

it.each([
  ['forward', 24 * 60 * minute],
  ['back', -24 * 60 * minute],
])('[A2] the wall clock set %s neither ends nor prolongs it', (_, jump) => {
  claims.claim(1, agent('a', 's1'), { ttl_minutes: 15 })
  wall += jump
  monotonic += 14 * minute
  expect(claims.of(1)).toBeDefined()
  expect(claims.claim(1, agent('b', 's2'), {}).outcome).toBe('held')
  monotonic += minute
  expect(claims.of(1)).toBeUndefined()
})

it('[A1] survives a restart, with what is left of its time', () => {
  const { claim } = claims.claim(1, agent('a', 's1'), { ttl_minutes: 15 })
  claims.close()
  wall += 5 * minute
  monotonic = 7
  claims = start()
  expect(claims.claim(1, agent('b', 's2'), {}).outcome).toBe('held')
  monotonic += 10 * minute - 1
  expect(claims.claim(1, agent('a', 'new session'), { key: claim.key }).outcome).toBe('renewed')
  monotonic += 15 * minute
  expect(claims.of(1)).toBeUndefined()
})

it('[A2] a clock that was set back over a restart gives it no more than its time', () => {
  claims.claim(1, agent('a', 's1'), { ttl_minutes: 15 })
  claims.close()
  wall -= 24 * 60 * minute
  claims = start()
  monotonic += 15 * minute
  expect(claims.of(1)).toBeUndefined()
})

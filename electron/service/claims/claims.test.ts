import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { type Db, openDatabase } from '../db/open.ts'
import { createJournal, type Journal } from '../journal/journal.ts'
import { createClaimStore } from './claim-store.ts'
import { type Claims, createClaims } from './claims.ts'

const minute = 60_000
const agent = (name: string, run?: string) => ({ actor: { kind: 'agent' as const, name, run } })
const ana = { actor: { kind: 'person' as const, name: 'Ana' } }

let folder: string
let db: Db
let journal: Journal
let claims: Claims
let wall: number
let monotonic: number
let signals: number[]
let status: 'todo' | 'done'

const start = () =>
  createClaims({
    store: createClaimStore(db),
    journal,
    now: () => new Date(wall),
    monotonic: () => monotonic,
    requireTask: () => ({ status }),
    beginWork: () => null,
    putBack: () => undefined,
    changed: (taskId) => signals.push(taskId),
  })
const pass = (ms: number) => {
  wall += ms
  monotonic += ms
}
const write = (name: string, run: string | undefined, change: { action?: 'updated' | 'deleted'; after?: Record<string, unknown> } = {}) =>
  journal.write({ kind: 'agent', name, run }, (record) =>
    record({ entity: 'task', entity_id: 1, task_id: 1, action: change.action ?? 'updated', before: {}, after: change.after ?? { title: 'x' } }),
  )

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'tandem-claims-'))
  db = openDatabase(join(folder, 'tandem.db'))
  for (const id of [1, 2])
    db.prepare(
      "INSERT INTO tasks (id, uid, title, status, priority, labels, requesters, version, created_at, updated_at) VALUES (?, ?, 't', 'todo', 'low', '[]', '[]', 1, '', '')",
    ).run(id, `uid-${id}`)
  wall = Date.parse('2026-11-20T09:00:00Z')
  monotonic = 1000
  signals = []
  status = 'todo'
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

it('[A2] ends after silence, and the time is signalled', async () => {
  claims.claim(1, agent('a', 's1'), { ttl_minutes: 15 })
  pass(15 * minute - 1)
  expect(claims.of(1)).toBeDefined()
  pass(1)
  expect(claims.of(1)).toBeUndefined()
  expect(claims.list()).toEqual([])
  await expect.poll(() => signals).toEqual([1, 1])
  expect(claims.claim(1, agent('b', 's2'), {}).outcome).toBe('claimed')
})

it('[A2] any call of its holder renews it, also a write through another entry point; nothing that another run of the same name does', async () => {
  claims.claim(1, agent('a', 's1'), { ttl_minutes: 10 })
  pass(9 * minute)
  claims.touch('s2')
  claims.touch('s1')
  pass(9 * minute)
  expect(claims.of(1)).toBeDefined()
  write('a', 's2')
  write('a', undefined)
  write('a', 's1')
  await expect.poll(() => signals.length).toBe(3)
  pass(9 * minute)
  expect(claims.of(1)).toBeDefined()
  write('a', 's2')
  write('a', undefined)
  // What wakes the claims has run before this is answered.
  await new Promise((resolve) => setImmediate(() => setImmediate(resolve)))
  pass(minute)
  expect(claims.of(1)).toBeUndefined()
})

it('[A2] without runs, a name is all that there is: its writes renew it', async () => {
  claims.claim(1, agent('a'), { ttl_minutes: 10 })
  pass(9 * minute)
  write('a', 's1')
  write('a', undefined)
  await expect.poll(() => signals.length).toBe(2)
  pass(9 * minute)
  expect(claims.of(1)).toBeDefined()
})

it.each<[string, { action?: 'deleted'; after?: Record<string, unknown> }]>([
  ['deleted', { action: 'deleted' }],
  ['done', { after: { status: 'done' } }],
])('[A2] ends with its task, when that is %s', async (_, change) => {
  claims.claim(1, agent('a', 's1'), {})
  claims.claim(2, agent('a', 's1'), {})
  status = 'done'
  write('b', undefined, change)
  await expect.poll(() => claims.of(1)).toBeUndefined()
  expect(claims.of(2)).toBeDefined()
})

it('[A2] is refused for a task that is done', () => {
  status = 'done'
  expect(() => claims.claim(1, agent('a', 's1'), {})).toThrow(/Task 1 is done.*todo first/)
  expect(claims.list()).toEqual([])
})

it('[A2] a run that says goodbye holds nothing; one that falls silent holds what it has for a minute, unless it comes back', () => {
  for (const id of [1, 2]) claims.claim(id, agent('a', 's1'), {})
  claims.releaseAll('s2')
  expect(claims.list()).toHaveLength(2)
  claims.cutShort('s1')
  expect(claims.list().map(({ expires_at }) => Date.parse(expires_at) - wall)).toEqual([minute, minute])
  claims.touch('s1')
  pass(2 * minute)
  expect(claims.list()).toHaveLength(2)
  claims.cutShort('s1')
  claims.release(2, ana)
  pass(minute)
  expect(claims.of(1)).toBeUndefined()
  claims.claim(1, agent('a', 's1'), {})
  claims.releaseAll('s1')
  expect(claims.list()).toEqual([])
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

import { afterEach, expect, it, vi } from 'vitest'
import type { Item } from '../state/sync-store.ts'
import { createDeferredWrites } from './deferred-writes.ts'

afterEach(() => void vi.restoreAllMocks())

const item = (local_id: number) => ({ entity: 'task', local_id }) as Item
const wait = (until: number) => ({ id: 1, version: 2, seq: 9, until, told: 3 })

it('[X5] looks again at what was deferred, also when its time came between the two questions', () => {
  const now = vi.spyOn(performance, 'now')
  const deferred = createDeferredWrites()
  now.mockReturnValue(0)
  deferred.begin(item(1), wait(1000))
  expect(deferred.until()).toBe(1000)
  // A timer that is a fraction of a millisecond early, and a transaction that takes one.
  now.mockReturnValue(999.6)
  expect(deferred.isWaiting(item(1), 3)).toBe(true)
  now.mockReturnValue(1000.2)
  expect(deferred.until()).toBe(1000)
  // Now it is sent, or there is nothing of it to send: nobody is woken for it any more.
  expect(deferred.isWaiting(item(1), 3)).toBe(false)
  expect(deferred.until()).toBeUndefined()
})

it('[X5] is looked at when the first of them is due', () => {
  vi.spyOn(performance, 'now').mockReturnValue(0)
  const deferred = createDeferredWrites()
  deferred.begin(item(1), wait(3000))
  deferred.begin(item(2), wait(2000))
  deferred.begin(item(3), wait(1000))
  deferred.end(item(3))
  expect(deferred.until()).toBe(2000)
  expect(deferred.until()).toBeUndefined()
})

import { afterEach, expect, it, vi } from 'vitest'
import type { Item } from '../state/sync-store.ts'
import { createWaitingForTheStream } from './deferred-writes.ts'

afterEach(() => void vi.restoreAllMocks())

const item = (local_id: number) => ({ entity: 'task', local_id }) as Item
const wait = (until: number) => ({ id: 1, version: 2, seq: 9, until, told: 3 })

it('[X5] looks again at what was held, also when its time came between the two questions', () => {
  const now = vi.spyOn(performance, 'now')
  const held = createWaitingForTheStream()
  now.mockReturnValue(0)
  held.begin(item(1), wait(1000))
  expect(held.until()).toBe(1000)
  // A timer that is a fraction of a millisecond early, and a transaction that takes one.
  now.mockReturnValue(999.6)
  expect(held.isWaiting(item(1), 3)).toBe(true)
  now.mockReturnValue(1000.2)
  expect(held.until()).toBe(1000)
  // Now it is sent, or there is nothing of it to send: nobody is woken for it any more.
  expect(held.isWaiting(item(1), 3)).toBe(false)
  expect(held.until()).toBeUndefined()
})

it('[X5] is looked at when the first of them is due', () => {
  vi.spyOn(performance, 'now').mockReturnValue(0)
  const held = createWaitingForTheStream()
  held.begin(item(1), wait(3000))
  held.begin(item(2), wait(2000))
  held.begin(item(3), wait(1000))
  held.end(item(3))
  expect(held.until()).toBe(2000)
  expect(held.until()).toBeUndefined()
})

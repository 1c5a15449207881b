import { describe, expect, it } from 'vitest'
import { deliveryExpiry, retryDelay } from './delivery.ts'

describe('deliveries', () => {
  it('[CL86] wait longer each time, from a second to a quarter of an hour, and never less than the platform asked for', () => {
    expect([1, 2, 3, 4, 11, 100].map((attempts) => retryDelay(attempts, 1))).toEqual([1000, 2000, 4000, 8000, 900_000, 900_000])
    expect(retryDelay(5, 0)).toBe(0)
    expect(retryDelay(5, 0.5)).toBe(8000)
    expect(retryDelay(1, 1, 30_000)).toBe(30_000)
  })

  it('[CL86] are given up after an hour, reminders after a day', () => {
    const from = new Date('2027-01-31T09:00:00Z')
    expect(deliveryExpiry('task.created', from).toISOString()).toBe('2027-01-31T10:00:00.000Z')
    expect(deliveryExpiry('reminder.due', from).toISOString()).toBe('2027-02-01T09:00:00.000Z')
  })
})

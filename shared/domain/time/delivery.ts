// When a delivery is tried again, and when it is too late for it.
import type { NotificationEvent } from '../../schema/cloud/notification.ts'

const hour = 3_600_000
const first = 1000
const longest = 15 * 60_000
const forTomorrow: ReadonlySet<NotificationEvent> = new Set(['reminder.due', 'agent.proposal', 'agent.question', 'task.assigned'])

/** A notification of yesterday helps nobody; a reminder, what waits for an answer, or what one is to do, should still come when the phone is switched on in the morning. */
export function deliveryExpiry(event: NotificationEvent, from: Date): Date {
  return new Date(from.getTime() + (forTomorrow.has(event) ? 24 : 1) * hour)
}

/**
 * Milliseconds until the next try, after `attempts` of them: anything up to a bound that doubles (full jitter), so that what failed together does
 * not come back together. Never before the platform said. `random`: from 0 to 1.
 */
export function retryDelay(attempts: number, random: number, asked = 0): number {
  const bound = Math.min(longest, first * 2 ** Math.min(20, Math.max(0, attempts - 1)))
  return Math.round(Math.max(asked, random * bound))
}

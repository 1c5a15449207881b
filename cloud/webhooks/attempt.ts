// What becomes of one attempt: when it is tried again, and when an address is given up. Pure.
import type { DeliveryResult, DueDelivery } from './delivery-store.ts'

/** What the address answered, or why it did not. `after`: milliseconds that it asked for. */
export type Attempt =
  | { kind: 'sent' }
  | { kind: 'gone'; reason: string }
  | { kind: 'refused'; reason: string }
  | { kind: 'retry'; reason: string; after?: number | undefined }

const minute = 60_000
const hour = 60 * minute
const day = 24 * hour
/** Milliseconds until the next attempt, as Standard Webhooks recommends. */
const pauses = [5000, 5 * minute, 30 * minute, 2 * hour, 5 * hour, 10 * hour, 14 * hour]
const triedFor = 3 * day
/** So long nothing gets through before it is switched off. */
export const patienceDays = 5

export const expiryFrom = (at: string): string => new Date(Date.parse(at) + triedFor).toISOString()

/** `random`: from 0 to 1, so that what failed together does not come back together. */
export function pauseAfter(attempts: number, random: number, asked = 0): number {
  const pause = pauses[Math.min(attempts, pauses.length) - 1] as number
  return Math.max(Math.min(asked, day), Math.round(pause * (0.8 + 0.4 * random)))
}

export function resultOf({ attempts, expires_at }: DueDelivery, attempt: Attempt, now: Date, random: number): DeliveryResult {
  if (attempt.kind === 'sent') return { status: 'sent', reason: null, next_attempt_at: null }
  const { reason } = attempt
  if (attempt.kind === 'refused') return { status: 'failed', reason, next_attempt_at: null }
  if (attempt.kind === 'gone') return { status: 'dropped', reason, next_attempt_at: null }
  const next = now.getTime() + pauseAfter(attempts, random, attempt.after)
  if (next >= Date.parse(expires_at)) return { status: 'failed', reason, next_attempt_at: null }
  return { status: 'queued', reason, next_attempt_at: new Date(next).toISOString() }
}

/** Why its webhook is switched off after this; undefined: it stays on. */
export function givenUp({ failing_since }: Pick<DueDelivery, 'failing_since'>, attempt: Attempt, now: Date): 'gone' | 'failing' | undefined {
  if (attempt.kind === 'gone') return 'gone'
  if (attempt.kind !== 'retry' || failing_since === null) return undefined
  return now.getTime() - Date.parse(failing_since) > patienceDays * day ? 'failing' : undefined
}

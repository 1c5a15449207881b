// Limits on guessing: how often somebody may try in a minute, or in an hour. Kept in the database, so that all instances count together;
// counted in a transaction of its own, so that a failed try counts too.
import { AppError } from '../../shared/domain/app-error.ts'
import type { Database } from '../db/database.ts'
import { attemptStore } from './attempt-store.ts'
import { hashSecret } from './secrets.ts'

const minute = 60_000

/** "reset address 192.0.2.7", with other bounds than the usual ones of a minute: so many times as often, within `window` milliseconds. */
export interface Limit {
  name: string
  times: number
  window: number
}

/** An account as a whole, from wherever: more than one address may use up, so that nobody elsewhere can lock its owner out cheaply. */
export const accountWide = (name: string): Limit => ({ name, times: 10, window: minute })
/** What one person or team may do to strangers: enough to invite a whole company on one day. */
export const often = (name: string): Limit => ({ name, times: 10, window: 60 * minute })
/** Codes have six digits only, and nobody wants many mails. */
export const hourly = (name: string): Limit => ({ name, times: 2, window: 60 * minute })
/** What all of a team are told of by mail. */
export const seldom = (name: string): Limit => ({ name, times: 0.5, window: 60 * minute })

export const secondsText = (seconds: number): string => (seconds === 1 ? '1 second' : `${seconds} seconds`)

export type Attempts = ReturnType<typeof createAttempts>

export function createAttempts(db: Database, now: () => Date, maxPerMinute: number) {
  return {
    /** Counts one try for each name ("sign-in address 192.0.2.7"); throws rate_limited when one of them is used up. */
    async count(...limits: (string | Limit)[]): Promise<void> {
      const at = now()
      // Sorted: two calls that count the same names must not wait for each other in a circle.
      const keys = limits
        .map((limit) => (typeof limit === 'string' ? { name: limit, times: 1, window: minute } : limit))
        .map(({ name, ...rest }) => ({ ...rest, key: hashSecret(name).toString('base64'), oldest: new Date(at.getTime() - rest.window).toISOString() }))
        .sort((a, b) => (a.key < b.key ? -1 : 1))
      const rows = await db.asIdentity({}, (tx) => Promise.all(keys.map(({ key, oldest }) => attemptStore.count(tx, key, oldest, at.toISOString()))))
      const waits = rows.flatMap((row, i) => {
        const { times, window } = keys[i] as (typeof keys)[number]
        return row && row.count > maxPerMinute * times ? [Date.parse(row.window_start) + window - at.getTime()] : []
      })
      if (waits.length === 0) return
      const seconds = Math.max(1, Math.ceil(Math.max(...waits) / 1000))
      throw new AppError('rate_limited', `Too many attempts. Try again in ${secondsText(seconds)}.`, { extra: { retry_after: seconds } })
    },
  }
}

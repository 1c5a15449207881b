// Limits on guessing: how often an address or an account may try in a minute. Kept in the database, so that all instances count together;
// counted in a transaction of its own, so that a failed try counts too.
import { sql } from 'kysely'
import { AppError } from '../../shared/domain/app-error.ts'
import { type Database, sqlFor } from '../db/database.ts'
import { hashSecret } from './secrets.ts'

const window = 60_000

export type Attempts = ReturnType<typeof createAttempts>

export function createAttempts(db: Database, now: () => Date, mostPerMinute: number) {
  return {
    /** Counts one try for each name ("sign-in address 192.0.2.7"); throws rate_limited when one of them is used up. */
    async count(...names: string[]): Promise<void> {
      const at = now()
      const oldest = new Date(at.getTime() - window).toISOString()
      // Sorted: two calls that count the same names must not wait for each other in a circle.
      const keys = names.map((name) => hashSecret(name).toString('base64')).sort()
      const rows = await db.asIdentity({}, (tx) =>
        Promise.all(
          keys.map((key) =>
            tx.first(
              sqlFor
                .insertInto('attempts')
                .values({ key, window_start: at.toISOString(), count: 1 })
                .onConflict((conflict) =>
                  conflict.column('key').doUpdateSet({
                    count: sql<number>`CASE WHEN attempts.window_start <= ${oldest}::timestamptz THEN 1 ELSE attempts.count + 1 END`,
                    window_start: sql<string>`CASE WHEN attempts.window_start <= ${oldest}::timestamptz THEN excluded.window_start ELSE attempts.window_start END`,
                  }),
                )
                .returning(['count', 'window_start']),
            ),
          ),
        ),
      )
      const over = rows.find((row) => row && row.count > mostPerMinute)
      if (!over) return
      const seconds = Math.max(1, Math.ceil((Date.parse(over.window_start) + window - at.getTime()) / 1000))
      throw new AppError('rate_limited', `Too many tries. Try again in ${seconds} seconds.`, { extra: { retry_after: seconds } })
    },
  }
}

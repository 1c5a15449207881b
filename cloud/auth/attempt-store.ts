// SQL for counted tries, and nothing else.
import { sql } from 'kysely'
import { sqlFor, type Tx } from '../db/database.ts'

export const attemptStore = {
  /** Counts one more, from one again when the window began at `oldest` or before. */
  count: (tx: Tx, key: string, oldest: string, at: string) =>
    tx.first(
      sqlFor
        .insertInto('attempts')
        .values({ key, window_start: at, count: 1 })
        .onConflict((conflict) =>
          conflict.column('key').doUpdateSet({
            count: sql<number>`CASE WHEN attempts.window_start <= ${oldest}::timestamptz THEN 1 ELSE attempts.count + 1 END`,
            window_start: sql<string>`CASE WHEN attempts.window_start <= ${oldest}::timestamptz THEN excluded.window_start ELSE attempts.window_start END`,
          }),
        )
        .returning(['count', 'window_start']),
    ),
}

// SQL for what is written whatever the quotas say, and nothing else.
import { sql } from 'kysely'
import { sqlFor, type Tx } from '../db/database.ts'

export const pastStore = {
  pass: (tx: Tx) => tx.run(sqlFor.selectNoFrom(sql<string>`set_config('tandem.past_quotas', 'on', true)`.as('set'))),
}

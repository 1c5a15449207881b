// The use-cases of import and export on a data folder on which no service runs: without HTTP and the search index (the service's index follows
// the journal when it starts).
import type { Db } from './db/open.ts'
import { createJournal } from './journal/journal.ts'
import { openContent } from './modules/content.ts'
import { systemClock } from './reminders/clock.ts'
import { createReminderStore } from './reminders/reminder-store.ts'

export function openOffline(db: Db) {
  const journal = createJournal(db, systemClock.now, () => undefined)
  const { imports, exports } = openContent({ db, journal, clock: systemClock, keepMoment: createReminderStore(db).keep })
  return { imports, exports }
}

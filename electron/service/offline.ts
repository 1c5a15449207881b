// The use-cases of import and export on a data folder on which no service runs: what app.ts wires, without HTTP and the search index
// (the service's index follows the journal when it starts).
import type { Db } from './db/open.ts'
import { createJournal } from './journal/journal.ts'
import { openContent } from './open-content.ts'
import { createReminderStore } from './reminders/reminder-store.ts'

export function openOffline(db: Db, now: () => Date = () => new Date()) {
  const zone = () => Intl.DateTimeFormat().resolvedOptions().timeZone
  const journal = createJournal(db, now, () => undefined)
  const { imports, exports } = openContent({ db, journal, clock: { now, zone }, keepMoment: createReminderStore(db).keep })
  return { imports, exports }
}

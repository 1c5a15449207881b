// The use-cases of import and export on a data folder on which no service runs: what app.ts wires, without HTTP and the search index
// (the service's index follows the journal when it starts).
import { createCommentStore } from './comments/comment-store.ts'
import { createComments } from './comments/comments.ts'
import { createContactStore } from './contacts/contact-store.ts'
import { createContacts } from './contacts/contacts.ts'
import type { Db } from './db/open.ts'
import { createExports } from './imports/exports.ts'
import { createImportStore } from './imports/import-store.ts'
import { createImports } from './imports/imports.ts'
import { createJournal } from './journal/journal.ts'
import { createUsedIds } from './journal/used-ids.ts'
import { createReminderStore } from './reminders/reminder-store.ts'
import { createScheduleStore } from './schedules/schedule-store.ts'
import { createSchedules } from './schedules/schedules.ts'
import { createTaskStore } from './tasks/task-store.ts'
import { createTasks } from './tasks/tasks.ts'

export function openOffline(db: Db, now: () => Date = () => new Date()) {
  const zone = () => Intl.DateTimeFormat().resolvedOptions().timeZone
  const journal = createJournal(db, now, () => undefined)
  const requireTask = (id: number) => tasks.get(id)
  const comments = createComments({ store: createCommentStore(db), journal, now, requireTask })
  const schedules = createSchedules({ store: createScheduleStore(db), journal, now, zone, requireTask, keepMoment: createReminderStore(db).keep })
  const contacts = createContacts({ store: createContactStore(db), journal, now })
  const tasks = createTasks({
    store: createTaskStore(db),
    journal,
    now,
    removeDependents(id, record, cause) {
      comments.removeOfTask(id, record, cause)
      schedules.removeOfTask(id, record, cause)
    },
  })
  return {
    imports: createImports({ store: createImportStore(db), journal, usedIds: createUsedIds(db), now, zone, tasks, comments, schedules, contacts }),
    exports: createExports({ journal, tasks, comments, schedules, contacts }),
  }
}

// A list of tasks without a service around it: written through the journal as always, but as fast as the database takes it.
import { type Db, openDatabase } from '../../electron/service/db/open.ts'
import { createJournal, type Journal } from '../../electron/service/journal/journal.ts'
import { createTaskStore } from '../../electron/service/tasks/task-store.ts'
import { createTasks, type Tasks } from '../../electron/service/tasks/tasks.ts'

/** `file`: a database that no service has open; made when it is not there. The caller closes `db`. */
export function openTaskList(file: string): { db: Db; journal: Journal; tasks: Tasks } {
  const now = () => new Date()
  const db = openDatabase(file)
  const journal = createJournal(db, now, () => undefined)
  return { db, journal, tasks: createTasks({ store: createTaskStore(db), journal, now, removeDependents: () => undefined }) }
}

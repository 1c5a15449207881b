// SQL for how much there is to synchronize, and nothing else.
import type { Db } from '../../db/open.ts'

export function createAmounts(db: Db) {
  const count = (table: string) => db.prepare(`SELECT count(*) FROM ${table}`).pluck()
  const counts = { tasks: count('tasks'), comments: count('comments'), contacts: count('contacts'), schedules: count('schedules'), lists: count('lists') }
  return () => ({
    tasks: counts.tasks.get() as number,
    comments: counts.comments.get() as number,
    contacts: counts.contacts.get() as number,
    schedules: counts.schedules.get() as number,
    lists: counts.lists.get() as number,
  })
}

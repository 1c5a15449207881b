import { AppError } from '../../../shared/domain/app-error.ts'
import type { JournalEntry } from '../../../shared/schema/journal.ts'
import type { Db } from '../db/open.ts'
import { readEntry } from './journal.ts'

export function createHistory(db: Db) {
  const ofTask = db.prepare('SELECT * FROM journal WHERE task_id = ? ORDER BY seq DESC')
  return {
    /** Newest first. Stays after the task is deleted. */
    ofTask(id: number): JournalEntry[] {
      const entries = ofTask.all(id).map(readEntry)
      if (entries.length === 0) throw new AppError('not_found', `There is no task ${id}, and there never was one.`)
      return entries
    },
  }
}

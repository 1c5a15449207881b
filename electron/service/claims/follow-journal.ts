// The journal shows the tasks that are over, and signs of life of holders without a run, who are known by their name alone.
import { AppError } from '../../../shared/domain/app-error.ts'
import { holderOf } from '../../../shared/domain/work/holding.ts'
import type { JournalEntry } from '../../../shared/schema/journal.ts'
import type { Task } from '../../../shared/schema/task.ts'
import { isSameWriter } from '../context.ts'
import type { Journal } from '../journal/journal.ts'
import { attempt, type Lease, type Leases } from './leases.ts'

export interface FollowJournalDeps {
  journal: Journal
  leases: Leases
  requireTask: (id: number) => Pick<Task, 'status'>
  end: (lease: Lease) => void
}

/** Entries of the journal at once. */
const page = 500

const mayBeOver = ({ entity, action, after }: JournalEntry) => entity === 'task' && (action === 'deleted' || after?.status === 'done')

/** Returns what ends it. */
export function followJournal({ journal, leases, requireTask, end }: FollowJournalDeps): () => void {
  /** A task that is gone or done needs nobody any more. Asked of the task as it is now: it may have come back meanwhile. */
  function isOver(taskId: number): boolean {
    try {
      return requireTask(taskId).status === 'done'
    } catch (error) {
      return error instanceof AppError && error.code === 'not_found'
    }
  }

  function look(entry: JournalEntry, lease: Lease): void {
    const taskId = lease.claim.task_id
    if (mayBeOver(entry) && isOver(taskId)) attempt(() => end(lease))
    else if (isSameWriter({ ...entry.actor, run: entry.run ?? undefined }, holderOf(lease.claim)) && leases.current(taskId)) attempt(() => leases.renew(lease))
  }

  return journal.onCommit(
    (from) => {
      let cursor = from - 1
      for (;;) {
        const entries = journal.after(cursor, page)
        for (const entry of entries) {
          const lease = entry.task_id === null ? undefined : leases.of(entry.task_id)
          if (lease) look(entry, lease)
        }
        cursor = entries.at(-1)?.seq ?? cursor
        if (entries.length < page) return
      }
    },
    ({ task_id }) => task_id !== null && leases.of(task_id) !== undefined,
  )
}

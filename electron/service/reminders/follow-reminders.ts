// Reads in the journal what is about reminders: what was deleted or done is quiet from then on, and the next moment may be another.
import type { JournalEntry } from '../../../shared/schema/journal.ts'
import type { Change, Journal } from '../journal/journal.ts'
import type { Reminders } from './reminders.ts'

export interface FollowRemindersDeps {
  reminders: Pick<Reminders, 'quieten'>
  journal: Pick<Journal, 'onCommit' | 'after'>
  /** A moment may have moved. */
  changed: () => void
  report: (error: unknown) => void
}

/** Entries of the journal at once. */
const page = 100

const concernsReminders = ({ entity, action, after }: Change | JournalEntry) =>
  entity === 'schedule' || (entity === 'task' && action === 'updated' && after !== null && ('status' in after || 'due' in after))

/** Returns what ends it. */
export function followReminders({ reminders, journal, changed, report }: FollowRemindersDeps): () => void {
  let closed = false

  function quieten(entries: readonly JournalEntry[]): void {
    const schedules = entries.filter(({ entity, action }) => entity === 'schedule' && action === 'deleted')
    const tasks = entries.filter(({ entity, after }) => entity === 'task' && after?.status === 'done')
    if (schedules.length + tasks.length === 0) return
    reminders.quieten(
      schedules.map(({ entity_id }) => entity_id),
      tasks.map(({ entity_id }) => entity_id),
    )
  }

  /** Reads on from the first entry that is about reminders: most writes move no moment, and do not come here. */
  function follow(from: number): void {
    if (closed) return
    try {
      const entries = journal.after(from - 1, page)
      quieten(entries.filter(concernsReminders))
      // A large undo is followed in pieces: calls come in between.
      const last = entries.at(-1)
      if (last && entries.length === page) setImmediate(() => follow(last.seq + 1))
    } catch (error) {
      report(error)
    }
    changed()
  }

  const stopFollowing = journal.onCommit(follow, concernsReminders)
  return () => {
    closed = true
    stopFollowing()
  }
}

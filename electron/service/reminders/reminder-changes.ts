// Changes of reminders: each is told once its write is committed, and a notice that nobody waits for any more leaves the screen.
import { AppError } from '../../../shared/domain/app-error.ts'
import type { ReminderStore, StoredReminder } from './reminder-store.ts'

export interface ReminderChangeDeps {
  store: ReminderStore
  now: () => Date
  /** Called with each one that changed, after the commit. */
  changed: (reminder: StoredReminder) => void
  /** A notice whose reminders are all done with: take it off the screen. */
  withdraw: (notice: string) => void
}

export type ReminderChanges = ReturnType<typeof createReminderChanges>

export function createReminderChanges({ store, now, changed, withdraw }: ReminderChangeDeps) {
  const changedIds = new Set<number>()
  let closed = false

  function set(reminder: StoredReminder, fields: Partial<StoredReminder>): StoredReminder {
    const next = { ...reminder, ...fields, updated_at: now().toISOString() }
    store.update(next)
    if (changedIds.size === 0) setImmediate(tell)
    changedIds.add(reminder.id)
    return next
  }

  /** Once the write is committed, with what stands there then. */
  function tell(): void {
    const ids = [...changedIds]
    changedIds.clear()
    if (closed) return
    const notices = new Set<string>()
    for (const id of ids) {
      const reminder = store.byId(id)
      if (!reminder) continue
      changed(reminder)
      if (reminder.notice !== null && reminder.state !== 'fired') notices.add(reminder.notice)
    }
    withdrawAnswered(notices)
  }

  function withdrawAnswered(notices: Iterable<string>): void {
    for (const notice of notices) if (!store.isNoticeOpen(notice)) withdraw(notice)
  }

  function existing(id: number): StoredReminder {
    const reminder = store.byId(id)
    if (!reminder) throw new AppError('not_found', `There is no reminder ${id}.`)
    return reminder
  }

  return {
    /** Inside a write. */
    set,
    existing,
    withdrawAnswered,
    /** What changed and was not told yet is told to nobody. */
    close: () => void (closed = true),
  }
}

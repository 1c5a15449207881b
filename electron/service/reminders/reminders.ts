// The rules of reminders: what is due fires, what fired is shown once, and stays on the list until somebody acknowledges it.
// They are no content and nobody undoes them, so they are not in the journal (that a schedule fired is); each change is signalled.
import type { Reminder } from '../../../shared/schema/reminder.ts'
import { createAnswers } from './reminder-answers.ts'
import { createReminderChanges, type ReminderChangeDeps } from './reminder-changes.ts'
import { createFiring, type FiringDeps } from './reminder-firing.ts'
import { createReminderLists, type ReminderListDeps } from './reminder-lists.ts'
import type { StoredReminder } from './reminder-store.ts'

export type Reminders = ReturnType<typeof createReminders>

export interface ReminderDeps extends ReminderChangeDeps, Omit<FiringDeps, 'schedules'>, Omit<ReminderListDeps, 'schedules'> {
  schedules: FiringDeps['schedules'] & ReminderListDeps['schedules']
  zone: () => string
}

/** A reminder as everybody may see it. */
export function publicReminder({ round: _round, claimed_at: _claimed, ...rest }: StoredReminder): Reminder {
  return rest
}

export function createReminders(deps: ReminderDeps) {
  const { store } = deps
  const changes = createReminderChanges(deps)
  return {
    ...createFiring(deps, changes),
    ...createAnswers(deps, changes),
    ...createReminderLists(deps),
    get: changes.existing,
    close: changes.close,
    isNoticeOpen: store.isNoticeOpen,

    /** A task is done or a schedule gone: what only they said is taken off the screen. */
    quieten(scheduleIds: readonly number[], taskIds: readonly number[]): void {
      changes.withdrawAnswered(new Set([...scheduleIds.flatMap(store.noticesOfSchedule), ...taskIds.flatMap(store.noticesOfTask)]))
    },
  }
}

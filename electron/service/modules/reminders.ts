// The reminders module as the rest of the service sees it: the list, who shows what is due, and the timer.
import type { Reminder } from '../../../shared/schema/reminder.ts'
import type { ReminderSettings } from '../../../shared/schema/settings.ts'
import type { Journal } from '../journal/journal.ts'
import type { Clock } from '../reminders/clock.ts'
import { createDelivery } from '../reminders/delivery.ts'
import type { Notifier } from '../reminders/notifier.ts'
import { reminderRoutes } from '../reminders/reminder-routes.ts'
import type { ReminderStore } from '../reminders/reminder-store.ts'
import { createReminders, publicReminder, type ReminderDeps } from '../reminders/reminders.ts'
import { createScheduler } from '../reminders/scheduler.ts'
import { logNotifier, notifySend } from '../reminders/system-notifier.ts'

export interface ReminderModuleDeps {
  store: ReminderStore
  schedules: ReminderDeps['schedules']
  journal: Journal
  clock: Clock
  requireTask: ReminderDeps['requireTask']
  settings: { reminders(): ReminderSettings; onRemindersChange(changed: () => void): void }
  /** Default: notify-send where there is one. */
  notifier: Notifier | undefined
  /** Called with each reminder that changed, after the commit. */
  changed: (reminder: Reminder) => void
  /** Called with those that fire for the first time, inside the write. */
  fired?: ReminderDeps['fired']
  log: { warn(fields: object, text: string): void; error(fields: object, text: string): void }
}

export function openReminders({ store, schedules, journal, clock, requireTask, settings, notifier, changed, fired, log }: ReminderModuleDeps) {
  const { now, zone } = clock
  const report = (error: unknown) => log.error({ err: error }, 'reminders')
  const reminders = createReminders({
    store,
    schedules,
    journal,
    now,
    zone,
    requireTask,
    fired,
    changed(reminder) {
      changed(publicReminder(reminder))
      if (reminder.state === 'snoozed') scheduler.replan('write')
    },
    withdraw: (notice) => delivery.withdraw(notice),
  })
  const delivery = createDelivery({
    reminders,
    notifiers: [notifier ?? notifySend(), logNotifier((fields, text) => log.warn(fields, text))],
    zone,
    failed(error) {
      log.error({ err: error }, 'a reminder could not be shown; will retry')
      scheduler.holdBack()
    },
    report,
  })
  const scheduler = createScheduler({ reminders, deliver: () => void delivery.deliver(), settings: settings.reminders, journal, clock, report })
  settings.onRemindersChange(() => scheduler.replan('settings'))

  return {
    routes: reminderRoutes(reminders),
    start: scheduler.start,
    replan: scheduler.replan,
    async close(): Promise<void> {
      scheduler.close()
      await delivery.close()
      reminders.close()
    },
  }
}

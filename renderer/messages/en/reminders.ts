// Reminders, and the Today view.
import { ordinal } from './plural.ts'

export const reminders = {
  today: {
    now: 'Now',
    later: 'Later today',
    dismiss: 'Dismiss',
    snooze: 'Snooze',
    snoozeHour: 'Snooze 1 hour',
    isSnoozed: 'Snoozed',
    late: 'Overdue',
    repeats: 'repeats',
    moments: { hour: 'In an hour', evening: 'This evening, 18:00', tomorrow: 'Tomorrow, 9:00', monday: 'Monday, 9:00' },
    dismissed: (id: number) => `Dismissed the reminder for #${id}`,
    snoozed: (id: number, until: string) => `Snoozed #${id} until ${until}`,
    notAcknowledged: 'Couldn’t dismiss the reminder.',
    notSnoozed: 'Couldn’t snooze the reminder.',
    failed: 'Couldn’t load reminders',
    emptyTitle: 'Nothing is due',
    emptyText: 'To set a reminder, type “tomorrow 9am” in a new task, or press r on any task.',
  },
  reminder: {
    add: 'Add a reminder',
    added: (id: number) => `Reminder set for #${id}`,
    removed: (id: number) => `Reminder removed from #${id}`,
    remove: 'Remove reminder',
    notAdded: 'Couldn’t set the reminder.',
    notRemoved: 'Couldn’t remove the reminder.',
    andThen: (times: string) => `then ${times}`,
    once: 'One time',
    again: 'Repeat',
    daily: 'Every day, 9:00',
    weekly: (day: string) => `Every ${day}, 9:00`,
    monthly: (day: number) => `Monthly on the ${ordinal(day)}, 9:00`,
    at: 'Pick date & time…',
    set: 'Set',
  },
}

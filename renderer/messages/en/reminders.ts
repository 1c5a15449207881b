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
    moments: {
      hour: (_time: string): string => 'In an hour',
      evening: (time: string): string => `This evening, ${time}`,
      tomorrow: (time: string): string => `Tomorrow, ${time}`,
      monday: (time: string): string => `Monday, ${time}`,
    },
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
    daily: (time: string) => `Every day, ${time}`,
    weekly: (day: string, time: string) => `Every ${day}, ${time}`,
    monthly: (day: number, time: string) => `Monthly on the ${ordinal(day)}, ${time}`,
    at: 'Pick date & time…',
    set: 'Set',
  },
}

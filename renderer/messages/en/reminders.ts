// Reminders, and the Today view.
import { ordinal, plural } from './plural.ts'

const nths: Record<number, string> = { 1: 'first', 2: 'second', 3: 'third', 4: 'fourth', 5: 'fifth', [-1]: 'last' }
const capital = (text: string) => text[0]?.toUpperCase() + text.slice(1)

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
  /** A rule in words, put together by rule-words.ts. */
  rule: {
    at: (text: string, time: string) => `${text} at ${time}`,
    times: (text: string, count: number) => `${text}, ${plural(count, 'once', '# times')}`,
    until: (text: string, day: string) => `${text}, until ${day}`,
    days: (n: number) => plural(n, 'Every day', 'Every # days'),
    weekdays: 'Every weekday',
    weeks: (n: number, days: string) => (n === 1 ? `Every ${days}` : `Every ${n} weeks on ${days}`),
    months: (n: number, when: string) => (n === 1 ? `Monthly on ${when}` : `Every ${n} months on ${when}`),
    nthOfMonths: (n: number, nth: number, day: string) =>
      n === 1 ? `${capital(nths[nth] ?? '')} ${day} of each month` : `Every ${n} months on the ${nths[nth]} ${day}`,
    years: (n: number, when: string) => (n === 1 ? `Yearly on ${when}` : `Every ${n} years on ${when}`),
    dayOfMonth: (day: number) => `the ${ordinal(day)}`,
    lastDay: 'the last day',
    nthDay: (nth: number, day: string) => `the ${nths[nth]} ${day}`,
    nthDayIn: (nth: number, day: string, month: string) => `the ${nths[nth]} ${day} of ${month}`,
    workday: 'weekday',
  },
}

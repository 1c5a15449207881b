// Reminders, and the Today view.
import { ordinal, plural } from './plural.ts'

const nths: Record<number, string> = { 1: 'first', 2: 'second', 3: 'third', 4: 'fourth', 5: 'fifth', [-1]: 'last' }
const capital = (text: string) => text[0]?.toUpperCase() + text.slice(1)

export const reminders = {
  notice: { several: (n: number) => `${n} reminders`, due: (id: number) => `Reminder · #${id}` },
  today: {
    dismissed: (id: number) => `Dismissed the reminder for #${id}`,
    snoozed: (id: number, until: string) => `Snoozed #${id} until ${until}`,
    notAcknowledged: 'Couldn’t dismiss the reminder.',
    notSnoozed: 'Couldn’t snooze the reminder.',
  },
  reminder: {
    removed: (id: number) => `Reminder removed from #${id}`,
    notRemoved: 'Couldn’t remove the reminder.',
  },
  beforeDue: {
    none: 'When due',
    minutes: (n: number) => plural(n, '1 minute before due', '# minutes before due'),
    hours: (n: number) => plural(n, '1 hour before due', '# hours before due'),
    days: (n: number) => plural(n, '1 day before due', '# days before due'),
    weeks: (n: number) => plural(n, '1 week before due', '# weeks before due'),
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

// Reminders, and the Today view.
import type { reminders as english } from '../en/reminders.ts'
import { plural, uhr } from './plural.ts'

const nths: Record<number, string> = { 1: 'ersten', 2: 'zweiten', 3: 'dritten', 4: 'vierten', 5: 'fünften', [-1]: 'letzten' }

export const reminders: typeof english = {
  notice: { several: (n) => `${n} Erinnerungen`, due: (id) => `Erinnerung · #${id}` },
  today: {
    dismissed: (id) => `Erinnerung an #${id} ausgeblendet`,
    snoozed: (id, until) => `Erinnerung an #${id} verschoben auf ${until}`,
    notAcknowledged: 'Die Erinnerung konnte nicht ausgeblendet werden.',
    notSnoozed: 'Die Erinnerung konnte nicht verschoben werden.',
  },
  reminder: {
    removed: (id) => `Erinnerung an #${id} entfernt`,
    notRemoved: 'Die Erinnerung konnte nicht entfernt werden.',
  },
  beforeDue: {
    none: 'Bei Fälligkeit',
    minutes: (n) => plural(n, '1 Minute vor Fälligkeit', '# Minuten vor Fälligkeit'),
    hours: (n) => plural(n, '1 Stunde vor Fälligkeit', '# Stunden vor Fälligkeit'),
    days: (n) => plural(n, '1 Tag vor Fälligkeit', '# Tage vor Fälligkeit'),
    weeks: (n) => plural(n, '1 Woche vor Fälligkeit', '# Wochen vor Fälligkeit'),
  },
  rule: {
    at: (text, time) => `${text} um ${uhr(time)}`,
    times: (text, count) => `${text}, ${plural(count, 'einmal', '#-mal')}`,
    until: (text, day) => `${text}, bis ${day}`,
    days: (n) => plural(n, 'Jeden Tag', 'Alle # Tage'),
    weekdays: 'Jeden Werktag (Mo–Fr)',
    weeks: (n, days) => (n === 1 ? `Jeden ${days}` : `Alle ${n} Wochen am ${days}`),
    months: (n, when) => (n === 1 ? `Monatlich am ${when}` : `Alle ${n} Monate am ${when}`),
    nthOfMonths: (n, nth, day) => (n === 1 ? `Jeden ${nths[nth]} ${day} im Monat` : `Alle ${n} Monate am ${nths[nth]} ${day}`),
    years: (n, when) => (n === 1 ? `Jährlich am ${when}` : `Alle ${n} Jahre am ${when}`),
    dayOfMonth: (day) => `${day}.`,
    lastDay: 'letzten Tag',
    nthDay: (nth, day) => `${nths[nth]} ${day}`,
    nthDayIn: (nth, day, month) => `${nths[nth]} ${day} im ${month}`,
    workday: 'Werktag',
  },
}

// Reminders, and the Today view.
import type { reminders as english } from '../en/reminders.ts'
import { plural } from './plural.ts'

const nths: Record<number, string> = { 1: 'ersten', 2: 'zweiten', 3: 'dritten', 4: 'vierten', 5: 'fünften', [-1]: 'letzten' }

export const reminders: typeof english = {
  today: {
    now: 'Jetzt',
    later: 'Später heute',
    dismiss: 'Ausblenden',
    snooze: 'Später erinnern',
    snoozeHour: 'In einer Stunde erinnern',
    isSnoozed: 'Verschoben',
    late: 'Überfällig',
    repeats: 'wiederholt sich',
    moments: {
      hour: () => 'In einer Stunde',
      evening: (time) => `Heute Abend, ${time}`,
      tomorrow: (time) => `Morgen, ${time}`,
      monday: (time) => `Montag, ${time}`,
    },
    dismissed: (id) => `Erinnerung an #${id} ausgeblendet`,
    snoozed: (id, until) => `Erinnerung an #${id} verschoben auf ${until}`,
    notAcknowledged: 'Die Erinnerung konnte nicht ausgeblendet werden.',
    notSnoozed: 'Die Erinnerung konnte nicht verschoben werden.',
    failed: 'Die Erinnerungen konnten nicht geladen werden',
    emptyTitle: 'Nichts fällig',
    emptyText: 'Für eine Erinnerung schreibe „morgen um 9“ in eine neue Aufgabe oder drücke r auf einer Aufgabe.',
  },
  reminder: {
    add: 'Erinnerung hinzufügen',
    added: (id) => `Erinnerung an #${id} gesetzt`,
    removed: (id) => `Erinnerung an #${id} entfernt`,
    remove: 'Erinnerung entfernen',
    notAdded: 'Die Erinnerung konnte nicht gesetzt werden.',
    notRemoved: 'Die Erinnerung konnte nicht entfernt werden.',
    andThen: (times) => `dann ${times}`,
    once: 'Einmalig',
    again: 'Wiederholen',
    daily: (time) => `Jeden Tag, ${time}`,
    weekly: (day, time) => `Jeden ${day}, ${time}`,
    monthly: (day, time) => `Monatlich am ${day}., ${time}`,
    at: 'Datum und Uhrzeit wählen …',
    set: 'Setzen',
  },
  rule: {
    at: (text, time) => `${text} um ${time} Uhr`,
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

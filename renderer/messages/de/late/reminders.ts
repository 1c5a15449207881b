// Reminders, and the Today view.
import type { reminders as english } from '../../en/late/reminders.ts'
import { plural } from '../plural.ts'

export const reminders: typeof english = {
  today: {
    now: 'Jetzt',
    due: 'Heute fällig',
    later: 'Später heute',
    done: 'Heute erledigt',
    dismiss: 'Ausblenden',
    snooze: 'Später',
    snoozeKey: 'Später erinnern …',
    isSnoozed: 'Verschoben',
    late: 'Überfällig',
    repeats: 'wiederholt sich',
    moments: {
      hour: () => 'In einer Stunde',
      evening: (time) => `Heute Abend, ${time}`,
      tomorrow: (time) => `Morgen, ${time}`,
      monday: (time) => `Montag, ${time}`,
    },
    failed: 'Die Erinnerungen konnten nicht geladen werden',
    emptyTitle: 'Nichts fällig',
    emptyText: 'Für eine Erinnerung schreibe „morgen um 9“ in eine neue Aufgabe oder drücke r auf einer Aufgabe.',
  },
  reminder: {
    add: 'Erinnerung hinzufügen',
    added: (id) => `Erinnerung an #${id} gesetzt`,
    remove: 'Erinnerung entfernen',
    notAdded: 'Die Erinnerung konnte nicht gesetzt werden.',
    andThen: (times) => `dann ${times}`,
    once: 'Einmalig',
    beforeDue: 'Vor Fälligkeit',
    waitsForDue: 'Wartet auf eine Fälligkeit',
    again: 'Wiederholen',
    daily: (time) => `Jeden Tag, ${time}`,
    weekly: (day, time) => `Jeden ${day}, ${time}`,
    monthly: (day, time) => `Monatlich am ${day}., ${time}`,
    custom: 'Eigene Wiederholung …',
    set: 'Setzen',
  },
  rule: {
    every: 'Alle',
    unit: 'Tage, Wochen, Monate oder Jahre',
    units: {
      day: (n) => plural(n, 'Tag', 'Tage'),
      week: (n) => plural(n, 'Woche', 'Wochen'),
      month: (n) => plural(n, 'Monat', 'Monate'),
      year: (n) => plural(n, 'Jahr', 'Jahre'),
    },
    weekdaysName: 'An diesen Wochentagen',
    place: 'An welchem Tag',
    on: (when) => `am ${when}`,
    from: 'Ab',
    atTime: 'um',
    incomplete: 'Wähle eine Zahl von 1 bis 40, einen Tag und eine Uhrzeit.',
  },
}

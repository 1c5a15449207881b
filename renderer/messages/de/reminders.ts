// Reminders, and the view of today.
import type { reminders as english } from '../en/reminders.ts'

export const reminders: typeof english = {
  today: {
    now: 'Jetzt',
    later: 'Heute später',
    dismiss: 'Ausblenden',
    snooze: 'Später erinnern',
    snoozeHour: 'In einer Stunde erinnern',
    isSnoozed: 'Verschoben',
    late: 'Überfällig',
    repeats: 'wiederholt sich',
    moments: { hour: 'In einer Stunde', evening: 'Heute Abend, 18:00', tomorrow: 'Morgen, 9:00', monday: 'Montag, 9:00' },
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
    daily: 'Jeden Tag, 9:00',
    weekly: (day) => `Jeden ${day}, 9:00`,
    monthly: (day) => `Monatlich am ${day}., 9:00`,
    at: 'Datum und Uhrzeit wählen …',
    set: 'Setzen',
  },
}

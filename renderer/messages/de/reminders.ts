// Reminders, and the view of today.
import type { reminders as english } from '../en/reminders.ts'

export const reminders: typeof english = {
  today: {
    now: 'Jetzt',
    later: 'Später heute',
    dismiss: 'Ausblenden',
    snooze: 'Später',
    snoozeHour: 'In einer Stunde erinnern',
    isSnoozed: 'Verschoben',
    late: 'Überfällig',
    repeats: 'wiederholt sich',
    moments: { hour: 'In einer Stunde', evening: 'Heute Abend, 18:00', tomorrow: 'Morgen, 9:00', monday: 'Montag, 9:00' },
    dismissed: (id) => `Erinnerung an #${id} ausgeblendet`,
    snoozed: (id, until) => `Erinnerung an #${id} verschoben: ${until}`,
    notAcknowledged: 'Die Erinnerung ist noch offen.',
    notSnoozed: 'Die Erinnerung wurde nicht verschoben.',
    failed: 'Die Erinnerungen ließen sich nicht lesen',
    emptyTitle: 'Nichts steht an',
    emptyText: 'Gib einer Aufgabe eine Erinnerung: schreibe „morgen um 9“ in eine neue Aufgabe, oder drücke r auf einer.',
  },
  reminder: {
    add: 'Erinnerung hinzufügen',
    added: (id) => `Erinnerung an ${id} gesetzt`,
    removed: (id) => `Erinnerung an ${id} entfernt`,
    remove: 'Die Erinnerung entfernen',
    notAdded: 'Die Erinnerung wurde nicht gesetzt.',
    notRemoved: 'Die Erinnerung wurde nicht entfernt.',
    andThen: (times) => `dann ${times}`,
    once: 'Einmal',
    again: 'Immer wieder',
    daily: 'Jeden Tag, 9:00',
    weekly: (day) => `Jeden ${day}, 9:00`,
    monthly: (day) => `Jeden Monat am ${day}., 9:00`,
    at: 'Zu einem eigenen Zeitpunkt',
    set: 'Setzen',
  },
}

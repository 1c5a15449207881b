// Entries of the history, as sentences after the actor’s name.
import type { entry as english } from '../en/entry.ts'

export const entry: typeof english = {
  a: {
    task: 'eine Aufgabe',
    comment: 'einen Kommentar',
    schedule: 'eine Erinnerung',
    contact: 'einen Kontakt',
    conversation: 'eine Unterhaltung',
    message: 'eine Nachricht',
    origin: 'die Herkunft',
  },
  the: {
    task: 'die Aufgabe',
    comment: 'einen Kommentar',
    schedule: 'eine Erinnerung',
    contact: 'einen Kontakt',
    conversation: 'eine Unterhaltung',
    message: 'eine Nachricht',
    origin: 'die Herkunft',
  },
  created: (what) =>
    what === 'einen Kommentar'
      ? 'kommentierte'
      : what === 'eine Erinnerung'
        ? 'setzte eine Erinnerung'
        : `fügte ${what.replace('eine Aufgabe', 'die Aufgabe')} hinzu`,
  deleted: (what) => `löschte ${what.replace('eine Aufgabe', 'die Aufgabe')}`,
  changed: (what) => `änderte ${what}`,
  restored: (what) => `holte ${what.replace('eine Aufgabe', 'die Aufgabe')} zurück`,
  tookBack: (what) => `nahm ${what.replace('eine Aufgabe', 'die Aufgabe')} zurück`,
  backTo: (sentence) => `machte rückgängig: ${sentence}`,
  status: (status) => `setzte den Status auf ${status}`,
  priority: (priority) => `setzte die Priorität auf ${priority}`,
  title: (title) => `benannte sie um in „${title}“`,
  descriptionWritten: 'schrieb die Beschreibung',
  descriptionRemoved: 'entfernte die Beschreibung',
  descriptionAppended: 'ergänzte die Beschreibung',
  descriptionChanged: 'änderte die Beschreibung',
  added: (field, words) => `fügte ${field} ${words} hinzu`,
  removed: (field, words) => `entfernte ${field} ${words}`,
  ordered: (field) => `ordnete ${field} neu`,
}

// The cloud, and messages from outside.
import type { cloud as english } from '../en/cloud.ts'
import { plural } from './plural.ts'

export const cloud: typeof english = {
  mark: {
    first: (done) => `Erste Synchronisierung ${done}`,
    synced: 'Synchronisiert',
    syncing: 'Synchronisiert …',
    offline: (waiting) => (waiting > 0 ? `Offline, ${plural(waiting, '1 ausstehend', '# ausstehend')}` : 'Offline'),
    revoked: 'Token abgelehnt',
    conflicts: (n) => plural(n, '1 Konflikt', '# Konflikte'),
    refused: (n) => plural(n, '1 Änderung abgelehnt', '# Änderungen abgelehnt'),
    problem: 'Bitte prüfen',
    open: (state) => `Cloud: ${state}`,
  },
  status: {
    notTried: 'Die Synchronisierung konnte nicht gestartet werden.',
    disconnected: 'Getrennt. Deine Aufgaben sind weiterhin hier.',
    notDisconnected: 'Trennen hat nicht geklappt.',
    connected: (team) => `Mit ${team} verbunden`,
  },
  refused: {
    takenBack: 'Entspricht jetzt der Cloud',
    notTakenBack: 'Es wurde nichts geändert.',
  },
  conflict: {
    part: 'Konflikte',
    title: (what, field) => `${what}: „${field}“ auf zwei Geräten bearbeitet`,
    task: (id) => `Aufgabe ${id}`,
    entity: { task: 'Aufgabe', comment: 'Kommentar', contact: 'Kontakt', schedule: 'Erinnerung', list: 'Gespeicherte Liste' },
    ofList: { query: 'Filter', view: 'Ansicht', color: 'Farbe' },
    field: (name) => name.replaceAll('_', ' '),
    here: 'Dieses Gerät',
    there: 'Anderes Gerät',
    stands: 'Aktuell',
    both: 'Aktuell, mit beiden Texten',
    empty: 'leer',
    keepHere: 'Fassung von diesem Gerät',
    keepThere: 'Fassung vom anderen Gerät',
    keepStands: 'Aktuelles behalten',
    settled: 'Gelöst',
    notSettled: 'Der Konflikt konnte nicht gelöst werden.',
    note: (fields) => `Auf zwei Geräten bearbeitet: ${fields}.`,
    compare: 'Vergleichen',
  },
  mail: {
    attached: (id) => `Zu #${id} hinzugefügt`,
    notAttached: 'Hinzufügen hat nicht geklappt.',
    reply: 'Antwort entwerfen',
  },
}

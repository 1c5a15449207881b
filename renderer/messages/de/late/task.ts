// A task: its texts, what was done to it, who does it and what must be true for it to be done.
import type { task as english } from '../../en/late/task.ts'

export const task: typeof english = {
  matchedBy: (words, meaning) => (words && meaning ? 'Stichwörter + Bedeutung' : meaning ? 'Bedeutung' : 'Stichwörter'),
  noHits: (query) => `Keine Aufgabe enthält „${query}“.`,
  missingHits: {
    reading: 'Einige Aufgaben werden gerade noch eingelesen. Vielleicht gibt es noch mehr Treffer.',
    device: 'Keine Verbindung: Das hat dein Gerät gefunden. Kommentare durchsucht es nicht.',
  },
  taskNumber: (id) => `Aufgabe ${id}`,
  moveCard: (id, status) => `#${id}: ${status}. In eine andere Spalte verschieben`,
  kept: (id) => `#${id} bleibt in „Offen“`,
  inInbox: 'Im Eingang',
  titleChanged: (id) => `#${id} umbenannt`,
  descriptionChanged: (id) => `#${id}: Beschreibung geändert`,
  titleWrittenOver: (id, other) => `#${id} umbenannt, vorher „${other}“`,
  descriptionWrittenOver: (id) => `#${id}: Beschreibung geändert; sie ersetzt den neueren Text von jemand anderem`,
  wordAdded: (id, word) => `${word} zu #${id} hinzugefügt`,
  wordRemoved: (id, word) => `${word} von #${id} entfernt`,
  titleMeanwhile: 'Jemand hat den Titel geändert, während du geschrieben hast:',
  changedMeanwhile: 'Jemand hat diesen Text geändert, während du geschrieben hast. Deine Fassung ist hier sicher.',
  criterion: {
    add: 'Kriterium hinzufügen',
    hint: 'Was muss dafür stimmen?',
    edit: (text) => `„${text}“ bearbeiten`,
    added: (id) => `#${id}: Kriterium hinzugefügt`,
    changed: (id) => `#${id}: Kriterium geändert`,
    removed: (id) => `#${id}: Kriterium entfernt`,
  },
  assign: {
    set: 'Zuweisen …',
    change: (name) => `Zuständig: ${name}. Jemand anderem zuweisen`,
    find: 'Name oder E-Mail-Adresse',
    as: (name) => `„${name}“ zuweisen`,
    parts: { people: 'Personen', agents: 'Agenten' },
  },
}

// A task: its fields, its texts, and what was done to it.
import type { task as english } from '../en/task.ts'
import { plural, uhr } from './plural.ts'

export const task: typeof english = {
  quickAddHint: 'Neue Aufgabe, z. B. „Ana anrufen morgen um 9 #privat !hoch“',
  looksLike: 'Mögliches Duplikat',
  addThere: 'Dort hinzufügen',
  describe: 'Beschreibung hinzufügen',
  editDescription: 'Beschreibung bearbeiten',
  markdownWelcome: 'Markdown möglich',
  writeComment: 'Kommentar schreiben …',
  comments: 'Kommentare',
  history: 'Verlauf',
  matchedBy: (words, meaning) => (words && meaning ? 'Stichwörter + Bedeutung' : meaning ? 'Bedeutung' : 'Stichwörter'),
  noHits: (query) => `Keine Aufgabe enthält „${query}“.`,
  everyWeek: (day, time) => `Jeden ${day} um ${uhr(time)}`,
  everyMonth: (day, time) => `Monatlich am ${day}. um ${uhr(time)}`,
  everyMonthEnd: (time) => `Monatlich am letzten Tag um ${uhr(time)}`,
  everyDays: (days, time) => `${plural(days, 'Jeden Tag', 'Alle # Tage')}${time ? ` um ${uhr(time)}` : ''}`,
  nextReminder: (when) => `nächstes Mal ${when}`,
  nextReminderOn: (day) => `nächstes Mal am ${day}`,

  taskNumber: (id) => `Aufgabe ${id}`,
  moveCard: (id, status) => `#${id}: ${status}. In eine andere Spalte verschieben`,
  priorityIs: (priority) => `Priorität ${priority}`,
  requestedBy: (names) => `Angefragt von ${names}`,

  added: (id) => `#${id} hinzugefügt`,
  deleted: (id) => `#${id} gelöscht`,
  saidAlso: (said, more) => `${said}; ${more}`,
  movedTo: (id, status) => `#${id} nach „${status}“ verschoben`,
  prioritySet: (id, priority) => `#${id}: Priorität ${priority}`,
  titleChanged: (id) => `#${id} umbenannt`,
  descriptionChanged: (id) => `#${id}: Beschreibung geändert`,
  titleWrittenOver: (id, other) => `#${id} umbenannt, vorher „${other}“`,
  descriptionWrittenOver: (id) => `#${id}: Beschreibung geändert; sie ersetzt den neueren Text von jemand anderem`,
  writtenMeanwhile: (id) =>
    `Jemand anderes hat denselben Text in #${id} schneller geändert. Deiner ist noch nicht gespeichert, aber sicher: Öffne die Aufgabe, um beide zu vergleichen.`,
  wordAdded: (id, word) => `${word} zu #${id} hinzugefügt`,
  wordRemoved: (id, word) => `${word} von #${id} entfernt`,
  commented: (id) => `Kommentar zu #${id} hinzugefügt`,

  titleMeanwhile: 'Jemand hat den Titel geändert, während du geschrieben hast:',
  changedMeanwhile: 'Jemand hat diesen Text geändert, während du geschrieben hast. Deine Fassung ist hier sicher.',
  takeTheirs: 'Andere Fassung übernehmen',
  keepMine: 'Meine Fassung behalten',
  mergeBoth: 'Beide zusammenführen',
}
